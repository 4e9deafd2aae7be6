import { z } from 'zod';
import {
  atLeastOne,
  MAX_APPROVALS,
  MAX_RULES,
  MIN_APPROVALS,
  type PolicyRule,
  policyRuleSchema,
  policyRulesSchema,
} from '@/lib/policy/rules';
import { readWhen, WHEN, writeWhen } from '@/lib/policy/conditions/conditions';
import { type LimitDraft, toLimits } from '@/lib/policy/conditions/limit-lines';
import { readNumber } from '@/lib/policy/conditions/over-time';

/** Approvals that a group gives, as a line of the editor. */
const groupDraftSchema = z.strictObject({ group: z.string(), count: z.string() });
export type GroupDraft = z.infer<typeof groupDraftSchema>;

/** One rule as the editor shows it. An empty list is a condition that does not exist. */
const ruleDraftSchema = z
  .strictObject({
    name: z.string(),
    ...WHEN.draft,
    outcome: z.enum(['approve', 'refuse', 'wait']),
    count: z.string().regex(/^[0-9]$/),
    /** Empty means approvers. */
    role: z.enum(['', 'admin']),
    groups: z.array(groupDraftSchema),
    wholeBatch: z.boolean(),
    reason: z.string(),
  })
  .superRefine((draft, context) => {
    for (const [path, rows] of [
      [['atLeast'], draft.atLeast],
      [['overTime', 'limits'], draft.overTime.kind === 'sum' ? draft.overTime.limits : []],
    ] as const) {
      const assets = toLimits(rows).map(([asset]) => asset);
      const repeated = assets.find((asset, index) => assets.indexOf(asset) !== index);
      if (repeated !== undefined)
        context.addIssue({ code: 'custom', path: [...path], message: `${repeated} has two limits. Keep one.` });
    }
    for (const issue of policyRuleSchema.safeParse(toPolicyRule(draft)).error?.issues ?? []) {
      // Of a key that is no asset, the reason is inside.
      const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
      context.addIssue({ code: 'custom', path: fieldOf(draft, issue), message });
    }
  });
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

export const policyFormSchema = z.strictObject({
  rules: z
    .array(ruleDraftSchema)
    .min(1, 'A policy without rules allows nothing. Add at least one rule.')
    .max(MAX_RULES),
});
export type PolicyForm = z.infer<typeof policyFormSchema>;

export const EMPTY_RULE: RuleDraft = {
  name: '',
  ...writeWhen({}),
  outcome: 'approve',
  count: '1',
  role: '',
  groups: [],
  wholeBatch: false,
  reason: '',
};

/** Numbers of approvals that a rule can require, as the editor offers them. */
export const COUNTS = Array.from({ length: MAX_APPROVALS - MIN_APPROVALS + 1 }, (_, index) =>
  String(MIN_APPROVALS + index),
);

/** Converts a draft to a rule. Empty conditions become absent. */
export function toPolicyRule(draft: RuleDraft): PolicyRule {
  const { name, outcome, reason } = draft;
  return {
    name: name.trim(),
    when: readWhen(draft),
    then:
      outcome === 'refuse'
        ? { kind: 'refuse', reason: reason.trim() }
        : outcome === 'wait'
          ? { kind: 'wait' }
          : toApproval(draft),
  };
}

/** Converts drafts to rules; undefined where one of them is not complete yet. Names may still be missing. */
export function readCompleteRules(drafts: readonly RuleDraft[]): PolicyRule[] | undefined {
  const rules = drafts.map(toPolicyRule).map((rule) => ({ ...rule, name: rule.name || 'unnamed' }));
  const read = policyRulesSchema.safeParse(rules);
  return read.success ? read.data : undefined;
}

function toApproval({ count, role, groups, wholeBatch }: RuleDraft): PolicyRule['then'] {
  return {
    kind: 'approve',
    count: Number(count),
    ...(role !== '' && { role }),
    ...(groups.length > 0 && { groups: groups.map((need) => ({ group: need.group, count: readNumber(need.count) })) }),
    ...(wholeBatch && { wholeBatch }),
  };
}

/**
 * Converts a rule to a draft. The inverse of `toPolicyRule`, but the role `approver` becomes the empty default, and a
 * stored rule without approvals asks for one.
 */
export function toRuleDraft({ name, when, then }: PolicyRule): RuleDraft {
  return {
    ...EMPTY_RULE,
    name,
    ...writeWhen(when),
    outcome: then.kind,
    ...(then.kind === 'refuse' && { reason: then.reason }),
    ...(then.kind === 'approve' && toDraftOfApproval(then)),
  };
}

function toDraftOfApproval({
  count,
  role,
  groups = [],
  wholeBatch,
}: Extract<PolicyRule['then'], { kind: 'approve' }>): Pick<RuleDraft, 'count' | 'role' | 'groups' | 'wholeBatch'> {
  return {
    count: String(atLeastOne(count)),
    role: role === 'admin' ? 'admin' : '',
    groups: groups.map((need) => ({ group: need.group, count: String(need.count) })),
    wholeBatch: wholeBatch ?? false,
  };
}

/** Gives the path of the field that shows an issue of the rule's schema. */
function fieldOf(draft: RuleDraft, { path, code }: Pick<z.core.$ZodIssue, 'path' | 'code'>): (string | number)[] {
  const [part, member, ...inner] = path;
  if (part === 'then') {
    if (member === 'kind') return ['outcome'];
    const [row, column] = inner;
    return [String(member), ...(typeof row === 'number' && typeof column === 'string' ? [row, column] : [])];
  }
  if (part !== 'when') return [String(part)];
  const column = code === 'invalid_key' ? 'asset' : 'limit';
  if (member === 'atLeast') return ['atLeast', ...cellOf(draft.atLeast, inner[0], column)];
  if (member !== 'overTime') return [String(member)];
  const [place, kind, asset] = inner;
  if (place === 'window') return ['overTime', String(kind ?? 'window')];
  if (kind === 'limits') return ['overTime', 'limits', ...cellOf(draft.overTime.limits, asset, column)];
  return ['overTime', String(place)];
}

/** Gives the path of a cell in lines of limits; of the lines as a whole where no line is meant. */
function cellOf(
  rows: readonly LimitDraft[],
  asset: PropertyKey | undefined,
  column: keyof LimitDraft,
): (string | number)[] {
  const row = rows.findIndex((one) => one.asset.trim() === asset && (one.limit.trim() !== '' || asset !== ''));
  return row === -1 ? [] : [row, column];
}
