// npm run test:crash -- [--seed N] [--withdrawals N] [--kills N] [--mode conflict|replay|none] [--short]
//                       --program pg-boss|dbos [--seed N] [--withdrawals N]
// Kills real processes at every crash point and at random times, and counts the service's transfers by reference.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  APPROVAL_POINTS,
  type CrashPlan,
  type CrashReport,
  describePlan,
  nameKill,
  runCrashes,
} from '@/e2e/soak/crash/harness';
import { runEngine } from '@/e2e/soak/crash/engines/engines';
import { ENGINES, type EngineName } from '@/e2e/soak/crash/engines/install';
import { ORDERS, REF_ID_MODES } from '@/e2e/soak/crash/service';
import { CRASH_POINTS } from '@/lib/server/runtime/crash-points';
import { startPostgres } from '@/scripts/stack/postgres/postgres';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    withdrawals: { type: 'string' },
    kills: { type: 'string', default: '4' },
    mode: { type: 'string' },
    naive: { type: 'boolean', default: false },
    program: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const modes = REF_ID_MODES.filter((mode) => values.mode === undefined || values.mode === mode);
const long = { withdrawals: Number(values.withdrawals ?? '150'), killsPerPoint: Number(values.kills), randomKills: 12 };
const short = { withdrawals: 20, killsPerPoint: 1, randomKills: 1 };
// Without replay protection every mistake becomes a second transfer, so the short run uses this mode.
const runs = values.short
  ? ([{ mode: 'none', order: 'oldest-first' }] as const)
  : modes.flatMap((mode) => ORDERS.map((order) => ({ mode, order })));
const engine = (Object.keys(ENGINES) as EngineName[]).find((name) => name === values.program);
if (values.program !== undefined && !engine)
  throw new Error(`Choose one: --program ${Object.keys(ENGINES).join(' | ')}.`);
const plans: CrashPlan[] =
  values.naive || engine
    ? []
    : runs.map((run) => ({ program: 'worker', isReadNaively: false, seed, ...run, ...(values.short ? short : long) }));
// Both must cause duplicates: a sender that takes a lost answer for a failure, and the real one where a page without
// records is taken for the end of the list.
for (const isReadNaively of engine ? [] : [false, true])
  plans.push({
    program: isReadNaively ? 'worker' : 'naive',
    isReadNaively,
    mode: 'none',
    order: 'oldest-first',
    seed,
    // Every answer to a naive reader is lost; a naive sender needs more to lose some.
    withdrawals: values.short ? (isReadNaively ? 8 : 20) : 60,
    killsPerPoint: 0,
    randomKills: values.short ? 1 : 6,
  });

console.log(`Seed ${seed}`);
// An orderly exit also ends every process that was started here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const root = mkdtempSync(path.join(tmpdir(), 'countersign-crash-'));
// PostgreSQL may run as another account, which must be able to enter.
chmodSync(root, 0o711);
const postgres = await startPostgres({
  dataDir: path.join(root, 'postgres'),
  isDurable: false,
  logFile: path.join(root, 'postgres.log'),
});
const failures: string[] = [];
try {
  if (engine) {
    const withdrawals = Number(values.withdrawals ?? '3');
    failures.push(...(await runEngine(engine, { postgresUrl: postgres.url, root, seed, withdrawals })));
  }
  const reports: CrashReport[] = [];
  for (const plan of plans) {
    const startedAt = performance.now();
    const report = await runCrashes(plan, postgres.url, mkdtempSync(path.join(root, 'run-')));
    reports.push(report);
    console.log(`${report.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    failures.push(...findFailures(plan, report));
  }
  if (!engine) console.table(Object.fromEntries(reports.map((report) => [report.name, toRow(report)])));
} finally {
  await postgres.part.stop();
}
for (const failure of failures) console.error(failure);
if (failures.length === 0) rmSync(root, { recursive: true, force: true });
else {
  console.error(`The output of the processes is in ${root}. Repeat this run with --seed ${seed}.`);
  process.exitCode = 1;
}

function findFailures(plan: CrashPlan, { duplicates, lost, kills, withdrawals: created }: CrashReport): string[] {
  const name = describePlan(plan);
  if (plan.program === 'naive' || plan.isReadNaively)
    return duplicates.length > 0 ? [] : [`${name}: caused no duplicate, so this harness would not detect one.`];
  return [
    ...duplicates.map((refId) => `${name}: ${refId} was sent more than once.`),
    ...lost.map((refId) => `${name}: ${refId} was lost.`),
    ...[
      ...CRASH_POINTS.map((at) => nameKill({ at, sender: 'worker' })),
      ...APPROVAL_POINTS.map((at) => nameKill({ at, sender: 'approval' })),
    ]
      .filter((kill) => kills[kill] === 0)
      .map((kill) => `${name}: no process crashed at ${kill}.`),
    ...(created < plan.withdrawals ? [`${name}: only ${created} withdrawals were created.`] : []),
  ];
}

function toRow({ withdrawals, kills, transfers, duplicates, lost }: CrashReport) {
  return { withdrawals, ...kills, transfers, duplicates: duplicates.length, lost: lost.length };
}
