import { expect, it } from 'vitest';
import { describeMatch } from '@/lib/search/describe-match';
import { describeTransferCount } from '@/lib/search/found';
import type { Match } from '@/lib/transfers/transfer';

it.each<[string, Match['how'], string]>([
  ['ref_id', 'exact', 'Reference matches exactly'],
  ['id', 'prefix', 'Transfer ID starts with the search term'],
  ['crypto_tx_hash', 'exact', 'Transaction hash matches exactly'],
  ['destination_address', 'suffix', 'Destination address ends with the search term'],
  ['memo', 'contains', 'Memo contains the search term'],
  ['metadata.order', 'exact', 'Metadata “order” matches exactly'],
  ['metadata.a\u202Eb', 'exact', 'Metadata “a⟨U+202E⟩b” matches exactly'],
  ['amount', 'exact', 'Amount matches exactly'],
  ['constructor', 'exact', 'Constructor matches exactly'],
])('a match of %s that is %s is called “%s”', (field, how, words) => {
  expect(describeMatch({ field, how })).toBe(words);
});

it.each([
  [0, '0 transfers'],
  [1, '1 transfer'],
  [999, '999 transfers'],
  [1000, '1,000 or more transfers'],
])('%i transfers to a recipient are “%s”', (transfers, words) => {
  expect(describeTransferCount(transfers)).toBe(words);
});
