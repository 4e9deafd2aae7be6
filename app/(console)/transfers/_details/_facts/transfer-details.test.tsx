import * as fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { ChangeList } from '@/app/(console)/transfers/_details/_facts/change-list';
import { RawJson } from '@/app/(console)/transfers/_details/_facts/raw-record';
import { TransferDetails } from '@/app/(console)/transfers/_details/_facts/transfer-details';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';

const RECORD = {
  id: '0c9e4d1f-77ab-4c1e-9a51-0d8f1c5b7e21',
  customer_id: 'c-1',
  profile_id: 'p-ops',
  amount: '1.250000000000000001',
  total: '1.250500000000000001',
  fee: '0.0005',
  asset: 'ETH',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-11-20T14:59:00Z',
  updated_at: '2026-11-20T14:59:00Z',
  ref_id: 'INV-2026-1187',
  balance_asset: 'ETH',
  secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Who is it?' },
  status_details: { missing_trustline: { message: 'No trustline.' } },
  metadata: { ticket: 'OPS-4410' },
  destination_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  crypto_tx_index: '0',
  auto_conversion: { from_transfer_id: 'a', to_transfer_id: 'b' },
  group_id: 'g-1',
  notional_value: '4012.11',
  memo: '90210',
};

const anyMember = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    12.5,
    -0,
    1e308,
    [],
    ['a', { b: 1 }],
    {},
    '',
    'NEW_KIND',
    'constructor',
    '__proto__',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.constantFrom('x'.repeat(20_000), 'pay\u202Eeerf\u200B', '\uD800', '<script>alert(1)</script>', '1e999999999'),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);
const anyName = fc.oneof(
  fc.constantFrom(...Object.keys(RECORD), '__proto__', 'constructor', 'toString', 'surprise'),
  fc.string({ maxLength: 20 }),
);
const mutation = fc.record({
  name: anyName,
  value: anyMember,
  inside: fc.constantFrom<string | undefined>(
    undefined,
    undefined,
    undefined,
    'metadata',
    'secondary_status',
    'status_details',
    'auto_conversion',
  ),
});

/** Changes members as JSON would: `__proto__` is a member like any other, and undefined removes a member. */
function mutate(mutations: { name: string; value: unknown; inside: string | undefined }[]): Record<string, unknown> {
  const record = structuredClone(RECORD) as Record<string, unknown>;
  for (const { name, value, inside } of mutations) {
    const nested = inside === undefined ? record : record[inside];
    const target = (typeof nested === 'object' && nested !== null ? nested : record) as Record<string, unknown>;
    if (value === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return record;
}

const unescape = (html: string) =>
  html
    .replaceAll(/<!-- -->|<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

test('a realistic record is shown completely', () => {
  const item = decodeTransfer(RECORD);
  if (item.id === null) throw new Error('the record has an id');
  const text = unescape(renderToString(<TransferDetails transfer={item} />));
  for (const words of [
    'Balance falls by',
    '1.250500000000000001',
    'Pending at the service',
    'No trustline.',
    'OPS-4410',
    'INV-2026-1187',
    'Ethereum',
    '90210',
    '4,012.11',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('Problems with this record');
});

/** Renders the details of an item, with or without its raw record; the raw record alone for an unusable item. */
function draw(item: ReturnType<typeof decodeTransfer>, hasRaw: boolean): string {
  if (item.id === null) return renderToString(<RawJson value={item.raw} />);
  const { raw, ...row } = item;
  return renderToString(<TransferDetails transfer={hasRaw ? { ...row, raw } : row} />);
}

test('a finished transfer has one time of its end, and its history shows hashes in fours', () => {
  const item = decodeTransfer({ ...RECORD, status: 'COMPLETED', updated_at: '2026-11-20T15:00:00Z' });
  if (item.id === null) throw new Error('the record has an id');
  const text = unescape(renderToString(<TransferDetails transfer={item} />));
  expect(text).toMatch(/Completed.*15:00:00.* at the latest/);
  expect(text).not.toContain('Updated');
  const hash = `0x${'51b195d4'.repeat(8)}`;
  const history = renderToString(<ChangeList changes={[{ name: 'Transaction hash', before: null, after: hash }]} />);
  expect(history).toMatch(/>51b1<.*>95d4</);
  expect(unescape(history)).toContain(hash);
});

test('the details show any record of the service, with its ID', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), fc.boolean(), (mutations, hasRaw) => {
      const item = decodeTransfer(mutate(mutations));
      const html = draw(item, hasRaw);
      expect(item.id !== RECORD.id || html.includes(RECORD.id)).toBe(true);
      expect(html.includes('<pre')).toBe(hasRaw || item.id === null);
      expect(html).not.toContain('<script');
      expect(html).not.toMatch(/[\u202E\u200B]/u);
    }),
    { numRuns: 500, seed: 451 },
  );
});
