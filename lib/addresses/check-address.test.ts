import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { findNetwork, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

const check = (id: NetworkId, text: string) => checkAddress(text, findNetwork(id));
const familyOf = (id: NetworkId) => findNetwork(id)!.family!;
const ids = KNOWN_NETWORKS.map(({ id }) => id);

const NAMES: Record<AddressFamily, RegExp> = {
  bitcoin: /^This is a Bitcoin address, not an? .* address\. Check the network, or ask/,
  litecoin: /^This is a Litecoin address, not an? .* address\. Check the network, or ask/,
  'bitcoin-cash': /^This is a Bitcoin Cash address, not an? .* address\. Check the network, or ask/,
  dogecoin: /^This is a Dogecoin address, not an? .* address\. Check the network, or ask/,
  evm: /^This is an EVM address \(Ethereum and similar networks\), not an? .* address\. Check the network, or ask/,
  solana: /^This is a Solana address, not an? .* address\. Check the network, or ask/,
  stellar: /^This is a Stellar address, not an? .* address\. Check the network, or ask/,
  // In place of another address it may be a secret key.
  sui: /^This is as long as a transaction hash or a secret key, or an address on the Sui network\. .*secret key: do not/,
};

// First characters of version bytes that several networks use.
const SHARED = /^[13]/;

describe('an address of each network on each network', () => {
  const draw = new SeededRandom(5);
  const drawn = ids.flatMap((id) => Array.from({ length: 40 }, () => ({ id, text: generateAddress(id, draw) })));

  it.each(ids)('%s', (id) => {
    for (const { id: other, text } of drawn) {
      const verdict = check(id, text);
      if (familyOf(id) === familyOf(other)) {
        expect({ text, state: verdict.state }).toEqual({ text, state: 'valid' });
        // The normal form of a normal form is itself.
        if (verdict.state === 'valid')
          expect(check(id, verdict.normal)).toMatchObject({ state: 'valid', normal: verdict.normal });
      } else if (
        SHARED.test(text) &&
        familyOf(other) === 'bitcoin' &&
        ['bitcoin-cash', 'litecoin'].includes(familyOf(id))
      ) {
        const isShared = familyOf(id) === 'bitcoin-cash' || text.startsWith('3');
        expect({ text, state: verdict.state }).toEqual({ text, state: isShared ? 'valid' : 'invalid' });
        if (verdict.state === 'valid') expect(verdict.notes.map(({ fact }) => fact).join(' ')).toContain('Bitcoin');
      } else {
        expect({ text, ...verdict }).toMatchObject({
          text,
          state: 'invalid',
          reason: expect.stringMatching(NAMES[familyOf(other)]),
        });
      }
    }
  });

  it('is unchecked, never valid, on an unknown network', () => {
    for (const { text } of drawn) {
      expect(checkAddress(text, undefined)).toMatchObject({
        state: 'unchecked',
        reason: expect.stringContaining('cannot be checked'),
      });
      expect(checkAddress(text, { label: 'Newchain' })).toMatchObject({
        state: 'unchecked',
        reason: expect.stringContaining('Newchain'),
      });
    }
  });
});

describe('a text that is pasted in place of an address', () => {
  it.each([
    ['SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR', /Stellar secret key.*Treat it as stolen/],
    ['L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', /secret key.*WIF/],
    ['5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9', /secret key/],
    ['QNcdLVw8fHkixm6NNyN6nVwxKek4u7qrioRbQmjxac5TVoTtZuot', /secret key/],
    ['suiprivkey1qrwsjvr6gwaxmsvxk4cfun99ra8uwxg3c9pl0nhle7xxpe4s80y05ctazer', /secret key/],
    ['T7D5nzjrpVi1hVbqeYt8GpA5dJf2vJmGx9tDkaQGu1U9KWVhNYYD', /secret key/],
    ['6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', /BIP 38/],
    [
      `xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi`,
      /BIP 32/,
    ],
    [`[${Array.from({ length: 64 }, (_, index) => index * 3).join(',')}]`, /secret key/],
    ['legal winner thank year wave sausage worth useful legal winner thank yellow', /recovery phrase/],
    ['4'.repeat(64), /transaction hash or a secret key/],
    [
      '5wHu1qwD7q5ifaN5nwdcDqNFo53GJqa7nLp2BLPASe7FPYoWZL3YBrJmVL6nrMtwKjNFin1F6uWmqJXBCjfVvE3F',
      /Solana transaction signature/,
    ],
    [`02${'79be667e'.repeat(8)}`, /public key/],
    [
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
      /extended public key/,
    ],
    [
      'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu',
      /Lightning/,
    ],
    [
      'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
      /Lightning/,
    ],
    [
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5',
      /payment link\..* names: network Bitcoin, asset BTC and amount 0\.5\. Enter the address alone/,
    ],
    ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1', /payment link/],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1', /payment link/],
    ['web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', /payment link/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1', /with more text\..* names: amount 1\./],
    ['arb1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /address with its network\..*network Arbitrum One/],
    [
      'dogecoin:D5ERdEN1gsouFSs7zsq7VYJxyWP6dP28H1?amount=1',
      /payment link\..*network Dogecoin, asset DOGE and amount 1/,
    ],
    ['dash:XanAvE5GMB8CsPH78B9moJq9viEVKvCS4f?amount=1', /payment link\. Paste only/],
    ['https://example.com/pay/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /web page/],
    ['treasury.eth', /does not look up names\. Paste the address\./],
    ['pay.münchen.eth', /does not look up names/],
    ['@treasury', /does not look up names/],
    ['treasury@example.com', /does not look up names/],
    ['treasury*example.com', /federated.*does not look up names/],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /Tron/],
    ['XanAvE5GMB8CsPH78B9moJq9viEVKvCS4f', /Dash/],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', /XRP/],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ', /space or a line break before or after/],
    ['bc1qw508d6qejxtdg4y5r3\nzarvary0c5xw7kv8f3t4', /Character 23 is a space or a line break/],
    ['bc1qw508d6qejxtdg4y5r3\u200bzarvary0c5xw7kv8f3t4', /invisible character \(U\+200B\)/],
    ['\u202ebc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', /invisible character \(U\+202E\)/],
    ['bc1qw508d6qejxtdg4y5r3zаrvary0c5xw7kv8f3t4', /Character 24 is “а”/],
    ['', /Enter an address/],
    ['?', /not an? .* address/],
  ])('%s', (text, reason) => {
    for (const id of ids)
      expect({ id, ...check(id, text) }).toMatchObject({ id, state: 'invalid', reason: expect.stringMatching(reason) });
  });

  it('never repeats a secret', () => {
    for (const text of [
      'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR',
      'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
      'suiprivkey1qrwsjvr6gwaxmsvxk4cfun99ra8uwxg3c9pl0nhle7xxpe4s80y05ctazer',
      'ab'.repeat(32),
    ]) {
      for (const network of [...ids.map(findNetwork), undefined, { label: 'Newchain' }]) {
        const verdict = checkAddress(text, network);
        expect(verdict.state).not.toBe('valid');
        const said = JSON.stringify(verdict);
        for (let at = 0; at + 6 <= text.length; at += 1) expect(said).not.toContain(text.slice(at, at + 6));
      }
    }
  });

  it.each(['a', '\u{1f4a9}', '1', ' ', '0x', 'bc1', 'q', '.', 'a ', '[1,', '\u200b', ':'])(
    'ten million characters of %j',
    (part) => {
      const text = part.repeat(10_000_000 / part.length);
      for (const id of ids) expect(check(id, text).state).toBe('invalid');
      for (const size of [4096, 300, 90])
        for (const id of ids) expect(check(id, text.slice(0, size)).state).toBe('invalid');
    },
  );
});
