/**
 * The world that the search explores: two sends of one desk, two processes that each send and walk, the mirror, the
 * service, people and a clock. Its bounds: docs/specification/send-protocol.md#what-proves-it.
 *
 * A request takes effect at most one tick after it left, which is what the quiet period assumes. The check of the stop
 * switch and the first byte are one step: microseconds lie between them.
 */
import type { HoldReason, ResendPolicy, SendState } from '@/lib/sends/send-machine';
import type { Resolution } from '@/lib/sends/resolution';
import type { SendGuard, SendStep } from '@/lib/sends/steps';
import type { Invariant } from '@/e2e/soak/protocol/invariants';
import type { Rules } from '@/e2e/soak/protocol/rules';

/** What the service does with a reference that it has, and what else the world allows. */
export interface Setting {
  /** Refuses (409), answers with the existing transfer, or carries it out again. */
  replay: 'refuses' | 'replays' | 'repeats';
  resendPolicy: ResendPolicy;
  /** Posts in all, kills of each kind of worker, and walkers; three, one and two unless given. */
  bounds?: { posts?: number; kills?: number; walkers?: number };
  /** Kinds of events beside sending and walking. */
  events: readonly ('people' | 'restore' | 'policy' | 'foreign' | 'mislabelled' | 'second-send' | 'missing-data')[];
}

/**
 * A transfer under the reference of a send: the one that its request created, one of another system, or the one that
 * another send has recorded.
 */
export type RecordName = 'own' | 'foreign' | 'other';

/** Names the transfers that are there, in the order in which the mirror finds them. */
export function namesOf(has: { readonly own: boolean; readonly foreign: boolean }): RecordName[] {
  return (['own', 'foreign'] as const).filter((name) => has[name]);
}

/** The row of a send. Times are ticks that are left; null where none is set. */
export interface Row {
  readonly state: SendState;
  readonly fence: number;
  readonly posts: number;
  readonly misses: number;
  readonly isAmbiguous: boolean;
  readonly hold: HoldReason | null;
  readonly lease: number | null;
  readonly walk: number | null;
  /** True where the last attempt was refused because the reference was taken. */
  readonly isTaken: boolean;
  /** True where the last attempt was declined for want of data. */
  readonly isForMissingData: boolean;
  /** The transfer that is recorded. */
  readonly transfer: RecordName | null;
}

/** A request with its send, and what the service and the mirror have under its reference. */
export interface Send {
  readonly request: 'AWAITING' | 'APPROVED' | 'ENDED';
  readonly votes: number;
  readonly row: Row | null;
  /** How many transfers the service created for it. More than one is a payment twice. */
  readonly own: number;
  readonly hasForeign: boolean;
  readonly mirror: { readonly own: boolean; readonly foreign: boolean };
  /** Whether the database says that it was requested again, and that it is from before a restore. */
  readonly isFollowed: boolean;
  readonly isBeforeRestore: boolean;
  /** Requests that left, whose sender waits no more: ticks in which they still take effect. */
  readonly late: readonly number[];
  /** What really happened, for the invariants alone. */
  readonly truth: Truth;
}

/** Facts that no process knows. */
export interface Truth {
  /** Posts that were not answered as carried out by nobody (429). */
  readonly open: number;
  /** Complete walks, a quiet period apart, that began after the last post had its quiet period and found nothing. */
  readonly walks: number;
  /** Ticks since the last post or counted walk, up to the quiet period. */
  readonly sinceTicks: number;
  /** Whether it was requested again, under another reference. */
  readonly isFollowed: boolean;
}

/** A worker that holds a claim. `stage`: before its post, waiting for the answer, or with the answer. */
export interface Sender {
  readonly send: number;
  readonly fence: number;
  readonly stage: 'claimed' | 'waiting' | Answer;
  /** Ticks in which a request that waits still takes effect. */
  readonly ticks: number;
}

export const ANSWERS = [
  'accepted',
  'differs',
  'exists',
  'exists-foreign',
  'taken',
  'refused',
  'lacks-data',
  'throttled',
] as const;
export type Answer = (typeof ANSWERS)[number];

/** A walk through the list. For each send that it looks for: what it saw of the row, and what existed when it began. */
export interface Walker {
  readonly sought: readonly (Sought | null)[];
}
export interface Sought {
  readonly fence: number;
  readonly misses: number;
  readonly own: boolean;
  readonly foreign: boolean;
  readonly truth: { readonly open: number; readonly walks: number; readonly isQuiet: boolean };
}

