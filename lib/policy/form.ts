import { z } from 'zod';
import {
  atLeastOne,
  MAX_APPROVALS,
  MAX_RULES,
  MIN_APPROVALS,
  type PolicyRule,
  policyRuleSchema,
  policyRulesSchema,
  recipientSchema,
} from '@/lib/policy/rules';
import { CALENDAR_UNITS, LIMIT_SCOPES, REFERENCE_CURRENCY, type TimeLimit } from '@/lib/policy/time-limits';
import { SIGNAL_IDS } from '@/lib/risk/signals';
import { canonicalIds } from '@/lib/text/uuid';

/** A limit for an asset, as a line of the editor. */
const limitDraftSchema = z.strictObject({ asset: z.string(), limit: z.string() });
export type LimitDraft = z.infer<typeof limitDraftSchema>;

/** A limit over time as the editor shows it. */
const overTimeDraftSchema = z.strictObject({
  /** Empty: no limit over time. */
  kind: z.enum(['', 'sum', 'value', 'count']),
  /** For sums. */
  limits: z.array(limitDraftSchema),
  /** For values and numbers. */
  limit: z.string(),
  window: z.enum(['hours', ...CALENDAR_UNITS]),
  hours: z.string(),
  zone: z.string(),
  by: z.array(z.enum(LIMIT_SCOPES)),
});
type OverTimeDraft = z.infer<typeof overTimeDraftSchema>;

/** Approvals that a group gives, as a line of the editor. */
const groupDraftSchema = z.strictObject({ group: z.string(), count: z.string() });
export type GroupDraft = z.infer<typeof groupDraftSchema>;

/** One rule as the editor shows it. An empty list is a condition that does not exist. */
const ruleDraftSchema = z
  .strictObject({
    name: z.string(),
    assets: z.array(z.string()),
    networks: z.array(z.string()),
    profiles: z.array(z.string()),
    recipients: z.array(recipientSchema),
    makers: z.array(z.string()),
    limits: z.array(limitDraftSchema),
    isNewRecipient: z.boolean(),
    signals: z.array(z.enum(SIGNAL_IDS)),
    overTime: overTimeDraftSchema,
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
      [['limits'], draft.limits],
      [['overTime', 'limits'], draft.overTime.kind === 'sum' ? draft.overTime.limits : []],
    ] as const) {
      const assets = toLimits(rows).map(([asset]) => asset);
      const repeated = assets.find((asset, index) => assets.indexOf(asset) !== index);
      if (repeated !== undefined)
        context.addIssue({ code: 'custom', path: [...path], message: `${repeated} has two limits. Keep one.` });
    }
    for (const issue of policyRuleSchema.safeParse(toPolicyRule(draft)).error?.issues ?? []) {
      // Of a key that is no asset, the reason stands inside.
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
  assets: [],
  networks: [],
  profiles: [],
  recipients: [],
  makers: [],
  limits: [],
  isNewRecipient: false,
  signals: [],
  overTime: { kind: '', limits: [], limit: '', window: 'hours', hours: '24', zone: 'UTC', by: [] },
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
  const { name, assets, networks, recipients, makers, isNewRecipient, signals, outcome, reason } = draft;
  const profiles = canonicalIds(draft.profiles);
  const limits = toLimits(draft.limits);
  return {
    name: name.trim(),
    when: {
      ...(assets.length > 0 && { assets }),
      ...(networks.length > 0 && { networks }),
      ...(profiles.length > 0 && { profiles }),
      ...(recipients.length > 0 && { recipients }),
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

function toTimeLimit({ kind, limits, limit, window, hours, zone, by }: OverTimeDraft): TimeLimit {
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
          : { kind: 'sum', limits: Object.fromEntries(toLimits(limits)) },
  };
}

// Not Number(): "1e3" and "0x10" are no way to write a limit. What is no number is reported by the rule's schema.
const readNumber = (text: string) => (/^[0-9]{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

// An empty line says nothing; one without an amount or an asset is reported by the rule's schema.
function toLimits(rows: readonly LimitDraft[]): [asset: string, limit: string][] {
  return rows
    .map(({ asset, limit }): [string, string] => [asset.trim(), limit.trim()])
    .filter(([asset, limit]) => asset !== '' || limit !== '');
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
    assets: when.assets ?? [],
    networks: when.networks ?? [],
    profiles: when.profiles ?? [],
    recipients: when.recipients ?? [],
    makers: when.makers ?? [],
    limits: toLimitDrafts(when.atLeast ?? {}),
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
    ...(limit.kind === 'sum' ? { limits: toLimitDrafts(limit.limits) } : { limit: String(limit.limit) }),
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
    groups: groups.map((need) => ({ group: need.group, count: String(need.count) })),
    wholeBatch: wholeBatch ?? false,
  };
}

function toLimitDrafts(limits: Record<string, string>): LimitDraft[] {
  return Object.entries(limits).map(([asset, limit]) => ({ asset, limit }));
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
  if (member === 'atLeast') return ['limits', ...cellOf(draft.limits, inner[0], column)];
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
