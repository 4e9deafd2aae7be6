import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Findings } from '@/components/withdrawals/findings';
import type { RiskLine } from '@/lib/risk/risk-facts';

const line = (id: string, state: RiskLine['state'], more: Partial<RiskLine> = {}): RiskLine => ({
  id,
  state,
  text: `Text of ${id}.`,
  ...more,
});

it('lists as normal as many checks as it counts, and marks in red what costs the whole amount', () => {
  const markup = renderToStaticMarkup(
    <Findings
      title="Current checks"
      lines={[
        line('paid', 'ok', { basis: 'Based on 14 payments.' }),
        line('similar-0', 'warn', { name: 'resembles Northwind' }),
        line('amount', 'warn', { name: '5 times the typical amount' }),
        line('book', 'ok'),
      ]}
    />,
  );
  const [found = '', normal = ''] = markup.split('<details');
  expect(found).toMatch(/text-bad.*Resembles Northwind.*text-warn.*5 times/);
  expect(normal).toContain('2 checks are normal');
  expect(normal.match(/<li/g)).toHaveLength(2);
  expect(normal).toMatch(/<\/ul>.*Based on 14 payments\./);
});
