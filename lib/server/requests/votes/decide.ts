import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { z } from 'zod';
import type { DecisionFailure } from '@/lib/requests/contract';
import { DECIDE_ACTIONS, requestDenialReason, type RequestState, VERDICTS } from '@/lib/requests/decisions';
import { shownMsSchema } from '@/lib/requests/haste';
import type { Unsigned } from '@/lib/passkeys/contract';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { addressChoiceBlockReason } from '@/lib/server/requests/votes/address-choice';
import { amountEntryBlockReason, enteredTotalsSchema } from '@/lib/server/requests/votes/entered-totals';
import { decide, type DecisionTarget, describeDecisionMakers } from '@/lib/server/requests/votes/decision';
import { optionalSignatureSchema } from '@/lib/server/passkeys/decisions';
import { lockRequest } from '@/lib/server/requests/load';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

const decisionSchema = z
  .strictObject({
    requestId: z.string().regex(UUID),
    version: z.number().int().positive(),
    bodySha256: z.string().regex(/^[0-9a-f]{64}$/),
    verdict: z.enum(VERDICTS),
    comment: storableText().trim().max(500),
    /** The address that the person confirmed, where other known addresses resemble it. */
    chosenAddress: storableText().max(128).default(''),
    /** The amount that the person entered, by asset, where it is far above what was paid. */
    totals: enteredTotalsSchema,
    shownMs: shownMsSchema,
    /** The person for whom a delegate decides. */
    forPersonId: z.string().regex(UUID).optional(),
    /** True where the page goes on to another request: the answer does not wait for a send. */
    answersAtOnce: z.boolean().default(false),
    signature: optionalSignatureSchema,
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Enter a reason.');
type RequestDecision = z.infer<typeof decisionSchema>;

/** Called with a request after the commit of its last approval, and whether it is waited for. Must not throw. */
type AfterApproval = (requestId: string, options: { answersAtOnce: boolean }) => Promise<void>;

/**
 * Approves or rejects a request, bound to the bytes that the person saw. Takes unchecked input; gives the new state,
 * once `afterLast` has ended where this was the last approval.
 */
export async function decideOnRequest(
  input: unknown,
  afterLast?: AfterApproval,
): Promise<Result<{ state: RequestState }, DecisionFailure | Unsigned>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideAs(person.value, input, afterLast) : person;
}

/** Decides on one request on behalf of a signed-in person (lib/server/requests/votes/decision.ts). */
export async function decideAs(
  person: Person,
  input: unknown,
  afterLast?: AfterApproval,
): Promise<Result<{ state: RequestState }, DecisionFailure | Unsigned>> {
  const decision = readInput(decisionSchema, input, 'The console could not read this decision.');
  if (!decision.ok) return decision;
  const outcome = await decide(person, decision.value, oneRequest(decision.value, person));
  if (!outcome.ok) return outcome;
  const { members, decided } = outcome.value;
  const state = decided[0]?.state ?? members[0]?.request.state;
  if (state === undefined) throw new Error('a decision covers no request');
  // A repeated approval is in nothing that was decided.
  const { requestId, answersAtOnce } = decision.value;
  if (decided[0]?.state === 'APPROVED') await afterLast?.(requestId, { answersAtOnce });
  return ok({ state });
}

function oneRequest(decision: RequestDecision, person: Person): DecisionTarget {
  const { requestId, version, bodySha256, verdict, comment, chosenAddress } = decision;
  const chosen = chosenAddress !== '' && { chosenAddress };
  return {
    refusal: { subject: `request:${requestId}`, after: { version, bodySha256, verdict, comment, ...chosen } },
    detailOf: () => ({}),
    bundle: undefined,
    listRequestIds: async () => [requestId],
    lock: async (transaction) => {
      const found = await lockRequest(transaction, person, requestId);
      if (!found) return undefined;
      const { request, decidable, votes } = found;
      const earlier = votes.find((vote) => vote.personId === person.id && vote.version === request.version);
      const isSeen = version === request.version && bodySha256 === found.version.bodySha256;
      return {
        members: [found],
        open: [found],
        isRepeat: earlier?.verdict === verdict && earlier.bodySha256 === bodySha256 && !earlier.facts.isWithdrawn,
        denialReason: (actor) => {
          const reason = requestDenialReason(DECIDE_ACTIONS[verdict], decidable, actor);
          return reason && [reason, ...describeDecisionMakers(votes, request)].join(' ');
        },
        changedReason: isSeen
          ? undefined
          : 'The request was changed after you opened it. Check the current version, then decide.',
        findApprovalFailure: async (withSimilarAddress) => {
          const reason =
            addressChoiceBlockReason(found, withSimilarAddress, chosenAddress) ??
            amountEntryBlockReason([found], decision.totals);
          return reason === undefined ? undefined : { kind: 'invalid', reason };
        },
      };
    },
  };
}
