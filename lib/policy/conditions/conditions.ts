/**
 * The conditions of a rule, each once: what it allows, when it holds, how it reads, and how the editor shows it. All
 * that the policy does with conditions goes through this list, in its order, and names none of them. `assets` is first:
 * lib/policy/analysis/reach.ts relies on it.
 */
import type { z } from 'zod';
import { assets } from '@/lib/policy/conditions/assets';
import { atLeast } from '@/lib/policy/conditions/at-least';
import type { Comparison, Condition } from '@/lib/policy/conditions/condition';
import { isNewRecipient } from '@/lib/policy/conditions/is-new-recipient';
import { makers } from '@/lib/policy/conditions/makers';
import { networks } from '@/lib/policy/conditions/networks';
import { overTime } from '@/lib/policy/conditions/over-time';
import { profiles } from '@/lib/policy/conditions/profiles';
import { recipients } from '@/lib/policy/conditions/recipients';
import { signals } from '@/lib/policy/conditions/signals';
import type { PolicyFacts } from '@/lib/policy/facts';

const CONDITIONS = { assets, networks, profiles, recipients, makers, atLeast, isNewRecipient, signals, overTime };

type Conditions = typeof CONDITIONS;
/** The name of a condition, as rules are stored. */
export type ConditionName = keyof Conditions;
/** What a rule asks for: all of it must hold. */
export type When = { [Name in ConditionName]?: z.infer<Conditions[Name]['schema']> | undefined };
/** The conditions of a rule as the editor has them; each is there, and may be empty. */
export type WhenDraft = { [Name in ConditionName]: z.infer<Conditions[Name]['draft']['schema']> };

// The types of names and values belong together, which a loop over the names cannot say.
const EVERY = Object.entries(CONDITIONS) as unknown as readonly [ConditionName, Condition<unknown, unknown>][];
export const CONDITION_NAMES = EVERY.map(([name]) => name);

/** The schemas of all conditions, by name: those of proposed rules, of stored ones, or of drafts. */
export const WHEN = {
  proposed: shapeOf(({ schema }) => schema.optional()) as {
    [Name in ConditionName]: z.ZodOptional<Conditions[Name]['schema']>;
  },
  stored: shapeOf(({ schema, stored = schema }) => stored.optional()) as {
    [Name in ConditionName]: z.ZodOptional<Conditions[Name]['schema']>;
  },
  draft: shapeOf(({ draft }) => draft.schema) as { [Name in ConditionName]: Conditions[Name]['draft']['schema'] },
};

/** Gives something of each condition that a rule has, in their order. */
export function eachOf<Given>(
  when: When,
  give: (condition: Condition<unknown, unknown>, named: unknown) => Given,
): Given[] {
  return EVERY.flatMap(([name, condition]) => (when[name] === undefined ? [] : [give(condition, when[name])]));
}

/** Tells whether all conditions that a rule has hold. The cheap ones come first in the list. */
export function allHold(when: When, facts: PolicyFacts): boolean {
  return EVERY.every(([name, { holds }]) => when[name] === undefined || holds(when[name], facts));
}

/** Gives how each condition is compared, with what a rule names in it. */
export function comparisonsOf<Given>(
  when: When,
  give: (comparison: Comparison<unknown>, named: unknown) => Given,
): Given[] {
  return EVERY.map(([name, { comparison }]) => give(comparison, when[name]));
}

/** Tells whether each threshold of a rule implies that of another for an asset; an empty one has no limit. */
export function impliesAll(mine: When, other: When, asset: string): boolean {
  return EVERY.every(
    ([name, { comparison }]) =>
      other[name] === undefined || !('implies' in comparison) || comparison.implies(mine[name], other[name], asset),
  );
}

/** Reads the conditions of a draft; empty ones are left out. */
export function readWhen(draft: WhenDraft): When {
  const read = EVERY.map(([name, condition]) => [name, condition.draft.read(draft[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** Writes conditions into a draft; the inverse of `readWhen`. */
export function writeWhen(when: When): WhenDraft {
  return Object.fromEntries(
    EVERY.map(([name, { draft }]) => [name, when[name] === undefined ? draft.empty : draft.write(when[name])]),
  ) as WhenDraft;
}

function shapeOf(schemaOf: (condition: Condition<unknown, unknown>) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(EVERY.map(([name, condition]) => [name, schemaOf(condition)]));
}
