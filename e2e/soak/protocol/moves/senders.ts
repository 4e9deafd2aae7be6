/** Claims, posts, records and reaps (lib/server/sends/claim, worker.ts, record.ts), and what the service does. */
import type { PostObservation } from '@/lib/sends/send-machine';
import { BODY, nameOf, type NoAnswer, OBSERVATIONS, REQUESTED_AT } from '@/e2e/soak/protocol/facts';
import { INVARIANTS } from '@/e2e/soak/protocol/invariants';
import type { Move } from '@/e2e/soak/protocol/moves/move';
import { findRefusal } from '@/e2e/soak/protocol/moves/approvals';
import {
  type Answer,
  applyStep,
  type Row,
  type Send,
  type Sender,
  type Setting,
  takes,
  withSend,
  type World,
} from '@/e2e/soak/protocol/world';
import type { Rules } from '@/e2e/soak/protocol/rules';

const withSender = (world: World, index: number, sender: Sender | null): World => ({
  ...world,
  senders: world.senders.map((each, at) => (at === index ? sender : each)),
});

/** Moves of both senders. */
export function* moveSenders(world: World, rules: Rules, setting: Setting): Generator<Move> {
  for (const [index, sender] of world.senders.entries()) {
    const by = `sender ${index + 1}`;
    if (sender === null) {
      for (const at of world.sends.keys()) yield* claim(world, rules, { index, at, by });
      continue;
    }
    if (world.budget.kills > 0) {
      const budget = { ...world.budget, kills: world.budget.kills - 1 };
      yield { by, does: 'is killed', world: { ...leaveBehind(world, index, sender), budget } };
    }
    yield* goOn(world, rules, setting, { index, by, sender });
  }
  for (const [at, { row }] of world.sends.entries())
    if (takes(rules.guards.reap, row, rules))
      yield {
        by: 'a reaper',
        does: `ends the lease of send ${at + 1}`,
        world: withSend(world, at, { row: applyStep(row, rules.reapStep, rules) }),
      };
}

/** A bound for the mutants whose fences are told apart. */
const MOST_CLAIMS = 8;

/** Claims one send; the mirror is read, or cannot be. */
function* claim(
  world: World,
  rules: Rules,
  { index, at, by }: { index: number; at: number; by: string },
): Generator<Move> {
  const send = world.sends[at];
  if (
    world.isStopped ||
    world.budget.posts === 0 ||
    (send?.row?.fence ?? 0) >= MOST_CLAIMS ||
    !send ||
    !takes(rules.guards.claim, send.row, rules)
  )
    return;
  const { row, mirror } = send;
  const claimed = applyStep(row, rules.claimStep, rules);
  const refusal = findRefusal(world, send, rules);
  if (refusal) {
    const decided = rules.decideRefusedClaim(refusal, claimed);
    if (decided.kind === 'hold') {
      const held = applyStep(decided.isRolledBack ? row : claimed, rules.holdStep(decided.hold), rules);
      yield {
        by,
        does: `claims send ${at + 1}: hold (${decided.hold.kind})`,
        world: withSend(world, at, { row: held }),
      };
    }
    if (decided.kind === 'end-approval') {
      const request = decided.state === 'EXPIRED' ? 'ENDED' : 'AWAITING';
      yield {
        by,
        does: `claims send ${at + 1}: back to approvers`,
        world: withSend(world, at, { row: null, request }),
      };
    }
    return;
  }
  const answers = [mirror.own || mirror.foreign ? 'has' : 'lacks', 'unreadable'] as const;
  for (const answer of answers) {
    const next = rules.decideByMirror(answer, row);
    const does = `claims send ${at + 1}, mirror ${answer}`;
    if (next === 'reconcile')
      yield { by, does, world: withSend(world, at, { row: applyStep(claimed, rules.mirroredStep, rules) }) };
    if (next === 'post') {
      const sender: Sender = { send: at, fence: claimed.fence, stage: 'claimed', ticks: 0 };
      const isApproved = world.policy !== 'none' && send.votes >= (world.policy === 'two' ? 2 : 1);
      yield {
        by,
        does,
        world: {
          ...withSender(withSend(world, at, { row: claimed }), index, sender),
          ...(!isApproved && { broken: INVARIANTS.approvals }),
          ...(answer === 'has' && { broken: INVARIANTS.reference }),
        },
      };
    }
  }
}

