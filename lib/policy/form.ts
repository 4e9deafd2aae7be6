import { z } from 'zod';
import {
  atLeastOne,
  MAX_APPROVALS,
  MAX_RULES,
  MIN_APPROVALS,
  type PolicyRule,
  policyRuleSchema,
} from '@/lib/policy/policy';
import { SIGNAL_IDS } from '@/lib/risk/signals';
import { canonicalIds } from '@/lib/text/uuid';

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
    outcome: z.enum(['approve', 'refuse']),
    count: z.string().regex(/^[0-9]$/),
    /** Empty means approvers. */
    role: z.enum(['', 'admin']),
    wholeBatch: z.boolean(),
    reason: z.string(),
  })
  .superRefine((draft, context) => {
    const assets = splitLimits(draft.limits).map(([asset]) => asset);
    const repeated = assets.find((asset, index) => assets.indexOf(asset) !== index);
    if (repeated !== undefined)
      context.addIssue({ code: 'custom', path: ['limits'], message: `${repeated} has two limits. Keep one.` });
    for (const { path, message } of policyRuleSchema.safeParse(toPolicyRule(draft)).error?.issues ?? []) {
      const prefix = path[1] === 'atLeast' && typeof path[2] === 'string' ? `${path[2]}: ` : '';
      context.addIssue({ code: 'custom', path: [fieldOf(path)], message: prefix + message });
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
  outcome: 'approve',
  count: '1',
  role: '',
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
    },
    then: outcome === 'refuse' ? { kind: 'refuse', reason: reason.trim() } : toApproval(draft),
  };
}

function toApproval({ count, role, wholeBatch }: RuleDraft): PolicyRule['then'] {
  return { kind: 'approve', count: Number(count), ...(role !== '' && { role }), ...(wholeBatch && { wholeBatch }) };
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
    limits: Object.entries(when.atLeast ?? {})
      .map((limit) => limit.join(' '))
      .join('\n'),
    isNewRecipient: when.isNewRecipient ?? false,
    signals: when.signals ?? [],
    outcome: then.kind,
    ...(then.kind === 'refuse' ? { reason: then.reason } : toDraftOfApproval(then)),
  };
}

function toDraftOfApproval({
  count,
  role,
  wholeBatch,
}: Extract<PolicyRule['then'], { kind: 'approve' }>): Pick<RuleDraft, 'count' | 'role' | 'wholeBatch'> {
  return { count: String(atLeastOne(count)), role: role === 'admin' ? 'admin' : '', wholeBatch: wholeBatch ?? false };
}

function splitList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

// One limit a line, such as "BTC 1". A line without an amount keeps an empty one, and the rule's schema reports it.
function splitLimits(text: string): [asset: string, limit: string][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [asset = '', ...limit] = line.split(/\s+/);
      return [asset, limit.join(' ')];
    });
}

function fieldOf([part, member]: readonly PropertyKey[]): string {
  if (part === 'when') return member === 'atLeast' ? 'limits' : String(member);
  return part === 'then' ? String(member) : String(part);
}
