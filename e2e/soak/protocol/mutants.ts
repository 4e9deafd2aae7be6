import type { Invariant } from '@/e2e/soak/protocol/invariants';
import { INVARIANTS } from '@/e2e/soak/protocol/invariants';
import { PRODUCTION, type Rules } from '@/e2e/soak/protocol/rules';
import type { Setting } from '@/e2e/soak/protocol/world';
import type { Reconciliation } from '@/lib/sends/send-machine';

/** The protocol with one rule replaced, a world in which that pays twice or worse, and what the search must find. */
export interface Mutant {
  name: string;
  rules: { [Name in keyof Rules]?: Rules[Name] };
  setting: Setting;
  breaks: Invariant;
}

const world = (...events: Setting['events'][number][]): Setting => ({
  replay: 'repeats',
  resendPolicy: 'reconcile-first',
  events,
});

const { guards } = PRODUCTION;
const { isFenced: _isFenced, ...unfencedReap } = PRODUCTION.reapStep;
const { once, approvals, proof, stop, reference, end } = INVARIANTS;

/** Decides as the product does of other facts. */
function withFacts(
  change: (...given: Parameters<Rules['decideReconciliation']>) => Parameters<Rules['decideReconciliation']>,
): Rules['decideReconciliation'] {
  return (...given) => PRODUCTION.decideReconciliation(...change(...given));
}

/** Queues again what the product holds for unknown for this reason. */
function retrying(reason: string): Rules['decideOutcome'] {
  return (...given) => {
    const outcome = PRODUCTION.decideOutcome(...given);
    return outcome.reason === reason ? { ...outcome, state: 'QUEUED', isAmbiguous: false } : outcome;
  };
}

