import { describe, expect, it } from 'vitest';
import { explainRefusal } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import { encodeSuiAddress } from '@/sandbox/addresses/sui-address';
import { findNetwork, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';

const check = (id: NetworkId, text: string) => checkAddress(text, findNetwork(id));
const kindOf = (id: NetworkId, text: string) => {
  const verdict = check(id, text);
  return verdict.state === 'valid' ? verdict.kind : verdict.reason;
};
const accepted = (id: NetworkId, texts: readonly string[]) => texts.filter((text) => check(id, text).state === 'valid');

describe('EVM', () => {
  it('reads the examples of EIP-55', () => {
    const examples = [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x27b1fdb04752bbc536007a920d24acb045561c26',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ];
    for (const text of examples)
      expect(check('ETHEREUM', text)).toEqual({
        state: 'valid',
        normal: text.toLowerCase(),
        kind: 'Account or contract',
        notes: [],
      });
    for (const text of examples.slice(4)) {
      for (const spelling of [text.toLowerCase(), `0x${text.slice(2).toUpperCase()}`]) {
        expect(check('BASE', spelling)).toMatchObject({
          state: 'valid',
          normal: text.toLowerCase(),
          notes: [{ fact: expect.stringContaining('a typing mistake would go unnoticed'), check: 'spelling' }],
        });
      }
    }
  });

  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', /one character is wrong near “…AeD”\./],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', /one character too short/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed7', /one character too long/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', /Character 42 is “g”/],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /does not begin with 0x/],
    ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /capital X/],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', /ICAP/],
  ])('explains the mistake in %s', (text, reason) => {
    expect(kindOf('ETHEREUM', text)).toMatch(reason);
  });

  it.each([
    ['0x0000000000000000000000000000000000000000', /zero address/],
    ['0x0000000000000000000000000000000000000001', /inside the network/],
    ['0x000000000000000000000000000000000000dEaD', /destroy/],
    ['0xdEAD000000000000000042069420694206942069', /destroy/],
    ['0xffffffffffffffffffffffffffffffffffffffff', /destroy/],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', /ETH itself/],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', /contract of USDC/],
  ])('says why %s loses what it receives', (text, reason) => {
    const verdict = check('ETHEREUM', text);
    expect(verdict).toMatchObject({ state: 'valid', lost: expect.stringMatching(reason) });
    expect(explainRefusal(verdict)).toMatch(/lost\. Ask the recipient/);
  });
});

