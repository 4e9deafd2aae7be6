import type { RuleNames } from '@/lib/policy/conditions/condition';
import { clsx } from 'clsx';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';
import { compareRules, type RuleChange } from '@/lib/policy/changes';
import { describeRule } from '@/lib/policy/describe-rule';

/**
 * Shows a policy as numbered sentences. `unreachable`: for each rule why it never applies
 * (lib/policy/analysis/analysis).
 */
export function RuleList({
  rules,
  names,
  unreachable,
}: {
  rules: readonly PolicyRule[];
  names: RuleNames;
  unreachable: PolicyAnalysis['unreachable'] | undefined;
}) {
  return (
    <ol className="divide-y divide-line">
      {rules.map((rule, index) => (
        <li key={index} className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-2.5 first:pt-0 last:pb-0">
          <span className="text-dim">{index + 1}</span>
          <RuleText rule={rule} names={names} unreachableReason={unreachable?.[index]} />
        </li>
      ))}
    </ol>
  );
}

const CHANGE_LOOKS: Record<RuleChange['kind'], { mark: string; look: string }> = {
  kept: { mark: 'Unchanged', look: 'border-l-transparent text-dim' },
  moved: { mark: 'Moved', look: 'border-l-warn bg-warn-soft' },
  added: { mark: 'Added', look: 'border-l-edge bg-soft' },
  removed: { mark: 'Removed', look: 'border-l-bad bg-bad-soft' },
};

/** Shows the difference between two policies, rule by rule; each change is marked by a word as well as a colour. */
export function RuleChanges({
  before,
  after,
  names,
  unreachable,
}: {
  before: readonly PolicyRule[];
  after: readonly PolicyRule[];
  names: RuleNames;
  unreachable: PolicyAnalysis['unreachable'] | undefined;
}) {
  return (
    <ol aria-label="Changes" className="space-y-1 text-body">
      {compareRules(before, after).map((change, index) => (
        <li
          key={index}
          className={clsx(
            'grid grid-cols-[5.75rem_minmax(0,1fr)] gap-2 rounded border-l-3 p-2',
            CHANGE_LOOKS[change.kind].look,
          )}
        >
          <span className="text-label leading-5 font-medium">{describePlace(change)}</span>
          <RuleText
            rule={change.rule}
            names={names}
            isRemoved={change.kind === 'removed'}
            unreachableReason={change.kind === 'removed' ? undefined : unreachable?.[change.number - 1]}
          />
        </li>
      ))}
    </ol>
  );
}

function describePlace(change: RuleChange): string {
  const { mark } = CHANGE_LOOKS[change.kind];
  switch (change.kind) {
    case 'added':
      return `${mark} as ${change.number}`;
    case 'removed':
      return `${mark} (was ${change.from})`;
    case 'kept':
    case 'moved':
      // No break before the arrow: “Unchanged, 1” alone says something else.
      return change.from === change.number
        ? `${mark} ${change.number}`
        : `${mark}, ${change.from}\u00a0→\u00a0${change.number}`;
  }
}

interface RuleTextProps {
  rule: PolicyRule;
  names: RuleNames;
  isRemoved?: boolean;
  /** Sentence that says why the rule never applies. */
  unreachableReason?: string | null | undefined;
}

function RuleText({ rule, names, isRemoved, unreachableReason }: RuleTextProps) {
  const sentence = describeRule(rule, names);
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p className="text-label text-dim">
        <UntrustedText text={rule.name} />
      </p>
      <p className={isRemoved ? 'line-through' : undefined}>
        <UntrustedText text={sentence} limit={20_000} />
      </p>
      {unreachableReason && <p className="font-medium text-warn">{unreachableReason}</p>}
    </div>
  );
}
