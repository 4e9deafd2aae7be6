import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';
import { runSql } from '@/e2e/stack/database';
import { imageUser, listFiles, toSecretFiles, unpackImage } from '@/scripts/deployment/container';
import { consoleEnvironment } from '@/scripts/stack/console';
import { findFreePort } from '@/scripts/stack/ports';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';

// Processes of the running test, killed when it ends.
const processes: ChildProcess[] = [];
test.afterEach(() => {
  for (const started of processes.splice(0)) started.kill('SIGKILL');
});

/** Starts the console's server with this environment alone, and collects its output. */
function start(directory: string, env: Record<string, string>, ...args: string[]) {
  const started = spawn(process.execPath, ['server/main.mjs', ...args], {
    cwd: directory,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env },
    ...(directory === '.' ? {} : imageUser),
  });
  processes.push(started);
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(started, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { started, ended, output: () => output };
}

/** Runs the health check of the image, and gives its exit code. */
async function checkHealth(directory: string, env: Record<string, string>): Promise<unknown> {
  const check = spawn(process.execPath, ['server/health-check.mjs'], { cwd: directory, env: env as NodeJS.ProcessEnv });
  processes.push(check);
  return (await once(check, 'close'))[0];
}

test('a console with an invalid configuration lists every issue and does not listen', async () => {
  const port = await findFreePort();
  const env = {
    ...consoleEnvironment({
      consoleUrl: 'http://console.example',
      sandboxUrl: 'http://127.0.0.1:1',
      consoleDatabaseUrl: 'mysql://x',
      sessionSecret: 'canary-short',
    }),
    CONSOLE_ENVIRONMENT: 'production',
    SYNC_INTERVAL_MS: 'often',
    PORT: String(port),
  };
  const { code, output } = await start('.', env).ended;
  expect(code).toBe(1);
  const named = [...output.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(named.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'CONSOLE_PROXY_HOPS',
    'DATABASE_URL',
    'METRICS_TOKEN',
    'NEXTAUTH_SECRET',
    'NEXTAUTH_URL',
    'OIDC_CLIENT_SECRET',
    'SYNC_INTERVAL_MS',
    'TRANSFER_SERVICE_CLIENT_ID',
    'TRANSFER_SERVICE_CLIENT_SECRET',
  ]);
  expect(output).toContain('SYNC_INTERVAL_MS: is not a number (given: "often")');
  expect(output).not.toMatch(/canary|listens/);
});

test('the standalone build migrates, refuses to start as the database owner, serves, and stops in order', async ({
  request,
}) => {
  const { databaseUrl: asOwner, consoleDatabaseUrl: asConsole, sandboxUrl } = stackAddresses();
  await runSql('create database standalone');
  const ownerUrl = new URL('/standalone', asOwner).href;
  const consoleDatabaseUrl = new URL('/standalone', asConsole).href;
  const port = await findFreePort();
  const consoleUrl = `http://127.0.0.1:${port}`;
  const given = {
    ...consoleEnvironment({
      consoleUrl,
      sandboxUrl,
      consoleDatabaseUrl,
      sessionSecret: 'of-one-test-and-long-enough-for-it',
    }),
    PORT: String(port),
    SHUTDOWN_GRACE_MS: '2500',
    // As a pod has it: no decision where to listen.
    HOSTNAME: 'countersign-7d9f8-x2x4q',
  };
  const root = makeThrowawayDirectory('countersign-standalone-');
  const directory = path.join(root, 'console');
  try {
    unpackImage(directory);
    const files = listFiles(directory);
    const env = toSecretFiles(given, path.join(root, 'secrets'));
    const owner = toSecretFiles({ DATABASE_OWNER_URL: ownerUrl }, path.join(root, 'owner'));
    expect(readdirSync(path.join(directory, 'server')).filter((file) => !file.endsWith('.mjs'))).toEqual([]);
    const tooEarly = await start(directory, env).ended;
    expect(tooEarly).toMatchObject({ code: 1 });
    expect(tooEarly.output).toContain('Run npm run migrate');
    expect(await start(directory, { ...env, ...owner }, 'migrate').ended).toMatchObject({ code: 0 });
    const withOwner = await start(directory, { ...env, ...owner }).ended;
    expect(withOwner).toMatchObject({ code: 1 });
    expect(withOwner.output).toContain('DATABASE_OWNER_URL: is for npm run migrate alone');

    const { started, ended, output } = start(directory, env);
    await expect.poll(output, { timeout: 60_000 }).toContain(`The console listens on ${consoleUrl}`);
    const page = await request.get(`${consoleUrl}/sign-in`);
    expect(page.status()).toBe(200);
    const style = /"(\/_next\/static\/[^"]+\.css)"/.exec(await page.text())?.[1];
    expect((await request.get(`${consoleUrl}${style}`)).status()).toBe(200);
    expect((await request.get(`${consoleUrl}/api/health/ready`)).status()).toBe(200);
    expect(await checkHealth(directory, env)).toBe(0);
    expect(await (await request.get(`${consoleUrl}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');

    started.kill('SIGTERM');
    // The load balancer is asked to stop sending requests; requests that come anyway are served.
    await expect.poll(async () => (await request.get(`${consoleUrl}/api/health/serving`)).status()).toBe(503);
    const late = await request.get(`${consoleUrl}/sign-in`);
    expect(late.status()).toBe(200);
    expect(late.headers().connection).toBe('close');
    expect((await ended).code).toBe(0);
    expect(listFiles(directory)).toEqual(files);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
