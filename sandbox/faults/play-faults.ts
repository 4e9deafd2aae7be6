import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { bendBody } from '@/sandbox/faults/bend-body';
import { type Fault, stopsEffect } from '@/sandbox/faults/fault';
import {
  answerError,
  answerRedirect,
  answerThrottled,
  cutBody,
  malformBody,
  resetConnection,
} from '@/sandbox/faults/spoil-answer';
import type { PageBends } from '@/sandbox/faults/bend-page';

/** What faults need of the sandbox around them. */
export interface FaultHost extends PageBends {
  expireTokens: () => void;
  /** Where a redirect points: the same program under another host name. */
  elsewhere: string;
  /** Aborted when the sandbox stops, so that no long answer holds it up. */
  stopping: AbortSignal;
}

/** Answers a call by its effect, with faults before it, in place of it or after it. */
export async function playFaults(
  ctx: Context,
  host: FaultHost,
  faults: readonly Fault[],
  effect: () => Promise<unknown> | void,
): Promise<void> {
  for (const fault of faults) {
    if (stopsEffect(fault)) return answerInstead(ctx, host, fault);
    if (fault.kind === 'expire-tokens') host.expireTokens();
    if (fault.kind === 'latency' && fault.after === undefined) await pause(host, fault.ms);
  }
  await effect();
  for (const fault of faults) await spoilAnswer(ctx, host, fault);
}

function answerInstead(ctx: Context, host: FaultHost, fault: Fault): void {
  if (fault.kind === 'throttle') answerThrottled(ctx, fault.retry_after);
  else if (fault.kind === 'error') answerError(ctx, fault.status);
  else if (fault.kind === 'redirect') answerRedirect(ctx, fault.status, fault.location ?? host.elsewhere);
  else resetConnection(ctx);
}

async function spoilAnswer(ctx: Context, host: FaultHost, fault: Fault): Promise<void> {
  if (fault.kind === 'latency' && fault.after === 'effect') await pause(host, fault.ms);
  else if (fault.kind === 'error') answerError(ctx, fault.status);
  else if (fault.kind === 'reset-after') resetConnection(ctx);
  else if (fault.kind === 'cut-body') cutBody(ctx);
  else if (fault.kind === 'malformed-json') malformBody(ctx);
  else bendBody(ctx, host, fault);
}

async function pause({ stopping }: FaultHost, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: stopping }).catch(() => undefined);
}
