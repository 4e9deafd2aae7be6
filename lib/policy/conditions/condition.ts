import { z } from 'zod';
import type { PolicyFacts } from '@/lib/policy/facts';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

/** One condition of a rule, with all that the console does with it. `Value` is what a rule names. */
export interface Condition<Value, Draft = Value> {
  /** Reads the value in a rule that is proposed. */
  schema: z.ZodType<Value>;
  /** Reads the value in a stored rule, where an earlier one allowed more. */
  stored?: z.ZodType<Value>;
  /** Tells whether the condition holds. */
  holds: (named: Value, facts: PolicyFacts) => boolean;
  /** How the conditions of two rules are compared. */
  comparison: Comparison<Value>;
  /** Describes the condition as a part of a sentence. `assets`: those that the rule is about, if it names any. */
  describe: (named: Value, names: RuleNames, assets: readonly string[] | undefined) => string;
  /** Explains why the condition holds, as clauses. */
  explain: (named: Value, facts: ShownFacts) => string | string[];
  /** Changes a withdrawal that is special in nothing into one of the same asset for which the condition holds. */
  example: (named: Value, calm: PolicyFacts) => PolicyFacts;
  /** The condition as the editor of rules has it. */
  draft: {
    schema: z.ZodType<Draft, Draft>;
    /** The draft of a rule without the condition. */
    empty: Draft;
    /** Gives the value; undefined for an empty draft. */
    read: (draft: Draft) => Value | undefined;
    write: (named: Value) => Draft;
  };
}

/**
 * A condition that lists values is compared by those values, in the form in which they are compared; one with a
 * threshold by whether it implies that of another rule, for an asset. `mine` is undefined in a rule without it.
 */
export type Comparison<Value> =
  | { list: (named: Value) => readonly string[] }
  | { implies: (mine: Value | undefined, other: Value, asset: string) => boolean };

/** Facts as a person reads them. Never stored: what is stored are the facts that the policy decided by. */
export interface ShownFacts extends PolicyFacts {
  /** True where the largest payment to the recipient, which may be of any profile, is not said. */
  hidesLargest?: boolean;
}

/** The names by which people know what rules name. What has no name is described by its ID or address. */
export interface RuleNames {
  /** By ID of the person. */
  people: Readonly<Record<string, string>>;
  /** Profiles with name and ID, by `profileKey`. */
  profiles: Readonly<Record<string, string>>;
  /** Names in the address book, by `recipientKey`. */
  recipients: Readonly<Record<string, string>>;
}

export const text = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a value.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This contains an invisible character.');
export const list = z.array(text(128)).min(1).max(200);

/** The draft of a list of values: without any, the rule lacks the condition. */
export const draftOfList = <Value>(schema: z.ZodType<Value[], Value[]>): Condition<Value[]>['draft'] => ({
  schema,
  empty: [],
  read: (draft) => filled(draft),
  write: (named) => named,
});

export const filled = <Value>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined);

// IDs come from people: “constructor” names nobody.
export function ownValue(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
