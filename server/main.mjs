// @ts-check
// The console in production: a plain Node program over what `next build` made, so that it runs where that is all there
// is (`.next/standalone`). `node server/main.mjs` serves; with `migrate` it brings the database up
// to date, and with `after-restore` it makes one that was restored from a backup safe to start on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import next from 'next';
import { openDoor } from './request-guard.mjs';
import { warnOfOldNode } from './end-of-life.mjs';
import { stopInOrder } from './shutdown.mjs';

// Old memory is looked through once it is twice what lived in it the last time, and not at four times that: what a
// process holds then stays level under load, where it went up and down by half for minutes.
setFlagsFromString('--heap-growing-percent=100');

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
// Shells and containers export the machine's own name as HOSTNAME; nobody chose to listen there.
if (process.env.HOSTNAME === os.hostname()) delete process.env.HOSTNAME;
if (existsSync('.env')) process.loadEnvFile('.env');
Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });

if (!existsSync('.next/BUILD_ID')) {
  process.stderr.write('There is no build yet. Run npm run build first.\n');
  process.exit(1);
}
warnOfOldNode(process.versions.node, new Date());
// As Next's own standalone server does: what the build was configured with holds, and nothing that reads configurations is needed.
const built = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'));
Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(built.config) });

let hasStarted = () => {};
const started = new Promise((resolve) => {
  hasStarted = () => resolve(undefined);
});
/** @type {import('../lib/server/runtime/host').HostProcess} */
const running = {
  requests: new AsyncLocalStorage(),
  hasStarted,
  isStopping: false,
  stop: async () => undefined,
  task: process.argv[2] === 'migrate' || process.argv[2] === 'after-restore' ? process.argv[2] : 'serve',
};
Object.assign(globalThis, { [Symbol.for('countersign.server')]: running });

const hostname = process.env.HOSTNAME || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const app = next({ dev: false, quiet: true, dir: root, hostname, port });
// Runs instrumentation.ts, which ends the process where the configuration or the database is not as it must be. Only
// then does anything listen.
await app.prepare();
await started;

const door = openDoor({
  running,
  ownAddress: new URL(process.env.NEXTAUTH_URL ?? ''),
  proxyHops: Number(process.env.CONSOLE_PROXY_HOPS || 0),
  // A line of the log by then (lib/server/observability/console-capture).
  // oxlint-disable-next-line no-console
  warn: (words) => console.warn(words),
  answer: app.getRequestHandler(),
});
const server = createServer(
  {
    // Headers beyond it are answered with 431 by Node itself.
    maxHeaderSize: 16 * 1024,
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    // Longer than the minute after which the usual balancers let a connection go, so that they never write to one that just closed.
    keepAliveTimeout: 65_000,
  },
  door,
);
// Nothing here speaks another protocol.
server.on('upgrade', (_request, socket) => socket.destroy());
stopInOrder(server, running, { graceMs: Number(process.env.SHUTDOWN_GRACE_MS || 5_000) });
server.on('error', (error) => {
  process.stderr.write(`The console cannot listen on ${hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, hostname, () => process.stdout.write(`The console listens on http://${hostname}:${port}\n`));
