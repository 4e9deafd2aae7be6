import 'server-only';
import { EventEmitter, once } from 'node:events';
import { Counter, Gauge } from 'prom-client';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { backoffMs } from '@/lib/server/workers/backoff';

/** Default interval of a loop that found nothing to do, in milliseconds. */
export const LOOP_INTERVAL_MS = 500;
// Short: this is also how long work may take to start again once the cause of the errors is fixed.
const ERROR_BACKOFF = { firstMs: 500, maxMs: 5_000 };

interface Loops {
  /** Aborts when the process stops. */
  stopping: AbortController;
  running: Map<string, Promise<void>>;
  /** Emits the name that `wake` was called with. */
  wakeups: EventEmitter;
  /** When each loop began its latest iteration, on the monotonic clock. */
  iterationStarts: Map<string, number>;
}

const loops = () =>
  singleton<Loops>('workers.loops', () => ({
    stopping: new AbortController(),
    running: new Map(),
    wakeups: new EventEmitter().setMaxListeners(0),
    iterationStarts: new Map(),
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
        for (const [work, at] of loops().iterationStarts) this.set({ work }, (performance.now() - at) / 1000);
      },
    }),
  }));

interface LoopOptions {
  /** Time between two iterations that found nothing to do; `LOOP_INTERVAL_MS` by default. */
  everyMs?: number;
  /** Name that `wake` knows the loop by; several loops may share one. The loop's own name by default. */
  wakeName?: string;
}

/**
 * Starts a loop that repeats `work`, once per process and name: at once while `work` returns more than 0 (how much was
 * done), otherwise after `everyMs` or when woken. An iteration that throws is logged and repeated after a backoff.
 */
export function startLoop(
  name: string,
  work: () => Promise<number>,
  { everyMs = LOOP_INTERVAL_MS, wakeName = name }: LoopOptions = {},
): void {
  const { running } = loops();
  if (!running.has(name)) running.set(name, repeat(work, { name, everyMs, wakeName }));
}

/** Wakes the loops of this process that wait under this name, such as `send`, so that they look for work at once. */
export function wake(name: string): void {
  loops().wakeups.emit(name);
}

/** Returns whether the process is stopping: running work should finish and nothing new begin. */
export function isStopping(): boolean {
  return stoppingSignal().aborted;
}

/** Gives the signal that aborts when the process is stopping, for work that can take minutes and be repeated. */
export function stoppingSignal(): AbortSignal {
  return loops().stopping.signal;
}

/** Stops every loop; resolves when the iterations that were running have ended. */
export async function stopLoops(): Promise<void> {
  const { running, wakeups } = loops();
  loops().stopping.abort();
  for (const name of wakeups.eventNames()) wakeups.emit(name);
  await Promise.all(running.values());
}

async function repeat(
  work: () => Promise<number>,
  { name, everyMs, wakeName }: Required<LoopOptions> & { name: string },
): Promise<void> {
  let failures = 0;
  while (!isStopping()) {
    let done = 0;
    let waitMs = everyMs;
    loops().iterationStarts.set(name, performance.now());
    try {
      done = await work();
      failures = 0;
    } catch (error) {
      failures += 1;
      waitMs = Math.ceil(Math.max(everyMs, backoffMs(failures - 1, ERROR_BACKOFF)));
      loopMetrics().faults.inc({ work: name });
      log.error({ err: error, work: name }, `worker iteration failed; retrying in ${Math.ceil(waitMs / 1000)} s`);
    }
    if (done === 0) await waitForWakeup(wakeName, waitMs);
  }
}

async function waitForWakeup(wakeName: string, atMostMs: number): Promise<void> {
  await once(loops().wakeups, wakeName, { signal: AbortSignal.timeout(Math.ceil(atMostMs)) }).catch(() => undefined);
}
