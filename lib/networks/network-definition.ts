/** Families of address formats, each with code that checks its addresses. */
export const ADDRESS_FAMILIES = [
  'bitcoin',
  'bitcoin-cash',
  'litecoin',
  'dogecoin',
  'evm',
  'solana',
  'stellar',
  'sui',
] as const;
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
  /**
   * Usual duration of a withdrawal in seconds (docs/specification/service-facts.md#assets-and-networks). Absent where
   * unknown.
   */
  usualSeconds?: number;
  /** Set where recipients commonly need a memo to tell deposits apart. */
  usesMemo?: boolean;
}

/** What the console knows of a network. Each has a file in lib/networks/definitions and a line in networks.ts. */
export interface NetworkDefinition {
  /** The network as registries have it. */
  network: Network;
  /** Coin of the network, which is sent on no other. */
  coin?: { ticker: string; decimals: number };
  /** Scheme of payment links to the coin (BIP 21). */
  scheme?: string;
  /** Chain ID (EIP-155), and the names that wallets put in front of addresses (EIP-3770), in small letters. */
  chain?: { id: number; names: readonly string[] };
}
