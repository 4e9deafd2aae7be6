import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/formats/base58check';
import { ofTestNetwork, type Reading, valid } from '@/lib/addresses/reading';

const TEST_VERSIONS = [0x71, 0x6f, 0xc4];

/**
 * Reads a Dogecoin address, with the version bytes of the reference client. Undefined for a text that does not look
 * like one.
 */
export function readDogecoin(text: string): Reading | undefined {
  if (!/^[DA9mn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version = -1] = decoded;
  if (version === 0x1e) return valid(text, 'Address of a key (P2PKH)');
  if (version === 0x16) return valid(text, 'Address of a script (P2SH)');
  return TEST_VERSIONS.includes(version) ? ofTestNetwork('Dogecoin') : undefined;
}
