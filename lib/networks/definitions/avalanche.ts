import type { NetworkDefinition } from '@/lib/networks/network-definition';

// The C-Chain, whose addresses are those of Ethereum. Those of the X-Chain and the P-Chain are refused.
export const avalanche = {
  network: {
    id: 'AVALANCHE',
    label: 'Avalanche',
    family: 'evm',
    explorerTransaction: 'https://snowtrace.io/tx/{hash}',
    explorerAddress: 'https://snowtrace.io/address/{address}',
  },
  coin: { ticker: 'AVAX', decimals: 18 },
  chain: { id: 43114, names: ['avax', 'avalanche'] },
} as const satisfies NetworkDefinition;
