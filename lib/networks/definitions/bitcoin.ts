import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const bitcoin = {
  network: {
    id: 'BITCOIN',
    label: 'Bitcoin',
    family: 'bitcoin',
    usualSeconds: 30 * 60,
    explorerTransaction: 'https://mempool.space/tx/{hash}',
    explorerAddress: 'https://mempool.space/address/{address}',
  },
  coin: { ticker: 'BTC', decimals: 8 },
  scheme: 'bitcoin',
} as const satisfies NetworkDefinition;
