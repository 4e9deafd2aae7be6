import 'server-only';
import { hostProcess } from '@/lib/server/runtime/host';

/** The request in hand. */
export interface RequestContext {
  /** On every line of the log that is written for it, in its answer (`x-request-id`) and on error pages. */
  id: string;
  /** On the monotonic clock, in milliseconds. */
  startedAt: number;
  /** Whether it calls a server action and none of ours has run yet. What goes wrong until then is in how it was called (server/request-guard.mjs). */
  awaitsAction: boolean;
}

/** The request that is being answered; undefined outside of one. */
export function requestContext(): RequestContext | undefined {
  return hostProcess()?.requests.getStore();
}
