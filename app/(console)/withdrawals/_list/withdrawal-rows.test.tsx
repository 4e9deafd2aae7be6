import * as fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BatchRow, RequestRow, UnreadRow } from '@/app/(console)/withdrawals/_list/withdrawal-row';
import { REQUEST_COLUMNS } from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import type { ListedBatch, ListedRequest } from '@/lib/requests/list/entry';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const REQUEST: ListedRequest = {
  kind: 'request',
  id: '3d0e4b1c-0000-4000-8000-000000000001',
  refId: 'INV-2291',
  state: 'AWAITING_APPROVAL',
  requesterName: 'finance',
  recipientName: 'Kraken cold storage',
  isMine: true,
  createdAt: '2026-11-22T06:48:00Z',
  expiresAt: '2026-11-23T06:48:00Z',
  body: {
    ref_id: 'INV-2291',
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: '123456789012345678901234567890.000000000000000001',
  },
  approvals: { given: 0, required: 2, void: [] },
  send: null,
  batch: null,
};
const BATCH: ListedBatch = {
  kind: 'batch',
  id: '3d0e4b1c-0000-4000-8000-000000000002',
  name: 'Payroll',
  requesterName: 'finance',
  isMine: false,
  createdAt: '2026-11-20T10:00:00Z',
  count: 15,
  recipients: 14,
  stages: { awaiting: 12, rejected: 3 },
  totals: ['ETH', 'BTC', 'SOL', 'LTC', 'USDC'].map((asset) => ({ asset, total: '1.5', count: 3 })),
  network: null,
  profileId: 'p-ops',
};

const textOf = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const ROW = {
  index: 0,
  columns: REQUEST_COLUMNS.map(({ id }) => id),
  today: undefined,
  hasDays: true,
  lineKey: 'line',
  onOpen: () => undefined,
};
const requestText = (change: Partial<ListedRequest> = {}, isInBatch = false) =>
  textOf(renderToString(<RequestRow {...ROW} request={{ ...REQUEST, ...change }} isInBatch={isInBatch} />));
const batchText = (change: Partial<ListedBatch> = {}) =>
  textOf(
    renderToString(<BatchRow {...ROW} batch={{ ...BATCH, ...change }} isOpen={false} onToggle={() => undefined} />),
  );

const unreadText = (error: Error | null) =>
  textOf(
    renderToString(
      <UnreadRow
        index={3}
        span={7}
        line={{ kind: 'unread', key: 'unread', item: 0, error, onRetry: () => undefined }}
      />,
    ),
  );

describe('a row of the list of withdrawals', () => {
  it('says time, reference, exact amount, recipient with address, network, profile, requester and status', () => {
    const text = requestText();
    for (const part of [
      '06:48',
      'INV-2291',
      '123,456,789,012,345,678,901,234,567,890.000000000000000001 ETH',
      'Kraken cold storage',
      '0x5290 8400 … E416 9EE7',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      'Ethereum',
      'p-ops',
      'finance (you)',
      'Awaiting approval (0 of 2)',
    ])
      expect(text).toContain(part);
  });

  it('names its batch, but not below the batch itself', () => {
    const batch = { id: BATCH.id, name: 'Payroll' };
    expect(requestText({ batch })).toContain('in Payroll');
    expect(requestText({ batch }, true)).not.toContain('in Payroll');
  });

  it('says what a search found it by, unless the row shows that', () => {
    const batch = { id: BATCH.id, name: 'Payroll' };
    expect(requestText({ batch, match: { field: 'note', how: 'contains' } })).toContain(
      'Note contains the search term',
    );
    expect(requestText({ match: { field: 'metadata.invoice', how: 'exact' } })).toContain('Metadata “invoice” matches');
    expect(requestText({ batch, match: { field: 'ref_id', how: 'prefix' } })).toContain('in Payroll');
  });

  it('shows an unknown network, a recipient without a name and a total as they are', () => {
    const { amount: total, ...body } = REQUEST.body;
    const text = requestText({ recipientName: null, body: { ...body, crypto_network: 'TRON', total: total ?? '1' } });
    expect(text).toContain('TRON');
    expect(text).toContain('total, fee included');
    expect(text).not.toContain('Kraken');
  });

  it('says for a batch how many withdrawals it has, in which stages, and its first sums', () => {
    const text = batchText();
    for (const part of [
      'Payroll',
      'Batch of 15 withdrawals',
      '12 awaiting · 3 rejected',
      '14 recipients',
      '1.5 ETH',
      'and 4 more assets',
    ])
      expect(text).toContain(part);
    expect(text).toContain('Several networks');
    expect(text).not.toContain('LTC');
    expect(batchText({ totals: BATCH.totals.slice(0, 2) })).toMatch(/1\.5 ETH .*1\.5 BTC/);
    expect(batchText({ name: '', count: 1, totals: [] })).toContain('Unnamed batch');
  });

  it('says that a batch is being read, and why it could not be', () => {
    expect(unreadText(null)).toContain('Loading the withdrawals of this batch…');
    expect(unreadText(new Error('no network'))).toContain('Try again');
  });

  it('writes hidden characters out and cuts long texts, whatever the texts are', () => {
    expect(requestText({ refId: `INV-\u202E${'x'.repeat(500)}` })).not.toContain('\u202E');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        const markup =
          requestText({ refId: text, recipientName: text, requesterName: text, batch: { id: BATCH.id, name: text } }) +
          batchText({ name: text, requesterName: text });
        expect(markup).not.toMatch(/[\u202A-\u202E\u2066-\u2069\0]/);
      }),
    );
  });
});
