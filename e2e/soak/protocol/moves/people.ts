/** People: approvals, the stop switch, the policy, holds, and what two of them decide (lib/server/sends/resolve.ts). */
import type { Resolution } from '@/lib/sends/resolution';
import { areEnough } from '@/e2e/soak/protocol/moves/approvals';
import { INVARIANTS } from '@/e2e/soak/protocol/invariants';
import type { Move } from '@/e2e/soak/protocol/moves/move';
import type { Rules } from '@/e2e/soak/protocol/rules';
import {
  applyStep,
  FRESH_ROW,
  namesOf,
  type Proposal,
  type Row,
  type Send,
  type Setting,
  takes,
  withSend,
  type World,
} from '@/e2e/soak/protocol/world';

/** Moves of people, those that end a withdrawal at any time and the others as often as the budget says. */
export function* movePeople(world: World, rules: Rules, { events }: Setting): Generator<Move> {
  yield* approve(world, rules);
  if (events.includes('missing-data')) yield* requestAgain(world);
  const { budget } = world;
  if (world.proposal) yield* confirm(world, world.proposal, rules);
  else
    for (const move of propose(world, rules))
      if (events.includes('people')) yield move;
      // Where people are not what is searched, two of them decide at once.
      else if (move.world.proposal) yield* confirm(move.world, move.world.proposal, rules);
  if (budget.policies > 0)
    for (const policy of ['two', 'none'] as const)
      yield {
        by: 'two administrators',
        does: policy === 'two' ? 'put a policy in force: two approvals' : 'put a policy in force that refuses',
        world: { ...world, policy, budget: { ...budget, policies: budget.policies - 1 } },
      };
  if (world.isStopped) {
    const check = world.needsCheck ? INCOMPLETE : null;
    if (rules.restoreCheckBlockReason(check) === undefined)
      yield { by: 'two administrators', does: 'resume sending', world: { ...world, isStopped: false } };
  } else if (budget.decisions > 0)
    yield { by: 'a person', does: 'stops all sending', world: { ...spend(world), isStopped: true } };
  if (budget.decisions > 0) yield* hold(world, rules);
}

const INCOMPLETE = { restoredAt: '', auditSeq: 0, auditHash: '', isComplete: false, records: 0, known: 0 };

const spend = (world: World): World => ({
  ...world,
  budget: { ...world.budget, decisions: world.budget.decisions - 1 },
});

function* approve(world: World, rules: Rules): Generator<Move> {
  for (const [at, send] of world.sends.entries()) {
    if (send.request !== 'AWAITING' || send.votes === 2 || world.policy === 'none') continue;
    const voted = { ...send, votes: send.votes + 1 };
    const isLast = areEnough(voted, world, rules);
    const change: Partial<Send> = { votes: voted.votes, ...(isLast && { request: 'APPROVED', row: FRESH_ROW }) };
    yield { by: 'an approver', does: `approves request ${at + 1}`, world: withSend(world, at, change) };
  }
  for (const [at, { request }] of world.sends.entries())
    if (request === 'AWAITING')
      yield { by: 'time', does: `ends request ${at + 1}`, world: withSend(world, at, { request: 'ENDED' }) };
}

/** A declined withdrawal is requested again under another reference, as a trigger allows it. */
function* requestAgain(world: World): Generator<Move> {
  for (const [at, { row, isFollowed, truth }] of world.sends.entries())
    if (row?.state === 'REFUSED' && !isFollowed)
      yield {
        by: 'the requester',
        does: `requests ${at + 1} again`,
        world: withSend(world, at, { isFollowed: true, truth: { ...truth, isFollowed: true } }),
      };
}

function* hold(world: World, rules: Rules): Generator<Move> {
  for (const [at, { request, row }] of world.sends.entries()) {
    const denial = rules.holdDenialReason({ isApproved: request === 'APPROVED', send: row });
    if (denial !== undefined || !takes(rules.guards.hold, row, rules)) continue;
    const reason = { kind: 'held', personId: 'p', by: 'p', reason: '', isAmbiguous: row.isAmbiguous } as const;
    yield {
      by: 'an approver',
      does: `puts send ${at + 1} on hold`,
      world: withSend(spend(world), at, { row: applyStep(row, rules.holdStep(reason), rules) }),
    };
  }
}

