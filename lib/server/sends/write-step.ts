import 'server-only';
import { and, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { SendState } from '@/lib/sends/send-machine';
import type { SendGuard, SendStep } from '@/lib/sends/steps';
import { settings } from '@/lib/server/config/settings';
import { sends } from '@/lib/server/database/schema/sends';
import { fromNow } from '@/lib/server/workers/backoff';

/** A send as a worker read it when it began. */
interface SeenSend {
  requestId: string;
  state?: SendState;
  fence?: number;
  misses?: number;
}

/**
 * Builds the condition under which a step takes a send, or any send where none was seen before. Throws where the guard
 * asks for what was not seen.
 */
export function takesSend({ state, fence, misses, time }: SendGuard, seen?: SeenSend): SQL | undefined {
  return and(
    seen && eq(sends.requestId, seen.requestId),
    eq(sends.state, state === 'seen' ? required(seen?.state) : state),
    fence && eq(sends.fence, required(seen?.fence)),
    misses && eq(sends.misses, required(seen?.misses)),
    time && hasCome(time),
  );
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('this step needs a value that it was not given');
  return value;
}

function hasCome(time: NonNullable<SendGuard['time']>): SQL {
  switch (time) {
    case 'claim':
      return lte(sends.nextAt, sql`now()`);
    case 'walk':
      return lte(sends.reconcileAt, sql`now()`);
    case 'lease-over':
      return lt(sends.leaseUntil, sql`now()`);
    case 'lease-outlasts-answer':
      return gte(sends.leaseUntil, fromNow(settings().SEND_TIMEOUT_MS));
  }
}

/** Waits in milliseconds before the next walk; by default, the quiet period is the configured one. */
type Waits = Partial<Record<'quiet-period' | 'retry' | 'backoff', number>>;

/** Builds the columns that a step writes. Throws where its next walk is a retry or a backoff without a wait. */
export function columnsOf(step: SendStep, waits: Waits = {}) {
  const { state, isFenced, isPost, isAmbiguous, misses, hold, lease, nextWalk } = step;
  return {
    ...(state !== undefined && { state }),
    ...(isFenced && { fence: sql`${sends.fence} + 1` }),
    ...(isPost && { posts: sql`${sends.posts} + 1` }),
    ...(isAmbiguous !== undefined && { isAmbiguous }),
    ...(misses !== undefined && { misses }),
    ...(hold !== undefined && { hold }),
    ...(lease && { leaseUntil: lease === 'begins' ? fromNow(settings().SEND_LEASE_MS) : null }),
    ...(nextWalk !== undefined && { reconcileAt: walkTime(nextWalk, waits) }),
    updatedAt: sql`now()`,
  };
}

// After the quiet period the service has carried out whatever left last, so that a walk may prove absence.
function walkTime(nextWalk: NonNullable<SendStep['nextWalk']> | null, waits: Waits): SQL<Date> | null {
  if (nextWalk === null) return null;
  if (nextWalk === 'now') return fromNow(0);
  return fromNow(waits[nextWalk] ?? required(nextWalk === 'quiet-period' ? settings().RECONCILE_QUIET_MS : undefined));
}
