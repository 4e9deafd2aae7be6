import type { LimitUse } from '@/lib/policy/describe-time-limit';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Lists the use of limits over time as findings: those that are passed are one, and each of the others is normal. */
export function listLimitFindings(uses: readonly LimitUse[]): RiskLine[] {
  const passed = uses.filter(({ isOver }) => isOver).map(({ text }) => text);
  const within = uses.filter(({ isOver }) => !isOver);
  const over: RiskLine = {
    id: 'limit',
    state: 'warn',
    name: 'over a policy limit',
    text: passed.join('; '),
  };
  return [
    ...(passed.length > 0 ? [over] : []),
    ...within.map(({ text }, index): RiskLine => ({ id: `limit-${index}`, state: 'ok', text })),
  ];
}
