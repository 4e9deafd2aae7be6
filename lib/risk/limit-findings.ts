import type { LimitUse } from '@/lib/policy/describe-time-limit';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Lists the use of limits over time as findings: those that are passed are one, and each of the others is normal. */
export function listLimitFindings(uses: readonly LimitUse[]): RiskLine[] {
  const passed = uses.filter(({ isOver }) => isOver).map(({ text }) => text.replace(/^Over the limit: /, ''));
  return [
    ...(passed.length > 0 ? [lineOf('limit', 'warn', `Over the limit: ${passed.join('; ')}`)] : []),
    ...uses.filter(({ isOver }) => !isOver).map(({ text }, index) => lineOf(`limit-${index}`, 'ok', text)),
  ];
}

const lineOf = (id: string, state: RiskLine['state'], text: string): RiskLine => ({
  id,
  state,
  name: 'over the limit',
  text,
  basis: '',
});
