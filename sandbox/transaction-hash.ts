import { findNetwork, type NetworkId } from '@/lib/networks/networks';
import type { Draw } from '@/sandbox/random';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
// 87 digits that begin with at least 2 lie between 2^504 and 2^512: always exactly 64 bytes, the size of a Solana signature.
const SIGNATURE_DIGITS = 87;

/** A transaction hash as the network writes it. */
export function drawTransactionHash(network: NetworkId, draw: Draw): string {
  const family = findNetwork(network)?.family;
  if (family === 'solana') return drawSignature(draw);
  return family === 'evm' ? `0x${draw.hex(8)}` : draw.hex(8);
}

/** An output's index where outputs are numbered, otherwise the output's address (section 2.2, crypto_tx_index). */
export function drawTransactionIndex(network: NetworkId, address: string, draw: Draw): string {
  const family = findNetwork(network)?.family;
  return family === 'solana' || family === 'stellar' ? address : String(draw.below(family === 'evm' ? 300 : 4));
}

function drawSignature(draw: Draw): string {
  let text = BASE58.charAt(2 + draw.below(56));
  while (text.length < SIGNATURE_DIGITS) {
    // Five digits out of each 32 bits: 58^5 is a little less than 2^30.
    let rest = draw.below(656_356_768);
    for (let digit = 0; digit < 5 && text.length < SIGNATURE_DIGITS; digit += 1) {
      text += BASE58.charAt(rest % 58);
      rest = Math.floor(rest / 58);
    }
  }
  return text;
}
