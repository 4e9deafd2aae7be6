import 'server-only';
import { EventEmitter, once } from 'node:events';
import { Counter, Gauge } from 'prom-client';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { backoffMs } from '@/lib/server/workers/backoff';

/** How often most loops look for work. */
export const LOOK_EVERY_MS = 500;
// Short, since it is also how long it may take until work goes on when what was wrong is mended.
const REST_AFTER_FAULTS = { firstMs: 500, longestMs: 5_000 };

interface Loops {
  isStopping: boolean;
  running: Map<string, Promise<void>>;
  bell: EventEmitter;
  /** When each last began, on the monotonic clock. */
  rounds: Map<string, number>;
}

const loops = () =>
  singleton<Loops>('workers.loops', () => ({
    isStopping: false,
    running: new Map(),
    bell: new EventEmitter().setMaxListeners(0),
    rounds: new Map(),
  }));

/** What is counted of the loops of this process. */
export const loopMetrics = () =>
  singleton('metrics.loops', () => ({
    faults: new Counter({
      name: 'countersign_worker_faults_total',
      help: 'Faults in what works without a person, by work',
      labelNames: ['work'],
      registers: [],
    }),
    rounds: new Gauge({
      name: 'countersign_worker_round_age_seconds',
      help: 'How long ago each work without a person last began anew: long where it hangs',
      labelNames: ['work'],
      registers: [],
      collect() {
        for (const [work, at] of loops().rounds) this.set({ work }, (performance.now() - at) / 1000);
      },
    }),
  }));

/**
 * Does a piece of work again and again, once per process and name: at once while there is more (it gives how much it
 * did), otherwise after a while or when the bell rings. A fault in it is logged, and it goes on, less often while it lasts.
 */
export function startLoop(name: string, work: () => Promise<number>, lookEveryMs = LOOK_EVERY_MS): void {
  const { running } = loops();
  if (!running.has(name)) running.set(name, repeat(name, work, lookEveryMs));
}

/** Lets every loop of this process look at once. */
export function wake(): void {
  loops().bell.emit('ring');
}

/** Whether what is in hand should come to its end. */
export function isStopping(): boolean {
  return loops().isStopping;
}

/** Takes nothing new any more, and answers when what was in hand has ended. */
export async function stopLoops(): Promise<void> {
  loops().isStopping = true;
  wake();
  await Promise.all(loops().running.values());
}

async function repeat(name: string, work: () => Promise<number>, lookEveryMs: number): Promise<void> {
  let faults = 0;
  while (!isStopping()) {
    let done = 0;
    loops().rounds.set(name, performance.now());
    try {
      done = await work();
      faults = 0;
    } catch (error) {
      faults += 1;
      loopMetrics().faults.inc({ work: name });
      log.error({ err: error, work: name }, 'the worker had a fault and goes on');
    }
    if (faults > 0) await untilRing(Math.max(lookEveryMs, backoffMs(faults - 1, REST_AFTER_FAULTS)));
    else if (done === 0) await untilRing(lookEveryMs);
  }
}

async function untilRing(atMostMs: number): Promise<void> {
  await once(loops().bell, 'ring', { signal: AbortSignal.timeout(Math.ceil(atMostMs)) }).catch(() => undefined);
}
