import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/formats/base58check';
import { ofTestNetwork, type Reading, unusable, valid } from '@/lib/addresses/reading';
import { readSegwit } from '@/lib/addresses/formats/segwit';
import { TheService } from '@/lib/text/service-name';

const PREFIXES = /^(ltc|tltc|rltc)1/i;
const CONFIDENTIAL = /^(?:ltcmweb|tmweb)1/i;
const SCRIPT = 0x32;
/** Shared with Bitcoin, which is why the version above replaced it. */
const OLD_SCRIPT = 0x05;
const TEST_VERSIONS = [0x6f, 0xc4, 0x3a];

const base58check = createBase58check(sha256);

/**
 * Reads a Litecoin address, with the version bytes and the prefix of the reference client. Undefined for a text that
 * does not look like one.
 */
export function readLitecoin(text: string): Reading | undefined {
  const prefix = PREFIXES.exec(text)?.[1];
  if (prefix) {
    const reading = readSegwit(text, prefix);
    return reading.state === 'valid' && prefix.toLowerCase() !== 'ltc' ? ofTestNetwork('Litecoin') : reading;
  }
  if (CONFIDENTIAL.test(text))
    return unusable(
      `This is a confidential (MWEB) address. ${TheService()} is not known to send to this kind. ` +
        'Ask the recipient for an address that begins with ltc1.',
    );
  if (!/^[LM3Qmn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version = -1, ...hash] = decoded;
  if (version === 0x30) return valid(text, 'Address of a key (P2PKH)');
  if (version === SCRIPT) return valid(text, 'Address of a script (P2SH)');
  if (version === OLD_SCRIPT) {
    const normal = base58check.encode(Uint8Array.of(SCRIPT, ...hash));
    return valid(normal, 'Address of a script (P2SH), legacy format', [
      { fact: 'Bitcoin uses the same legacy format.', check: 'network', network: 'Litecoin' },
    ]);
  }
  return TEST_VERSIONS.includes(version) ? ofTestNetwork('Litecoin') : undefined;
}