describe('Sui', () => {
  const ADDRESS = '0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133';

  it('reads the addresses of the SDK and of wallet-core, and warns that nothing checks them', () => {
    // Of the SDK: the address of this public key.
    expect(encodeSuiAddress(Buffer.from('ImR/7u82MGC9QgWhZxoV8QoSNnZZGLG19jjYLzPPxGk=', 'base64'))).toBe(ADDRESS);
    for (const text of [ADDRESS, '0x259ff8074ab425cbb489f236e18e08f03f1a7856bdf7c7a2877bd64f738b5015'])
      expect(check('SUI', text)).toEqual({
        state: 'valid',
        normal: text,
        kind: 'Account',
        notes: [{ fact: expect.stringContaining('no checksum'), check: 'spelling' }],
      });
  });

  it.each([
    [ADDRESS.slice(2), /secret key/],
    ['0x2', /has 64 digits after 0x, and this one has 1\./],
    [ADDRESS.slice(0, -1), /one character too short/],
    [`${ADDRESS}0`, /one character too long/],
    [ADDRESS.replace('0x', '0X'), /capital X/],
    [ADDRESS.replace('fad', 'FAD'), /small letters/],
    [ADDRESS.replace('4fad', '4gad'), /Character 8 is “g”/],
    [`${ADDRESS}::usdc::USDC`, /more text/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', /This is an EVM address .*, not a Sui address/],
    ['alice.sui', /does not look up names/],
  ])('explains the mistake in %s', (text, reason) => {
    expect(kindOf('SUI', text)).toMatch(reason);
  });

  it.each([
    [`0x${'0'.repeat(64)}`, /zero address/],
    [`0x${'2'.padStart(64, '0')}`, /part of Sui itself/],
    [`0x${'403'.padStart(64, '0')}`, /part of Sui itself/],
    [`0x${'d'.repeat(64)}`, /destroy/],
    ['0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7', /contract of USDC/],
  ])('says why %s loses what it receives', (text, reason) => {
    expect(check('SUI', text)).toMatchObject({ state: 'valid', lost: expect.stringMatching(reason) });
  });
});

describe('Avalanche, BNB Smart Chain and Robinhood Chain', () => {
  it.each(['AVALANCHE', 'BNB', 'ROBINHOOD'] as const)('%s reads the addresses of Ethereum', (id) => {
    expect(check(id, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toMatchObject({ state: 'valid' });
    expect(kindOf(id, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toMatch(/one character is wrong/);
  });

  it.each<[NetworkId, string, RegExp]>([
    ['AVALANCHE', 'X-avax1tzdcgj4ehsvhhgpl7zylwpw0gl2rxcg4r5afk5', /not an Avalanche address/],
    ['BNB', 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', /BNB Beacon Chain/],
    ['AVALANCHE', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', /contract of USDC/],
    ['BNB', '0x55d398326f99059fF775485246999027B3197955', /contract of USDT/],
    ['ROBINHOOD', '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168', /contract of USDG/],
  ])('%s refuses %s', (id, text, reason) => {
    const verdict = check(id, text);
    expect(explainRefusal(verdict) ?? kindOf(id, text)).toMatch(reason);
  });
});

describe('Solana', () => {
  it('tells accounts and programs apart', () => {
    for (const text of ['q5xfHVuAsGmKRTmJNshERHHkVnHKxRX3cKzz5cYnFRn', '6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs12'])
      expect(kindOf('SOLANA', text)).toMatch(/^On the curve/);
    for (const text of ['12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA', '6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs14'])
      expect(kindOf('SOLANA', text)).toMatch(/^Off the curve/);
  });

  it.each([
    ['q5xfHVuAsGmKRTmJNshERHHkVnHKxRX3cKzz5cYnFR', /31 bytes/],
    ['6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs122', /33 bytes/],
    ['6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSsl2', /Character 43 is “l”/],
    ['11111111111111111111111111111111', /System Program/],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', /contract of USDC/],
  ])('explains %s', (text, words) => {
    const verdict = check('SOLANA', text);
    expect(verdict.state === 'valid' ? verdict.lost : verdict.reason).toMatch(words);
  });
});

describe('Stellar', () => {
  const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

  it('reads the valid accounts of SEP-23, and the memo inside', () => {
    expect(check('STELLAR', ACCOUNT)).toEqual({ state: 'valid', normal: ACCOUNT, kind: 'Account', notes: [] });
    for (const [text, memo] of [
      ['MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ', '0'],
      ['MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK', '9223372036854775808'],
    ] as const) {
      expect(check('STELLAR', text)).toEqual({
        state: 'valid',
        normal: text,
        kind: `Muxed account with memo ID ${memo}`,
        notes: [],
        memo,
      });
    }
  });

  it('names the other things that SEP-23 encodes', () => {
    for (const [text, what] of [
      [
        'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM',
        'a signed payload',
      ],
      [
        'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUAAAAFGBU',
        'a signed payload',
      ],
      ['CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA', 'a contract'],
      ['LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN', 'a liquidity pool'],
      ['BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU', 'a claimable balance'],
    ] as const) {
      expect(kindOf('STELLAR', text)).toBe(
        `This is the ID of ${what}, not of an account. Ask the recipient for an account (G or M).`,
      );
    }
  });

  it('refuses every invalid example of SEP-23', () => {
    const invalid = [
      'GAAAAAAAACGC6',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
      'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
      'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6',
      'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV',
      'BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA',
    ];
    for (const { id } of KNOWN_NETWORKS) expect({ id, accepted: accepted(id, invalid) }).toEqual({ id, accepted: [] });
  });

  it.each([
    [ACCOUNT.toLowerCase(), /small letters/],
    [ACCOUNT.replace('3GLR', '3GL1'), /Character 16 is “1”/],
    [ACCOUNT.replace('UJVSGZ', 'UJVGSZ'), /two characters are swapped near “…VGSZ”\./],
    [ACCOUNT.slice(1), /not a Stellar address/],
    [`${ACCOUNT}A`, /one character too long/],
    ['alice*example.com', /federated/],
  ])('explains the mistake in %s', (text, reason) => {
    expect(kindOf('STELLAR', text)).toMatch(reason);
  });
});