function* propose(world: World, rules: Rules): Generator<Move> {
  for (const [at, send] of world.sends.entries()) {
    const { row } = send;
    if (!row) continue;
    const by = 'a person';
    const from = { send: at, fence: row.fence, state: row.state, record: null };
    const may = (kind: Resolution['kind']) => rules.resolutionDenialReason(kind, row) === undefined;
    if (may('close'))
      yield { by, does: `proposes to close send ${at + 1}`, world: { ...world, proposal: { ...from, kind: 'close' } } };
    if (may('adopt'))
      for (const record of namesOf({ own: send.own > 0, foreign: send.hasForeign }))
        yield {
          by,
          does: `proposes to adopt transfer ${record} for send ${at + 1}`,
          world: { ...world, proposal: { ...from, kind: 'adopt', record } },
        };
    if (world.budget.decisions === 0 || !may('send-again') || knowsFollowUp(send)) continue;
    // They look at the service first, unless nothing can have left.
    const isUnsent = rules.isHeldUnsent(row);
    const looked = isUnsent ? world : withSend(world, at, { mirror: { own: send.own > 0, foreign: send.hasForeign } });
    if (resendDenial(looked, at, rules) !== undefined) continue;
    const proposal: Proposal = { ...from, kind: 'send-again' };
    yield { by, does: `proposes to send ${at + 1} again`, world: { ...spend(looked), proposal } };
  }
}

/**
 * Tells whether people know by the watch that a held withdrawal was paid under a reference of which a restored backup
 * knows nothing (docs/specification/send-protocol.md#watch).
 */
const knowsFollowUp = ({ row, truth, isFollowed }: Send) => row?.state === 'HOLD' && truth.isFollowed && !isFollowed;

/** Says what the policy, the mirror and the walks so far hold against sending again. */
function resendDenial(world: World, at: number, rules: Rules): string | undefined {
  const send = world.sends[at];
  if (!send?.row) return 'no send';
  const { row, mirror, isFollowed, isBeforeRestore } = send;
  if (row.hold?.kind === 'policy' && world.policy === 'none') return 'the newest policy refuses';
  return rules.resendDenialReason({
    state: row.state,
    misses: row.misses,
    mirroredId: namesOf(mirror)[0],
    nextWalkAt: row.walk === null ? null : SOME_TIME,
    quietMs: 1,
    isUnsent: rules.isHeldUnsent(row) || rules.mayQueueAgain(row),
    isFollowed,
    isBeforeRestore,
  });
}

const SOME_TIME = new Date(0);

/** A second person confirms: void where the send has moved on. */
function* confirm(world: World, proposal: Proposal, rules: Rules): Generator<Move> {
  const { send: at, kind, fence, state, record } = proposal;
  const by = 'a second person';
  const settled: World = { ...world, proposal: null };
  yield { by, does: 'rejects the proposal', world: settled };
  const send = world.sends[at];
  const row = send?.row ?? null;
  if (!send || !takes(rules.guards.resolve, row, rules, { fence, state })) return;
  const isDenied = rules.resolutionDenialReason(kind, row) !== undefined;
  const isResendDenied = kind === 'send-again' && resendDenial(world, at, rules) !== undefined;
  if (rules.checksConfirmation && (isDenied || isResendDenied)) return;
  const written: Row = {
    ...applyStep(row, rules.resolveStep(kind), rules),
    ...(kind === 'adopt' && { transfer: record }),
  };
  const isUnproven = kind === 'send-again' && send.truth.open > 0 && send.truth.walks < 2;
  yield {
    by,
    does: `confirms: ${kind} (send ${at + 1})`,
    world: {
      ...withSend(settled, at, { row: written }),
      ...(isUnproven && { broken: INVARIANTS.proof }),
    },
  };
}
