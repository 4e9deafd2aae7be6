import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { encodeBase58check } from '@/sandbox/addresses/base58check';
import { findNetwork, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';

const check = (id: NetworkId, text: string) => checkAddress(text, findNetwork(id));
const kindOf = (id: NetworkId, text: string) => {
  const verdict = check(id, text);
  return verdict.state === 'valid' ? verdict.kind : verdict.reason;
};
const normalOf = (id: NetworkId, text: string) => {
  const verdict = check(id, text);
  return verdict.state === 'valid' ? verdict.normal : verdict.reason;
};
const refusedOf = (id: NetworkId, texts: readonly string[]) =>
  texts.filter((text) => check(id, text).state !== 'valid');
const accepted = (id: NetworkId, texts: readonly string[]) => texts.filter((text) => check(id, text).state === 'valid');

describe('Bitcoin', () => {
  it('reads the valid addresses of BIP 173 and BIP 350, in both cases', () => {
    const valid = [
      ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'SegWit address of a key (P2WPKH)'],
      ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'SegWit address of a script (P2WSH)'],
      [
        'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
        'SegWit address of version 1, 40 bytes',
      ],
      ['BC1SW50QGDZ25J', 'SegWit address of version 16, 2 bytes'],
      ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'SegWit address of version 2, 16 bytes'],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'Taproot address (P2TR)'],
    ] as const;
    for (const [text, kind] of valid) {
      for (const spelling of [text.toLowerCase(), text.toUpperCase()]) {
        expect(check('BITCOIN', spelling)).toMatchObject({ state: 'valid', kind, normal: text.toLowerCase() });
      }
    }
  });

  it('refuses invalid addresses, test networks, and those that BIP 350 withdrew', () => {
    const refused: [string, RegExp][] = [
      ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', /test network/],
      ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', /test network/],
      ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', /test network/],
      ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', /not a Bitcoin address/],
      ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', /not a Bitcoin address/],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', /one character is wrong near “…3t5”\./],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', /BIP 350/],
      ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', /BIP 350/],
      ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', /BIP 350/],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', /BIP 350/],
      ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', /BIP 350/],
      ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx', /BIP 350/],
      ['BC1SW50QA3JX3S', /BIP 350/],
      ['bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj', /BIP 350/],
      ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', /Character 60 is “o”/],
      ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', /SegWit version 17/],
      ['BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', /SegWit version 17/],
      ['bc1pw5dgrnzv', /is 1, but this kind holds 2 to 40/],
      ['bc1rw5uspcuh', /BIP 350/],
      [
        'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
        /is 41, but this kind holds 2 to 40/,
      ],
      ['bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90', /BIP 350/],
      ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', /16 bytes/],
      ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', /capital and small/],
      ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', /capital and small/],
      ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', /part of a byte/],
      ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', /BIP 350/],
      ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', /part of a byte/],
      ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', /part of a byte/],
      ['bc1gmk9yu', /too short|not a Bitcoin/],
    ];
    for (const [text, reason] of refused)
      expect({ text, ...check('BITCOIN', text) }).toMatchObject({
        text,
        state: 'invalid',
        reason: expect.stringMatching(reason),
      });
  });

  it('accepts no bech32 text that is not an address (BIP 173, BIP 350)', () => {
    const texts = [
      'A12UEL5L',
      'a12uel5l',
      'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
      'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
      'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
      '?1ezyfcl',
      '?1v759aa',
      'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
      '\u00201nwldj5',
      '\u007f1axkwrx',
      '\u00801eym55h',
      'pzry9x0s0muk',
      'x1b4n0q5v',
      'li1dgmt3',
      'de1lg7wt\u00ff',
      'M1VUXWEZ',
      '16plkw9',
    ];
    for (const { id } of KNOWN_NETWORKS) expect({ id, accepted: accepted(id, texts) }).toEqual({ id, accepted: [] });
  });

  it('reads hashes of keys and scripts in base58 (BIP 13, BIP 16, the reference client)', () => {
    expect(kindOf('BITCOIN', '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo')).toBe('Address of a key (P2PKH)');
    expect(kindOf('BITCOIN', '3QJmV3qfvL9SuYo34YihAf3sRCW3qSinyC')).toBe('Address of a script (P2SH)');
    const valid = [
      '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm',
      '1FjL87pn8ky6Vbavd1ZHeChRXtoxwRGCRd',
      '3BZECeAH8gSKkjrTx8PwMrNQBLG18yHpvf',
      '33GA3ZXbw5o5HeUrBEaqkWXFYYZmdxGRRP',
      '16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb',
      '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj',
      '11111111111111111111BZbvjr',
    ];
    expect(refusedOf('BITCOIN', valid)).toEqual([]);
    const invalid = [
      '1GAdfviErV2Ew95FPtZyikz2qGP3gyCB6Hyu94sedAkPpA523m3fQwps9YKUZkKgQckGPKhRsFR',
      '37G2kMDLpmWVhimxRdzwNfE8JFvWXnJYnVcXeeGrek2qumdJuK7XArcVVpRtLLjRra3t64BEPF2',
      '2UVPFpGYnLHJezFzjUo42our6PMEoozzRdM',
      '2MygHQjE1U33q3LSC53p69YqFjP8PihumJAF',
      'KzNbAQ4mexfAxa6RKBzHQqfoTycaeWpv2p',
      '2jDPrDfAKihCGPbPD9ztY8TswAia4V8Bc6vx',
      'AZEah8d1EK362okRBS66e8SvdtYkrE8tsX',
      '2NDNP7GY59tTJPZTpbkprhM9SR99Nn5rUs7',
      '8iVk9nLM3nYwRuwypjy9NK5rsuZH7BbrQRZ1pgcQmvMnjAgRXD',
      'bc1qpu6d26mrulzetu4jqhd7rsunv9aqru26f5c4j8',
      'bc1p702xksx4z3uqf0u2phllxkfe5cgu0adxptqs0uelx0tqt8e885sqryes2l',
      'bc1qtsvlht6730n04f2mpaj5vv8hrledn5n5ug8c79',
      'bc1prklpq7tjcawg89cmwwqr3u5apwav36xa4zz56ady7crsllm6mpnqts7p86',
      'bc1qdsuzmn04k2z8vryw8l4dj8m5ygqgnne5n',
      'bt1pq65rzej5glw3ra79gav6fqnx4haa0z257qr3mc8cggkefahmgvyseufhc0',
    ];
    for (const { id } of KNOWN_NETWORKS) expect({ id, accepted: accepted(id, invalid) }).toEqual({ id, accepted: [] });
    for (const text of [
      'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ',
      '2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK',
      'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
    ]) {
      expect(kindOf('BITCOIN', text)).toMatch(/test network/);
    }
  });

  it('warns of a Taproot key that no one can hold (BIP 340)', () => {
    expect(check('BITCOIN', 'bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu')).toMatchObject({
      state: 'valid',
      notes: [],
    });
    // An x coordinate of no point.
    expect(check('BITCOIN', 'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzs2jkusy')).toMatchObject({
      lost: expect.stringContaining('No key'),
    });
  });
});

