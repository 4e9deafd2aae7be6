/** Warns of an address from which nothing can be recovered. */
export const LOST = 'Funds sent here are lost.';
const DESTROYED = `This address is used to destroy coins. ${LOST}`;

// Most tokens that are lost are lost to the token's own contract, which people copy in place of an address. The case of
// the letters, which is the checksum, was compared when these addresses were written down.
const TOKENS: Record<string, readonly string[]> = {
  USDC: [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ],
  PYUSD: ['0x6c3ea9036406852006290770bedfcaba0e23a0e8', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'],
  USDG: ['0xe343167631d89b6ffc58b88d6b7fb0228795491d', '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'],
  USDP: ['0x8e870d67f660d95d5be530380d0ec0bd388289e1'],
  PAXG: ['0x45804880de22913dafe09f4980848ece6ecbaf78'],
  AAVE: ['0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9'],
  LINK: ['0x514910771af9ca656af840dff83e8264ecf986ca'],
  UNI: ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'],
  USDT: ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  WETH: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0x4200000000000000000000000000000000000006'],
  'wrapped SOL': ['So11111111111111111111111111111111111111112'],
};

const OTHERS: Record<string, string> = {
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': `Programs use this address as a placeholder for ETH itself. ${LOST}`,
  '0xdead000000000000000042069420694206942069': DESTROYED,
  '1111111111111111111114oLvT2': DESTROYED,
  '1BitcoinEaterAddressDontSendf59kuE': DESTROYED,
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr': DESTROYED,
  'bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603': DESTROYED,
  '1nc1nerator11111111111111111111111111111111': DESTROYED,
  '11111111111111111111111111111111': `This is the System Program, a part of Solana itself. ${LOST}`,
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: `This is the program behind all tokens on Solana. ${LOST}`,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: `This is the program behind all tokens on Solana. ${LOST}`,
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: `This is the program behind all token accounts on Solana. ${LOST}`,
  GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF: DESTROYED,
};

const NOTES = new Map<string, string>([
  ...Object.entries(OTHERS),
  ...Object.entries(TOKENS).flatMap(([token, addresses]) =>
    addresses.map((address) => [address, `This is the contract of ${token} itself, not a recipient. ${LOST}`] as const),
  ),
]);

/** Gives a warning about a well-known address in normal form, such as a token's contract; undefined for nearly all. */
export function findWarning(normal: string): string | undefined {
  return NOTES.get(normal);
}
