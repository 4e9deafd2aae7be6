import { describe, expect, it } from 'vitest';
import {
  explainMisfit,
  explainWithoutCompleted,
  narrowToPreset,
  type PresetSummary,
} from '@/lib/transfers/export/preset-query';
import { readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

const FITTING: PresetSummary = {
  accounts: 1,
  accountNames: ['p-ops USDC'],
  unsigned: 0,
  unsignedId: null,
  undated: 0,
  undatedId: null,
  tooPrecise: 0,
  tooPreciseAmount: null,
};
const query = (parameters: string) => readTransferQuery(new URLSearchParams(parameters));

describe('the query of an accounting file', () => {
  it.each([
    ['asset=PYUSD', undefined, 'status=COMPLETED&asset=PYUSD'],
    ['status=FAILED&status=COMPLETED', undefined, 'status=COMPLETED'],
    [
      'f=memo:empty&profile=a&profile=p-ops',
      { profile: 'p-ops', asset: 'USDC' },
      'status=COMPLETED&profile=p-ops&f=memo%3Aempty&f=balance_asset%3Ais%3AUSDC',
    ],
    ['', { profile: 'p-ops', asset: '' }, 'status=COMPLETED&profile=p-ops&f=balance_asset%3Aempty'],
  ])('%j is narrowed to completed transfers and account %j', (parameters, account, narrowed) => {
    expect(writeTransferQuery(narrowToPreset(query(parameters), account)).toString()).toBe(narrowed);
  });

  it('cannot have a status that excludes completed transfers', () => {
    expect(explainWithoutCompleted('xero', query('status=PENDING'))?.title).toBe(
      'These filters show no completed transfers',
    );
    expect(explainWithoutCompleted('xero', query('status=PENDING&status=COMPLETED'))).toBeUndefined();
    expect(explainWithoutCompleted('xero', query(''))).toBeUndefined();
  });
});

describe('the misfit of transfers', () => {
  it.each<[Partial<PresetSummary>, string]>([
    [
      { accounts: 1204, accountNames: ['a BTC', 'a ETH', 'b BTC'] },
      'A file for Xero holds one account. These transfers belong to 1,204: a BTC, a ETH, b BTC, …. No file was made.',
    ],
    [
      { unsigned: 2, unsignedId: 'x-1' },
      '2 transfers have no readable direction or total, such as x-1, so the sign of the amount is not known. No file was made.',
    ],
    [{ undated: 1, undatedId: 'x-2' }, 'One transfer has no readable time of creation, such as x-2. No file was made.'],
    [
      { tooPrecise: 3, tooPreciseAmount: '0.00012345 BTC' },
      '0.00012345 BTC has more decimals than the 2 that Xero imports, and so have 2 other transfers. No file was made.',
    ],
  ])('of %j is explained', (members, detail) => {
    expect(explainMisfit('xero', { ...FITTING, ...members })?.detail).toBe(detail);
    expect(explainMisfit('statement', { ...FITTING, ...members })).toBeUndefined();
  });

  it('is none where they fit', () => {
    expect(explainMisfit('netsuite', FITTING)).toBeUndefined();
  });
});
