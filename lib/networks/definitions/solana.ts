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
  coin: { ticker: 'SOL', decimals: 9 },
} as const satisfies NetworkDefinition;
