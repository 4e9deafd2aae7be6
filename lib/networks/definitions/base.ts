import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const base = {
  network: {
    id: 'BASE',
    label: 'Base',
    family: 'evm',
    usualSeconds: 3 * 60,
    explorerTransaction: 'https://basescan.org/tx/{hash}',
    explorerAddress: 'https://basescan.org/address/{address}',
  },
  chain: { id: 8453, names: ['base'] },
} as const satisfies NetworkDefinition;
