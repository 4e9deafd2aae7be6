import type { RuleNames } from '@/lib/policy/conditions/condition';
import { clsx } from 'clsx';
import { DataTable, TextCell } from '@/components/data/data-table';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';
import { compareRules, type RuleChange } from '@/lib/policy/changes';
import { describeRule, describeRuleParts } from '@/lib/policy/describe-rule';

interface RuleTableProps {
  rules: readonly PolicyRule[];
  names: RuleNames;
  /** For each rule why it never applies (lib/policy/analysis/analysis). */
  unreachable: PolicyAnalysis['unreachable'] | undefined;
}

/** Shows a policy as a table: what each rule asks for, and when. */
export function RuleTable({ rules, names, unreachable }: RuleTableProps) {
  return (
    <DataTable label="Rules" columns={[{ title: 'Rule' }, { title: 'When' }, { title: 'Result' }]}>
      <tbody className="divide-y divide-line border-t border-line">
        {rules.map((rule, index) => {
          const { asks, reason, isOneByOne, conditions, limits, hasOthers } = describeRuleParts(rule, names);
          return (
            <tr key={index}>
              <TextCell isRowTitle className="w-1/4">
                <span className="text-dim">{index + 1}</span> <UntrustedText text={rule.name} />
              </TextCell>
              <TextCell>
                <UntrustedText text={underWhen(conditions)} limit={20_000} />
                {limits.length > 0 && (
                  <ul aria-label="From" className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6">
                    {limits.map(([asset, limit]) => (
                      <li key={asset} className="flex justify-between gap-x-3">
                        <UntrustedText text={asset} limit={40} />{' '}
                        <span className="text-right">
                          <span className="text-dim">≥ </span>
                          <Money amount={limit} unit={asset} />
                        </span>
                      </li>
                    ))}
                    {hasOthers && (
                      <li className="flex justify-between gap-x-3 text-dim">
                        <span>Any other</span> <span>any amount</span>
                      </li>
                    )}
                  </ul>
                )}
                {unreachable?.[index] && <p className="font-medium text-warn">{unreachable[index]}</p>}
              </TextCell>
              <TextCell className="w-1/5">
                <span className="font-medium">
                  <UntrustedText text={isOneByOne ? `${asks}, one by one` : asks} limit={1000} />
                </span>
                {reason !== undefined && (
                  <>
                    {' '}
                    <UntrustedText text={reason} limit={1000} />
                  </>
                )}
              </TextCell>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** Writes conditions under the heading “When”, which says “if” already. */
const underWhen = (conditions: string) => conditions.replace(/^If (.)/, (_if, first: string) => first.toUpperCase());

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
