import { base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { explainRefusal } from '@/lib/addresses/address-notes';
import { checkAddress, explainNotAddress } from '@/lib/addresses/check-address';
import { ASSETS } from '@/lib/networks/assets';
import {
  explorerAddressUrl,
  explorerTransactionUrl,
  findNetwork,
  KNOWN_NETWORKS,
  type NetworkId,
} from '@/lib/networks/networks';
import type { LinkContent } from '@/lib/addresses/payment-links/link-content';
import { readPaymentLink } from '@/lib/addresses/payment-links/read-link';
import { planTakeOver } from '@/lib/addresses/payment-links/take-over';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BCH = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const DOGE = 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD';
const SUI = '0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133';
const SOL = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK';
const G = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const M = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const SECRET = 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR';
const HASH = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const HEX = Buffer.from(HASH).toString('hex');

const contentOf = (text: string) => {
  const link = readPaymentLink(text);
  return link?.ok ? link.value : undefined;
};
const refusalOf = (text: string) => {
  const link = readPaymentLink(text);
  return link && !link.ok ? link.error : undefined;
};
const reasonOn = (id: NetworkId, text: string) => {
  const verdict = checkAddress(text, findNetwork(id));
  return verdict.state === 'invalid' ? verdict.reason : verdict.state;
};

describe('a text that holds more than an address', () => {
  it.each<[text: string, content: Partial<LinkContent>]>([
    [`bitcoin:${BTC}?amount=0.5&label=A%20B`, { network: 'BITCOIN', asset: 'BTC', amount: '0.5', address: BTC }],
    [`BITCOIN:${BTC.toUpperCase()}?AMOUNT=1`, { network: 'BITCOIN', amount: '1', address: BTC.toUpperCase() }],
    [`bitcoin://${BTC}`, { network: 'BITCOIN', address: BTC }],
    [`bitcoincash:${BCH}?amount=1`, { network: 'BITCOIN_CASH', asset: 'BCH', address: `bitcoincash:${BCH}` }],
    [`ethereum:${EVM}@137?value=2.014e18`, { network: 'POLYGON_POS', address: EVM }],
    [`ethereum:pay-${EVM}`, { address: EVM, family: 'evm' }],
    [`ethereum:${USDC}@1/transfer?address=${EVM}&uint256=1000000`, { network: 'ETHEREUM', address: EVM }],
    [`arb1:${EVM}`, { network: 'ARBITRUM_ONE', address: EVM }],
    [`eip155:57073:${EVM}`, { network: 'INK', address: EVM }],
    [`${EVM}@196`, { network: 'XLAYER', address: EVM }],
    [
      `web+stellar:pay?destination=${G}&amount=12.5&memo=104837562&memo_type=MEMO_ID`,
      { network: 'STELLAR', address: G, asset: 'XLM', amount: '12.5', memo: '104837562' },
    ],
    [
      `web+stellar:pay?destination=${G}&memo=${encodeURIComponent(base64.encode(HASH))}&memo_type=MEMO_HASH`,
      { address: G, memo: HEX },
    ],
    [`solana:${SOL}?amount=1.5&memo=INV-1`, { network: 'SOLANA', asset: 'SOL', amount: '1.5', memo: 'INV-1' }],
    [`${G}:104837562`, { network: 'STELLAR', address: G, memo: '104837562' }],
    [`${G} memo: 104837562`, { network: 'STELLAR', address: G, memo: '104837562' }],
    [`Address: ${G}\nMemo ID: 104837562`, { network: 'STELLAR', address: G, memo: '104837562' }],
    [`${G}?memoId=104837562`, { address: G, family: 'stellar', memo: '104837562' }],
    [`https://www.etherscan.io/address/${EVM}#tokentxns`, { network: 'ETHEREUM', address: EVM }],
    [`https://solscan.io/account/${SOL}`, { network: 'SOLANA', address: SOL }],
    [`dogecoin:${DOGE}?amount=12.5`, { network: 'DOGECOIN', asset: 'DOGE', amount: '12.5', address: DOGE }],
    [`ethereum:${EVM}@43114`, { network: 'AVALANCHE', address: EVM }],
    [`avax:${EVM}`, { network: 'AVALANCHE', address: EVM }],
    [`bnb:${EVM}`, { network: 'BNB', address: EVM }],
    [`${EVM}@56`, { network: 'BNB', address: EVM }],
    [`eip155:4663:${EVM}`, { network: 'ROBINHOOD', address: EVM }],
    [`https://suiscan.xyz/mainnet/account/${SUI}/activity`, { network: 'SUI', address: SUI }],
  ])('is read: %s', (text, content) => {
    expect(contentOf(text)).toMatchObject(content);
  });

  it('gives what it cannot convert with certainty as it is', () => {
    expect(contentOf(`ethereum:${USDC}@1/transfer?address=${EVM}&uint256=1e6`)).toEqual({
      kind: 'a payment link',
      family: 'evm',
      network: 'ETHEREUM',
      address: EVM,
      others: [
        { name: 'token contract', value: USDC },
        { name: 'uint256, in the smallest unit of the token', value: '1e6' },
      ],
    });
    expect(contentOf(`ethereum:${EVM}?value=2014000000000000000`)?.others).toEqual([
      { name: 'value in wei', value: '2014000000000000000' },
    ]);
    const token = contentOf(`solana:${SOL}?amount=5&spl-token=${SOL}&reference=a&reference=b`);
    expect(token).not.toHaveProperty('amount');
    expect(token?.others.map(({ value }) => value)).toEqual(['5', SOL, 'a', 'b']);
    const issued = contentOf(`web+stellar:pay?destination=${G}&amount=5&asset_code=USDC&asset_issuer=${G}`);
    expect(issued).not.toHaveProperty('asset');
    expect(issued?.others.map(({ value }) => value)).toEqual(['USDC', G, '5']);
    expect(contentOf(`${EVM}:1234567`)?.others).toEqual([{ name: 'text after the address', value: '1234567' }]);
  });

  it.each<[text: string, reason: RegExp]>([
    [`bitcoin:${BTC}?amount=1&amount=2`, /names “amount” twice/],
    [`bitcoin:${BTC}?amount=1&AMOUNT=1`, /names “amount” twice/],
    [`bitcoin:${BTC}?amount=1,5`, /amount in this link/],
    [`bitcoin:${BTC}?req-proof=1`, /requires something of a wallet/],
    ['bitcoin:?lightning=lnbc1', /no address/],
    [`bitcoin:${BTC}?label=%ff`, /damaged/],
    [`bitcoin:${BTC.slice(0, -1)}5?amount=1`, /cannot be paid\..*(?:checksum|wrong)/],
    [`bitcoin:${EVM}?amount=1`, /cannot be paid\. This is an EVM address/],
    [`ethereum:${USDC}@1`, /cannot be paid\. This is the contract of USDC/],
    [`ethereum:${USDC}@1/transfer?uint256=1`, /contract of a token, and no address/],
    [`ethereum:${USDC}@1/transfer?address=${EVM}&address=${EVM}`, /names “address” twice/],
    [`ethereum:${USDC}@1/transfer?address=${USDC}&uint256=1`, /cannot be paid\. This is the contract of USDC/],
    [`ethereum:${USDC}@1/transfer?address=${EVM}&value=1`, /a token and coins at once/],
    [`ethereum:${USDC}@1/approve?address=${EVM}`, /another function of a contract/],
    [`ethereum:${EVM}@137?chainId=1`, /names two networks/],
    [`ethereum:${EVM}@11155111`, /network that the console does not know \(11155111\)/],
    ['ethereum:treasury.eth@1', /name, which the console does not look up/],
    [`web+stellar:tx?xdr=AAAA`, /request to sign a transaction/],
    [`web+stellar:pay?destination=${G}&network_passphrase=Test%20SDF%20Network`, /test network/],
    [`web+stellar:pay?destination=${G}&memo=a+b`, /read in several ways/],
    [`web+stellar:pay?destination=${G}&memo=abc&memo_type=MEMO_ID`, /no memo ID/],
    [`web+stellar:pay?destination=${G}&memo=18446744073709551616&memo_type=MEMO_ID`, /no memo ID/],
    [`web+stellar:pay?destination=${G}&memo=abc&memo_type=MEMO_HASH`, /read in several ways/],
    [`web+stellar:pay?destination=${M}&memo=1`, /memo beside an address that contains one/],
    [`${M}:1`, /memo beside an address that contains one/],
    [`web+stellar:pay?destination=desk*example.com`, /federated name/],
    [`solana:https%3A%2F%2Fexample.com`, /web page for a transaction/],
    [`https://solscan.io/account/${SOL}?cluster=devnet`, /test network/],
    [`https://etherscan.io/tx/0x${'ab'.repeat(32)}`, /link to a transaction/],
    [`${G}?memo=1&memoId=2`, /several memos/],
    [`${EVM}@57`, /does not know \(57\)/],
  ])('is refused with the reason: %s', (text, reason) => {
    expect(refusalOf(text)).toMatch(reason);
  });

  it.each([
    `https://etherscan.io/token/${USDC}?a=${EVM}`,
    `https://etherscan.io.example.com/address/${EVM}`,
    `https://etherscan.io@example.com/address/${EVM}`,
    `https://mempool.space/testnet/address/${BTC}`,
    `bitcoincash:${BCH}`,
    `${EVM} ${EVM}`,
    `${G} ${G}`,
    'INV-2291:17',
    'desk:4',
  ])('is none: %s', (text) => {
    expect(readPaymentLink(text)).toBeUndefined();
  });

  it('never repeats a secret that stands beside an address', () => {
    for (const text of [
      `${G}:${SECRET}`,
      `${G}?memo=${SECRET}`,
      `bitcoin:${BTC}?label=${SECRET}`,
      `${EVM}:${SECRET}`,
    ]) {
      expect(refusalOf(text)).toMatch(/secret key/);
      expect(reasonOn('STELLAR', text)).not.toContain(SECRET);
    }
  });

  it('says what else it holds wherever an address is checked, and both networks where they differ', () => {
    const link = `ethereum:${EVM}@137?value=12`;
    expect(reasonOn('POLYGON_POS', link)).toBe(
      'This is a payment link. It also names: network Polygon PoS and value in wei 12. ' +
        'Enter the address alone, and the rest in fields of its own.',
    );
    expect(reasonOn('ETHEREUM', link)).toContain('It is for Polygon PoS, and you chose Ethereum.');
    expect(reasonOn('BITCOIN', `ethereum:${EVM}`)).toContain('It holds an EVM address');
    expect(checkAddress(link, undefined).state).toBe('invalid');
    expect(reasonOn('STELLAR', `${G}:104837562`)).toContain('memo 104837562');
  });

  it('quotes a value that could pass for another part', () => {
    expect(reasonOn('BITCOIN', `bitcoin:${BTC}?label=x, network Ethereum\u202E`)).toContain(
      'label “x, network Ethereum⟨U+202E⟩”',
    );
  });

  it('is explained whatever its length', () => {
    const long = `bitcoin:${BTC}?amount=0.5&label=${'x'.repeat(300)}`;
    expect(explainNotAddress(long)).toContain('asset BTC, amount 0.5');
    expect(explainNotAddress(`lnbc${'q'.repeat(300)}`)).toContain('Lightning invoice');
    expect(explainNotAddress(`xprv${'A'.repeat(140)}`)).toContain('secret key');
    expect(explainNotAddress('x'.repeat(129))).toContain('129 characters');
    expect(explainNotAddress('x'.repeat(100_000))).toContain('100000 characters');
    expect(explainNotAddress(EVM)).toBeUndefined();
  });
});

describe('the link of an explorer', () => {
  it.each(KNOWN_NETWORKS.map(({ id }) => id))('is read on %s as the console writes it', (id) => {
    const address = generateAddress(id, new SeededRandom(7));
    const url = explorerAddressUrl(id, address) ?? '';
    expect(contentOf(url)).toMatchObject({ network: id, address, others: [] });
    expect(refusalOf(explorerTransactionUrl(id, 'ab'.repeat(32)) ?? '')).toMatch(/link to a transaction/);
  });
});

describe('what a link fills in', () => {
  const registry = { networks: KNOWN_NETWORKS, assets: ASSETS };
  const empty = { network: '', memo: '', asset: '', amount: '' };
  const plan = (text: string, current: Partial<typeof empty>) => {
    const content = contentOf(text);
    if (!content) throw new Error('the link must be readable');
    return planTakeOver(content, { ...empty, ...current }, registry);
  };
  const bitcoin = `bitcoin:${BTC}?amount=0.5`;

  it('is what the form leaves empty', () => {
    expect(plan(bitcoin, {})).toEqual({ fills: { network: 'BITCOIN', asset: 'BTC', amount: '0.5' }, conflicts: [] });
    expect(plan(bitcoin, { network: 'BITCOIN', asset: 'BTC', amount: '0.50' })).toEqual({ fills: {}, conflicts: [] });
    expect(plan(`${G}:7`, {})).toEqual({ fills: { network: 'STELLAR', memo: '7' }, conflicts: [] });
  });

  it.each<[string, string, Partial<typeof empty>, string]>([
    ['network', `ethereum:${EVM}@137`, { network: 'ETHEREUM' }, 'network Polygon PoS, and this form has Ethereum'],
    ['kind of network', `ethereum:${EVM}`, { network: 'BITCOIN' }, 'another kind than Bitcoin'],
    ['memo', `${G}:7`, { memo: '8' }, 'memo 7, and this form has 8'],
    ['asset', bitcoin, { asset: 'ETH' }, 'asset BTC, and this form has ETH'],
    ['amount', bitcoin, { asset: 'BTC', amount: '5' }, 'amount 0.5, and this form has 5'],
  ])('is nothing while another %s is in the form', (_what, text, current, words) => {
    expect(plan(text, current).conflicts).toEqual([expect.stringContaining(words)]);
  });

  it('is no amount of an asset that the form cannot have', () => {
    const lumens = `web+stellar:pay?destination=${G}&amount=12.5`;
    expect(plan(lumens, {}).fills).toEqual({ network: 'STELLAR' });
    expect(planTakeOver(contentOf(`ethereum:${EVM}@137`)!, empty, { networks: [], assets: [] }).conflicts).toEqual([
      'Polygon PoS is not among the networks of this console.',
    ]);
  });
});

describe('any text', () => {
  const number = fc.stringMatching(/^(?:0|[1-9][0-9]{0,8})\.[0-9]{0,6}[1-9]$/);
  const value = fc.string({ unit: anyCharacter, maxLength: 30 }).filter((text) => text.isWellFormed());
  const anId = fc.constantFrom(...KNOWN_NETWORKS.map(({ id }) => id));
  // Drawing one takes longer than reading it.
  const drawn = new Map(
    KNOWN_NETWORKS.map(({ id }) => [
      id,
      Array.from({ length: 60 }, (_, seed) => generateAddress(id, new SeededRandom(seed))),
    ]),
  );
  const anAddress = (id: NetworkId) => fc.constantFrom(...(drawn.get(id) ?? []));
  const piece = fc.oneof(
    value,
    fc.constantFrom(
      'bitcoin:',
      'litecoin:',
      'bitcoincash:',
      'dogecoin:',
      'ethereum:',
      'web+stellar:pay?',
      'solana:',
      'eip155:1:',
      'arb1:',
      'https://',
      'etherscan.io/address/',
      '@',
      '137',
      '?',
      '&',
      '=',
      ':',
      '/transfer?',
      'address=',
      'destination=',
      'memo=',
      'memo_type=',
      'MEMO_ID',
      'amount=',
      '1.5',
      '%',
      ' ',
      '\n',
      SECRET,
    ),
    anId.chain(anAddress),
  );

  it('never throws, never yields an address that its network refuses, and is itself refused where it yields one', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const content = contentOf(text);
        if (!content) return;
        const networks = KNOWN_NETWORKS.filter(
          ({ id, family }) => (content.network ?? id) === id && (content.family ?? family) === family,
        );
        const verdicts = networks.map((network) => checkAddress(content.address, network));
        expect(verdicts.some((verdict) => verdict.state === 'valid' && explainRefusal(verdict) === undefined)).toBe(
          true,
        );
        if (content.network !== undefined) expect(verdicts).toHaveLength(1);
        for (const { id } of KNOWN_NETWORKS) expect(checkAddress(text, findNetwork(id)).state).toBe('invalid');
        expect(explainNotAddress(text)).toBeDefined();
        expect(JSON.stringify(content)).not.toMatch(new RegExp(`(?<![A-Za-z0-9])${SECRET}(?![A-Za-z0-9])`));
      }),
      { numRuns: runs(20) },
    );
  });

  it('round-trips: what a link is written with is read from it', () => {
    // No format of links is known for Sui.
    const written = anId
      .filter((id) => id !== 'SUI')
      .chain((id) =>
        fc.record({
          id: fc.constant(id),
          address: anAddress(id),
          amount: number,
          memo: fc
            .stringMatching(/^[A-Za-z0-9 .-]{1,20}$/)
            .map((memo) => memo.trim())
            .filter((memo) => memo !== ''),
          label: value,
        }),
      );
    const chains: Partial<Record<NetworkId, number>> = {
      ETHEREUM: 1,
      POLYGON_POS: 137,
      BASE: 8453,
      ARBITRUM_ONE: 42161,
      INK: 57073,
      XLAYER: 196,
      AVALANCHE: 43114,
      BNB: 56,
      ROBINHOOD: 4663,
    };
    const enc = encodeURIComponent;
    fc.assert(
      fc.property(written, ({ id, address, amount, memo, label }) => {
        const bare = address.replace(/^bitcoincash:/, '');
        const scheme = {
          BITCOIN: 'bitcoin',
          LITECOIN: 'litecoin',
          BITCOIN_CASH: 'bitcoincash',
          DOGECOIN: 'dogecoin',
        }[id as string];
        const asset = {
          BITCOIN: 'BTC',
          LITECOIN: 'LTC',
          BITCOIN_CASH: 'BCH',
          DOGECOIN: 'DOGE',
          SOLANA: 'SOL',
          STELLAR: 'XLM',
        }[id as string];
        const links: Record<string, string> = {
          bip21: `${scheme}:${bare}?amount=${amount}&label=${enc(label)}`,
          evm: `ethereum:${address}@${chains[id]}?label=${enc(label)}`,
          token: `ethereum:${USDC}@${chains[id]}/transfer?address=${address}&uint256=1&label=${enc(label)}`,
          stellar: `web+stellar:pay?destination=${address}&amount=${amount}&memo=${enc(memo)}&label=${enc(label)}`,
          solana: `solana:${address}?amount=${amount}&memo=${enc(memo)}&label=${enc(label)}`,
        };
        const kinds = scheme ? ['bip21'] : chains[id] ? ['evm', 'token'] : [id.toLowerCase()];
        for (const kind of kinds) {
          const read = contentOf(links[kind] ?? '');
          const isMuxed = id === 'STELLAR' && address.startsWith('M');
          if (isMuxed) continue;
          expect(read).toMatchObject({
            network: id,
            others: expect.arrayContaining([{ name: 'label', value: label }]),
          });
          expect(read?.address.replace(/^bitcoincash:/i, '')).toBe(bare);
          if (asset) expect(read).toMatchObject({ asset, amount });
          if (id === 'STELLAR' || id === 'SOLANA') expect(read?.memo).toBe(memo);
        }
      }),
    );
  });
});
