import 'server-only';
import { EventEmitter, once } from 'node:events';
import { Counter, Gauge } from 'prom-client';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { backoffMs } from '@/lib/server/workers/backoff';
import type { LoopName, LoopReport } from '@/lib/workers/loops';

/** Default interval of a loop that found nothing to do, in milliseconds. */
const LOOP_INTERVAL_MS = 500;
/** Interval for work that no person waits for, or that the audit log announces. */
export const SLOW_INTERVAL_MS = 2_000;
/** Name by which `wake` reaches the loops that follow the audit log (lib/server/workers/listen.ts). */
export const AUDIT = 'audit';
// Short: this is also how long work may take to start again once the cause of the errors is fixed.
const ERROR_BACKOFF = { firstMs: 500, maxMs: 5_000 };

interface Loops {
  /** Aborts when the process stops. */
  stopping: AbortController;
  running: Map<LoopName, Promise<void>>;
  /** Work of no loop that must end before the process does. */
  begun: Set<Promise<unknown>>;
  /** Emits the name that `wake` was called with. */
  wakeups: EventEmitter;
  /** How often `wake` was called with each name. */
  wakeCounts: Map<string, number>;
  /** Each loop's latest iteration: its start on the monotonic clock, and the failures in a row and in all. */
  latest: Map<LoopName, { startedAt: number; failuresInRow: number; faults: number }>;
}

const loops = () =>
  singleton<Loops>('workers.loops', () => ({
    stopping: new AbortController(),
    running: new Map(),
    begun: new Set(),
    wakeups: new EventEmitter().setMaxListeners(0),
    wakeCounts: new Map(),
    latest: new Map(),
  }));

/** Metrics of this process's loops: errors, and the age of the latest iteration. */
export const loopMetrics = () =>
  singleton('metrics.loops', () => ({
    faults: new Counter({
      name: 'countersign_worker_faults_total',
      help: 'Background work iterations that failed, by work',
      labelNames: ['work'],
      registers: [],
    }),
    rounds: new Gauge({
      name: 'countersign_worker_round_age_seconds',
      help: 'Seconds since each background loop began its latest iteration; large when it hangs',
      labelNames: ['work'],
      registers: [],
      collect() {
        for (const [work, { startedAt }] of loops().latest) this.set({ work }, (performance.now() - startedAt) / 1000);
      },
    }),
  }));

interface LoopOptions {
  /** Time between two iterations that found nothing to do; `LOOP_INTERVAL_MS` by default. */
  everyMs?: number;
  /** Whether each entry of the audit log wakes the loop, also one of another process. */
  followsAudit?: boolean;
}

/**
 * Starts a loop that repeats `work`, once per process and name: at once while `work` returns more than 0 (how much was
 * done), otherwise after `everyMs`, or when woken, also during the iteration. An iteration that throws is logged and
 * repeated after a backoff.
 */
export function startLoop(
  name: LoopName,
  work: () => Promise<number>,
  { everyMs = LOOP_INTERVAL_MS, followsAudit = false }: LoopOptions = {},
): void {
  const { running } = loops();
  if (!running.has(name)) running.set(name, repeat(work, { name, everyMs, followsAudit }));
}

/** Wakes a loop of this process, or with `AUDIT` those that follow the audit log: they look for work at once. */
export function wake(name: LoopName | typeof AUDIT): void {
  const { wakeCounts, wakeups } = loops();
  wakeCounts.set(name, (wakeCounts.get(name) ?? 0) + 1);
  wakeups.emit(name);
}

/** Reports the loops of this process, for the page Status. */
export function reportLoops(): LoopReport[] {
  return [...loops().latest].map(([name, { startedAt, ...failures }]) => ({
    name,
    ageMs: Math.round(performance.now() - startedAt),
    ...failures,
  }));
}

/** Returns whether the process is stopping: running work should finish and nothing new begin. */
export function isStopping(): boolean {
  return stoppingSignal().aborted;
}

/** Gives the signal that aborts when the process is stopping, for work that can take minutes and be repeated. */
export function stoppingSignal(): AbortSignal {
  return loops().stopping.signal;
}

/** Has `stopLoops` wait for work of no loop, such as a send that an approval began. Gives what the work gives. */
export async function endsBeforeStop<Value>(work: Promise<Value>): Promise<Value> {
  const { begun } = loops();
  begun.add(work);
  try {
    return await work;
  } finally {
    begun.delete(work);
  }
}

/** Stops every loop; resolves when the iterations that were running, and other work that began, have ended. */
export async function stopLoops(): Promise<void> {
  const { running, begun, wakeups } = loops();
  loops().stopping.abort();
  for (const name of wakeups.eventNames()) wakeups.emit(name);
  await Promise.allSettled([...running.values(), ...begun]);
}

async function repeat(
  work: () => Promise<number>,
  { name, everyMs, followsAudit }: Required<LoopOptions> & { name: LoopName },
): Promise<void> {
  const names = followsAudit ? [name, AUDIT] : [name];
  const latest = { startedAt: 0, failuresInRow: 0, faults: 0 };
  loops().latest.set(name, latest);
  while (!isStopping()) {
    let done = 0;
    let waitMs = everyMs;
    const wakesBefore = countWakes(names);
    latest.startedAt = performance.now();
    try {
      done = await work();
      latest.failuresInRow = 0;
      // Woken after it may have looked: what woke it can be work that it has not seen.
      if (countWakes(names) > wakesBefore) continue;
    } catch (error) {
      latest.failuresInRow += 1;
      latest.faults += 1;
      waitMs = Math.ceil(Math.max(everyMs, backoffMs(latest.failuresInRow - 1, ERROR_BACKOFF)));
      loopMetrics().faults.inc({ work: name });
      log.error({ err: error, work: name }, `worker iteration failed; retrying in ${Math.ceil(waitMs / 1000)} s`);
    }
    if (done === 0) await waitForWakeup(names, waitMs);
  }
}

const countWakes = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + (loops().wakeCounts.get(name) ?? 0), 0);

async function waitForWakeup(names: readonly string[], atMostMs: number): Promise<void> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), Math.ceil(atMostMs));
  const { wakeups } = loops();
  await Promise.race(names.map((name) => once(wakeups, name, waiting))).catch(() => undefined);
  clearTimeout(timer);
  waiting.abort();
}
