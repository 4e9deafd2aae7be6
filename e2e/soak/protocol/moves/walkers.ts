/** Walks through the service's list, and what they decide (lib/server/sends/reconcile.ts, adopt.ts). */
import type { ListPage } from '@/lib/mirror/list-end';
import type { Reconciliation } from '@/lib/sends/send-machine';
import { BODY, nameOf, REQUESTED_AT, sightingOf, TRANSFERS } from '@/e2e/soak/protocol/facts';
import { INVARIANTS } from '@/e2e/soak/protocol/invariants';
import type { Move } from '@/e2e/soak/protocol/moves/move';
import type { Rules } from '@/e2e/soak/protocol/rules';
import {
  applyStep,
  namesOf,
  QUIET_TICKS,
  type RecordName,
  type Row,
  type Send,
  type Setting,
  type Sought,
  takes,
  type Walker,
  withSend,
  type World,
} from '@/e2e/soak/protocol/world';

const withWalker = (world: World, index: number, walker: Walker | null): World => ({
  ...world,
  walkers: world.walkers.map((each, at) => (at === index ? walker : each)),
});

/** Moves of both walkers. Each may walk at any time: the lease that keeps them apart is not relied on. */
export function* moveWalkers(world: World, rules: Rules, setting: Setting): Generator<Move> {
  yield* queueTrusted(world, rules, setting);
  yield* adoptMirrored(world, rules);
  for (const [index, walker] of world.walkers.entries()) {
    const by = `walker ${index + 1}`;
    if (walker === null) {
      const begun = begin(world, rules, setting);
      if (begun) yield { by, does: 'begins to read the list', world: withWalker(world, index, begun) };
      continue;
    }
    const freed = withWalker(world, index, null);
    if (world.budget.walkerKills > 0) {
      const budget = { ...world.budget, walkerKills: world.budget.walkerKills - 1 };
      yield { by, does: 'is killed', world: { ...freed, budget } };
    }
    for (const reading of READINGS) yield* conclude(freed, walker, rules, setting, { by, reading });
  }
}

function begin(world: World, rules: Rules, setting: Setting): Walker | undefined {
  const sought = world.sends.map((send): Sought | null => {
    const { row, own, hasForeign, truth } = send;
    if (!takes(rules.guards.reconcile, row, rules, row ?? {}) || isTrusted(send, row, rules, setting)) return null;
    const { open, walks } = truth;
    return {
      fence: row.fence,
      misses: row.misses,
      own: own > 0,
      foreign: hasForeign,
      // A service that is trusted to refuse a repeated reference is walked for before its quiet period is over.
      truth: { open, walks, isQuiet: truth.sinceTicks >= QUIET_TICKS || (walks === 0 && isTrusting(setting)) },
    };
  });
  return sought.some((each) => each !== null) ? { sought } : undefined;
}

const isTrusting = ({ resendPolicy }: Setting) => resendPolicy === 'trust-ref-id';

const isTrusted = (
  { mirror, isBeforeRestore }: Send,
  { posts, isTaken }: Row,
  rules: Rules,
  { resendPolicy }: Setting,
) =>
  rules.mayTrustReference(
    {
      posts,
      lastReason: isTaken ? 'reference-taken' : null,
      isMirrored: mirror.own || mirror.foreign,
      isBeforeRestore,
    },
    { maxAttempts: rules.maxAttempts, resendPolicy },
  );

/** Queues sends again without a walk, where the service is known to refuse a repeated reference. */
function* queueTrusted(world: World, rules: Rules, setting: Setting): Generator<Move> {
  for (const [at, send] of world.sends.entries()) {
    const { row } = send;
    if (!takes(rules.guards.reconcile, row, rules, row ?? {}) || !isTrusted(send, row, rules, setting)) continue;
    const queued = applyStep(row, rules.reconcileStep({ kind: 'send-again' }, true), rules);
    yield { by: 'a walker', does: `queues send ${at + 1} without a walk`, world: withSend(world, at, { row: queued }) };
  }
}

/** How a walk reads the list: its pages, and whether the reading failed in between. */
const READINGS = [
  'one page',
  'an empty page first',
  'a cut after an empty page',
  'an item that cannot be read',
  'a 429',
] as const;
type Reading = (typeof READINGS)[number];

const PAGE: ListPage = { items: [], nextCursor: null, isEndStated: true, hasStrangeCursor: false };

/** Reads pages as lib/server/transfer-service/read-pages.ts does. Gives whether all records were reached. */
function readList(reading: Reading, { stepAfterList }: Rules): { isComplete: boolean; hasRead: boolean } {
  if (reading === 'a 429') return { isComplete: false, hasRead: false };
  let place = { cursor: null as string | null, hasCursorName: false, emptyPages: 0 };
  if (reading === 'an empty page first' || reading === 'a cut after an empty page') {
    const step = stepAfterList({ ...PAGE, nextCursor: 'next' }, place, new Set(), { endsAtEmptyPage: false });
    if (step.kind !== 'next') return { isComplete: step.kind === 'end', hasRead: false };
    place = { ...step, hasCursorName: true };
    if (reading === 'a cut after an empty page') return { isComplete: false, hasRead: false };
  }
  const end = stepAfterList({ ...PAGE, items: [{}] }, place, new Set(), { endsAtEmptyPage: false });
  return { isComplete: end.kind === 'end', hasRead: true };
}

/**
 * Ends a walk: what existed when it began is in the list, and what came later may be. The decision for each send is
 * written only where its row is still as the walk saw it.
 */
