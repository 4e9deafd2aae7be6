import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/base58check';
import { ofTestNetwork, type Reading, unusable, valid } from '@/lib/addresses/reading';
import { readSegwit } from '@/lib/addresses/segwit';

const PREFIXES = /^(ltc|tltc|rltc)1/i;
const CONFIDENTIAL = /^(?:ltcmweb|tmweb)1/i;
const SCRIPT = 0x32;
/** Of Bitcoin as well, which is why the one above took its place. */
const OLD_SCRIPT = 0x05;
const TEST_VERSIONS = [0x6f, 0xc4, 0x3a];

const base58check = createBase58check(sha256);

/** A Litecoin address, whose version bytes and prefix are those of its reference client. Undefined for a text that is like none. */
export function readLitecoin(text: string): Reading | undefined {
  const prefix = PREFIXES.exec(text)?.[1];
  if (prefix) {
    const reading = readSegwit(text, prefix);
    return reading.state === 'valid' && prefix.toLowerCase() !== 'ltc' ? ofTestNetwork('Litecoin') : reading;
  }
  if (CONFIDENTIAL.test(text))
    return unusable(
      'This is a confidential (MWEB) address, to which the service is not known to send. Ask for one that begins with ltc1.',
    );
  if (!/^[LM3Qmn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version = -1, ...hash] = decoded;
  if (version === 0x30) return valid(text, 'Address of a key (P2PKH)');
  if (version === SCRIPT) return valid(text, 'Address of a script (P2SH)');
  if (version === OLD_SCRIPT) {
    const normal = base58check.encode(Uint8Array.of(SCRIPT, ...hash));
    return valid(normal, 'Address of a script (P2SH), in the old form', [
      'Bitcoin has addresses that are written the same way: be sure that this one was given for Litecoin.',
    ]);
  }
  return TEST_VERSIONS.includes(version) ? ofTestNetwork('Litecoin') : undefined;
}
