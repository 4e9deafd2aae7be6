import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const solana = {
  network: {
    id: 'SOLANA',
    label: 'Solana',
    family: 'solana',
    usualSeconds: 16,
    explorerTransaction: 'https://solscan.io/tx/{hash}',
    explorerAddress: 'https://solscan.io/account/{address}',
  },
} as const satisfies NetworkDefinition;
