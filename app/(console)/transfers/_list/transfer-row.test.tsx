import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { TransferListRow } from '@/app/(console)/transfers/_list/transfer-row';
import type { ListedTransfer } from '@/app/(console)/transfers/_list/transfer-list';
import { TRANSFER_COLUMNS } from '@/lib/transfers/columns';

const TRANSFER: ListedTransfer = {
  id: 't-1',
  ref_id: 'INV-7',
  amount: '0.4',
  asset: 'ETH',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: '2026-11-22T07:00:00Z',
  updated_at: '2026-11-22T07:10:00Z',
  flaws: [],
};
const ROW = {
  index: 0,
  columns: TRANSFER_COLUMNS.map(({ id }) => id),
  q: '',
  today: undefined,
  hasDays: false,
  isOpen: false,
  wasOpened: false,
  onOpen: () => undefined,
};

const markupOf = (change: Partial<ListedTransfer> = {}, row: Partial<typeof ROW> = {}) =>
  renderToString(<TransferListRow {...ROW} {...row} transfer={{ ...TRANSFER, ...change }} />);
const textOf = (...given: Parameters<typeof markupOf>) =>
  markupOf(...given)
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u2066-\u2069]+/g, ' ');

describe('a row of the list of transfers', () => {
  it('is a link, names the recipient, and says whether it was opened, is settled or needs attention', () => {
    expect(markupOf()).toContain('href="/transfers/t-1"');
    expect(textOf({ recipient: { id: 'e-1', name: 'Nordwind' } })).toContain('Nordwind');
    expect(markupOf({}, { wasOpened: true })).toContain('aria-label="INV-7, opened before"');
    expect(textOf({ isSettled: true, flaws: ['amount'] as never })).toContain('Settled');
    expect(textOf({ flaws: ['amount'] as never })).toContain('needs attention');
  });

  it('says what matched a search, with the term marked, when it completed and to whom it went', async () => {
    const recipient = { id: 'e-1', name: 'Nordwind' };
    const found = { match: { field: 'ref_id', how: 'exact' }, recipient } as const;
    // The line has the width of the row only there.
    expect(markupOf(found)).toContain('t-row t-found');
    expect(markupOf()).not.toContain('t-found');
    // Loaded when a row first has a match.
    await vi.waitFor(() => expect(markupOf(found)).toContain('t-match'));
    expect(markupOf(found, { q: 'inv-7' })).toMatch(/<mark[^>]*>INV-7<\/mark>/);
    expect(textOf(found, { q: 'inv-7' })).toMatch(/Reference matches exactly ?· completed by .+· to Nordwind/);
    const byMemo = textOf({ memo: 'rent of May', match: { field: 'memo', how: 'contains' } }, { q: 'may' });
    expect(byMemo).toMatch(/Memo contains the search term ?: ?rent of May/);
  });

  it('has the reason of a failure, for which its cell has room', () => {
    const failed = { status: 'FAILED', status_details: { missing_trustline: { message: 'No trustline.' } } } as const;
    expect(markupOf(failed)).toMatch(/t-with-reason.*class="t-reason">No trustline\./);
    expect(markupOf()).not.toContain('t-with-reason');
  });

  it('shows values that no console knows as they are', () => {
    const odd = { status: 'FROZEN', type: 'NEW_KIND', direction: 'SIDEWAYS', crypto_network: 'TRON', asset: 'NEW' };
    const text = textOf(odd);
    for (const part of ['Frozen', 'New kind', 'TRON', 'NEW']) expect(text).toContain(part);
    expect(textOf({ status: '\u202EFROZEN' })).not.toContain('\u202E');
  });
});
