import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SentTodaySection } from '@/app/(console)/transfers/today/sent-today-section';

const sum = (transfers: number, amount = '0') => ({ transfers, amount });

it('has counts in a column of their own, amounts with the decimals of their asset, and a dash for none', () => {
  const asset = { asset: 'USDG', sent: sum(3, '11000'), completed: sum(2, '9000.5'), pending: sum(1, '1999.5') };
  const sent = { day: '2026-11-30', zone: 'UTC', assets: [{ ...asset, failed: sum(0), withoutAmount: 0 }] };
  const cells = [...renderToStaticMarkup(<SentTodaySection sent={sent} />).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(
    ([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''),
  );
  expect(cells).toEqual(['3', '11,000.00', '2 of 39,000.50', '1 of 31,999.50', '–none']);
});
