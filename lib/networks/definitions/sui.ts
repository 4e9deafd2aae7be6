import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const sui = {
  network: {
    id: 'SUI',
    label: 'Sui',
    family: 'sui',
    explorerTransaction: 'https://suiscan.xyz/mainnet/tx/{hash}',
    explorerAddress: 'https://suiscan.xyz/mainnet/account/{address}',
  },
  coin: { ticker: 'SUI', decimals: 9 },
} as const satisfies NetworkDefinition;
