import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const polygonPos = {
  network: {
    id: 'POLYGON_POS',
    label: 'Polygon PoS',
    family: 'evm',
    usualSeconds: 9 * 60,
    explorerTransaction: 'https://polygonscan.com/tx/{hash}',
    explorerAddress: 'https://polygonscan.com/address/{address}',
  },
  chain: { id: 137, names: ['pol', 'matic', 'polygon'] },
} as const satisfies NetworkDefinition;
