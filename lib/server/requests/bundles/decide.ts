import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { z } from 'zod';
import {
  decide,
  type DecidingPerson,
  type DecisionTarget,
  describeDecisionMakers,
} from '@/lib/server/requests/votes/decision';
import { MAX_BATCH_ITEMS } from '@/lib/requests/bundles/batches';
import { explainRowAmount } from '@/lib/requests/bundles/row-amounts';
import { DECIDE_ACTIONS, requestDenialReason, type Verdict, VERDICTS } from '@/lib/requests/decisions';
import { shownMsSchema } from '@/lib/requests/haste';
import type { Unsigned } from '@/lib/passkeys/contract';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { findBundle, hashBundle, lockMembers } from '@/lib/server/requests/load-bundle';
import { findLooks, nameSeen, toLookedMember } from '@/lib/server/requests/bundles/looks';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { optionalSignatureSchema } from '@/lib/server/passkeys/decisions';
import { addressChoiceBlockReason } from '@/lib/server/requests/votes/address-choice';
import { amountEntryBlockReason, enteredTotalsSchema } from '@/lib/server/requests/votes/entered-totals';
import type { DecisionFailure } from '@/lib/requests/contract';
import type { LockedRequest } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { storableText } from '@/lib/text/storable-text';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const POSITION = /^\d{1,4}$/;
const SEEN = /^[\w-]{43}$/;

