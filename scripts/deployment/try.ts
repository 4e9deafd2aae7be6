// npm run try:deploy: starts the services of compose.yaml by hand, in its order and with its environment, then a pod's
// console behind nginx, and has a withdrawal sent over TLS through each. There is no container engine, but what one
// gives: names and ports of its own, a read-only root, user 1000 without any capability.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Agent, request as send, setGlobalDispatcher } from 'undici';
import { findProgram } from '@/scripts/browser/find-chromium';
import { listFiles, toSecretFiles, unpackImage } from '@/scripts/deployment/container';
import { readCompose } from '@/scripts/deployment/read-files';
import { buildIfStale } from '@/scripts/stack/build';
import { signInAtDesk } from '@/scripts/stack/demo/desk-person';
import { approve, request, signInAll, untilCompleted } from '@/scripts/stack/demo/steps';
import { filledForm } from '@/scripts/stack/filled-form';
import { type Part, startPart } from '@/scripts/stack/part';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { runCommand } from '@/scripts/stack/run-command';
import { listenForStop } from '@/scripts/stack/stop-signal';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

const NEEDED = ['unshare', 'setpriv', 'ip', 'caddy', 'nginx', 'openssl'];
const OWN_NAMESPACES = ['--mount-proc', '--pid', '--fork', '--kill-child', '--net', '--uts'];
const POD = 'countersign-7d9f8-x2x4q';
const CONSOLE = 'http://127.0.0.1:3000';
const SANDBOX = 'http://127.0.0.1:4010';
const LOGOUT = '/api/auth/back-channel-logout';
const INVENTED = '203.0.113.7';

const signal = listenForStop();
const services = readCompose();
const environmentOf = (service: string): Record<string, string> => ({
  ...services[service]?.environment,
  PATH: process.env.PATH ?? '',
});
const site = new URL(environmentOf('console').NEXTAUTH_URL ?? '');

if (process.argv[2] === 'inside') await tryInside();
else {
  const missing = NEEDED.filter((program) => findProgram([program]) === undefined);
  if (process.getuid?.() !== 0 || missing.length > 0)
    throw new Error(`Run this as root, on Linux with ${NEEDED.join(', ')} (missing: ${missing.join(', ') || 'root'}).`);
  await buildIfStale(signal);
  const program = ['--conditions=react-server', 'scripts/run.mjs', 'scripts/deployment/try.ts', 'inside'];
  const args = [...OWN_NAMESPACES, process.execPath, ...program];
  process.exitCode = await runCommand({ name: 'The trial', command: 'unshare', args, signal });
}

