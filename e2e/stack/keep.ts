// npm run stack:test: keeps the stacks of the browser tests up, so that npm run test:e2e begins at once. A run takes
// them for itself; when it ends they are replaced by new ones, so that every run finds the same.
import type { ChildProcess } from 'node:child_process';
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { KEEPER_RECORD, type KeeperRecord } from '@/e2e/stack/kept-stacks';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { buildIfStale, hashSources } from '@/scripts/stack/build';
import { listenForStop, untilAborted } from '@/scripts/stack/stop-signal';

// One for each worker (playwright.config.ts).
const STACKS = 2;

interface Round {
  /** What the console was built of. */
  sources: string;
  processes: ChildProcess[];
  addresses: Promise<StackAddresses[]>;
}

const signal = listenForStop();
let round = startRound();
let isTaken = false;
// One replacement after the other, so that none is forgotten.
let replacing: Promise<void> = Promise.resolve();
const server = createServer((request, response) => {
  if (request.url === '/stacks') void giveStacks(response);
  else response.end('up');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
mkdirSync(path.dirname(KEEPER_RECORD), { recursive: true });
try {
  await round.addresses;
  const record: KeeperRecord = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  writeFileSync(KEEPER_RECORD, JSON.stringify(record));
  console.log('\n  The stacks of the browser tests are up. Run the tests with npm run test:e2e -- approvals');
  console.log('  Each run gets new ones, built again where the sources have changed. Press Ctrl-C to stop.\n');
  await untilAborted(signal);
  console.log('\nStopping ...');
} catch (error) {
  if (!signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(KEEPER_RECORD, { force: true });
  server.close();
  server.closeAllConnections();
  await stopRound(round);
}

/** Builds the console where that is needed and starts the stacks of the next run. */
function startRound(): Round {
  const processes: ChildProcess[] = [];
  const start = async () => {
    await buildIfStale(signal);
    return Promise.all(Array.from({ length: STACKS }, () => startStack(processes)));
  };
  const addresses = start();
  // The error is shown to the run that asks for the stacks.
  addresses.catch(() => undefined);
  return { sources: hashSources(), processes, addresses };
}

async function stopRound({ processes, addresses }: Round): Promise<void> {
  await Promise.all(processes.map(stopStack));
  await addresses.catch(() => undefined);
  await Promise.all(processes.map(stopStack));
}

/** Hands the stacks to a run, which has them until its connection closes; refuses while another run has them. */
async function giveStacks(response: ServerResponse): Promise<void> {
  if (isTaken) {
    response.writeHead(409).end();
    return;
  }
  isTaken = true;
  response.once('close', () => {
    isTaken = false;
    replacing = replacing.then(replaceRound);
  });
  response.writeHead(200).flushHeaders();
  await replacing;
  const isStale = round.sources !== hashSources() || round.processes.some(({ exitCode }) => exitCode !== null);
  if (isStale) replacing = replacing.then(replaceRound);
  try {
    await replacing;
    response.write(`${JSON.stringify(await round.addresses)}\n`);
  } catch (error) {
    response.end(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Stops the stacks of a run that has ended and starts those of the next. */
async function replaceRound(): Promise<void> {
  await stopRound(round);
  if (!signal.aborted) round = startRound();
}
