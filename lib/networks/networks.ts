/** Families of address formats, each with code that checks its addresses. */
export const ADDRESS_FAMILIES = ['bitcoin', 'bitcoin-cash', 'litecoin', 'evm', 'solana', 'stellar'] as const;
export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/** Network of the registry. */
export interface Network {
  /** Value of `crypto_network` (docs/specification/service-interface.md#withdrawal-request). */
  id: string;
  label: string;
  /** Absent where no code can check the addresses. */
  family?: AddressFamily;
  /** Links to a public explorer, in which `{hash}` stands for a transaction and `{address}` for an address. */
  explorerTransaction?: string;
  explorerAddress?: string;
  /** Usual duration of a withdrawal in seconds (docs/specification/service-facts.md#fields). Absent where unknown. */
  usualSeconds?: number;
  /** Set where recipients commonly need a memo to tell deposits apart. */
  usesMemo?: boolean;
}

const MINUTE = 60;

/** Networks of the service interface, in its order (docs/specification/service-interface.md#withdrawal-request). */
export const NETWORKS = [
  {
    id: 'BITCOIN',
    label: 'Bitcoin',
    family: 'bitcoin',
    usualSeconds: 30 * MINUTE,
    explorerTransaction: 'https://mempool.space/tx/{hash}',
    explorerAddress: 'https://mempool.space/address/{address}',
  },
  {
    id: 'ETHEREUM',
    label: 'Ethereum',
    family: 'evm',
    usualSeconds: 3 * MINUTE,
    explorerTransaction: 'https://etherscan.io/tx/{hash}',
    explorerAddress: 'https://etherscan.io/address/{address}',
  },
  {
    id: 'BITCOIN_CASH',
    label: 'Bitcoin Cash',
    family: 'bitcoin-cash',
    usualSeconds: 150 * MINUTE,
    explorerTransaction: 'https://blockchair.com/bitcoin-cash/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/bitcoin-cash/address/{address}',
  },
  {
    id: 'LITECOIN',
    label: 'Litecoin',
    family: 'litecoin',
    usualSeconds: 50 * MINUTE,
    explorerTransaction: 'https://litecoinspace.org/tx/{hash}',
    explorerAddress: 'https://litecoinspace.org/address/{address}',
  },
  {
    id: 'SOLANA',
    label: 'Solana',
    family: 'solana',
    usualSeconds: 16,
    explorerTransaction: 'https://solscan.io/tx/{hash}',
    explorerAddress: 'https://solscan.io/account/{address}',
  },
  {
    id: 'POLYGON_POS',
    label: 'Polygon PoS',
    family: 'evm',
    usualSeconds: 9 * MINUTE,
    explorerTransaction: 'https://polygonscan.com/tx/{hash}',
    explorerAddress: 'https://polygonscan.com/address/{address}',
  },
  {
    id: 'BASE',
    label: 'Base',
    family: 'evm',
    usualSeconds: 3 * MINUTE,
    explorerTransaction: 'https://basescan.org/tx/{hash}',
    explorerAddress: 'https://basescan.org/address/{address}',
  },
  {
    id: 'ARBITRUM_ONE',
    label: 'Arbitrum One',
    family: 'evm',
    usualSeconds: 2 * MINUTE,
    explorerTransaction: 'https://arbiscan.io/tx/{hash}',
    explorerAddress: 'https://arbiscan.io/address/{address}',
  },
  {
    id: 'STELLAR',
    label: 'Stellar',
    family: 'stellar',
    usualSeconds: 5,
    usesMemo: true,
    explorerTransaction: 'https://stellar.expert/explorer/public/tx/{hash}',
    explorerAddress: 'https://stellar.expert/explorer/public/account/{address}',
  },
  {
    id: 'INK',
    label: 'Ink',
    family: 'evm',
    explorerTransaction: 'https://explorer.inkonchain.com/tx/{hash}',
    explorerAddress: 'https://explorer.inkonchain.com/address/{address}',
  },
  {
    id: 'XLAYER',
    label: 'X Layer',
    family: 'evm',
    usualSeconds: 3 * MINUTE,
    explorerTransaction: 'https://www.oklink.com/xlayer/tx/{hash}',
    explorerAddress: 'https://www.oklink.com/xlayer/address/{address}',
  },
] as const satisfies readonly Network[];

export type NetworkId = (typeof NETWORKS)[number]['id'];

/** IDs of the networks of the service interface. */
export const NETWORK_IDS = NETWORKS.map((network) => network.id) as [NetworkId, ...NetworkId[]];

/** Finds a network of the default registry; undefined for an unknown one. */
export function findNetwork(id: string): Network | undefined {
  return NETWORKS.find((network) => network.id === id);
}

/** Gives the label of a network; for an unknown network its ID, never the label of a known one. */
export function networkLabel(id: string): string {
  return findNetwork(id)?.label ?? id;
}

// A hash or an address is put into a link to another site only where it has no other characters.
const LINKABLE = /^[A-Za-z0-9:]{16,128}$/;

/** Gives the explorer's link to a transaction; undefined where the network is unknown or the hash is malformed. */
export function explorerTransactionUrl(networkId: string, hash: string): string | undefined {
  return LINKABLE.test(hash) ? findNetwork(networkId)?.explorerTransaction?.replace('{hash}', hash) : undefined;
}

/** Gives the explorer's link to an address; undefined where the network is unknown or the address is malformed. */
export function explorerAddressUrl(networkId: string, address: string): string | undefined {
  return LINKABLE.test(address) ? findNetwork(networkId)?.explorerAddress?.replace('{address}', address) : undefined;
}