async function tryInside(): Promise<void> {
  const root = makeThrowawayDirectory('countersign-deploy-');
  const image = path.join(root, 'console');
  const parts: Part[] = [];
  const logFile = (name: string) => path.join(root, `${name}.log`);
  const start = (name: string, [command = '', ...args]: string[], env: Record<string, string>) => {
    const part = startPart({ name, command, args, env, logFile: logFile(name) });
    parts.push(part);
    return part;
  };
  try {
    nameServices(root);
    unpackImage(image);
    const files = listFiles(image);

    const { POSTGRES_PASSWORD: password = '' } = environmentOf('database');
    const database = { dataDir: path.join(root, 'postgres'), port: 5432, password, isDurable: false };
    const { url: databaseUrl, part } = await startPostgres({ ...database, logFile: logFile('postgres'), signal });
    parts.push(part);
    const sandbox = start('sandbox', services.sandbox?.command ?? [], {
      ...environmentOf('sandbox'),
      SANDBOX_DATA_DIR: path.join(root, 'sandbox'),
    });
    const migration = start('migrate', inContainer(image, services.migrate?.command ?? []), ofImage('migrate'));
    if ((await migration.ended) !== 0) throw new Error(`The migration failed.\n${migration.tail()}`);
    await waitUntilReady(sandbox, () => answersOk(`${SANDBOX}/_sandbox/stats`), signal);

    const composed = start('console', inContainer(image), ofImage('console'));
    await waitUntilReady(composed, () => answersOk(`${CONSOLE}/api/health/ready`), signal);
    const caddyDirectory = path.join(root, 'caddy');
    const caddy = start('caddy', ['caddy', 'run', '--config', 'deploy/Caddyfile'], {
      ...environmentOf('caddy'),
      XDG_DATA_HOME: caddyDirectory,
      XDG_CONFIG_HOME: caddyDirectory,
    });
    await tryProxy(caddy, path.join(caddyDirectory, 'caddy/pki/authorities/local/root.crt'), '127.0.0.8', databaseUrl);
    report('compose.yaml’s services by hand, behind Caddy');
    await caddy.stop();
    await composed.stop();

    const secrets = toSecretFiles(environmentOf('console'), path.join(root, 'secrets'));
    const pod = start('pod', inContainer(image), { ...ofImage('console', secrets), HOSTNAME: POD });
    await waitUntilReady(pod, () => answersOk(`${CONSOLE}/api/health/ready`), signal);
    const nginx = start('nginx', nginxCommand(root), environmentOf('caddy'));
    await tryProxy(nginx, path.join(root, 'tls.crt'), '127.0.0.9', databaseUrl);
    const fromFiles = Object.keys(secrets).filter((name) => name.endsWith('_FILE'));
    report(`a pod: its host name, ${fromFiles.join(', ')}, behind nginx`);
    pod.signal('SIGTERM');
    if ((await pod.ended) !== 0) throw new Error(`The console did not end in order.\n${pod.tail()}`);

    const output = ['migrate', 'console', 'pod'].map((name) => readFileSync(logFile(name), 'utf8')).join('\n');
    const refused = output.split('\n').filter((line) => /EACCES|EPERM|EROFS/.test(line));
    if (refused.length > 0 || listFiles(image).join('\n') !== files.join('\n'))
      throw new Error(`The console wants to write files.\n${refused.join('\n')}`);
    report('user 1000 without capabilities, read-only root: no file written, none tried');
  } finally {
    for (const part of parts.toReversed()) await part.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

function report(what: string): void {
  console.log(`ok  ${what}`);
}

/** Gives this network the names that compose.yaml's has, and brings it up. */
function nameServices(directory: string): void {
  const aliases = Object.values(services).flatMap(({ networks }) => networks?.default.aliases ?? []);
  const hosts = path.join(directory, 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost ${[...Object.keys(services), ...aliases, site.hostname].join(' ')}\n`);
  execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  execFileSync('hostname', [POD]);
}

/** Gives what runs a command of the image as a container does: without it, the image's own. */
function inContainer(directory: string, command: string[] = []): string[] {
  const [, own = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync('Containerfile', 'utf8')) ?? [];
  const run = command.length > 0 ? command : (JSON.parse(own) as string[]);
  const user = '--reuid=1000 --regid=1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all';
  const script = `mount -o remount,ro,bind / && cd "$0" && exec setpriv ${user} "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, directory, ...run];
}

/** Gives the environment of a service with what the image sets. */
function ofImage(service: string, own: Record<string, string> = environmentOf(service)): Record<string, string> {
  const [, set = ''] = /^ENV (.*)$/m.exec(readFileSync('Containerfile', 'utf8')) ?? [];
  return { ...Object.fromEntries(set.split(' ').map((pair) => pair.split('='))), ...own };
}

/** Writes nginx's example for this site, with a certificate, and gives the command that runs it. */
function nginxCommand(directory: string): string[] {
  const name = ['-subj', `/CN=${site.hostname}`, '-addext', `subjectAltName=DNS:${site.hostname}`];
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout tls.key -out tls.crt';
  execFileSync('openssl', ['req', '-x509', ...key.split(' '), ...name], { cwd: directory, stdio: 'ignore' });
  const example = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('console.example.com', site.hostname)
    .replaceAll('/etc/ssl/console', directory)
    .replace('listen 443 ssl', `listen ${site.port} ssl`);
  const written = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  const main = `user root; daemon off; pid nginx.pid; error_log stderr; events {}`;
  const file = path.join(directory, 'nginx.conf');
  writeFileSync(file, `${main}\nhttp { access_log off; ${written.join(' ')}\n${example}}\n`);
  return ['nginx', '-p', directory, '-e', 'stderr', '-c', file];
}

/** Has a withdrawal sent through a proxy over TLS, and checks what the console relies on it for. */
async function tryProxy(proxy: Part, authority: string, caller: string, databaseUrl: string): Promise<void> {
  const trusting = (localAddress = '127.0.0.1') =>
    new Agent({ connect: { ca: readFileSync(authority, 'utf8') }, localAddress });
  /** Sends a request as it is written, and gives the status of the answer. */
  const ask = async (
    target: string,
    { method = 'GET', from = trusting() }: { method?: 'GET' | 'POST'; from?: Agent } = {},
  ) => {
    const headers = { 'x-forwarded-for': INVENTED, 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await from.request({ origin: site.origin, path: target, method, headers });
    await body.dump();
    return statusCode;
  };
  const isUp = async () => existsSync(authority) && (await ask('/api/health/serving')) === 200;
  await waitUntilReady(proxy, isUp, signal);
  setGlobalDispatcher(trusting());
  const people = await signInAll((name) => signInAtDesk(site.origin, name, signal));
  const desk = { people, sandboxUrl: SANDBOX, pause: () => delay(200, undefined, { signal }) };
  const form = filledForm();
  const requested = await request(people.finance, form);
  await approve(desk, requested);
  await untilCompleted(desk, requested);
  const { body } = await send(`${SANDBOX}/_sandbox/transfers?ref_id=${form.referenceId}`);
  expectSame('withdrawals sent', ((await body.json()) as { count: number }).count, 1);
  const isMailed = async () =>
    (await (await send(`${SANDBOX}/_sandbox/mails`)).body.text()).includes(requested.requestId);
  await waitUntilReady(proxy, isMailed, signal);

  expectSame('metrics', await ask('/api/metrics'), 404);
  expectSame('a path that is not in its normal form', await ask('/%2e%2e//sign-in'), 400);
  expectSame('a logout without a token', await ask(LOGOUT, { method: 'POST', from: trusting(caller) }), 400);
  // What the proxy saw counts, not what the caller wrote.
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ key: string }>('select key from rate_limits');
  await client.end();
  const isCounted = (address: string) => rows.some(({ key }) => key === `backChannelLogout address ${address}`);
  expectSame('the caller is counted', isCounted(caller), true);
  expectSame('another is counted', isCounted(INVENTED), false);
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`);
}
