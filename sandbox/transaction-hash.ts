import { base58 } from '@scure/base';
import { findNetwork, type NetworkId } from '@/lib/networks/networks';
import type { SeededRandom } from '@/sandbox/random';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
// 87 digits of which the first is at least 2 lie between 2^504 and 2^512: always exactly 64 bytes, the size of a Solana
// signature.
const SIGNATURE_DIGITS = 87;

/** Generates a transaction hash in the network's own format. */
export function generateTransactionHash(network: NetworkId, random: SeededRandom): string {
  const family = findNetwork(network)?.family;
  if (family === 'solana') return generateSignature(random);
  if (family === 'sui') return base58.encode(random.bytes(32));
  return family === 'evm' ? `0x${random.hex(8)}` : random.hex(8);
}

/**
 * Generates `crypto_tx_index`: an output's index on networks that number outputs, otherwise the output's address
 * (docs/specification/service-interface.md#transfer-record).
 */
export function generateTransactionIndex(network: NetworkId, address: string, random: SeededRandom): string {
  const family = findNetwork(network)?.family;
  return family === 'solana' || family === 'stellar' || family === 'sui'
    ? address
    : String(random.below(family === 'evm' ? 300 : 4));
}

function generateSignature(random: SeededRandom): string {
  let text = BASE58.charAt(2 + random.below(56));
  while (text.length < SIGNATURE_DIGITS) {
    // Five digits out of each 32 bits: 58^5 is a little less than 2^30.
    let rest = random.below(656_356_768);
    for (let digit = 0; digit < 5 && text.length < SIGNATURE_DIGITS; digit += 1) {
      text += BASE58.charAt(rest % 58);
      rest = Math.floor(rest / 58);
    }
  }
  return text;
}