/** A resolution that one person proposed, and that another may confirm. */
export interface Proposal {
  readonly send: number;
  readonly kind: Resolution['kind'];
  readonly fence: number;
  readonly state: SendState;
  readonly record: RecordName | null;
}

/** What may still happen, counted down. */
export interface Budget {
  readonly posts: number;
  readonly kills: number;
  readonly walkerKills: number;
  readonly restores: number;
  readonly policies: number;
  readonly foreign: number;
  readonly decisions: number;
}

export interface World {
  readonly isStopped: boolean;
  /** True after a restore, until all transfers were read again. */
  readonly needsCheck: boolean;
  /** Approvals that the newest policy asks for; `none`: it refuses. The policy of both requests asks for one. */
  readonly policy: 'one' | 'two' | 'none';
  readonly sends: readonly Send[];
  readonly senders: readonly (Sender | null)[];
  readonly walkers: readonly (Walker | null)[];
  readonly proposal: Proposal | null;
  readonly budget: Budget;
  /** An invariant that the last move broke. */
  readonly broken?: Invariant;
}

export const FRESH_ROW: Row = {
  state: 'QUEUED',
  fence: 0,
  posts: 0,
  misses: 0,
  isAmbiguous: false,
  hold: null,
  lease: null,
  walk: null,
  isTaken: false,
  isForMissingData: false,
  transfer: null,
};

const NEW_SEND: Send = {
  request: 'AWAITING',
  votes: 0,
  row: null,
  own: 0,
  hasForeign: false,
  mirror: { own: false, foreign: false },
  isFollowed: false,
  isBeforeRestore: false,
  late: [],
  truth: { open: 0, walks: 0, sinceTicks: 0, isFollowed: false },
};

/** The quiet period as the world has it, whatever the rules of a mutant say. */
export const QUIET_TICKS = 2;

/** The world before anything happened. */
export function firstWorld({ events, bounds: { posts = 3, kills = 1, walkers = 2 } = {} }: Setting): World {
  const has = (event: Setting['events'][number]) => events.includes(event);
  return {
    isStopped: false,
    needsCheck: false,
    policy: 'one',
    sends: has('second-send') ? [NEW_SEND, NEW_SEND] : [NEW_SEND],
    senders: [null, null],
    walkers: Array.from({ length: walkers }, () => null),
    proposal: null,
    budget: {
      posts,
      kills,
      walkerKills: kills,
      restores: has('restore') ? 1 : 0,
      policies: has('policy') ? 1 : 0,
      foreign: has('foreign') ? 1 : 0,
      decisions: has('people') ? 2 : 0,
    },
  };
}

/** Changes one send of a world. */
export function withSend(world: World, index: number, change: Partial<Send>): World {
  return { ...world, sends: world.sends.map((send, at) => (at === index ? { ...send, ...change } : send)) };
}

/** Tells whether a step takes a row, as lib/server/sends/write-step.ts asks the database. */
export function takes(
  { state, fence, misses, time }: SendGuard,
  row: Row | null | undefined,
  { timeout }: Rules,
  seen: Partial<Pick<Row, 'state' | 'fence' | 'misses'>> = {},
): row is Row {
  if (!row || row.state !== (state === 'seen' ? seen.state : state)) return false;
  if ((fence && row.fence !== seen.fence) || (misses && row.misses !== seen.misses)) return false;
  switch (time) {
    case 'walk':
      return row.walk === 0;
    case 'lease-over':
      return row.lease === 0;
    case 'lease-outlasts-answer':
      return row.lease !== null && row.lease >= timeout;
    case 'claim':
    case undefined:
      // A queued send is due at any time: the search need not know how long a backoff is.
      return true;
    default:
      return false;
  }
}

/** Applies a step to a row, as lib/server/sends/write-step.ts writes it. */
export function applyStep(row: Row, step: SendStep, { lease, quiet }: Rules): Row {
  const { state, isFenced, isPost, isAmbiguous, misses, hold, nextWalk } = step;
  return {
    ...row,
    ...(state !== undefined && { state }),
    ...(isFenced && { fence: row.fence + 1 }),
    ...(isPost && { posts: row.posts + 1 }),
    ...(isAmbiguous !== undefined && { isAmbiguous }),
    ...(misses !== undefined && { misses }),
    ...(hold !== undefined && { hold }),
    ...(step.lease && { lease: step.lease === 'begins' ? lease : null }),
    // A retry and a backoff may be as short as anything.
    ...(nextWalk !== undefined && { walk: nextWalk === null ? null : nextWalk === 'quiet-period' ? quiet : 0 }),
  };
}
