import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const bitcoinCash = {
  network: {
    id: 'BITCOIN_CASH',
    label: 'Bitcoin Cash',
    family: 'bitcoin-cash',
    usualSeconds: 150 * 60,
    explorerTransaction: 'https://blockchair.com/bitcoin-cash/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/bitcoin-cash/address/{address}',
  },
  coin: { ticker: 'BCH', decimals: 8 },
  scheme: 'bitcoincash',
} as const satisfies NetworkDefinition;
