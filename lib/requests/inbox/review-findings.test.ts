import { expect, it } from 'vitest';
import type { BatchReview, ReviewedRow } from '@/lib/requests/bundles/batches';
import { listReviewFindings } from '@/lib/requests/inbox/review-findings';
import { isGrave, nameLine } from '@/lib/risk/sort-findings';

const row = (position: number, change: Partial<ReviewedRow> = {}): ReviewedRow => ({
  position,
  body: {
    asset: 'USDC',
    amount: '214500.5000',
    crypto_network: 'ETHEREUM',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  },
  recipientName: null,
  isAmountAsked: false,
  isGrave: false,
  reasons: ['112 times the median of the batch. Is a decimal point missing?', 'Never paid before.'],
  ...change,
});
const review = (change: Partial<BatchReview>): BatchReview => ({
  approvals: { given: 0, required: 2 },
  looks: 0,
  isGrave: false,
  addresses: 0,
  rows: [],
  amounts: [],
  ...change,
});

it('names the rows that need a look with amount, recipient and why, then how many more, then addresses', () => {
  const lines = listReviewFindings(
    review({ looks: 3, addresses: 1, rows: [row(5), row(7, { recipientName: 'Acme' })] }),
  );
  expect(lines.map(({ state }) => state)).toEqual(['warn', 'warn', 'notice', 'notice']);
  expect(nameLine(lines[0] ?? { text: '' })).toEqual({
    title: 'Row 6: 214,500.50 USDC to 0x5290 8400 … E416 9EE7',
    rest: '112 times the median of the batch. Never paid before.',
  });
  expect(lines.slice(1).map(({ name, text }) => name ?? text)).toEqual([
    'Row 8: 214,500.50 USDC to Acme',
    '1 more row needs a look',
    '1 first payment to compare',
  ]);
});

it('hides an amount that is entered from the invoice, and marks what costs the whole amount', () => {
  const [line = { id: '', state: 'ok', text: '' }] = listReviewFindings(
    review({ looks: 1, rows: [row(5, { recipientName: 'Acme', isAmountAsked: true, isGrave: true })] }),
  );
  expect(nameLine(line).title).toBe('Row 6 to Acme');
  expect(isGrave(line)).toBe(true);
});

it('says that nothing is unusual where nothing needs a look', () => {
  expect(listReviewFindings(review({}))).toMatchObject([{ state: 'ok', text: 'Nothing unusual in any row.' }]);
});
