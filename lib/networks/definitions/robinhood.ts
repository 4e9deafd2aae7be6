import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const robinhood = {
  network: {
    id: 'ROBINHOOD',
    label: 'Robinhood Chain',
    family: 'evm',
    explorerTransaction: 'https://robinhoodchain.blockscout.com/tx/{hash}',
    explorerAddress: 'https://robinhoodchain.blockscout.com/address/{address}',
  },
  chain: { id: 4663, names: [] },
} as const satisfies NetworkDefinition;
