import { listNamedGroups, type PolicyRule } from '@/lib/policy/rules';
import { joinList } from '@/lib/text/join-list';

/**
 * Describes the rules that require approvals of a group: “rule 1 (“Large”) and rule 3 (“New”)”; empty where none does.
 */
export function describeRulesOf(group: string, rules: readonly PolicyRule[]): string {
  return joinList(
    rules.flatMap((rule, index) =>
      listNamedGroups([rule]).includes(group) ? [`rule ${index + 1} (“${rule.name}”)`] : [],
    ),
  );
}
