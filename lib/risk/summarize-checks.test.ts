import { describe, expect, it } from 'vitest';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { listBasis } from '@/lib/risk/summarize-checks';

const line = (change: Partial<RiskLine> = {}): RiskLine => ({
  id: 'paid',
  state: 'warn',
  text: 'Never paid before.',
  basis: 'Based on payments.',
  ...change,
});
describe('what the checks rest on', () => {
  it('is a list without repeats, the payments first', () => {
    const lines = [
      line({ id: 'address', basis: 'Based on the address alone.' }),
      line(),
      line({ id: 'amount' }),
      line({ id: 'book', basis: 'Based on the address book.' }),
      line({ id: 'memo', state: 'unavailable', basis: 'The check did not run.' }),
    ];
    expect(listBasis(lines)).toEqual([
      'Based on payments.',
      'Based on the address alone.',
      'Based on the address book.',
    ]);
    expect(listBasis([line({ state: 'unavailable' })])).toEqual([]);
  });
});
