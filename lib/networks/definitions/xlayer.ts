import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const xlayer = {
  network: {
    id: 'XLAYER',
    label: 'X Layer',
    family: 'evm',
    usualSeconds: 3 * 60,
    explorerTransaction: 'https://www.oklink.com/xlayer/tx/{hash}',
    explorerAddress: 'https://www.oklink.com/xlayer/address/{address}',
  },
  chain: { id: 196, names: ['okb', 'xlayer'] },
} as const satisfies NetworkDefinition;