function adoptAnything(...given: Parameters<Rules['decideReconciliation']>): Reconciliation {
  const [transfer] = given[0].sighting.transfers;
  return transfer ? { kind: 'adopt', transfer } : PRODUCTION.decideReconciliation(...given);
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an empty page ends a walk',
    rules: {
      stepAfterList: (page, ...rest) =>
        page.items.length === 0 ? { kind: 'end', isStated: true } : PRODUCTION.stepAfterList(page, ...rest),
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'one walk proves absence',
    rules: { decideReconciliation: withFacts((walk, send, limits) => [walk, { ...send, misses: 1 }, limits]) },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'a lost claim is queued again',
    rules: { reapStep: { ...PRODUCTION.reapStep, state: 'QUEUED', nextWalk: null } },
    setting: world(),
    breaks: once,
  },
  {
    name: 'claims have no fence',
    rules: {
      claimStep: { state: 'SENDING', lease: 'begins' },
      reapStep: unfencedReap,
      areFencesTold: true,
    },
    setting: world(),
    breaks: once,
  },
  {
    name: 'a transfer in the list is adopted without comparing',
    rules: { decideReconciliation: adoptAnything },
    setting: world('foreign'),
    breaks: reference,
  },
  {
    name: 'a transfer of another request is believed',
    rules: { findsOwner: false },
    setting: { ...world('second-send', 'mislabelled'), bounds: { posts: 2, kills: 0, walkers: 1 } },
    breaks: reference,
  },
  {
    name: 'a claim does not ask the mirror',
    rules: { decideByMirror: () => 'post' },
    setting: world('foreign'),
    breaks: reference,
  },
  {
    name: 'a post does not ask for its lease',
    rules: { guards: { ...guards, post: { state: 'SENDING' } }, areFencesTold: true },
    setting: world(),
    breaks: once,
  },
  {
    name: 'the first walk does not wait for the quiet period',
    rules: {
      recordStep: (...given) => {
        const step = PRODUCTION.recordStep(...given);
        return step.nextWalk ? { ...step, nextWalk: 'now' } : step;
      },
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'the second walk does not wait for the quiet period',
    rules: {
      reconcileStep: (decided, isWalkComplete) =>
        PRODUCTION.reconcileStep(decided, decided.kind === 'wait' ? false : isWalkComplete),
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'the quiet period is shorter than the service is slow',
    rules: { quiet: 0 },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'a reference is trusted that the service does not protect',
    rules: {},
    setting: { ...world(), resendPolicy: 'trust-ref-id' },
    breaks: once,
  },
  {
    name: 'an incomplete walk counts',
    rules: {
      decideReconciliation: withFacts((walk, send, limits) => [{ ...walk, isComplete: true }, send, limits]),
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'an item that cannot be read counts as absent',
    rules: {
      decideReconciliation: withFacts((walk, send, limits) => [
        { ...walk, sighting: { ...walk.sighting, hasUnreadable: false } },
        send,
        limits,
      ]),
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'walks before an attempt count after it',
    rules: {
      reconcileStep: (decided, isWalkComplete) => {
        const { misses, ...step } = PRODUCTION.reconcileStep(decided, isWalkComplete);
        return decided.kind === 'send-again' || misses === undefined ? step : { ...step, misses };
      },
      recordStep: (...given) => {
        const { misses: _, ...step } = PRODUCTION.recordStep(...given);
        return step;
      },
    },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'two walks at a time count as two',
    rules: { guards: { ...guards, reconcile: { state: 'UNKNOWN', fence: 'seen', time: 'walk' } } },
    setting: world(),
    breaks: proof,
  },
  {
    name: 'two people send again without a proof',
    rules: { resendDenialReason: () => undefined },
    setting: world('people'),
    breaks: proof,
  },
  {
    name: 'a lost answer is tried again',
    rules: { decideOutcome: retrying('answer-lost') },
    setting: world(),
    breaks: once,
  },
  {
    name: 'a 503 is tried again',
    rules: { decideOutcome: retrying('server-failure') },
    setting: world(),
    breaks: once,
  },
  {
    name: 'the transfer of a 409 is adopted without comparing',
    rules: {
      decideOutcome: (seen, ...given) => {
        const outcome = PRODUCTION.decideOutcome(seen, ...given);
        return seen.kind === 'problem' && seen.existing
          ? { ...outcome, state: 'ACCEPTED', transfer: seen.existing, isAmbiguous: false }
          : outcome;
      },
    },
    setting: { ...world('foreign'), replay: 'refuses' },
    breaks: reference,
  },
  {
    name: 'an answer is believed without comparing',
    rules: {
      decideOutcome: (seen, ...given) => {
        const outcome = PRODUCTION.decideOutcome(seen, ...given);
        return seen.kind === 'accepted-body'
          ? { ...outcome, state: 'ACCEPTED', transfer: seen.transfer, isAmbiguous: false }
          : outcome;
      },
    },
    setting: world(),
    breaks: reference,
  },
  {
    name: 'a refusal after a doubt is final',
    rules: {
      decideOutcome: (seen, body, known) => {
        const first = PRODUCTION.decideOutcome(seen, body, { ...known, wasAmbiguous: false });
        return first.state === 'REFUSED' ? first : PRODUCTION.decideOutcome(seen, body, known);
      },
    },
    setting: { ...world(), replay: 'refuses', resendPolicy: 'trust-ref-id' },
    breaks: once,
  },
  {
    name: 'a post does not ask the stop switch',
    rules: { asksStopBeforePost: false },
    setting: world('people'),
    breaks: stop,
  },
  {
    name: 'only the policy of the request counts',
    rules: { asksNewestPolicy: false },
    setting: world('policy'),
    breaks: approvals,
  },
  {
    name: 'one vote counts for two',
    rules: {
      isApproved: (request, limits) =>
        PRODUCTION.isApproved({ ...request, requiredApprovals: Math.min(1, request.requiredApprovals) }, limits),
    },
    setting: world('policy'),
    breaks: approvals,
  },
  {
    name: 'a restore leaves the sends as they were',
    rules: { restoreStep: () => undefined },
    setting: world('restore'),
    breaks: once,
  },
  {
    name: 'a restore lets requests be approved again',
    rules: { expiresAfterRestore: false },
    setting: world('restore'),
    breaks: once,
  },
  {
    name: 'a declined send is queued again although an attempt was in doubt',
    rules: {
      isForMissingData: ({ type }) => type === 'travel-rule-information-required',
      mayQueueAgain: (send) => PRODUCTION.mayQueueAgain({ ...send, isAmbiguous: false }),
      resolutionDenialReason: (kind, send) =>
        PRODUCTION.resolutionDenialReason(kind, { ...send, isAmbiguous: send.state !== 'REFUSED' && send.isAmbiguous }),
    },
    setting: world('people', 'missing-data'),
    breaks: proof,
  },
  {
    name: 'a declined send is queued again although it was requested again',
    rules: { resendDenialReason: (facts) => PRODUCTION.resendDenialReason({ ...facts, isFollowed: false }) },
    setting: world('people', 'missing-data'),
    breaks: once,
  },
  {
    name: 'a declined send is queued again by what was known at the proposal',
    rules: { checksConfirmation: false },
    setting: world('people', 'missing-data'),
    breaks: once,
  },
  {
    name: 'a declined send of a restored backup is queued again',
    rules: { resendDenialReason: (facts) => PRODUCTION.resendDenialReason({ ...facts, isBeforeRestore: false }) },
    setting: { ...world('people', 'restore', 'missing-data'), bounds: { posts: 2, kills: 0, walkers: 1 } },
    breaks: once,
  },
  {
    name: 'a hold has no way out',
    rules: {
      resolutionDenialReason: (kind, send) =>
        send.state === 'HOLD' ? 'no' : PRODUCTION.resolutionDenialReason(kind, send),
    },
    setting: world('policy'),
    breaks: end,
  },
];

/** A rule that the search finds not to be needed in its world, and why. */
export interface Survivor extends Omit<Mutant, 'breaks'> {
  because: string;
}

/** Mutants that break no invariant in this world: each of these rules is a second lock, or about something else. */
export const SURVIVORS: readonly Survivor[] = [
  {
    name: 'a confirmation asks nothing again',
    rules: { checksConfirmation: false, guards: { ...guards, resolve: { state: 'seen' } } },
    setting: world('people'),
    because: 'the claim asks the mirror again, and a withdrawal has one open proposal at a time',
  },
  {
    name: 'a hold after a doubt counts as unsent',
    rules: { isHeldUnsent: ({ state, hold }) => state === 'HOLD' && hold?.kind === 'held' },
    setting: world('people'),
    because: 'a send is queued after a doubt only with its proof, which the hold does not void',
  },
  {
    name: 'a send that was attempted goes back to its approvers',
    rules: {
      decideRefusedClaim: (reason, send) =>
        PRODUCTION.decideRefusedClaim(reason, { ...send, fence: 1, isAmbiguous: false }),
    },
    setting: world('policy'),
    because: 'a send is queued after a doubt only with its proof, which a new approval does not void',
  },
  {
    name: 'a lease shorter than the timeout',
    rules: { lease: 0, guards: { ...guards, post: { state: 'SENDING', fence: 'seen' } } },
    setting: world('people'),
    because: 'the fence voids the late record, and the quiet period begins when the lease ends',
  },
];