const decisionSchema = z
  .strictObject({
    bundleId: z.string().regex(UUID),
    /**
     * The waiting items of a batch that an approval covers, by position: what the person looked at
     * (lib/server/requests/bundles/looks.ts).
     */
    looks: z
      .record(z.string().regex(POSITION), z.string().regex(SEEN))
      .refine((looks) => Object.keys(looks).length <= MAX_BATCH_ITEMS)
      .default({}),
    /** The waiting items of a batch that a rejection covers: the version of each that the person saw, by position. */
    rows: z
      .record(z.string().regex(POSITION), z.int().positive())
      .refine((rows) => Object.keys(rows).length <= MAX_BATCH_ITEMS)
      .default({}),
    /** The addresses that the person chose as the right ones, by position, for items with similar addresses. */
    chosen: z.record(z.string().regex(POSITION), storableText().max(128)).default({}),
    /** The amounts that the person entered from invoices, by position, for items whose look asks for it. */
    amounts: z.record(z.string().regex(POSITION), z.string().max(400)).default({}),
    /** The hash over the bytes of the covered requests, as the person saw them (lib/requests/bundles/bundles.ts). */
    bundleSha256: z.string().regex(/^[0-9a-f]{64}$/),
    verdict: z.enum(VERDICTS),
    comment: storableText().trim().max(500),
    /** The total of a test payment and its remainder, by asset, where it is far above what was paid. */
    totals: enteredTotalsSchema,
    /** The test payment's address as the person confirmed it; needed only if known addresses resemble it. */
    chosenAddress: storableText().max(128).default(''),
    shownMs: shownMsSchema,
    /** The person for whom a delegate decides. */
    forPersonId: z.string().regex(UUID).optional(),
    signature: optionalSignatureSchema,
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Enter a reason.');
type BundleDecision = z.infer<typeof decisionSchema>;

/**
 * Decides in one step on a test payment and its remainder, or on waiting items of a batch: approves those that the
 * person looked at, or rejects those that they chose. One hash binds the decision to the bytes that the person saw, and
 * the items are named one by one: each receives the vote, or none does. Takes unchecked input from the browser and
 * gives the number of requests decided on.
 */
export async function decideOnBundle(input: unknown): Promise<Result<{ decided: number }, DecisionFailure | Unsigned>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideOnBundleAs(person.value, input) : person;
}

/**
 * Decides on behalf of a signed-in person. One transaction writes a vote on each member or on none; a repeat changes
 * nothing.
 */
export async function decideOnBundleAs(
  person: Person,
  input: unknown,
): Promise<Result<{ decided: number }, DecisionFailure | Unsigned>> {
  const decision = readInput(decisionSchema, input, 'The console could not read this decision.');
  if (!decision.ok) return decision;
  const outcome = await decide(person, decision.value, wholeBundle(decision.value, person));
  return outcome.ok ? ok({ decided: outcome.value.decided.length }) : outcome;
}

function wholeBundle(decision: BundleDecision, person: Person): DecisionTarget {
  const { bundleId, bundleSha256, verdict, comment } = decision;
  return {
    refusal: { subject: `group:${bundleId}`, after: { bundleSha256, verdict, comment } },
    detailOf: ({ request }) => {
      const chosenAddress = decision.chosen[String(request.bundlePosition)];
      return { bundleId, bundleSha256, ...(chosenAddress !== undefined && { chosenAddress }) };
    },
    bundle: { id: bundleId, sha256: bundleSha256 },
    listRequestIds: async () => (await findBundle(database(), bundleId))?.memberIds ?? [],
    lock: async (transaction) => {
      const found = await findBundle(transaction, bundleId);
      if (!found) return undefined;
      const { kind } = found.bundle;
      const members = await lockMembers(transaction, person, found.memberIds);
      if (members.length === 0) return undefined;
      const named = nameCovered(decision);
      const waiting = kind === 'test-payment' ? members : members.filter(isWaiting).filter(named.isCovered);
      const open = waiting.filter((member) => !hasVoted(member, person));
      const isChanged =
        bundleSha256 !== hashBundle(kind, listBodyHashes(waiting)) || (kind === 'batch' && open.length !== named.count);
      return {
        members,
        open,
        isRepeat: hasDecided(members, person, decision, kind),
        denialReason: (actor) =>
          kind === 'batch' && named.count === 0
            ? NAMES_NONE[verdict]
            : allDenialReason(verdict, { open, members }, actor),
        changedReason: isChanged ? CHANGED : undefined,
        findApprovalFailure: (withSimilarAddress) =>
          kind === 'batch'
            ? findBatchFailure(transaction, { members, waiting, decision, person, withSimilarAddress })
            : findTestPaymentFailure(members, decision, withSimilarAddress),
      };
    },
  };
}

const NAMES_NONE: Record<Verdict, string> = {
  APPROVED: 'Look at the rows that you approve first.',
  REJECTED: 'Choose the rows that you reject.',
};
const CHANGED =
  'A request was changed or decided after you opened this page. Nothing was decided. Check what is waiting now, then ' +
  'decide.';

interface BatchApproval {
  members: readonly LockedRequest[];
  waiting: readonly LockedRequest[];
  decision: BundleDecision;
  person: Person;
  withSimilarAddress: ReadonlySet<string>;
}

/** Checks what the approval of items of a batch requires: a look at each, and what it asked for. */
async function findBatchFailure(
  transaction: Transaction,
  { members, waiting, decision, person, withSimilarAddress }: BatchApproval,
): Promise<DecisionFailure | undefined> {
  if (waiting.some(({ newest }) => newest && !newest.allowsWholeBatch))
    return { kind: 'not-now', reason: NOT_WHOLE_BY_NEWEST };
  const looks = await findLooks(
    waiting.map(({ version }) => version),
    members.map(toLookedMember),
    { transaction, withSimilarAddress },
  );
  const failures = waiting.flatMap((member) => {
    const { request, version } = member;
    const look = looks.get(request.id);
    if (!look) throw new Error('an item of a batch has no look');
    const position = String(request.bundlePosition);
    const wrongAddress = addressChoiceBlockReason(member, withSimilarAddress, decision.chosen[position] ?? '');
    const reason =
      (look.need === 'alone' && look.reasons.join(' ')) ||
      (decision.looks[position] !== nameSeen(version, look, person.id) &&
        ['It was changed, or something was found, after you looked at it.', ...look.reasons].join(' ')) ||
      wrongAddress ||
      explainRowAmount({ body: parseWithdrawalBody(version.body), look }, decision.amounts[position]);
    return reason ? [{ request, reason }] : [];
  });
  return failures.length === 0 ? undefined : { kind: 'not-now', reason: describeFailures(failures) };
}

/** Names the first items that keep the others from being approved, and what to do. */
function describeFailures(failures: readonly (Pick<LockedRequest, 'request'> & { reason: string })[]): string {
  const named = failures
    .slice(0, MAX_NAMED)
    .map(({ request, reason }) => `Row ${(request.bundlePosition ?? 0) + 1}, ${request.refId}: ${reason}`);
  const left = failures.length - named.length;
  const more = left === 0 ? [] : [`And ${left === 1 ? 'one more row' : `${left} more rows`}.`];
  return ['No row was approved.', ...named, ...more, 'Look at them again, then decide.'].join(' ');
}

const MAX_NAMED = 3;

const NOT_WHOLE_BY_NEWEST =
  'The policy in force does not let this batch be approved as a whole. Decide on its rows one by one.';

/** Checks that the person confirmed the address that the test payment and its remainder share, and their amount. */
async function findTestPaymentFailure(
  members: readonly LockedRequest[],
  { chosenAddress, totals }: BundleDecision,
  withSimilarAddress: ReadonlySet<string>,
): Promise<DecisionFailure | undefined> {
  const [test] = members;
  const reason =
    (test && addressChoiceBlockReason(test, withSimilarAddress, chosenAddress)) ??
    amountEntryBlockReason(members, totals);
  return reason === undefined ? undefined : { kind: 'invalid', reason };
}

/** Gives the number of items of a batch that a decision names, and a function that tells whether it covers one. */
function nameCovered({ verdict, looks, rows }: BundleDecision): {
  count: number;
  isCovered: (member: LockedRequest) => boolean;
} {
  if (verdict === 'APPROVED') {
    const isCovered = ({ request }: LockedRequest) => Object.hasOwn(looks, String(request.bundlePosition));
    return { count: Object.keys(looks).length, isCovered };
  }
  const isCovered = ({ request, version }: LockedRequest) => rows[String(request.bundlePosition)] === version.version;
  return { count: Object.keys(rows).length, isCovered };
}

const isWaiting = ({ decidable }: LockedRequest) => decidable.state === 'AWAITING_APPROVAL' && !decidable.isExpired;
const listBodyHashes = (members: readonly LockedRequest[]) => members.map(({ version }) => version.bodySha256);
const listVotes = ({ votes, request }: LockedRequest, person: Person) =>
  votes.filter((vote) => vote.personId === person.id && vote.version === request.version);
const hasVoted = (member: LockedRequest, person: Person) => listVotes(member, person).length > 0;

/** Returns whether the person already cast this verdict, all at one time, on exactly the bytes behind this hash. */
function hasDecided(
  members: readonly LockedRequest[],
  person: Person,
  { bundleSha256, verdict }: BundleDecision,
  kind: 'test-payment' | 'batch',
): boolean {
  const cast = members.flatMap((member) =>
    listVotes(member, person).filter((vote) => vote.verdict === verdict && !vote.facts.isWithdrawn),
  );
  const moments = new Set(cast.map(({ decidedAt }) => decidedAt.getTime()));
  return [...moments].some((moment) => {
    const together = cast.filter(({ decidedAt }) => decidedAt.getTime() === moment).map(({ bodySha256 }) => bodySha256);
    return hashBundle(kind, together) === bundleSha256;
  });
}

/** Explains why the person cannot decide on all of these requests; undefined where they can. */
function allDenialReason(
  verdict: Verdict,
  { open, members }: { open: readonly LockedRequest[]; members: readonly LockedRequest[] },
  person: DecidingPerson,
): string | undefined {
  const [first] = open.length > 0 ? open : members;
  if (!first) return 'This bundle has no requests.';
  for (const member of open.length > 0 ? open : [first]) {
    const reason = requestDenialReason(`${DECIDE_ACTIONS[verdict]}-together`, member.decidable, person);
    if (reason !== undefined) return [reason, ...describeDecisionMakers(member.votes, member.request)].join(' ');
  }
  return open.length > 0 ? undefined : 'No request here awaits your decision.';
}
