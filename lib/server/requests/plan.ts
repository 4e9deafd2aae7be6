import 'server-only';
import { createHash } from 'node:crypto';
import { and, arrayContains, count, ne } from 'drizzle-orm';
import { evaluatePolicy, type PolicyFacts, type PolicyOutcome, toPolicyFacts } from '@/lib/policy';
import { explainOutcome } from '@/lib/policy-words';
import type { RecipientChecks } from '@/lib/recipient-checks';
import { recipientKey } from '@/lib/recipients';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import { people, type requestVersions } from '@/lib/server/database/schema';
import { currentPolicy } from '@/lib/server/policy/read';
import { signalsOf } from '@/lib/server/requests/checks';
import { isNewRecipient } from '@/lib/server/requests/recipients';
import { serializeWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals';

/** Why the policy lets nobody send this. */
export type PolicyRefusal = { kind: 'refused-by-policy' | 'too-few-approvers'; reason: string; next: string };

/** The columns of a version that follow from its body and the policy of this moment. */
export type VersionPlan = Omit<typeof requestVersions.$inferInsert, 'requestId' | 'version' | 'formKey' | 'note'>;

// A console learns of its approvers when they sign in. Until two have, it takes for granted that there are two.
const APPROVERS_ASSUMED = 2;

/** What a body is asked for with. */
export interface Asked {
  makerId: string;
  form: Pick<WithdrawalForm, 'addressEntry' | 'recipientId'>;
  /** What was known about the recipient (requests/checks). */
  checks: RecipientChecks;
  /** What the policy goes by where the body is only a part of what is asked for. */
  policyValue?: string;
}

/** Turns a body into the bytes that count, and asks the policy what they need; refuses what nobody could approve. */
export async function planVersion(
  transaction: Transaction,
  body: WithdrawalBody,
  { makerId, form, checks, policyValue }: Asked,
): Promise<Result<VersionPlan, PolicyRefusal>> {
  const key = recipientKey(body);
  const isNew = await isNewRecipient(key, transaction);
  const facts: PolicyFacts = {
    ...toPolicyFacts(body, { makerId, isNewRecipient: isNew, signals: signalsOf(checks) }),
    ...(policyValue !== undefined && { value: policyValue }),
  };
  const policy = await currentPolicy(transaction);
  const outcome = evaluatePolicy(policy.rules, facts);
  const because = explainOutcome(outcome, facts);
  if (outcome.kind === 'refuse') {
    return fail({
      kind: 'refused-by-policy',
      reason: because,
      next: 'Change what the rule is about, or ask an administrator whether the policy should allow it. The page “Policy” shows the rules.',
    });
  }
  const known = await countApprovers(transaction, outcome, makerId);
  if (outcome.count > Math.max(known, APPROVERS_ASSUMED)) {
    return fail({
      kind: 'too-few-approvers',
      reason: `${because} Besides you, the console knows ${known === 1 ? 'one person' : `${known} people`} who could give one.`,
      next: `Have more people with the role ${outcome.role} sign in once, or ask an administrator to change the rule.`,
    });
  }
  const bytes = Buffer.from(serializeWithdrawalBody(body), 'utf8');
  return ok({
    body: bytes,
    bodySha256: createHash('sha256').update(bytes).digest('hex'),
    recipientKey: key,
    policyVersion: policy.version,
    ruleNumber: outcome.ruleNumber,
    requiredApprovals: outcome.count,
    requiredRole: outcome.role,
    facts,
    addressEntry: form.addressEntry,
    recipientId: form.recipientId || null,
    checks,
  });
}

async function countApprovers(transaction: Transaction, { role }: Extract<PolicyOutcome, { kind: 'approve' }>, makerId: string): Promise<number> {
  const [known] = await transaction
    .select({ people: count() })
    .from(people)
    .where(and(arrayContains(people.roles, [role]), ne(people.id, makerId)));
  return known?.people ?? 0;
}
