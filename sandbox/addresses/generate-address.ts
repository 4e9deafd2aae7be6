import { base58 } from '@scure/base';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { findNetwork, type NetworkId } from '@/lib/networks/networks';
import { encodeBase58check } from '@/sandbox/addresses/base58check';
import { encodeCashAddress } from '@/sandbox/addresses/cash-address';
import { generateEd25519Key } from '@/sandbox/addresses/ed25519-key';
import { encodeEvmAddress } from '@/sandbox/addresses/evm-address';
import { encodeSegwit } from '@/sandbox/addresses/segwit';
import { encodeStellarAddress } from '@/sandbox/addresses/stellar-address';
import { encodeSuiAddress } from '@/sandbox/addresses/sui-address';
import { generateTaprootKey } from '@/sandbox/addresses/taproot-key';
import type { SeededRandom } from '@/sandbox/random';

// Every spelling that a payer meets on the network; the version bytes are those of the main chains.
const GENERATORS_BY_FAMILY: Record<AddressFamily, (random: SeededRandom) => string> = {
  bitcoin: (random) =>
    random.pick([
      () => encodeSegwit('bc', 0, random.bytes(20)),
      () => encodeSegwit('bc', 0, random.bytes(32)),
      () => encodeSegwit('bc', 1, generateTaprootKey(random)),
      () => encodeBase58check(0x00, random.bytes(20)),
      () => encodeBase58check(0x05, random.bytes(20)),
    ])(),
  litecoin: (random) =>
    random.pick([
      () => encodeSegwit('ltc', 0, random.bytes(20)),
      () => encodeBase58check(0x30, random.bytes(20)),
      () => encodeBase58check(0x32, random.bytes(20)),
    ])(),
  'bitcoin-cash': (random) => encodeCashAddress(random.bytes(20)),
  dogecoin: (random) =>
    random.pick([() => encodeBase58check(0x1e, random.bytes(20)), () => encodeBase58check(0x16, random.bytes(20))])(),
  evm: (random) => encodeEvmAddress(random.bytes(20)),
  solana: (random) => base58.encode(generateEd25519Key(random)),
  stellar: (random) => encodeStellarAddress(generateEd25519Key(random)),
  sui: (random) => encodeSuiAddress(generateEd25519Key(random)),
};

/** Generates a well-formed address of a network, checksum included. The private key is unknown. */
export function generateAddress(network: NetworkId, random: SeededRandom): string {
  return GENERATORS_BY_FAMILY[findNetwork(network)?.family ?? 'evm'](random);
}
