import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const dogecoin = {
  network: {
    id: 'DOGECOIN',
    label: 'Dogecoin',
    family: 'dogecoin',
    explorerTransaction: 'https://blockchair.com/dogecoin/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/dogecoin/address/{address}',
  },
  coin: { ticker: 'DOGE', decimals: 8 },
  scheme: 'dogecoin',
} as const satisfies NetworkDefinition;
