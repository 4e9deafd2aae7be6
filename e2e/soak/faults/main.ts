// npm run test:faults -- [--only NAME] [--seed N] [--short] [--built: takes the build as it is]
// Two real consoles on one real database, behind a balancer: everything around them fails, one after the other, while
// people work. Prints what they were told, and counts the service's transfers by reference.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Seeded } from '@/scripts/testing/seeded';
import { People } from '@/e2e/soak/faults/people';
import { FAULTS } from '@/e2e/soak/faults/plan';
import { type FaultReport, runFault } from '@/e2e/soak/faults/run';
import { canMount, Stage } from '@/e2e/soak/faults/stage';
import { Telling } from '@/e2e/soak/faults/telling';
import { buildIfStale } from '@/scripts/stack/build';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});
const isShort = values.short;
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const wanted = FAULTS.filter(({ name, isInShort }) =>
  values.only === undefined ? !isShort || isInShort : name.includes(values.only),
);
const hasSmallDisk = wanted.some(({ needsDisk }) => needsDisk) && canMount();
const plan = wanted.filter(({ needsDisk }) => !needsDisk || hasSmallDisk);
for (const { name } of wanted.filter((fault) => !plan.includes(fault)))
  console.log(`${name}: not possible here, since nothing can be mounted`);

console.log(`Seed ${seed}`);
// Ending in order lets everything that was started here be ended too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (!values.built) await buildIfStale();
const root = mkdtempSync(path.join(tmpdir(), 'countersign-faults-'));
// PostgreSQL may run as another account, which must get through.
chmodSync(root, 0o711);
const times = isShort
  ? { timeoutMs: 1_000, leaseMs: 3_000, quietMs: 1_500 }
  : { timeoutMs: 4_000, leaseMs: 12_000, quietMs: 6_000 };
const extent = isShort ? { isShort, inFlight: 3, mostAsked: 3 } : { isShort, inFlight: 12, mostAsked: 12 };
const stage = await Stage.start({ root, times, seed, hasSmallDisk });
const reports: FaultReport[] = [];
try {
  const random = new Seeded(seed);
  const people = new People(stage, new Telling());
  await people.signIn();
  for (const fault of plan) {
    const report = await runFault(stage, people, fault, extent, random);
    reports.push(report);
    print(report);
  }
} finally {
  await stage.stop();
}
console.table(Object.fromEntries(reports.map((report) => [report.name, toRow(report)])));
const faults = reports.flatMap(({ name, doubles, lost, wrong }) =>
  [...doubles, ...lost, ...wrong].map((what) => `${name}: ${what}`),
);
for (const fault of faults) console.error(fault);
// After the small disk, which is let go of at the end.
if (faults.length === 0) process.once('exit', () => rmSync(root, { recursive: true, force: true }));
else {
  console.error(`What the processes wrote is in ${root}. Run it again with --seed ${seed}.`);
  process.exitCode = 1;
}

function print({ name, told, wrong, tookMs }: FaultReport): void {
  console.log(`\n${name} (${Math.round(tookMs / 1000)} s)${wrong.length === 0 ? '' : `: ${wrong.length} wrong`}`);
  for (const line of told) console.log(`  ${line}`);
}

function toRow({ withdrawals, doubles, lost, told, longestMs, recoveredMs, wrong }: FaultReport) {
  return {
    withdrawals,
    doubles: doubles.length,
    lost: lost.length,
    told: told.length,
    'longest answer (s)': seconds(longestMs),
    'recovered (s)': seconds(recoveredMs),
    wrong: wrong.length,
  };
}

function seconds(ms: number | null): string {
  return ms === null ? 'never' : (ms / 1000).toFixed(1);
}
