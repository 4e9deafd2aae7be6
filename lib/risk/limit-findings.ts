import type { LimitUse } from '@/lib/policy/describe-time-limit';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Lists the use of limits over time as findings: one that is passed calls for attention, the others are normal. */
export function listLimitFindings(uses: readonly LimitUse[]): RiskLine[] {
  return uses.map(({ text, isOver }, index) => ({
    id: `limit-${index}`,
    state: isOver ? 'warn' : 'ok',
    name: 'Over the limit',
    text,
    basis: '',
  }));
}
