import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import { type BeneficiaryMode, EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

const GOOD: WithdrawalForm = {
  ...EMPTY_WITHDRAWAL_FORM,
  profileId: 'p-ops',
  asset: 'ETH',
  network: 'ETHEREUM',
  destinationAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  value: '1.50',
};
const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const USDC_CONTRACT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const STELLAR = { asset: 'PYUSD', network: 'STELLAR', destinationAddress: ACCOUNT } satisfies Partial<WithdrawalForm>;

const find = (change: Partial<WithdrawalForm>) =>
  checkWithdrawal({ ...GOOD, ...change }, DEFAULT_SENDABLE).map(({ path, level }) => `${level} ${path}`);

describe('checkWithdrawal', () => {
  it('finds nothing about a plain withdrawal', () => {
    expect(find({})).toEqual([]);
  });

  it.each<[string, Partial<WithdrawalForm>, string[]]>([
    [
      'an address with a mistake',
      { destinationAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' },
      ['error destinationAddress'],
    ],
    ['the zero address', { destinationAddress: `0x${'0'.repeat(40)}` }, ['error destinationAddress']],
    ["a token's contract", { destinationAddress: USDC_CONTRACT }, ['error destinationAddress']],
    [
      'the zero address on a network that nothing can check',
      { network: 'NEWCHAIN', destinationAddress: `0x${'0'.repeat(40)}` },
      ['error destinationAddress', 'error network'],
    ],
    ['an address of another network', { destinationAddress: ACCOUNT }, ['error destinationAddress']],
    ['a network that nothing can check', { network: 'NEWCHAIN' }, ['warn destinationAddress', 'error network']],
    ['an asset that is not known', { asset: 'XYZ' }, ['error asset']],
    ['an asset that cannot go to the address', { asset: 'BTC' }, ['error asset']],
    ['a network of the address that the asset is not sent on', { asset: 'USDC', network: 'INK' }, ['error network']],
    [
      'a wrong asset with a wrong address',
      { asset: 'BTC', destinationAddress: ACCOUNT },
      ['error destinationAddress', 'error network'],
    ],
    ['more decimals than the asset has', { value: `0.${'1'.repeat(19)}` }, ['error value']],
    ['more decimals in the test payment', { testAmount: `0.${'1'.repeat(19)}` }, ['error testAmount']],
    ['a missing memo', STELLAR, ['error memo']],
    ['a memo beside one in the address', { ...STELLAR, destinationAddress: MUXED, memo: '7' }, ['error memo']],
    ['a memo of 29 bytes', { ...STELLAR, memo: 'ü'.repeat(14) + 'a' }, ['error memo']],
    ['a memo of an odd look', { ...STELLAR, memo: '#N/A' }, ['warn memo']],
    ['a reference of an odd look', { referenceId: '104837562.0' }, ['warn referenceId']],
    ['metadata of an odd look', { metadata: [{ key: 'ticket', value: '1.23457E+17' }] }, ['warn metadata.0.value']],
    ['a test that cannot be read', { testAmount: '1,5' }, ['error testAmount']],
    ['a test of all of it', { testAmount: '1.5' }, ['error testAmount']],
    ['a test where the total is fixed', { testAmount: '0.1', fixed: 'total' }, ['error testAmount']],
  ])('finds %s', (_, change, findings) => {
    expect(find(change)).toEqual(findings);
  });

  it.each<[string, Partial<WithdrawalForm>]>([
    ['as many decimals as the asset has', { value: `0.${'1'.repeat(18)}` }],
    ['zeros after the decimals that the asset has', { value: `0.${'1'.repeat(18)}000` }],
    ['a memo where the network has them', { ...STELLAR, memo: '7' }],
    ['none where the recipient needs none', { ...STELLAR, needsNoMemo: true }],
    ['none where the address carries one', { ...STELLAR, destinationAddress: MUXED }],
    ['a test that leaves a remainder', { testAmount: '0.01' }],
  ])('takes %s', (_, change) => {
    expect(find(change)).toEqual([]);
  });

  it('warns of a beneficiary only where withdrawals leave it out, and then of nothing inside it', () => {
    const beneficiary = { ...EMPTY_BENEFICIARY, kind: 'institution', institutionName: '#N/A' } as const;
    const findIn = (mode: BeneficiaryMode, change = {}) =>
      checkWithdrawal({ ...GOOD, beneficiary, ...change }, { ...DEFAULT_SENDABLE, beneficiary: mode });
    expect(findIn('send').map(({ message }) => message)).toEqual([expect.stringContaining('error message')]);
    expect(findIn('omit')).toEqual([
      { path: 'beneficiary.institutionName', level: 'warn', message: explainOmittedBeneficiary() },
    ]);
    expect(findIn('omit', { beneficiary: EMPTY_BENEFICIARY })).toEqual([]);
  });

  it('reads any form, checked or not', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 80 });
    fc.assert(
      fc.property(
        fc.record({ asset: text, network: text, destinationAddress: text, value: text, memo: text, testAmount: text }),
        (change) => {
          expect(() => find(change)).not.toThrow();
        },
      ),
    );
  });
});