/** What a sender that holds a claim does next. */
function* goOn(
  world: World,
  rules: Rules,
  setting: Setting,
  { index, by, sender }: { index: number; by: string; sender: Sender },
): Generator<Move> {
  const { send: at, stage } = sender;
  const send = world.sends[at];
  if (!send) return;
  const seen = { fence: sender.fence };
  if (stage === 'claimed') {
    const isAllowed = !(rules.asksStopBeforePost && world.isStopped) && takes(rules.guards.post, send.row, rules, seen);
    if (!isAllowed) {
      yield* record(world, rules, setting, { index, by, sender, answer: 'not-sent' });
      return;
    }
    const posted = withSend(world, at, {
      truth: { ...send.truth, open: send.truth.open + 1, walks: 0, sinceTicks: 0 },
    });
    yield {
      by,
      does: `posts send ${at + 1}`,
      world: {
        ...withSender(posted, index, { ...sender, stage: 'waiting', ticks: 1 }),
        budget: { ...world.budget, posts: Math.max(0, world.budget.posts - 1) },
        ...(world.isStopped && { broken: INVARIANTS.stop }),
        // The follow-up may be paid as well.
        ...(send.truth.isFollowed && { broken: INVARIANTS.once }),
      },
    };
    return;
  }
  if (stage !== 'waiting') {
    yield* record(world, rules, setting, { index, by, sender, answer: stage });
  }
  // Before the request took effect, or after: no answer came in time, or one that says nothing.
  yield* record(world, rules, setting, { index, by, sender, answer: 'lost' });
  yield* record(world, rules, setting, { index, by, sender, answer: 'broken' });
  if (stage !== 'waiting') return;
  for (const { answer, change } of answersOf(send, setting))
    yield {
      by: 'the service',
      does: `answers send ${at + 1}: ${answer}`,
      world: withSender(withSend(world, at, change), index, { ...sender, stage: answer, ticks: 0 }),
    };
}

/** Records an outcome where the guard takes the send; the sender is free in any case. */
function* record(
  world: World,
  rules: Rules,
  setting: Setting,
  { index, by, sender, answer }: { index: number; by: string; sender: Sender; answer: Answer | NoAnswer },
): Generator<Move> {
  const freed = leaveBehind(world, index, sender);
  const send = freed.sends[sender.send];
  if (!send) return;
  const { row } = send;
  const does = `records send ${sender.send + 1}: ${answer}`;
  if (!takes(rules.guards.record, row, rules, { fence: sender.fence })) {
    yield { by, does: `${does} (its lease was lost: nothing is written)`, world: freed };
    return;
  }
  const after = recorded(row, rules, OBSERVATIONS[answer], setting);
  const { truth } = send;
  const open = truth.open - Number(answer === 'throttled' || answer === 'lacks-data');
  const isWrong = after.transfer !== null && after.transfer !== 'own';
  // A request that was declined is made again by its requester.
  const isPaid = after.state === 'REFUSED' && (send.own > 0 || send.late.length > 0);
  yield {
    by,
    does,
    world: {
      ...withSend(freed, sender.send, { row: after, truth: { ...truth, open } }),
      ...(isWrong && { broken: INVARIANTS.reference }),
      ...(isPaid && { broken: INVARIANTS.once }),
    },
  };
}

function recorded(row: Row, rules: Rules, observation: PostObservation, { resendPolicy }: Setting): Row {
  const outcome = rules.decideOutcome(observation, BODY, { wasAmbiguous: row.isAmbiguous, requestedAt: REQUESTED_AT });
  const written = applyStep(row, rules.recordStep(outcome, resendPolicy), rules);
  const transfer = outcome.transfer ? nameOf(outcome.transfer) : row.transfer;
  const { reason, problem } = outcome;
  return {
    ...written,
    transfer,
    isTaken: reason === 'reference-taken',
    isForMissingData: rules.isForMissingData({ reason, type: problem?.type }),
  };
}

/** Frees a sender; a request of it that was not answered yet may still take effect. */
function leaveBehind(world: World, index: number, sender: Sender): World {
  const freed = withSender(world, index, null);
  return sender.stage === 'waiting' ? { ...freed, sends: leaveRequest(freed.sends, sender) } : freed;
}

/** Leaves the request of a sender that waits no more on its way. */
export function leaveRequest(sends: readonly Send[], { send, ticks }: Sender): readonly Send[] {
  return sends.map((each, at) =>
    at === send ? { ...each, late: [...each.late, ticks].toSorted((one, other) => one - other) } : each,
  );
}

/** Everything that the service may do with a request: the answer, and what it changes. */
function* answersOf(send: Send, { replay, events }: Setting): Generator<{ answer: Answer; change: Partial<Send> }> {
  yield { answer: 'throttled', change: {} };
  yield { answer: events.includes('missing-data') ? 'lacks-data' : 'refused', change: {} };
  const isKnown = send.own > 0 || send.hasForeign;
  if (isKnown && replay === 'refuses') {
    yield { answer: 'taken', change: {} };
    yield { answer: send.own > 0 ? 'exists' : 'exists-foreign', change: {} };
    return;
  }
  if (isKnown && replay === 'replays') {
    yield { answer: send.own > 0 ? 'accepted' : 'differs', change: {} };
    return;
  }
  const change = { own: send.own + 1 };
  yield { answer: 'accepted', change };
  yield { answer: 'differs', change };
}

/** Requests whose sender waits no more take effect, or get lost. */
export function* moveLateRequests(world: World, setting: Setting): Generator<Move> {
  for (const [at, send] of world.sends.entries()) {
    const [first, ...rest] = send.late;
    if (first === undefined) continue;
    yield { by: 'the network', does: `loses a request of send ${at + 1}`, world: withSend(world, at, { late: rest }) };
    const effects = [...answersOf(send, setting)].filter(({ change }) => change.own !== undefined);
    if (effects[0])
      yield {
        by: 'the service',
        does: `carries out a late request of send ${at + 1}`,
        world: withSend(world, at, { ...effects[0].change, late: rest }),
      };
  }
}
