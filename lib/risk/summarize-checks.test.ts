import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { describeFindings, listShownFindings, nameFindings, summarizeBasis } from '@/lib/risk/summarize-checks';

const line = (change: Partial<RiskLine> = {}): RiskLine => ({
  id: 'paid',
  state: 'warn',
  text: 'Never paid before.',
  basis: 'Based on payments.',
  ...change,
});
const checks = (lines: RiskLine[], similarAddresses: 'unavailable' | 'none' | 'one' = 'none') => ({
  card: { lines, signals: [] },
  similarAddresses:
    similarAddresses === 'unavailable' ? similarAddresses : similarAddresses === 'one' ? [{} as never] : [],
});

describe('the findings beside the possible duplicates', () => {
  it('count duplicates only where some of them are hidden', () => {
    const lines = [line(), line({ id: 'repeated' }), line({ id: 'memo', state: 'ok' })];
    expect(listShownFindings(lines, 0).map(({ id }) => id)).toEqual(['paid']);
    expect(listShownFindings(lines, 1).map(({ id }) => id)).toEqual(['paid', 'repeated']);
  });
});

describe('the findings beside the Approve button', () => {
  it('name what warns and what could not be checked, similar addresses first, and nothing else', () => {
    const lines = [
      line({ name: 'never paid before' }),
      line({ id: 'amount', name: '10 times the typical amount', text: '10 times the typical amount of 1 ETH.' }),
      line({ id: 'memo', state: 'ok', text: 'Same memo as before.' }),
      line({ id: 'book', state: 'notice', text: 'Not in the address book.' }),
      line({
        id: 'profile',
        state: 'unavailable',
        text: 'The profile could not be checked.',
        name: 'profile not checked',
      }),
    ];
    expect(describeFindings(nameFindings(checks(lines, 'one')))).toBe(
      '4 findings: similar address; never paid before; 10 times the typical amount; profile not checked.',
    );
    expect(nameFindings(checks([], 'unavailable'))).toEqual(['similar addresses not checked']);
    expect(describeFindings(nameFindings(checks([line({ state: 'ok' })])))).toBe('No findings.');
  });

  it('names a finding that was stored without a name by its first sentence', () => {
    const lines = [line({ text: 'New memo. Earlier payments used “a”.' }), line({ text: 'Never paid before.' })];
    expect(describeFindings(nameFindings(checks(lines)))).toBe('2 findings: new memo; never paid before.');
    expect(describeFindings(nameFindings(checks([line()])))).toBe('1 finding: never paid before.');
  });

  it('loses no finding, whatever its text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string(), name: fc.option(fc.string(), { nil: undefined }) })),
        (given) => {
          const lines = given.map(({ text, name }) => line({ text, ...(name !== undefined && { name }) }));
          const names = nameFindings(checks(lines));
          expect(names.length > 0).toBe(given.length > 0);
          for (const { name } of given) if (name !== undefined) expect(names).toContain(name);
        },
      ),
    );
  });
});

describe('what the checks rest on', () => {
  it('is one line, the payments first, and a list of the rest without repeats', () => {
    const lines = [
      line({ id: 'address', basis: 'Based on the address alone.' }),
      line(),
      line({ id: 'amount' }),
      line({ id: 'book', basis: 'Based on the address book.' }),
      line({ id: 'memo', state: 'unavailable', basis: 'The check did not run.' }),
    ];
    expect(summarizeBasis(lines)).toEqual({
      summary: 'Based on payments.',
      all: ['Based on payments.', 'Based on the address alone.', 'Based on the address book.'],
    });
    expect(summarizeBasis([line({ state: 'unavailable' })])).toEqual({ summary: '', all: [] });
  });
});
