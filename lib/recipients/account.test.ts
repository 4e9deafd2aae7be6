import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { listAccountStarts, readAccountKey } from '@/lib/addresses/formats/stellar';
import { findNetwork } from '@/lib/networks/networks';
import { accountKey } from '@/lib/recipients/account';
import { accountOf, muxedOf, newStellarKey } from '@/scripts/testing/data/stellar-addresses';

// SEP-23, "Test cases".
const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const on = (crypto_network: string, destination_address: string, memo?: string) =>
  accountKey({ crypto_network, destination_address, ...(memo !== undefined && { memo }) });

it('is one for an account, its muxed accounts and every memo', () => {
  expect(on('STELLAR', MUXED)).toBe(on('STELLAR', ACCOUNT));
  expect(on('STELLAR', ACCOUNT, '42')).toBe(on('STELLAR', ACCOUNT));
  expect(on('LATER', 'account-1', '42')).toBe(on('LATER', 'account-1', '43'));
  expect(on('LATER', MUXED)).toBe(on('LATER', ACCOUNT));
});

it('is another one for each key, network and other address', () => {
  const other = accountOf(newStellarKey());
  const texts = [ACCOUNT, other].flatMap((address) => [on('STELLAR', address), on('LATER', address)]);
  expect(new Set([...texts, on('LATER', 'account-1'), on('LATER', 'account-2')]).size).toBe(6);
});

it('reads the key of every muxed account, and no other', () => {
  const stellar = findNetwork('STELLAR');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (memoId) => {
      const [key, other] = [newStellarKey(), newStellarKey()];
      const [account, muxed] = [accountOf(key), muxedOf(key, memoId)];
      expect(checkAddress(muxed, stellar)).toMatchObject({ state: 'valid' });
      expect(readAccountKey(muxed)).toBe(readAccountKey(account));
      const starts = listAccountStarts(readAccountKey(account) ?? '');
      const begins = (address: string) => starts.filter((start) => address.startsWith(start)).length;
      expect([begins(account), begins(muxed)]).toEqual([1, 1]);
      expect([begins(accountOf(other)), begins(muxedOf(other, memoId))]).toEqual([0, 0]);
    }),
  );
});
