import { z } from 'zod';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import {
  atLeastOne,
  MAX_APPROVALS,
  MAX_RULES,
  MIN_APPROVALS,
  type PolicyRule,
  policyRuleSchema,
  policyRulesSchema,
} from '@/lib/policy/policy';
import { CALENDAR_UNITS, LIMIT_SCOPES, REFERENCE_CURRENCY, type TimeLimit } from '@/lib/policy/time-limits';
import { SIGNAL_IDS } from '@/lib/risk/signals';
import { canonicalIds } from '@/lib/text/uuid';

/** A limit over time as the editor shows it. */
const overTimeDraftSchema = z.strictObject({
  /** Empty: no limit over time. */
  kind: z.enum(['', 'sum', 'value', 'count']),
  /** For sums a limit a line, such as "BTC 1"; else one number. */
  limit: z.string(),
  window: z.enum(['hours', ...CALENDAR_UNITS]),
  hours: z.string(),
  zone: z.string(),
  by: z.array(z.enum(LIMIT_SCOPES)),
});
type OverTimeDraft = z.infer<typeof overTimeDraftSchema>;

/** One rule as the editor shows it: lists as text with commas, one limit a line. */
const ruleDraftSchema = z
  .strictObject({
    name: z.string(),
    assets: z.string(),
    networks: z.array(z.string()),
    profiles: z.string(),
    makers: z.array(z.string()),
    limits: z.string(),
    isNewRecipient: z.boolean(),
    signals: z.array(z.enum(SIGNAL_IDS)),
    overTime: overTimeDraftSchema,
    outcome: z.enum(['approve', 'refuse', 'wait']),
    count: z.string().regex(/^[0-9]$/),
    /** Empty means approvers. */
    role: z.enum(['', 'admin']),
    /** What groups of approvers give, one a line, such as "1 Treasury leads". */
    groups: z.string(),
    wholeBatch: z.boolean(),
    reason: z.string(),
  })
  .superRefine((draft, context) => {
    for (const [path, typed] of [
      [['limits'], draft.limits],
      [['overTime', 'limit'], draft.overTime.kind === 'sum' ? draft.overTime.limit : ''],
    ] as const) {
      const repeated = findRepeatedAsset(typed);
      if (repeated !== undefined)
        context.addIssue({ code: 'custom', path: [...path], message: `${repeated} has two limits. Keep one.` });
    }
    for (const { path, message } of policyRuleSchema.safeParse(toPolicyRule(draft)).error?.issues ?? []) {
      const asset = path.find((_part, index) => ['atLeast', 'limits'].includes(String(path[index - 1])));
      const prefix = typeof asset === 'string' ? `${asset}: ` : '';
      context.addIssue({ code: 'custom', path: fieldOf(path), message: prefix + message });
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
  assets: '',
  networks: [],
  profiles: '',
  makers: [],
  limits: '',
  isNewRecipient: false,
  signals: [],
  overTime: { kind: '', limit: '', window: 'hours', hours: '24', zone: 'UTC', by: [] },
  outcome: 'approve',
  count: '1',
  role: '',
  groups: '',
  wholeBatch: false,
  reason: '',
};

/** Numbers of approvals that a rule can require, as the editor offers them. */
export const COUNTS = Array.from({ length: MAX_APPROVALS - MIN_APPROVALS + 1 }, (_, index) =>
  String(MIN_APPROVALS + index),
);

/** Converts a draft to a rule. Empty conditions become absent. */
export function toPolicyRule(draft: RuleDraft): PolicyRule {
  const { name, networks, makers, isNewRecipient, signals, outcome, reason } = draft;
  const [assets, profiles, limits] = [
    splitList(draft.assets),
    canonicalIds(splitList(draft.profiles)),
    splitLimits(draft.limits),
  ];
  return {
    name: name.trim(),
    when: {
      ...(assets.length > 0 && { assets }),
      ...(networks.length > 0 && { networks }),
      ...(profiles.length > 0 && { profiles }),
      ...(makers.length > 0 && { makers }),
      ...(limits.length > 0 && { atLeast: Object.fromEntries(limits) }),
      ...(isNewRecipient && { isNewRecipient }),
      ...(signals.length > 0 && { signals }),
      ...(draft.overTime.kind !== '' && { overTime: toTimeLimit(draft.overTime) }),
    },
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

function toTimeLimit({ kind, limit, window, hours, zone, by }: OverTimeDraft): TimeLimit {
  return {
    window:
      window === 'hours'
        ? { kind: 'hours', hours: readNumber(hours) }
        : { kind: 'calendar', unit: window, zone: zone.trim() },
    by: LIMIT_SCOPES.filter((scope) => by.includes(scope)),
    limit:
      kind === 'count'
        ? { kind, limit: readNumber(limit) }
        : kind === 'value'
          ? { kind, currency: REFERENCE_CURRENCY, limit: limit.trim() }
          : { kind: 'sum', limits: Object.fromEntries(splitLimits(limit)) },
  };
}

// Not Number(): "1e3" and "0x10" are no way to write a limit. What is no number is reported by the rule's schema.
const readNumber = (text: string) => (/^[0-9]{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

function toApproval({ count, role, groups, wholeBatch }: RuleDraft): PolicyRule['then'] {
  const needs = splitGroups(groups);
  return {
    kind: 'approve',
    count: Number(count),
    ...(role !== '' && { role }),
    ...(needs.length > 0 && { groups: needs }),
    ...(wholeBatch && { wholeBatch }),
  };
}

// A line without a number asks for one person.
function splitGroups(text: string): GroupNeed[] {
  return splitLines(text).map((line) => {
    const [, count, group] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    return group === undefined ? { group: line, count: 1 } : { group, count: readNumber(count ?? '') };
  });
}

/**
 * Converts a rule to a draft. The inverse of `toPolicyRule`, but the role `approver` becomes the empty default, and a
 * stored rule without approvals asks for one.
 */
export function toRuleDraft({ name, when, then }: PolicyRule): RuleDraft {
  return {
    ...EMPTY_RULE,
    name,
    assets: when.assets?.join(', ') ?? '',
    networks: when.networks ?? [],
    profiles: when.profiles?.join(', ') ?? '',
    makers: when.makers ?? [],
    limits: joinLimits(when.atLeast ?? {}),
    isNewRecipient: when.isNewRecipient ?? false,
    signals: when.signals ?? [],
    ...(when.overTime && { overTime: toOverTimeDraft(when.overTime) }),
    outcome: then.kind,
    ...(then.kind === 'refuse' && { reason: then.reason }),
    ...(then.kind === 'approve' && toDraftOfApproval(then)),
  };
}

function toOverTimeDraft({ window, by, limit }: TimeLimit): OverTimeDraft {
  return {
    ...EMPTY_RULE.overTime,
    kind: limit.kind,
    limit: limit.kind === 'sum' ? joinLimits(limit.limits) : String(limit.limit),
    ...(window.kind === 'hours'
      ? { window: 'hours', hours: String(window.hours) }
      : { window: window.unit, zone: window.zone }),
    by: [...by],
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
    groups: groups.map((need) => `${need.count} ${need.group}`).join('\n'),
    wholeBatch: wholeBatch ?? false,
  };
}

function splitList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

// One limit a line, such as "BTC 1". A line without an amount keeps an empty one, and the rule's schema reports it.
function splitLimits(text: string): [asset: string, limit: string][] {
  return splitLines(text).map((line) => {
    const [asset = '', ...limit] = line.split(/\s+/);
    return [asset, limit.join(' ')];
  });
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function joinLimits(limits: Record<string, string>): string {
  return Object.entries(limits)
    .map((limit) => limit.join(' '))
    .join('\n');
}

function findRepeatedAsset(limits: string): string | undefined {
  const assets = splitLimits(limits).map(([asset]) => asset);
  return assets.find((asset, index) => assets.indexOf(asset) !== index);
}

/** Gives the path of the field that shows an issue of the rule's schema. */
function fieldOf([part, member, inner, last]: readonly PropertyKey[]): string[] {
  if (part === 'then') return [member === 'kind' ? 'outcome' : String(member)];
  if (part !== 'when') return [String(part)];
  if (member === 'overTime') return ['overTime', inner === 'window' ? String(last ?? 'window') : String(inner)];
  return [member === 'atLeast' ? 'limits' : String(member)];
}
