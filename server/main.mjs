// @ts-check
// Runs the console in production: a plain Node program that needs only the output of `next build` (`.next/standalone`).
// `node server/main.mjs` serves the console, `node server/main.mjs migrate` migrates the database,
// `node server/main.mjs backup-check` checks a database that was restored from a backup, `node server/main.mjs
// after-restore` prepares it for a console, and `node server/main.mjs proof-init` sets up the key list.
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import next from 'next';
import { createRequestGuard } from './request-guard.mjs';
import { warnIfNodeIsOutdated } from './end-of-life.mjs';
import { explainIgnoredHostname, formatOrigin, readListenAddress } from './listen-address.mjs';
import { shutDownGracefully } from './shutdown.mjs';
import { createStaticFiles } from './static-files.mjs';

// Collects old memory once it has grown by half, not fourfold: otherwise memory rises and falls by half over minutes.
// At 100, a first sync took 133 MB above the start instead of 95, and was as fast (docs/scale.md).
setFlagsFromString('--heap-growing-percent=50');

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
if (existsSync('.env')) process.loadEnvFile('.env');
if (process.env.NODE_EXTRA_CA_CERTS !== authorities)
  process.stderr.write(
    'NODE_EXTRA_CA_CERTS in .env is ignored: Node reads it before. Set it in the environment of the process.\n',
  );
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });

if (!existsSync('.next/BUILD_ID')) {
  process.stderr.write('The console is not built. Run npm run build first.\n');
  process.exit(1);
}
warnIfNodeIsOutdated(process.versions.node, new Date());
// As Next's own standalone server does: the build's configuration applies, and no configuration file is read.
const buildInfo = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'));
Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(buildInfo.config) });

/** @typedef {import('../lib/server/runtime/host').GuardSettings} GuardSettings */
/** @type {(guard: GuardSettings) => void} */
let reportStarted = () => {};
/** @type {Promise<GuardSettings>} */
const started = new Promise((resolve) => {
  reportStarted = resolve;
});
const TASKS = /** @type {const} */ (['migrate', 'after-restore', 'backup-check', 'proof-init']);
/** @type {import('../lib/server/runtime/host').HostProcess} */
const host = {
  requests: new AsyncLocalStorage(),
  reportStarted,
  isStopping: false,
  stop: async () => undefined,
  task: TASKS.find((task) => task === process.argv[2]) ?? 'serve',
};
Object.assign(globalThis, { [Symbol.for('countersign.server')]: host });

const ignored = explainIgnoredHostname(process.env);
if (ignored !== undefined) process.stderr.write(`${ignored}\n`);
const listening = readListenAddress(process.env);
const { address, port } = listening;
const app = next({ dev: false, quiet: true, dir: root, hostname: address, port });
// Runs instrumentation.ts, which ends the process if the configuration or the database is unusable. The server listens
// only after that.
await app.prepare();
const guardSettings = await started;

const answerFile = createStaticFiles('.next/static');
const answerPage = app.getRequestHandler();
const guard = createRequestGuard({
  host,
  ...guardSettings,
  // Becomes a log line (lib/server/observability/console-capture).
  // oxlint-disable-next-line no-console
  warn: (message) => console.warn(message),
  answer: async (request, response) => {
    if (!(await answerFile(request, response))) await answerPage(request, response);
  },
});
const server = createServer(
  {
    // Node itself answers larger headers with 431.
    maxHeaderSize: 16 * 1024,
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    // Longer than the minute after which common load balancers drop idle connections, so that they never write to one
    // that has just closed.
    keepAliveTimeout: 65_000,
  },
  guard,
);
// The console supports no other protocol.
server.on('upgrade', (_request, socket) => socket.destroy());
shutDownGracefully(server, host, { graceMs: Number(process.env.SHUTDOWN_GRACE_MS || 5_000) });
server.on('error', (error) => {
  process.stderr.write(`Cannot listen on ${formatOrigin(listening)}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, address, () => process.stdout.write(`The console listens on ${formatOrigin(listening)}\n`));
