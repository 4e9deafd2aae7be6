// npm run test:faults -- [--only NAME] [--seed N] [--short] [--built: use the existing build]
// Runs two real consoles on one real database behind a load balancer: everything around them fails, one after the
// other, while people work. Prints the messages that they got, and counts the service's transfers by reference.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Seeded } from '@/scripts/testing/seeded';
import { People } from '@/e2e/soak/faults/people';
import { checkNotices, type NoticeReport } from '@/e2e/soak/faults/notices';
import { FAULTS } from '@/e2e/soak/faults/plan';
import { type FaultReport, runFault } from '@/e2e/soak/faults/run';
import { canMount, TestSystem } from '@/e2e/soak/faults/test-system';
import { AnswerLog } from '@/e2e/soak/faults/answer-log';
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
  console.log(`${name}: skipped, since this machine cannot mount a disk`);

console.log(`Seed ${seed}`);
// An orderly exit also ends every process that was started here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (!values.built) await buildIfStale();
const root = mkdtempSync(path.join(tmpdir(), 'countersign-faults-'));
// PostgreSQL may run as another account, which must be able to enter.
chmodSync(root, 0o711);
const times = isShort
  ? { timeoutMs: 1_000, leaseMs: 3_000, quietMs: 1_500 }
  : { timeoutMs: 4_000, leaseMs: 12_000, quietMs: 6_000 };
const extent = isShort ? { isShort, inFlight: 3, maxRequests: 3 } : { isShort, inFlight: 12, maxRequests: 12 };
const system = await TestSystem.start({ root, times, seed, hasSmallDisk });
const reports: FaultReport[] = [];
let told: NoticeReport = { notices: 0, repeated: 0, problems: [] };
try {
  const random = new Seeded(seed);
  const people = new People(system, new AnswerLog());
  await people.signIn();
  for (const fault of plan) {
    const report = await runFault(fault, { system, people, extent, random });
    reports.push(report);
    print(report);
  }
  // Nobody gets more than five mails a minute, so what was sent is known after minutes.
  if (!isShort) told = await checkNotices(system);
} finally {
  await system.stop();
}
console.table(Object.fromEntries(reports.map((report) => [report.name, toRow(report)])));
const failures = reports.flatMap(({ name, duplicates, lost, problems }) =>
  [...duplicates, ...lost, ...problems].map((failure) => `${name}: ${failure}`),
);
if (!isShort) console.log(`${told.notices} notices, ${told.repeated} deliveries took more than one attempt`);
failures.push(...told.problems.map((problem) => `notices: ${problem}`));
for (const failure of failures) console.error(failure);
// After the unmounting of the small disk, which happens at exit.
if (failures.length === 0) process.once('exit', () => rmSync(root, { recursive: true, force: true }));
else {
  console.error(`The output of the processes is in ${root}. Repeat this run with --seed ${seed}.`);
  process.exitCode = 1;
}

function print({ name, messages, problems, tookMs }: FaultReport): void {
  console.log(
    `\n${name} (${Math.round(tookMs / 1000)} s)${problems.length === 0 ? '' : `: ${problems.length} problems`}`,
  );
  for (const line of messages) console.log(`  ${line}`);
}

function toRow({ withdrawals, duplicates, lost, messages, longestMs, recoveredMs, problems }: FaultReport) {
  return {
    withdrawals,
    duplicates: duplicates.length,
    lost: lost.length,
    messages: messages.length,
    'longest answer (s)': seconds(longestMs),
    'recovered (s)': seconds(recoveredMs),
    problems: problems.length,
  };
}

function seconds(ms: number | null): string {
  return ms === null ? 'never' : (ms / 1000).toFixed(1);
}
