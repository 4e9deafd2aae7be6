import type { PolicyRule } from '@/lib/policy/rules';

/** Change of a rule from one policy to the next. Numbers count from 1; `from` is the number in the earlier policy. */
export type RuleChange =
  | { kind: 'kept'; rule: PolicyRule; number: number; from: number }
  | { kind: 'moved'; rule: PolicyRule; number: number; from: number }
  | { kind: 'added'; rule: PolicyRule; number: number }
  | { kind: 'removed'; rule: PolicyRule; from: number };

/**
 * Compares two policies. Lists the new rules in their order, and removed rules at their old place. An edited rule
 * counts as one removed and one added; rules that keep their order among each other are kept, the others moved.
 */
export function compareRules(before: readonly PolicyRule[], after: readonly PolicyRule[]): RuleChange[] {
  const [old, now] = [before.map(identity), after.map(identity)];
  const partners = matchIndexes(old, now);
  const kept = new Set(longestIncreasing(partners));
  const isRemoved = (index: number) => !partners.includes(index);
  const changes: RuleChange[] = [];
  let passed = 0;
  const passUpTo = (index: number) => {
    for (; passed < index; passed += 1) {
      const rule = before[passed];
      if (rule && isRemoved(passed)) changes.push({ kind: 'removed', rule, from: passed + 1 });
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

/** Returns for each text of `now` the index of the same text in `old`, using each index once. */
function matchIndexes(old: readonly string[], now: readonly string[]): (number | undefined)[] {
  const taken = new Set<number>();
  return now.map((text) => {
    const found = old.findIndex((other, index) => other === text && !taken.has(index));
    if (found === -1) return undefined;
    taken.add(found);
    return found;
  });
}

/** Returns the longest increasing subsequence of the numbers. */
function longestIncreasing(numbers: readonly (number | undefined)[]): number[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    if (number === undefined) continue;
    const before = runs.filter((run) => (run.at(-1) ?? -1) < number).toSorted((a, b) => b.length - a.length)[0] ?? [];
    runs.push([...before, number]);
  }
  return runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
}
