const DESTROYED = 'This address is used to destroy coins.';

/**
 * Contracts of tokens, by ticker, in normal form: most tokens that are lost are lost to the token's own contract, which
 * people copy in place of an address. EVM addresses were compared in their checksummed spelling (EIP-55), Stellar
 * issuers by their checksum, Solana mints with several public sources. Left out, because not certain: PYUSD on Polygon
 * and X Layer. What is not listed is not refused.
 */
const TOKENS: Record<string, readonly string[]> = {
  USDC: [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // Ethereum
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // Base
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // Polygon
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831', // Arbitrum One
    '0x2d270e6886d130d724215a266106e6832161eaed', // Ink
    '0x74b7f16337b8972027f6196a17a631ac6de26d22', // X Layer
    '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', // Avalanche
    '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7', // Sui
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', // Solana
  ],
  'bridged USDC': [
    '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', // BNB Smart Chain
    '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', // Polygon
    '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', // Arbitrum One
    '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca', // Base
  ],
  PYUSD: [
    '0x6c3ea9036406852006290770bedfcaba0e23a0e8', // Ethereum
    '0x46850ad61c2b7d64d08c9c754f45254596696984', // Arbitrum One
    '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', // Solana
  ],
  USDG: [
    '0xe343167631d89b6ffc58b88d6b7fb0228795491d', // Ethereum and Ink
    '0x4ae46a509f6b1d9056937ba4500cb143933d2dc8', // X Layer
    '0x5fc5360d0400a0fd4f2af552add042d716f1d168', // Robinhood Chain
    '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', // Solana
  ],
  USDP: [
    '0x8e870d67f660d95d5be530380d0ec0bd388289e1', // Ethereum
    'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM', // Solana
  ],
  PAXG: ['0x45804880de22913dafe09f4980848ece6ecbaf78'], // Ethereum
  AAVE: [
    '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9', // Ethereum
    '0xd6df932a45c0f255f85145f286ea0b292b21c90b', // Polygon
  ],
  LINK: [
    '0x514910771af9ca656af840dff83e8264ecf986ca', // Ethereum
    '0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39', // Polygon
    '0xb0897686c545045afc77cf20ec7a532e3120e0f1', // Polygon (ERC-677)
    '0xf97f4df75117a78c1a5a0dbb814af92458539fb4', // Arbitrum One
    '0x88fb150bdc53a65fe94dea0c9ba0a6daf8c6e196', // Base
  ],
  UNI: [
    '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', // Ethereum
    '0xfa7f8980b0f1e64a2062791cc3b0871572f1f7f0', // Arbitrum One
    '0xb33eaad8d922b1083446dc23f610c2567fb5180f', // Polygon
  ],
  USDT: [
    '0xdac17f958d2ee523a2206206994597c13d831ec7', // Ethereum
    '0xc2132d05d31c914a87c6611c10748aeb04b58e8f', // Polygon
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', // Arbitrum One
    '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', // Avalanche
    '0x55d398326f99059ff775485246999027b3197955', // BNB Smart Chain
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', // Solana
  ],
  WBTC: ['0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'], // Ethereum
  DAI: ['0x6b175474e89094c44da98b954eedeac495271d0f'], // Ethereum
  WETH: [
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // Ethereum
    '0x4200000000000000000000000000000000000006', // Base and Ink
    '0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // Arbitrum One
    '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', // Polygon
    '0x0bd7d308f8e1639fab988df18a8011f41eacad73', // Robinhood Chain
  ],
  'wrapped AVAX': ['0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7'], // Avalanche
  'wrapped BNB': ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'], // BNB Smart Chain
  'wrapped POL': ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270'], // Polygon
  'wrapped SOL': ['So11111111111111111111111111111111111111112'],
};

const OTHERS: Record<string, string> = {
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee': 'Programs use this address as a placeholder for ETH itself.',
  '0xdead000000000000000042069420694206942069': DESTROYED,
  '1111111111111111111114oLvT2': DESTROYED,
  '1BitcoinEaterAddressDontSendf59kuE': DESTROYED,
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr': DESTROYED,
  D596YFweJQuHY1BbjazZYmAbt8jJPbKehC: DESTROYED,
  DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr: DESTROYED,
  'bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603': DESTROYED,
  '1nc1nerator11111111111111111111111111111111': DESTROYED,
  '11111111111111111111111111111111': 'This is the System Program, a part of Solana itself.',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'This is the program behind all tokens on Solana.',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'This is the program behind all tokens on Solana.',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'This is the program behind all token accounts on Solana.',
  GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF: DESTROYED,
  // A token that returns to its issuer ceases to exist.
  GDQE7IXJ4HUHV6RQHIUPRJSEZE4DRS5WY577O2FY6YQ5LVWZ7JZTU2V5:
    'This is the account that issues PYUSD on Stellar, not a recipient.',
};

const REASONS = new Map<string, string>([
  ...Object.entries(OTHERS),
  ...Object.entries(TOKENS).flatMap(([token, addresses]) =>
    addresses.map((address) => [address, `This is the contract of ${token} itself, not a recipient.`] as const),
  ),
]);

/** Says why a known address in normal form loses what it receives, such as a token's contract; undefined for others. */
export function findLostReason(normal: string): string | undefined {
  return REASONS.get(normal);
}