describe('Bitcoin Cash', () => {
  const TRANSLATIONS = [
    ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR', 'bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
    ['16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb', 'bitcoincash:qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
    ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['3LDsS579y7sruadqu11beEJoTjdFiFCdX4', 'bitcoincash:pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e'],
    ['31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw', 'bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37'],
  ] as const;

  it('reads the legacy format and CashAddr as one address, with and without its prefix, in both cases', () => {
    for (const [old, normal] of TRANSLATIONS) {
      for (const text of [old, normal, normal.slice('bitcoincash:'.length), normal.toUpperCase()])
        expect(normalOf('BITCOIN_CASH', text)).toBe(normal);
    }
  });

  it('accepts only the sizes that the network uses', () => {
    expect(kindOf('BITCOIN_CASH', 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2')).toBe(
      'Address of a key (P2PKH)',
    );
    for (const text of [
      'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0',
      'bitcoincash:qgagf7w02x4wnz3mkwnchut2vxphjzccwxgjvvjmlsxqwkcw59jxxuz',
      'bitcoincash:qvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq5nlegake',
      'bitcoincash:qnq8zwpj8cq05n7pytfmskuk9r4gzzel8qtsvwz79zdskftrzxtar994cgutavfklv39gr3uvz',
      'bitcoincash:qh3krj5607v3qlqh5c3wq3lrw3wnuxw0sp8dv0zugrrt5a3kj6ucysfz8kxwv2k53krr7n933jfsunqex2w82sl',
      'bitcoincash:qmvl5lzvdm6km38lgga64ek5jhdl7e3aqd9895wu04fvhlnare5937w4ywkq57juxsrhvw8ym5d8qx7sz7zz0zvcypqscw8jd03f',
      'bitcoincash:qlg0x333p4238k0qrc5ej7rzfw5g8e4a4r6vvzyrcy8j3s5k0en7calvclhw46hudk5flttj6ydvjc0pv3nchp52amk97tqa5zygg96mtky5sv5w',
    ]) {
      expect(kindOf('BITCOIN_CASH', text)).toMatch(/hash of \d\d bytes, which Bitcoin Cash does not use/);
    }
  });

  it('refuses test prefixes, other prefixes, and right checksums over other content', () => {
    for (const text of [
      'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t',
      'bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6',
    ]) {
      expect(kindOf('BITCOIN_CASH', text)).toMatch(/Bitcoin Cash test network/);
    }
    expect(
      accepted('BITCOIN_CASH', [
        'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5',
        'prefix:x64nx6hz',
        'p:gpf8m4h7',
        'bitcoincash:qpzry9x8gf2tvdw0s3jn54khce6mua7lcw20ayyn',
        'bchtest:testnetaddress4d6njnut',
        'bchreg:555555555555555555555555555555555555555555555udxmlmrz',
        'prefix:0qxsg0rgpa',
        'prefix:0zeuqqwwk0xjclsv4lzljpye09m74gv4darmzluu6g4yxxk5eja92nup8dp7p',
        'bitcoincash:QPM2QSZNHKS23Z7629MMS6s4cwef74vcwvY22GDX6A',
        'BitCOINcash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
        'bitcoincash:bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      ]),
    ).toEqual([]);
    expect(kindOf('BITCOIN_CASH', 'ecash:zpm2qsznhks23z7629mms6s4cwef74vcwv6ddac6re')).toMatch(/eCash/);
  });

  it('reads addresses that accept tokens (CHIP-2022-02)', () => {
    const pairs = [
      ['bitcoincash:zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', 'Address of a key (P2PKH), accepts tokens'],
      ['bitcoincash:rpm2qsznhks23z7629mms6s4cwef74vcwv59yeyr7n', 'Address of a script (P2SH), accepts tokens'],
    ] as const;
    for (const [text, kind] of pairs) expect(kindOf('BITCOIN_CASH', text)).toBe(kind);
  });
});

describe('Dogecoin', () => {
  it('reads the addresses of public test vectors, and what they hold', () => {
    // ENS address encoder, wallet-core and Bisq, with the hash of the key or script where they give it.
    const keys = [
      ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', '4620b70031f0e9437e374a2100934fba49110460'],
      ['DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy', 'a7d191ec42aa113e28cd858cceaa7c733ba2f777'],
      ['DEa7damK8MsbdCJztidBasZKVsDLJifWfE'],
      ['DNkkfdUvkCDiywYE98MTVp9nQJTgeZAiFr'],
      ['DDWUYQ3GfMDj8hkx8cbnAMYkTzzAunAQxg'],
    ] as const;
    const scripts = [
      ['AF8ekvSf6eiSBRspJjnfzK6d1EM6pnPq3G', 'f8f5d99a9fc21aa676e74d15e7b8134557615bda'],
      ['AETZJzedcmLM2rxCM6VqCGF3YEMUjA3jMw', 'f191149f72f235548746654f5b473c58258f7fb6'],
      ['9tp7THhBG3fNNFka1AJm95DU3E4x3pwQA3', '1a11b73ad3dd99d77da9f858cf323205a84dd5da'],
    ] as const;
    for (const [list, kind, version] of [
      [keys, 'Address of a key (P2PKH)', 0x1e],
      [scripts, 'Address of a script (P2SH)', 0x16],
    ] as const)
      for (const [text, hash] of list) {
        expect(check('DOGECOIN', text)).toEqual({ state: 'valid', normal: text, kind, notes: [] });
        if (hash) expect(encodeBase58check(version, Buffer.from(hash, 'hex'))).toBe(text);
      }
  });

  it.each([
    ['1DDWUYQ3GfMDj8hkx8cbnAMYkTzzAunAQxg', /not a Dogecoin address/],
    ['DDWUYQ3GfMDj8hkx8cbnAMYkTzzAunAQxgs', /checksum|characters/],
    ['DDWUYQ3GfMDj8hkx8cbnAMYkTzzAunAQxg#', /more than an address/],
    ['DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCYD', /one character is wrong near “…aCYD”/],
    ['nfox1pvtKvx4Kv3RvYMHKTmSGNDtFJDrdm', /checksum|test network/],
    ['mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ', /Dogecoin test network/],
    ['1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', /This is a Bitcoin address, not a Dogecoin address/],
    ['0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133', /or an address on the Sui network/],
  ])('explains why %s is refused', (text, reason) => {
    expect(check('DOGECOIN', text)).toMatchObject({ state: 'invalid', reason: expect.stringMatching(reason) });
  });

  it('refuses addresses that destroy coins', () => {
    for (const text of ['DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr', 'D596YFweJQuHY1BbjazZYmAbt8jJPbKehC'])
      expect(check('DOGECOIN', text)).toMatchObject({ lost: expect.stringContaining('destroy coins') });
  });
});

describe('Litecoin', () => {
  it('reads bech32, and hashes in the current and the legacy format', () => {
    expect(kindOf('LITECOIN', 'LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9')).toBe('SegWit address of a key (P2WPKH)');
    expect(kindOf('LITECOIN', 'ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qmu8tk5')).toBe(
      'SegWit address of a script (P2WSH)',
    );
    expect(kindOf('LITECOIN', 'LKKHMBjCU89fyFNgSRprDoD8Jb25N8uWvd')).toBe('Address of a key (P2PKH)');
    expect(normalOf('LITECOIN', 'M7zVKQKmtV5Rc7erVGVVC3khZbXxsS5HEX')).toBe('M7zVKQKmtV5Rc7erVGVVC3khZbXxsS5HEX');
    // The same script in the legacy format shared with Bitcoin.
    expect(normalOf('LITECOIN', '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj')).toBe(
      normalOf('LITECOIN', 'M7zVKQKmtV5Rc7erVGVVC3khZbXxsS5HEX'),
    );
    expect(check('LITECOIN', '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj')).toMatchObject({
      notes: [{ fact: 'Bitcoin uses the same legacy format.', check: 'network', network: 'Litecoin' }],
    });
    expect(check('BITCOIN', '31nM1WuowNDzocNxPPW9NQWJEtwWpjfcLj')).toMatchObject({
      notes: [{ fact: 'Bitcoin Cash and Litecoin use the same address format.', check: 'network', network: 'Bitcoin' }],
    });
  });

  it('refuses its test networks and versions that it does not have', () => {
    expect(kindOf('LITECOIN', 'tltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qsnr4fp')).toMatch(
      /Litecoin test network/,
    );
    expect(
      accepted('LITECOIN', ['ltc1sw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kx7lrn8']),
    ).toEqual([]);
    expect(kindOf('LITECOIN', `ltcmweb1qq${'q'.repeat(110)}`)).toMatch(/MWEB/);
  });
});
