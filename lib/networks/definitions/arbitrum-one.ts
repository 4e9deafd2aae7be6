import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const arbitrumOne = {
  network: {
    id: 'ARBITRUM_ONE',
    label: 'Arbitrum One',
    family: 'evm',
    usualSeconds: 2 * 60,
    explorerTransaction: 'https://arbiscan.io/tx/{hash}',
    explorerAddress: 'https://arbiscan.io/address/{address}',
  },
  chain: { id: 42161, names: ['arb1', 'arbitrum'] },
} as const satisfies NetworkDefinition;
