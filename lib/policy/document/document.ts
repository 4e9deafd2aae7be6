import { z } from 'zod';
import { toPolicyRule, toRuleDraft } from '@/lib/policy/form';
import { explainUnmetRecipient } from '@/lib/policy/named-recipients';
import { type PolicyRule, policyRulesSchema } from '@/lib/policy/rules';
import { haveSameConditions } from '@/lib/policy/analysis/reach';
import { fail, ok, type Result } from '@/lib/result';
import { findRepeatedMember } from '@/lib/text/repeated-member';
import { joinList } from '@/lib/text/join-list';

/** Schema of a policy as a file: its rules in order. */
const policyDocumentSchema = z.strictObject({
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

/** What people call the members of a rule that are named differently in a file. */
const MEMBERS: Record<string, string> = {
  'when.makers': 'requesters',
  'when.atLeast': 'amount',
  'when.isNewRecipient': 'new recipient',
  'when.signals': 'warnings',
  'when.overTime': 'limit over time',
  'then.kind': 'outcome',
  'then.count': 'approvals',
  'then.wholeBatch': 'batch as a whole',
};

const TYPES: Record<string, string> = {
  string: 'a text in quotes',
  number: 'a whole number, without quotes',
  int: 'a whole number',
  array: 'a list in brackets',
  object: 'an object in braces',
  record: 'an object in braces',
};

/** Describes a place in a file for people, who count rules from 1: “Rule 2, approvals (then.count)”. */
function describePlace(path: readonly PropertyKey[]): string {
  const [first, index, ...inner] = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (first !== 'rules' || typeof index !== 'number')
    return path.length === 0 ? 'The file' : path.map(String).join('.');
  const member = MEMBERS[inner.slice(0, 2).join('.')];
  const place = inner.join('.');
  return [`Rule ${index + 1}`, ...(place === '' ? [] : [member ? `${member} (${place})` : place])].join(', ');
}

/**
 * Describes a mistake in a file to people, for `safeParse`: “must be a list in brackets.” Undefined where a schema says
 * itself what is wrong.
 */
function describeMistake(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === 'invalid_type')
    return issue.input === undefined ? 'is missing.' : `must be ${TYPES[issue.expected] ?? issue.expected}.`;
  if (code === 'invalid_value') return `must be ${describeValues(issue.values)}.`;
  if (code === 'invalid_union' && Array.isArray(issue.options)) return `must be ${describeValues(issue.options)}.`;
  if (code === 'too_small') return `must ${describeSize(issue.origin, issue.minimum, 'at least')}.`;
  return code === 'too_big' ? `must ${describeSize(issue.origin, issue.maximum, 'at most')}.` : undefined;
}

function describeValues(values: readonly unknown[]): string {
  return joinList(
    values.map((value) => (typeof value === 'string' ? `“${value}”` : String(value))),
    'or',
  );
}

function describeSize(origin: string, size: number | bigint, bound: 'at least' | 'at most'): string {
  if (origin === 'string') return `have ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `have ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}` : `be ${bound} ${size}`;
}

/**
 * Gives the JSON schema of a policy as a file. What JSON schema cannot say, such as that an amount is above zero, is
 * checked when a file is read.
 */
export function describePolicyDocument(): object {
  return {
    ...z.toJSONSchema(policyDocumentSchema, { io: 'input' }),
    title: 'Rules of a Countersign policy',
    description: 'The first rule that matches decides; all conditions in "when" must hold. See docs/decisions.',
  };
}
