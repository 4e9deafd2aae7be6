import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const ink = {
  network: {
    id: 'INK',
    label: 'Ink',
    family: 'evm',
    explorerTransaction: 'https://explorer.inkonchain.com/tx/{hash}',
    explorerAddress: 'https://explorer.inkonchain.com/address/{address}',
  },
  chain: { id: 57073, names: ['ink'] },
} as const satisfies NetworkDefinition;