function* conclude(
  world: World,
  walker: Walker,
  rules: Rules,
  setting: Setting,
  { by, reading }: { by: string; reading: Reading },
): Generator<Move> {
  const list = readList(reading, rules);
  for (const shows of SHOWN) {
    if (shows === 'another' && !setting.events.includes('mislabelled')) continue;
    let next = world;
    const decisions: string[] = [];
    for (const [at, sought] of walker.sought.entries()) {
      if (sought === null) continue;
      const concluded = concludeOne(next, { at, sought, shows, reading }, list, rules, setting);
      next = concluded.world;
      decisions.push(`send ${at + 1}: ${concluded.does}`);
    }
    yield { by, does: `reads ${reading}; ${decisions.join(', ')}`, world: next };
    if (!list.hasRead) return;
  }
}

/**
 * What the list shows: what existed when the walk began, also what came since, or under this reference the transfer
 * that another send has recorded.
 */
const SHOWN = ['earlier', 'all', 'another'] as const;
type Shown = (typeof SHOWN)[number];

function concludeOne(
  world: World,
  { at, sought, shows, reading }: { at: number; sought: Sought; shows: Shown; reading: Reading },
  list: { isComplete: boolean; hasRead: boolean },
  rules: Rules,
  { resendPolicy }: Setting,
): { does: string; world: World } {
  const send = world.sends[at];
  if (!send || !takes(rules.guards.reconcile, send.row, rules, sought)) return { does: 'moved on', world };
  const { row, mirror, isBeforeRestore } = send;
  const records = list.hasRead ? listRecords(world, at, sought, shows) : [];
  const truth = list.isComplete && list.hasRead && records.length === 0 ? countWalk(send, sought) : send.truth;
  const found = rules.decideReconciliation(
    { isComplete: list.isComplete, sighting: sightingOf(records, reading !== 'an item that cannot be read') },
    {
      body: BODY,
      requestedAt: REQUESTED_AT,
      posts: row.posts,
      misses: row.misses,
      isBeforeRestore,
      mirroredId: namesOf(mirror)[0],
    },
    { maxAttempts: rules.maxAttempts, resendPolicy },
  );
  return apply(withSend(world, at, { truth }), at, found, rules, list.isComplete);
}

function listRecords(world: World, at: number, sought: Sought, shows: Shown): RecordName[] {
  const { own = 0, hasForeign = false } = world.sends[at] ?? {};
  const isAll = shows === 'all';
  const names: RecordName[] = Array.from({ length: isAll ? own : Number(sought.own) }, () => 'own');
  if (isAll ? hasForeign : sought.foreign) names.push('foreign');
  if (shows === 'another' && isRecordedElsewhere(world, at)) names.push('other');
  return names;
}

/** Tells whether another send has a transfer recorded, which the world may show under this reference too. */
const isRecordedElsewhere = (world: World, at: number) =>
  world.sends.some(({ row }, other) => other !== at && row?.transfer === 'own');

/** Counts a walk towards what is really known: it began a quiet period after the last post and the last such walk. */
function countWalk({ truth }: Send, sought: Sought): Send['truth'] {
  const isCounted = sought.truth.isQuiet && sought.truth.open === truth.open && sought.truth.walks === truth.walks;
  return isCounted ? { ...truth, walks: Math.min(2, truth.walks + 1), sinceTicks: 0 } : truth;
}

function apply(
  world: World,
  at: number,
  found: Reconciliation,
  rules: Rules,
  isWalkComplete: boolean,
): { does: string; world: World } {
  const send = world.sends[at];
  if (!send?.row) return { does: '', world };
  const isElsewhere = found.kind === 'adopt' && nameOf(found.transfer) === 'other' && rules.findsOwner;
  const decided = isElsewhere ? ELSEWHERE : found;
  const written = applyStep(send.row, rules.reconcileStep(decided, isWalkComplete), rules);
  const transfer = decided.kind === 'adopt' ? nameOf(decided.transfer) : send.row.transfer;
  const isWrong = decided.kind === 'adopt' && transfer !== 'own';
  const stops = decided.kind === 'hold' && decided.hold.kind === 'several';
  const isProven = decided.kind !== 'send-again' || send.truth.walks >= 2 || send.truth.open === 0;
  return {
    does: decided.kind,
    world: {
      ...withSend(world, at, { row: { ...written, transfer } }),
      ...(stops && { isStopped: true }),
      ...(!isProven && { broken: INVARIANTS.proof }),
      ...(isWrong && { broken: INVARIANTS.reference }),
    },
  };
}

const ELSEWHERE: Reconciliation = {
  kind: 'hold',
  hold: { kind: 'differs', transferId: 'other', differences: ['the request it belongs to'] },
  misses: 0,
};

/** Adopts the one transfer that the mirror has under the reference, once a read by its ID confirms it. */
function* adoptMirrored(world: World, rules: Rules): Generator<Move> {
  for (const [at, { row, mirror, own }] of world.sends.entries()) {
    if (!takes(rules.guards.adopt, row, rules, row ?? {})) continue;
    const [only, other] = namesOf(mirror);
    if (only === undefined || other !== undefined || own > 1) continue;
    const found = rules.decideReconciliation(
      { isComplete: false, sighting: { transfers: [TRANSFERS[only]], hasUnreadable: false } },
      { body: BODY, requestedAt: REQUESTED_AT, posts: row.posts, misses: row.misses },
      { maxAttempts: row.posts, resendPolicy: 'manual' },
    );
    if (found.kind !== 'adopt') continue;
    yield {
      by: 'an adopter',
      does: `adopts send ${at + 1} from the mirror`,
      world: apply(world, at, found, rules, false).world,
    };
  }
}
