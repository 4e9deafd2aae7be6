// npm run soak -- protocol [--traces] [--replay [--only TEXT]]
// Visits every state of the worlds in worlds.ts by the product's own rules, and searches the same worlds with one rule
// replaced, which must break an invariant. --traces prints the shortest way to each of those.
// --replay does none of this: it replays a few traces with the real product (run-replays.ts).
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeReport, describeTrace } from '@/e2e/soak/protocol/describe';
import { type Report, TASKS } from '@/e2e/soak/protocol/tasks';
import { startSourceThread } from '@/scripts/testing/source-thread';

const THREADS = 2;
const THREAD = fileURLToPath(new URL('./search-thread.ts', import.meta.url));
const { values } = parseArgs({
  options: {
    traces: { type: 'boolean', default: false },
    replay: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const startedAt = performance.now();
const reports: Report[] = [];
const waiting = TASKS.map((_, index) => index);

async function runThread(): Promise<void> {
  const thread = startSourceThread(THREAD, null);
  for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window.
    thread.postMessage(index);
    const [{ report }] = (await once(thread, 'message')) as [{ report: Report }];
    reports[index] = report;
    const task = TASKS[index];
    if (task) console.log(describeReport(task, report));
    if (report.violation && (values.traces || !report.isRight)) console.log(describeTrace(report.violation.trace));
  }
  await thread.terminate();
}

if (values.replay) {
  // An orderly exit also ends every process that was started here.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { runReplays } = await import('@/e2e/soak/protocol/run-replays');
  if ((await runReplays(values.only)) > 0) process.exitCode = 1;
} else await searchAll();

async function searchAll(): Promise<void> {
  await Promise.all(Array.from({ length: THREADS }, runThread));
  const of = (kind: string) => TASKS.flatMap((task, index) => (task.kind === kind ? [reports[index]] : []));
  const [worlds, mutants, survivors] = [of('world'), of('mutant'), of('survivor')];
  const states = worlds.reduce((total, report) => total + (report?.states ?? 0), 0);
  console.log(
    `\n${states.toLocaleString('en-GB')} states in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ` +
      `${worlds.length - right(worlds)} of ${worlds.length} worlds with a violation; ` +
      `${right(mutants)} of ${mutants.length} mutants found; ` +
      `${right(survivors)} of ${survivors.length} known survivors survive.`,
  );
  if (reports.some(({ isRight }) => !isRight)) process.exitCode = 1;
}

function right(found: readonly (Report | undefined)[]): number {
  return found.filter((report) => report?.isRight).length;
}
