import type { PolicyRule } from '@/lib/policy/policy';

/** What became of a rule from one policy to the next. Numbers count from 1. */
export type RuleChange =
  | { kind: 'kept'; rule: PolicyRule; number: number; from: number }
  | { kind: 'moved'; rule: PolicyRule; number: number; from: number }
  | { kind: 'added'; rule: PolicyRule; number: number }
  | { kind: 'removed'; rule: PolicyRule; from: number };

/**
 * Compares two policies: the new one's rules in its order, those that are gone where they stood. A rule that was edited
 * is one removed and one added. Rules whose order among each other is the same are kept; the others were moved.
 */
export function compareRules(before: readonly PolicyRule[], after: readonly PolicyRule[]): RuleChange[] {
  const [old, now] = [before.map(identity), after.map(identity)];
  const partners = pairUp(old, now);
  const kept = new Set(longestRise(partners));
  const isGone = (index: number) => !partners.includes(index);
  const changes: RuleChange[] = [];
  let passed = 0;
  const passUpTo = (index: number) => {
    for (; passed < index; passed += 1) {
      const rule = before[passed];
      if (rule && isGone(passed)) changes.push({ kind: 'removed', rule, from: passed + 1 });
    }
  };
  after.forEach((rule, index) => {
    const partner = partners[index];
    if (partner === undefined) return changes.push({ kind: 'added', rule, number: index + 1 });
    const isKept = kept.has(partner);
    if (isKept) passUpTo(partner);
    return changes.push({ kind: isKept ? 'kept' : 'moved', rule, number: index + 1, from: partner + 1 });
  });
  passUpTo(before.length);
  return changes;
}

const identity = (rule: PolicyRule) => JSON.stringify([rule.name, rule.when, rule.then]);

/** For each text of `now`, the place of the same text in `old`; each place once. */
function pairUp(old: readonly string[], now: readonly string[]): (number | undefined)[] {
  const taken = new Set<number>();
  return now.map((text) => {
    const place = old.findIndex((other, index) => other === text && !taken.has(index));
    if (place === -1) return undefined;
    taken.add(place);
    return place;
  });
}

/** The longest run of numbers that rises, leaving others out. */
function longestRise(numbers: readonly (number | undefined)[]): number[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    if (number === undefined) continue;
    const before = runs.filter((run) => (run.at(-1) ?? -1) < number).toSorted((a, b) => b.length - a.length)[0] ?? [];
    runs.push([...before, number]);
  }
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
