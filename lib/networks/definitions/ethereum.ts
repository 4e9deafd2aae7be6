import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const ethereum = {
  network: {
    id: 'ETHEREUM',
    label: 'Ethereum',
    family: 'evm',
    usualSeconds: 3 * 60,
    explorerTransaction: 'https://etherscan.io/tx/{hash}',
    explorerAddress: 'https://etherscan.io/address/{address}',
  },
  chain: { id: 1, names: ['eth'] },
} as const satisfies NetworkDefinition;
