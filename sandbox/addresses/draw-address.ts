import { base58 } from '@scure/base';
import { findNetwork, type AddressFamily, type NetworkId } from '@/lib/networks/networks';
import { encodeBase58check } from '@/sandbox/addresses/base58check';
import { encodeCashAddress } from '@/sandbox/addresses/cash-address';
import { drawEd25519Key } from '@/sandbox/addresses/ed25519-key';
import { encodeEvmAddress } from '@/sandbox/addresses/evm-address';
import { encodeSegwit } from '@/sandbox/addresses/segwit';
import { encodeStellarAddress } from '@/sandbox/addresses/stellar-address';
import { drawTaprootKey } from '@/sandbox/addresses/taproot-key';
import type { Draw } from '@/sandbox/random';

// Every spelling that a network's payers meet; version bytes as the networks define them for their main chains.
const DRAWERS: Record<AddressFamily, (draw: Draw) => string> = {
  bitcoin: (draw) =>
    draw.pick([
      () => encodeSegwit('bc', 0, draw.bytes(20)),
      () => encodeSegwit('bc', 0, draw.bytes(32)),
      () => encodeSegwit('bc', 1, drawTaprootKey(draw)),
      () => encodeBase58check(0x00, draw.bytes(20)),
      () => encodeBase58check(0x05, draw.bytes(20)),
    ])(),
  litecoin: (draw) =>
    draw.pick([
      () => encodeSegwit('ltc', 0, draw.bytes(20)),
      () => encodeBase58check(0x30, draw.bytes(20)),
      () => encodeBase58check(0x32, draw.bytes(20)),
    ])(),
  'bitcoin-cash': (draw) => encodeCashAddress(draw.bytes(20)),
  evm: (draw) => encodeEvmAddress(draw.bytes(20)),
  solana: (draw) => base58.encode(drawEd25519Key(draw)),
  stellar: (draw) => encodeStellarAddress(drawEd25519Key(draw)),
};

/** A well-formed address of a network, checksum included. Nobody holds its key, except by chance. */
export function drawAddress(network: NetworkId, draw: Draw): string {
  return DRAWERS[findNetwork(network)?.family ?? 'evm'](draw);
}
