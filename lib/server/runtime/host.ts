import 'server-only';
import type { AsyncLocalStorage } from 'node:async_hooks';

/** The request in hand. */
export interface RequestContext {
  /** On every line of the log that is written for it, in its answer (`x-request-id`) and on error pages. */
  id: string;
  /** On the monotonic clock, in milliseconds. */
  startedAt: number;
  /** Whether it calls a server action and none of ours has run yet. What goes wrong until then is in how it was called (server/request-guard.mjs). */
  awaitsAction: boolean;
}

/** What the server around the console (server/main.mjs) and the console within know of each other: the two are built apart. */
export interface HostProcess {
  requests: AsyncLocalStorage<RequestContext>;
  /** Called by the console when it has checked what it needs: only then does anything listen. */
  hasStarted: () => void;
  /** Whether a signal has come: nobody new should be sent here. */
  isStopping: boolean;
  /** Set by the console: brings what it does without a person to an end. */
  stop: () => Promise<void>;
  /** What the process was started for. */
  task: 'serve' | 'migrate' | 'after-restore';
}

/** The server around the console; undefined where there is none, as in development and in tests. */
export function hostProcess(): HostProcess | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for('countersign.server')] as HostProcess | undefined;
}
