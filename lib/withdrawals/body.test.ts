import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mintReference, REFERENCE_PATTERN } from '@/lib/withdrawals/reference';
import { submissionSchema, withdrawalFormSchema } from '@/lib/withdrawals/form';
import {
  serializeWithdrawalBody,
  toWithdrawalBody,
  toWithdrawalForm,
  type WithdrawalBody,
  type WithdrawalForm,
} from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

const FORM_KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const GOOD: WithdrawalForm = {
  ...EMPTY_WITHDRAWAL_FORM,
  profileId: 'p-ops',
  asset: 'ETH',
  network: 'ETHEREUM',
  destinationAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  value: '1.50',
  referenceId: 'INV-2026-1',
};

const issuesOf = (change: Partial<Record<keyof WithdrawalForm, unknown>> & Record<string, unknown>) => {
  const parsed = withdrawalFormSchema.safeParse({ ...GOOD, ...change });
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
};

describe('withdrawalFormSchema', () => {
  it('accepts a plain withdrawal and leaves the amount as typed', () => {
    expect(withdrawalFormSchema.parse(GOOD)).toEqual(GOOD);
  });

  it.each([
    [{ profileId: '' }, 'profileId'],
    [{ asset: 'eth' }, 'asset'],
    [{ network: 'ava lanche' }, 'network'],
    [{ network: '' }, 'network'],
    [{ destinationAddress: '0x5aAe b605' }, 'destinationAddress'],
    [{ destinationAddress: '0x5aAe\u200bb605' }, 'destinationAddress'],
    [{ destinationAddress: `ethereum:${GOOD.destinationAddress}@137?label=${'x'.repeat(200)}` }, 'destinationAddress'],
    [{ destinationAddress: 'x'.repeat(129) }, 'destinationAddress'],
    [{ referenceId: 'ab' }, 'referenceId'],
    [{ referenceId: '-abc' }, 'referenceId'],
    [{ referenceId: 'abc\u202e123' }, 'referenceId'],
    [{ value: '1,5' }, 'value'],
    [{ value: '1e3' }, 'value'],
    [{ fixed: 'both' }, 'fixed'],
    [{ amount: '1', total: '2' }, ''],
    [{ memo: 'half \ud800' }, 'memo'],
    [{ memo: 'null \0' }, 'memo'],
    [{ memo: '10483\n7562' }, 'memo'],
    [{ memo: '10483\u20287562' }, 'memo'],
    [{ memo: '10483\t7562' }, 'memo'],
    [{ memo: '10483\u00077562' }, 'memo'],
    [{ metadata: [{ key: 'k', value: 'a\r\nb' }] }, 'metadata.0.value'],
    [{ metadata: [{ key: 'k\u0085', value: '' }] }, 'metadata.0.key'],
    [
      { beneficiary: { ...GOOD.beneficiary, kind: 'institution', institutionName: 'A\nB' } },
      'beneficiary.institutionName',
    ],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'json', json: '{"a":{"b":["x\\ny"]}}' } }, 'beneficiary.json'],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'json', json: '{"a\\u001f":"x"}' } }, 'beneficiary.json'],
    [{ metadata: [{ key: 'k', value: '\0' }] }, 'metadata.0.value'],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'json', json: '{"a":"\\u0000"}' } }, 'beneficiary.json'],
    [{ metadata: Array.from({ length: 7 }, (_, index) => ({ key: `k${index}`, value: '' })) }, 'metadata'],
    [{ metadata: [{ key: 'k'.repeat(101), value: '' }] }, 'metadata.0.key'],
    [
      {
        metadata: [
          { key: 'k', value: '' },
          { key: 'k', value: '' },
        ],
      },
      'metadata.1.key',
    ],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'person', firstName: 'Ada' } }, 'beneficiary.lastName'],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'json', json: '[1]' } }, 'beneficiary.json'],
    [{ beneficiary: { ...GOOD.beneficiary, kind: 'json', json: '{' } }, 'beneficiary.json'],
  ])('refuses %j', (change, path) => {
    expect(issuesOf(change)).toContain(path);
  });

  it('says what a link holds instead of an address, however long it is', () => {
    const destinationAddress = `ethereum:${GOOD.destinationAddress}@137?value=1&label=${'x'.repeat(200)}`;
    const parsed = withdrawalFormSchema.safeParse({ ...GOOD, destinationAddress });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^This is a payment link\. It also names: network Polygon PoS, value in wei 1 and label /),
    ]);
  });

  it('never throws on foreign input', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true }),
        (value) => void submissionSchema.safeParse({ formKey: FORM_KEY, form: value }),
      ),
    );
  });
});

