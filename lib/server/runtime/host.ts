import 'server-only';
import type { AsyncLocalStorage } from 'node:async_hooks';

/** The HTTP request that is being answered. */
export interface RequestContext {
  /** Id of the request: in its log lines, in its response (`x-request-id`) and on error pages. */
  id: string;
  /** Start on the monotonic clock, in milliseconds. */
  startedAt: number;
  /**
   * True while a request calls a server action and none of the console's has run: an error until then means that the
   * call could not be read (server/request-guard.mjs).
   */
  awaitsAction: boolean;
}

/** What the request guard (server/request-guard.mjs) needs of the settings. */
export interface GuardSettings {
  ownAddress: URL;
  /** Number of trusted proxies in front of the console. */
  proxyHops: number;
  /** Name of the session's cookie. */
  sessionCookie: string;
  sessionSecret: string;
  metricsToken?: string | undefined;
  scimToken?: string | undefined;
  /** How many times the usual bytes a session or address may send. */
  budgetFactor: number;
}

/** The interface between the host process (server/main.mjs) and the console in it, which are built separately. */
export interface HostProcess {
  requests: AsyncLocalStorage<RequestContext>;
  /** Called by the console after its start checks; the host listens then. */
  reportStarted: (guard: GuardSettings) => void;
  /** True after a stop signal: a load balancer should send no new people to this process. */
  isStopping: boolean;
  /** Stops the workers of this process; set by the console. */
  stop: () => Promise<void>;
  /** Command that the process was started with. */
  task: 'serve' | 'migrate' | 'after-restore' | 'backup-check' | 'proof-init';
}

/** Returns the host process; undefined where there is none, as in development and in tests. */
export function hostProcess(): HostProcess | undefined {
  return (globalThis as { [key: symbol]: unknown })[Symbol.for('countersign.server')] as HostProcess | undefined;
}
