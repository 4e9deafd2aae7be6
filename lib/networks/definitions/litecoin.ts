import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const litecoin = {
  network: {
    id: 'LITECOIN',
    label: 'Litecoin',
    family: 'litecoin',
    usualSeconds: 50 * 60,
    explorerTransaction: 'https://litecoinspace.org/tx/{hash}',
    explorerAddress: 'https://litecoinspace.org/address/{address}',
  },
  coin: { ticker: 'LTC', decimals: 8 },
  scheme: 'litecoin',
} as const satisfies NetworkDefinition;
