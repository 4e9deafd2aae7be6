import type { NetworkDefinition } from '@/lib/networks/network-definition';

export const stellar = {
  network: {
    id: 'STELLAR',
    label: 'Stellar',
    family: 'stellar',
    usualSeconds: 5,
    usesMemo: true,
    explorerTransaction: 'https://stellar.expert/explorer/public/tx/{hash}',
    explorerAddress: 'https://stellar.expert/explorer/public/account/{address}',
  },
  coin: { ticker: 'XLM', decimals: 7 },
} as const satisfies NetworkDefinition;
