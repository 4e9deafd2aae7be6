import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { evaluatePolicy, type PolicyOutcome } from '@/lib/policy/policy';
import { storedPolicyRulesSchema } from '@/lib/policy/rules';
import { describeAsked, explainOutcome, listLimitUses } from '@/lib/policy/describe-rule';
import { fail, ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { currentPolicy } from '@/lib/server/policy/read';
import { readSheetAmounts } from '@/lib/server/requests/checks/sheet-amounts';
import { gatherChecks } from '@/lib/server/requests/checks/checks';
import { limitedTo, withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import { gatherFacts } from '@/lib/server/requests/creation/plan';
import { readTimeUsages } from '@/lib/server/requests/limits/time-limits';
import { now } from '@/lib/server/runtime/clock';
import { readPaidBefore } from '@/lib/server/recipients/paid-recipients';
import { readTravelRule } from '@/lib/server/recipients/travel-rule/check';
import { recipientKey } from '@/lib/recipients/recipients';
import { storableText } from '@/lib/text/storable-text';
import { canonicalId, isAsciiId, NOT_ASCII_MESSAGE, UUID } from '@/lib/text/uuid';
import { amountSchema } from '@/lib/money/amount-schema';
import type { PolicyDryRun } from '@/lib/requests/contract';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { splitForTest } from '@/lib/withdrawals/test-payment';

const field = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(128, 'At most 128 characters.')
    .refine((text) => findHiddenCharacter(text) === undefined, 'This contains an invisible character.');
const dryRunSchema = z.object({
  asset: field('Enter the asset.'),
  network: field('Choose the network.'),
  profile: field('Enter the profile ID.').refine(isAsciiId, NOT_ASCII_MESSAGE).transform(canonicalId),
  amount: field('Enter the amount.').pipe(amountSchema),
  address: field('Enter the destination address.'),
  memo: storableText().trim().max(128).default(''),
  /** The id of a person; empty for nobody in particular. */
  requester: storableText().max(64).default(''),
  fixed: z.enum(['amount', 'total']).default('amount'),
  /** The balance that is debited; empty for that of the asset. */
  balanceAsset: storableText().trim().max(128).default(''),
  /** The amount of a test payment; empty for none. */
  testAmount: storableText().max(128).default(''),
  identity: storableText().trim().max(128).default(''),
  /** The id of a request that the caller is changing, which does not count against itself; empty for a new one. */
  request: storableText().max(64).default(''),
});

/**
 * Applies the policy in force, and a proposed one, to a withdrawal that nobody requested. Takes unchecked query values.
 * Counts what the caller may see: with all profiles, a few dozen questions would tell what a hidden one paid.
 */
export async function dryRunPolicy(
  input: unknown,
): Promise<Result<PolicyDryRun, Denial | { kind: 'invalid'; issues: Record<string, string> }>> {
  const person = await authorize('readPolicy', { limit: 'read' });
  if (!person.ok) return person;
  const given = dryRunSchema.safeParse(input);
  if (!given.success) {
    // One issue for each field, the first one.
    return fail({
      kind: 'invalid',
      issues: Object.fromEntries(
        given.error.issues.map(({ path, message }) => [String(path[0]), message]).toReversed(),
      ),
    });
  }
  const { request, testAmount } = given.data;
  // What others use of a limit is known to a person who sees all profiles.
  const mayAskOf = person.value.visibleProfiles === 'all' || given.data.requester === person.value.id;
  const requester = mayAskOf ? given.data.requester : '';
  const body = toBody(given.data);
  const visible = withVisibleProfile(person.value, body);
  const seen = limitedTo(person.value);
  const requestId = await findOwnRequest(request, person.value.id);
  const [missingFor, paidBefore, checks] = await Promise.all([
    readTravelRule(database(), [body]),
    readPaidBefore([body], database(), seen),
    gatherChecks(visible, {
      exceptIds: requestId === undefined ? [] : [requestId],
      asked: person.value,
      // A request that is being changed stays a row of its batch.
      sheet: requestId === undefined ? undefined : await readSheetAmounts(person.value, requestId, visible),
    }),
  ]);
  const known = gatherFacts(body, { makerId: requester, paidBefore: paidBefore(body), checks });
  const [{ rules }, [open]] = await Promise.all([
    currentPolicy(),
    database()
      .select({ payload: proposals.payload })
      .from(proposals)
      .where(and(eq(proposals.kind, 'policy'), eq(proposals.state, 'OPEN'))),
  ]);
  const proposed = open && proposedSchema.parse(open.payload).value;
  const split = splitForTest(visible, testAmount);
  const subject = {
    body: visible,
    requesterId: UUID.test(requester) ? requester : NOBODY,
    ...(split.ok && { submission: [split.value.test, split.value.remainder] }),
    ...(requestId !== undefined && { requestId }),
    seen,
  };
  const overTime = await readTimeUsages(database(), [...rules, ...(proposed ?? [])], subject, {
    at: now(),
    // A price rests on the transfers of every profile, and its age would tell when they were.
    withAges: !seen,
  });
  const facts = { ...known, recipient: recipientKey(body), overTime };
  const outcome = evaluatePolicy(rules, facts);
  const explain = (one: PolicyOutcome) => `${explainOutcome(one, facts)}${seen ? PARTIAL : ''}`;
  return ok({
    current: explain(outcome),
    asked: outcome.kind === 'approve' ? `${nameRule(outcome)}${seen ? PARTIAL : ''}` : null,
    required: outcome.kind === 'approve' ? outcome.count : null,
    proposed: proposed ? explain(evaluatePolicy(proposed, facts)) : null,
    limits: listLimitUses(rules, facts, { at: now(), now: now() }),
    waits: outcome.kind === 'approve' && outcome.waitsFor.length > 0,
    travelRule: missingFor(body) ?? null,
  });
}

function nameRule(outcome: PolicyOutcome & { kind: 'approve' }): string {
  return `${describeAsked(outcome)}, by rule ${outcome.ruleNumber} (${outcome.rule.name}).`;
}

const PARTIAL = ' This counts the profiles that you see; a request is decided with every profile counted.';

function toBody(given: z.infer<typeof dryRunSchema>): WithdrawalBody {
  const { asset, network, profile, amount, address, memo, fixed, balanceAsset, identity } = given;
  return {
    ref_id: 'dry-run',
    profile_id: profile,
    asset,
    crypto_network: network,
    destination_address: address,
    ...(fixed === 'amount' ? { amount } : { total: amount }),
    ...(memo !== '' && { memo }),
    ...(balanceAsset !== '' && { balance_asset: balanceAsset }),
    ...(identity !== '' && { identity_id: identity }),
  };
}

/** Finds a request of a person; undefined where it is another's. */
async function findOwnRequest(id: string, personId: string): Promise<string | undefined> {
  if (!UUID.test(id)) return undefined;
  const { id: own, requesterId } = withdrawalRequests;
  const [found] = await database()
    .select({ id: own })
    .from(withdrawalRequests)
    .where(and(eq(own, id), eq(requesterId, personId)));
  return found?.id;
}

// No request has this requester.
const NOBODY = '00000000-0000-0000-0000-000000000000';
const proposedSchema = z.object({ value: storedPolicyRulesSchema });
