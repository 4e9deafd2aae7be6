import { parseJson } from '@/lib/text/parse-json';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, type PolicyOutcome } from '@/lib/policy/policy';
import { listTimeLimits } from '@/lib/policy/describe-time-limit';
import { measureOf } from '@/lib/policy/time-limits';
import { type PolicyRule, storedPolicyRulesSchema } from '@/lib/policy/rules';
import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';
import type { ProofContext } from '@/lib/proof/signed';
import { readStatement } from '@/lib/proof/statement';
import type { SignedDecision } from '@/lib/proof/counted';
import { verifyChange } from '@/lib/proof/evidence/verify-change';

/** A policy as signed; it holds from the entry that the second administrator signed. */
interface SignedPolicy {
  from: number;
  sha256: string;
  version: number;
  rules: readonly PolicyRule[];
}

const amount = z.string().regex(/^\d{1,60}(?:\.\d{1,60})?$/);
const factsSchema = z.strictObject({
  asset: z.string(),
  network: z.string(),
  profileId: z.string(),
  recipient: z.string().exactOptional(),
  makerId: z.string(),
  value: amount,
  isSum: z.boolean().exactOptional(),
  isNewRecipient: z.boolean(),
  paidBefore: z.strictObject({ inAnyAsset: z.boolean(), largest: amount.nullable() }).exactOptional(),
  signals: z.array(z.string()).exactOptional(),
  overTime: z
    .array(
      z.strictObject({
        measure: z.string(),
        before: amount.nullable(),
        after: amount.nullable(),
        unknown: z.string().exactOptional(),
        price: z.strictObject({ usd: amount, at: z.string().exactOptional() }).exactOptional(),
      }),
    )
    .exactOptional(),
  wait: z.strictObject({ until: z.string(), ruleNumber: z.number().int() }).exactOptional(),
} satisfies Record<keyof PolicyFacts, z.ZodType>);

/** The versions of the policy, in the order in which they came into force. */
export class PolicyHistory {
  readonly #policies: SignedPolicy[] = [];
  readonly #signed = new Map<string, SignedDecision[]>();

  /** Adds the policy that the root names; false where the text is not that of a policy. */
  async begin(text: string): Promise<boolean> {
    return this.#add({ from: 0, version: 0, sha256: await sha256Hex(text), rules: readRules(text) });
  }

  /** Counts a policy statement that was added to the chain, over the text of the policy. */
  async sign(context: ProofContext, decision: SignedDecision, number: number, text: string): Promise<void> {
    const read = readStatement(decision.statement);
    if (!read.ok || read.value.subject.version <= (this.#policies.at(-1)?.version ?? 0)) return;
    const { kind, subject, sha256 } = read.value;
    const name = JSON.stringify([subject.id, subject.version, sha256]);
    const decisions = [...(this.#signed.get(name) ?? []), decision];
    this.#signed.set(name, decisions);
    const verified = await verifyChange(context, decisions, { kind, subject, sha256 });
    if (verified.ok) this.#add({ from: number, version: subject.version, sha256, rules: readRules(text) });
  }

  /** Gives the policy in force after an entry. */
  at(number: number): SignedPolicy | undefined {
    return this.#policies.findLast(({ from }) => from <= number);
  }

  #add({ rules, ...policy }: Omit<SignedPolicy, 'rules'> & { rules: readonly PolicyRule[] | undefined }): boolean {
    // A policy that cannot be read allows nothing; it is in force all the same.
    this.#policies.push({ ...policy, rules: rules ?? [] });
    return rules !== undefined;
  }
}

/** Reads the facts that a policy was given; undefined where the text is not that of such facts. */
export function readFacts(text: string): PolicyFacts | undefined {
  const read = factsSchema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

/** Applies a signed policy to facts. */
export function applyPolicy({ rules }: SignedPolicy, facts: PolicyFacts): PolicyOutcome {
  return evaluatePolicy(rules, facts);
}

/**
 * Lists the outcomes that a policy can have had over facts that were gathered under another one: those limits over time
 * that were not measured then were exceeded, or they were not.
 */
export function listPossibleOutcomes({ rules }: SignedPolicy, facts: PolicyFacts): PolicyOutcome[] {
  const measured = facts.overTime ?? [];
  const unmeasured = listTimeLimits(rules)
    .map(measureOf)
    .filter((measure) => measured.every((usage) => usage.measure !== measure));
  const unused = unmeasured.map((measure) => ({ measure, before: '0', after: '0' }));
  return [measured, [...measured, ...unused]].map((overTime) => evaluatePolicy(rules, { ...facts, overTime }));
}

function readRules(text: string): readonly PolicyRule[] | undefined {
  const read = storedPolicyRulesSchema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}