const body = (change: Partial<WithdrawalForm>): WithdrawalBody =>
  toWithdrawalBody({ formKey: FORM_KEY, form: withdrawalFormSchema.parse({ ...GOOD, ...change }) }, 'send');

describe('toWithdrawalBody', () => {
  it('gives exactly one of amount and total', () => {
    expect(body({ fixed: 'amount' })).toMatchObject({ amount: '1.50' });
    expect(body({ fixed: 'amount' })).not.toHaveProperty('total');
    expect(body({ fixed: 'total' })).toMatchObject({ total: '1.50' });
    expect(body({ fixed: 'total' })).not.toHaveProperty('amount');
    expect(() => serializeWithdrawalBody({ ...body({}), total: '1' } as unknown as WithdrawalBody)).toThrow(TypeError);
    const { amount: _amount, ...neither } = body({});
    expect(() => serializeWithdrawalBody(neither as WithdrawalBody)).toThrow(TypeError);
  });

  it('leaves out empty fields', () => {
    expect(Object.keys(body({}))).toEqual([
      'ref_id',
      'profile_id',
      'asset',
      'crypto_network',
      'destination_address',
      'amount',
    ]);
  });

  it('carries all fields of the interface that can be given together', () => {
    const full = body({
      memo: '90210',
      balanceAsset: 'USD',
      identityId: 'i-1',
      accountId: 'a-1',
      feeId: 'fee-1',
      metadata: [{ key: 'order', value: 'x' }],
      beneficiary: { ...GOOD.beneficiary, kind: 'institution', institutionName: 'Bank' },
    });
    expect(Object.keys(full)).toHaveLength(13);
    expect(serializeWithdrawalBody(full)).toContain('"metadata":{"order":"x"}');
    expect(full.beneficiary).toEqual({ institution_details: { name: 'Bank' } });
  });

  it('sends text in NFC, so that the hash covers the visible text', () => {
    expect(body({ memo: 'cafe\u0301' }).memo).toBe('caf\u00e9');
  });

  it('gives the same bytes for the same form, whatever order its members came in', () => {
    const shuffled = Object.fromEntries(Object.entries(GOOD).toReversed()) as WithdrawalForm;
    expect(serializeWithdrawalBody(toWithdrawalBody({ formKey: FORM_KEY, form: shuffled }, 'send'))).toBe(
      serializeWithdrawalBody(body({})),
    );
  });
});

describe('mintReference', () => {
  it('is a valid reference, the same for the same form and another for another', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.uuid({ version: 4 }), (one, other) => {
        expect(mintReference(one)).toMatch(REFERENCE_PATTERN);
        expect(mintReference(one)).toBe(mintReference(one));
        if (one !== other) expect(mintReference(one)).not.toBe(mintReference(other));
      }),
    );
    expect(toWithdrawalBody({ formKey: FORM_KEY, form: { ...GOOD, referenceId: '' } }, 'send').ref_id).toBe(
      mintReference(FORM_KEY),
    );
  });
});

describe('the form of a body', () => {
  it('confirms that no memo is needed only on a network with memos', () => {
    const form = toWithdrawalForm(toWithdrawalBody({ formKey: FORM_KEY, form: GOOD }, 'send'), '');
    expect(form.needsNoMemo).toBe(false);
    const stellar = {
      ...GOOD,
      network: 'STELLAR',
      destinationAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      needsNoMemo: true,
    };
    expect(toWithdrawalForm(toWithdrawalBody({ formKey: FORM_KEY, form: stellar }, 'send'), '').needsNoMemo).toBe(true);
  });
});
