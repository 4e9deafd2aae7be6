import type { NetworkDefinition } from '@/lib/networks/network-definition';

// BNB Smart Chain. Addresses of the closed BNB Beacon Chain (bnb1…) are refused.
export const bnb = {
  network: {
    id: 'BNB',
    label: 'BNB Smart Chain',
    family: 'evm',
    explorerTransaction: 'https://bscscan.com/tx/{hash}',
    explorerAddress: 'https://bscscan.com/address/{address}',
  },
  coin: { ticker: 'BNB', decimals: 18 },
  chain: { id: 56, names: ['bnb', 'bsc'] },
} as const satisfies NetworkDefinition;
