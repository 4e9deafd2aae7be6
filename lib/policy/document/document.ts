import { z } from 'zod';
import { describeMistake, describePlace } from '@/lib/policy/document/document-mistakes';
import { toPolicyRule, toRuleDraft } from '@/lib/policy/form';
import { explainUnmetRecipient } from '@/lib/policy/named-recipients';
import { type PolicyRule, policyRulesSchema } from '@/lib/policy/rules';
import { haveSameConditions } from '@/lib/policy/analysis/reach';
import { fail, ok, type Result } from '@/lib/result';
import { findRepeatedMember } from '@/lib/text/repeated-member';

/** Schema of a policy as a file: its rules in order. */
export const policyDocumentSchema = z.strictObject({
  /** Where programs that check the file find its schema; not read. */
  $schema: z.string().max(300).optional(),
  rules: policyRulesSchema,
});

/** The longest text that is read: fifty rules with long lists stay below it. */
export const MAX_DOCUMENT_LENGTH = 1_000_000;
const MAX_ISSUES = 20;

/** Writes rules as a file that `readPolicyDocument` reads. `schemaUrl`: the address of the schema of such files. */
export function writePolicyDocument(rules: readonly PolicyRule[], schemaUrl: string): string {
  return `${JSON.stringify({ $schema: schemaUrl, rules }, null, 2)}\n`;
}

/**
 * Reads the rules of a file. Fails with sentences, one for each mistake, with its place. Nothing is left out silently:
 * an unknown member, one that occurs twice, and a value that the editor could not show again are mistakes.
 */
export function readPolicyDocument(text: string): Result<PolicyRule[], string[]> {
  if (text.length > MAX_DOCUMENT_LENGTH) return fail(['This text is too long for a policy.']);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return fail([`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`]);
  }
  const repeated = findRepeatedMember(text);
  if (repeated)
    return fail([`${describePlace(repeated.slice(0, -1))}: the member “${repeated.at(-1)}” is there twice.`]);
  const read = policyDocumentSchema.safeParse(parsed, { error: describeMistake });
  if (!read.success) {
    const issues = read.error.issues.flatMap(describeIssue);
    const more = issues.length - MAX_ISSUES;
    return fail(more > 0 ? [...issues.slice(0, MAX_ISSUES), `There are ${more} more mistakes.`] : issues);
  }
  const unmet = explainUnmetRecipient(read.data.rules);
  if (unmet !== undefined) return fail([unmet]);
  const lost = read.data.rules.findIndex((rule) => !survivesEditing(rule));
  if (lost !== -1)
    return fail([
      `Rule ${lost + 1}: the editor cannot show this rule, since a value has a space where the editor has none.`,
    ]);
  return ok(read.data.rules);
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const place = describePlace(issue.path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${place}: unknown member “${key}”.`);
  // Of a key that is no asset, the reason is inside.
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [`${place}: ${message}`];
}

/** Tells whether a rule is the same after the editor has shown it. */
function survivesEditing(rule: PolicyRule): boolean {
  const shown = toPolicyRule(toRuleDraft(rule));
  return shown.name === rule.name && writeOutcome(shown) === writeOutcome(rule) && haveSameConditions(shown, rule);
}

/** Writes what a rule asks for, without the role that is the default of the editor. */
function writeOutcome({ then }: PolicyRule): string {
  return JSON.stringify(then.kind === 'approve' && then.role === 'approver' ? { ...then, role: undefined } : then);
}
