import fc from 'fast-check';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { explainNoMatch, toBulkLookupTable, writeBulkLookupTable } from '@/lib/search/lookup/bulk-lookup-csv';
import { matchTermsToRows, type LookupRequest, type LookupRow } from '@/lib/search/lookup/bulk-lookup';
import type { TransferRow } from '@/lib/transfers/transfer';

const basis = {
  coverage: { asOf: '2026-11-22T12:03:00Z', answeredAt: '2026-11-22T12:03:05Z' },
  askedAt: '2026-11-22T12:03:04Z',
};
const transfer: TransferRow = {
  id: 't-1',
  ref_id: '=1+1',
  amount: '1.500000000000000001',
  asset: 'ETH',
  direction: 'DEBIT',
  status: 'COMPLETED',
  flaws: [],
};
const request: LookupRequest = {
  id: 'r-1',
  refId: 'INV-7',
  state: 'REJECTED',
  requesterName: 'finance',
  recipientName: '@Acme "Ltd"',
  isMine: false,
  createdAt: '2026-11-12T10:00:00Z',
  expiresAt: '2026-11-13T10:00:00Z',
  body: {
    ref_id: 'INV-7',
    profile_id: 'p',
    asset: 'BTC',
    crypto_network: 'BITCOIN',
    destination_address: 'bc1q',
    amount: '0.5',
  },
  approvals: { given: 0, required: 2, void: [] },
  send: null,
  outcome: {
    state: 'REJECTED',
    requesterName: 'finance',
    createdAt: '2026-11-12T10:00:00Z',
    expiresAt: '2026-11-13T10:00:00Z',
    approvals: { given: 0, required: 2 },
    isExpired: false,
    rejection: { personName: 'approver-one', at: '2026-11-13T08:00:00Z', reason: 'wrong address' },
    changedAt: '2026-11-13T08:00:00Z',
    send: null,
  },
};
const row = (term: string, change: Partial<LookupRow> = {}): LookupRow => ({
  term,
  items: [],
  requests: [],
  check: 'answered',
  ...change,
});
const read = (text: string, delimiter = ',') =>
  parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true, delimiter }).data;

describe('the exported results', () => {
  it('have a row for each match, with signed exact amounts and without formulas', () => {
    const items = [
      { ...transfer, recipient: { id: 'e-1', name: '+Desk' } },
      { ...transfer, id: 't,"2"', direction: 'CREDIT', amount: '.25' },
    ];
    const lines = matchTermsToRows(
      ['=1+1', 'INV-9', 'inv-9', 'INV-7'],
      [row('=1+1', { items }), row('INV-9', { similar: ['INV-8'] }), row('INV-7', { requests: [request] })],
    );
    const rows = read(writeCsv(toBulkLookupTable(lines, basis)));
    expect(rows).toMatchObject([
      {
        line: '1',
        term: "'=1+1",
        outcome: 'several',
        'transfer id': 't-1',
        amount: '-1.500000000000000001',
        'recipient name': "'+Desk",
        note: '',
      },
      { line: '1', reference: "'=1+1", 'transfer id': 't,"2"', amount: '0.25' },
      {
        line: '2',
        term: 'INV-9',
        outcome: 'not found',
        amount: '',
        note:
          'Not requested here, and not in the transfers as of 12:03:00 UTC; the service was asked at 12:03:04 UTC and has no match. ' +
          'Similar: INV-8.',
      },
      { line: '3', term: 'inv-9', outcome: 'not found', note: expect.stringMatching(/^Same as line 2\. /) },
      {
        line: '4',
        outcome: 'requested here',
        reference: 'INV-7',
        amount: '',
        asset: 'BTC',
        'recipient name': `'@Acme "Ltd"`,
        'request state': 'Rejected',
        'request id': 'r-1',
        note: expect.stringMatching(/^Requested here on 12 Nov 2026 by finance, rejected .+ Requested: 0\.5 BTC\.$/),
      },
    ]);
  });

  it('leave out an amount whose direction is unknown, rather than guess its sign', () => {
    const lines = matchTermsToRows(['a'], [row('a', { items: [{ ...transfer, direction: 'SIDEWAYS' }] })]);
    expect(read(writeCsv(toBulkLookupTable(lines, basis)))).toMatchObject([{ amount: '' }]);
  });

  it('can be read back cell by cell, as a file and as a table, whatever the texts are', () => {
    const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.string({ unit: 'grapheme' }), (terms, memo) => {
        const lines = matchTermsToRows(
          terms,
          terms.map((term) => row(term, { items: [{ ...transfer, ref_id: memo }] })),
        );
        for (const [text, delimiter] of [
          [writeCsv(toBulkLookupTable(lines, basis)), ','],
          [writeBulkLookupTable(lines, basis), '\t'],
        ] as const) {
          const rows = read(text, delimiter);
          expect(rows.map(({ line }) => line)).toEqual(lines.map(({ place }) => String(place)));
          expect(rows.every((cells) => Object.keys(cells).length === 17)).toBe(true);
          for (const cells of rows)
            for (const cell of Object.values(cells)) expect(cell).not.toMatch(/^(?:[=+@\t\r]|-(?!\d))/);
        }
      }),
      { numRuns: 60 },
    );
  });
});

it.each([
  [
    'answered',
    basis,
    'Not requested here, and not in the transfers as of 12:03:00 UTC; the service was asked at 12:03:04 UTC and has no match.',
  ],
  [
    'failed',
    basis,
    'Not requested here, and not in the transfers as of 12:03:00 UTC; the service could not be asked at 12:03:04 UTC.',
  ],
  ['not-asked', basis, 'Not requested here, and not in the transfers as of 12:03:00 UTC; the service was not asked.'],
  [
    'not-asked',
    { coverage: { ...basis.coverage, asOf: null }, askedAt: null },
    'Not requested here, and not in the transfers synced so far; the service was not asked.',
  ],
] as const)('a line without a match and with the check %s says what was searched', (check, on, wanted) => {
  expect(explainNoMatch({ check }, on)).toBe(wanted);
});
