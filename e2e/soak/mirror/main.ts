// npm run test:mirror -- [--transfers N] [--order newest-first|oldest-first] [--kills N] [--seed N] [--short]
// Fills the mirror from a sandbox with faults, kills the syncing process, and compares every id at the end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type MirrorPlan, runMirror } from '@/e2e/soak/mirror/run';
import { ORDERS } from '@/e2e/soak/crash/service';
import { startPostgres } from '@/scripts/stack/postgres/postgres';

const { values } = parseArgs({
  options: {
    transfers: { type: 'string', default: '1000000' },
    order: { type: 'string' },
    kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
  },
});
const long = {
  transfers: Number(values.transfers),
  kills: Number(values.kills),
  leaseMs: 10_000,
  pageLimit: 1000,
  readsPerSecond: 1000,
};
const short = { transfers: 3_000, kills: 1, leaseMs: 1_500, pageLimit: 200, readsPerSecond: 30 };
const options = values.short
  ? (['newest-first'] as const)
  : ORDERS.filter((order) => values.order === undefined || values.order === order);

// An orderly exit also ends every process that was started here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const root = mkdtempSync(path.join(tmpdir(), 'countersign-mirror-'));
// PostgreSQL may run as another account, which must be able to enter.
chmodSync(root, 0o711);
const postgres = await startPostgres({
  dataDir: path.join(root, 'postgres'),
  isDurable: false,
  logFile: path.join(root, 'postgres.log'),
});
const failures: string[] = [];
try {
  for (const order of options) {
    const plan: MirrorPlan = { order, seed: Number(values.seed), ...(values.short ? short : long) };
    const dataDir = mkdtempSync(path.join(root, 'run-'));
    failures.push(...(await runMirror({ plan, postgresUrl: postgres.url, dataDir, print: console.log })));
  }
} finally {
  await postgres.part.stop();
}
for (const failure of failures) console.error(failure);
if (failures.length === 0) rmSync(root, { recursive: true, force: true });
else {
  console.error(`The output of the processes is in ${root}.`);
  process.exitCode = 1;
}
