import { expect, it } from 'vitest';
import { writeBulkLookupCsv } from '@/lib/transfers/bulk-lookup-csv';

it('writes a row for each transfer, with exact amounts and without formulas', () => {
  const item = { id: 't-1', ref_id: '=1+1', amount: '1.500000000000000001', asset: 'ETH', flaws: [] };
  const text = writeBulkLookupCsv(
    [
      { place: 1, term: '=1+1', outcome: 'several', items: [item, { ...item, id: 't,"2"' }], repeats: undefined },
      { place: 2, term: 'INV-9', outcome: 'missing', items: [], repeats: undefined },
      { place: 3, term: 'inv-9', outcome: 'missing', items: [], repeats: 2 },
    ],
    'Searched 2 transfers, complete as of 1 s ago.',
  );
  expect(text.split('\r\n')).toEqual([
    '\uFEFFplace,term,result,same_as,id,ref_id,created_at,type,direction,amount,asset,crypto_network,status',
    "1,'=1+1,found more than once,,t-1,'=1+1,,,,1.500000000000000001,ETH,,",
    `1,'=1+1,found more than once,,"t,""2""",'=1+1,,,,1.500000000000000001,ETH,,`,
    '2,INV-9,not found,,,,,,,,,,',
    '3,inv-9,not found,2,,,,,,,,,',
    '"# Searched 2 transfers, complete as of 1 s ago."',
    '',
  ]);
});
