import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { alterBody } from '@/sandbox/faults/alter-body';
import { type Fault, stopsEffect } from '@/sandbox/faults/fault';
import {
  answerError,
  answerRedirect,
  answerThrottled,
  cutBody,
  breakJson,
  resetConnection,
} from '@/sandbox/faults/break-answer';
import type { PageContext } from '@/sandbox/faults/alter-page';

/** What injecting faults requires of the sandbox. */
export interface FaultContext extends PageContext {
  expireTokens: () => void;
  /** Target of a redirect: the same program under another host name. */
  redirectTarget: string;
  /** Aborted when the sandbox stops, so that no long answer delays the stop. */
  stopping: AbortSignal;
}

/** Runs the effect of a call with faults before it, in place of it or after it. */
export async function injectFaults(
  ctx: Context,
  { context, faults }: { context: FaultContext; faults: readonly Fault[] },
  effect: () => Promise<unknown> | void,
): Promise<void> {
  for (const fault of faults) {
    if (stopsEffect(fault)) return answerWithFault(ctx, context, fault);
    if (fault.kind === 'expire-tokens') context.expireTokens();
    if (fault.kind === 'latency' && fault.after === undefined) await pause(context, fault.ms);
  }
  await effect();
  for (const fault of faults) await injectAfterEffect(ctx, context, fault);
}

function answerWithFault(ctx: Context, context: FaultContext, fault: Fault): void {
  if (fault.kind === 'throttle') answerThrottled(ctx, fault.retry_after);
  else if (fault.kind === 'error') answerError(ctx, fault);
  else if (fault.kind === 'redirect') answerRedirect(ctx, fault.status, fault.location ?? context.redirectTarget);
  else resetConnection(ctx);
}

async function injectAfterEffect(ctx: Context, context: FaultContext, fault: Fault): Promise<void> {
  if (fault.kind === 'latency' && fault.after === 'effect') await pause(context, fault.ms);
  else if (fault.kind === 'error') answerError(ctx, fault);
  else if (fault.kind === 'reset-after') resetConnection(ctx);
  else if (fault.kind === 'cut-body') cutBody(ctx);
  else if (fault.kind === 'malformed-json') breakJson(ctx);
  else alterBody(ctx, context, fault);
}

async function pause({ stopping }: FaultContext, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: stopping }).catch(() => undefined);
}
