import 'server-only';
import { createHash } from 'node:crypto';
import { and, arrayContains, count, ne } from 'drizzle-orm';
import type { Amount } from '@/lib/money/amounts';
import { type ApprovingRole, evaluatePolicy, toPolicyFacts } from '@/lib/policy/policy';
import { explainOutcome } from '@/lib/policy/describe-rule';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { recipientKey } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import { people, type requestVersions } from '@/lib/server/database/schema';
import { currentPolicy, type Policy } from '@/lib/server/policy/read';
import { signalsOf } from '@/lib/server/requests/checks';
import { findPaidRecipients } from '@/lib/server/recipients/paid-recipients';
import { serializeWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import type { PolicyRefusal } from '@/lib/requests/contract';

/** The columns of a version that follow from its body and the policy of this moment. */
export type VersionPlan = Omit<typeof requestVersions.$inferInsert, 'requestId' | 'version' | 'formKey' | 'note'>;

// A console learns of its approvers when they sign in. Until two have, it takes for granted that there are two.
const APPROVERS_ASSUMED = 2;

type Reader = Pick<Transaction, 'select' | 'selectDistinct'>;

/** What a plan goes by besides what is asked for, read once for any number of bodies of one maker. */
interface PlanBasis {
  requesterId: string;
  policy: Policy;
  /** By `recipientKey`. */
  paid: ReadonlySet<string>;
  /** How many people besides the maker could give an approval. */
  approvers: Record<ApprovingRole, number>;
}

/** What a body is asked for with. */
export interface RequestedBy {
  form: Pick<WithdrawalForm, 'addressEntry' | 'recipientId'>;
  /** What was known about the recipient (requests/checks). */
  checks: RecipientChecks;
  /** What all rows of its sheet to the recipient come to, where there are several, so that cutting it into rows evades no limit. */
  sum?: Amount | undefined;
}

export async function readPlanBasis(
  reader: Reader,
  bodies: readonly WithdrawalBody[],
  requesterId: string,
): Promise<PlanBasis> {
  const policy = await currentPolicy(reader);
  const paid = await findPaidRecipients(bodies.map(recipientKey), reader);
  const approvers = {
    approver: await countApprovers(reader, 'approver', requesterId),
    admin: await countApprovers(reader, 'admin', requesterId),
  };
  return { requesterId, policy, paid, approvers };
}

/** Turns a body into the bytes that count, and asks the policy what they need; refuses what nobody could approve. */
export function planVersion(
  { requesterId, policy, paid, approvers }: PlanBasis,
  body: WithdrawalBody,
  { form, checks, sum }: RequestedBy,
): Result<VersionPlan, PolicyRefusal> {
  const key = recipientKey(body);
  const own = toPolicyFacts(body, { makerId: requesterId, isNewRecipient: !paid.has(key), signals: signalsOf(checks) });
  const facts = sum === undefined ? own : { ...own, value: sum, isSum: true };
  const outcome = evaluatePolicy(policy.rules, facts);
  const because = explainOutcome(outcome, facts);
  if (outcome.kind === 'refuse') {
    return fail({
      kind: 'refused-by-policy',
      reason: because,
      next: 'Change what the rule is about, or ask an administrator whether the policy should allow it. The page “Policy” shows the rules.',
    });
  }
  const known = approvers[outcome.role];
  if (outcome.count > Math.max(known, APPROVERS_ASSUMED)) {
    return fail({
      kind: 'too-few-approvers',
      reason: `${because} Besides you, the console knows ${known === 1 ? 'one person' : `${known} people`} who could give one.`,
      next: `Have more people with the role ${outcome.role} sign in once, or ask an administrator to change the rule.`,
    });
  }
  return ok({
    ...toStoredBytes(body),
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

/** A body as the bytes that are stored, shown, approved and sent, with their hash. */
export function toStoredBytes(body: WithdrawalBody): { body: Buffer; bodySha256: string } {
  const bytes = Buffer.from(serializeWithdrawalBody(body), 'utf8');
  return { body: bytes, bodySha256: createHash('sha256').update(bytes).digest('hex') };
}

async function countApprovers(reader: Reader, role: ApprovingRole, requesterId: string): Promise<number> {
  const [known] = await reader
    .select({ people: count() })
    .from(people)
    .where(and(arrayContains(people.roles, [role]), ne(people.id, requesterId)));
  return known?.people ?? 0;
}
