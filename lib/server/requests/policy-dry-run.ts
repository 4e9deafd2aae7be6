import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { evaluatePolicy, storedPolicyRulesSchema } from '@/lib/policy/policy';
import { explainOutcome, listLimitUses } from '@/lib/policy/describe-rule';
import { fail, ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { currentPolicy } from '@/lib/server/policy/read';
import { gatherChecks } from '@/lib/server/requests/checks';
import { withVisibleProfile } from '@/lib/server/requests/checks-reader';
import { gatherFacts } from '@/lib/server/requests/plan';
import { readTimeUsages } from '@/lib/server/requests/time-limits';
import { now } from '@/lib/server/runtime/clock';
import { readPaidBefore } from '@/lib/server/recipients/paid-recipients';
import { recipientKey } from '@/lib/recipients/recipients';
import { storableText } from '@/lib/text/storable-text';
import { canonicalId, isAsciiId, NOT_ASCII_MESSAGE, UUID } from '@/lib/text/uuid';
import { amountSchema } from '@/lib/money/amount-schema';
import type { PolicyDryRun } from '@/lib/requests/contract';

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
});

/**
 * Applies the policy in force, and a proposed one, to a withdrawal that nobody requested. Takes unchecked query values.
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
  const { asset, network, profile, amount, address, memo } = given.data;
  // What others use of a limit is known to whoever sees all profiles.
  const mayAskOf = person.value.visibleProfiles === 'all' || given.data.requester === person.value.id;
  const requester = mayAskOf ? given.data.requester : '';
  const body = {
    ref_id: '',
    profile_id: profile,
    asset,
    crypto_network: network,
    destination_address: address,
    amount,
    ...(memo !== '' && { memo }),
  };
  const visible = withVisibleProfile(person.value, body);
  const [paidBefore, checks] = await Promise.all([readPaidBefore([body], database()), gatherChecks(visible)]);
  const known = gatherFacts(body, { makerId: requester, paidBefore: paidBefore(body), checks });
  const [{ rules }, [open]] = await Promise.all([
    currentPolicy(),
    database()
      .select({ payload: proposals.payload })
      .from(proposals)
      .where(and(eq(proposals.kind, 'policy'), eq(proposals.state, 'OPEN'))),
  ]);
  const proposed = open && proposedSchema.parse(open.payload).rules;
  const subject = { body: visible, requesterId: UUID.test(requester) ? requester : NOBODY };
  const overTime = await readTimeUsages(database(), [...rules, ...(proposed ?? [])], subject, {
    at: now(),
    withAges: true,
  });
  const facts = { ...known, recipient: recipientKey(body), overTime };
  const shown = { ...facts, hidesLargest: person.value.visibleProfiles !== 'all' };
  const explain = (policy: typeof rules) => explainOutcome(evaluatePolicy(policy, facts), shown);
  return ok({
    current: explain(rules),
    proposed: proposed ? explain(proposed) : null,
    limits: listLimitUses(rules, facts, { isCurrent: true }),
  });
}

// No request has this requester.
const NOBODY = '00000000-0000-0000-0000-000000000000';
const proposedSchema = z.object({ rules: storedPolicyRulesSchema });
