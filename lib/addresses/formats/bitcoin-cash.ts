import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/formats/base58check';
import { encodeCashAddress, readCashAddress } from '@/lib/addresses/formats/cash-address';
import { ofTestNetwork, type Reading, valid } from '@/lib/addresses/reading';

const KEY = 0;
const SCRIPT = 1;
const TYPES: Record<number, number> = { 0x00: KEY, 0x1c: KEY, 0x05: SCRIPT, 0x28: SCRIPT };
const LEGACY = {
  fact: 'Bitcoin uses the same legacy format.',
  check: 'network',
  network: 'Bitcoin Cash',
} as const;

/**
 * Reads a Bitcoin Cash address: CashAddr with or without the prefix, the legacy format shared with Bitcoin, or that of
 * a wallet whose addresses begin with C or H. Undefined for a text that does not look like one.
 */
export function readBitcoinCash(text: string): Reading | undefined {
  const reading = readCashAddress(text);
  if (reading) return reading;
  if (!/^[13CHmn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version = -1, ...hash] = decoded;
  const type = TYPES[version];
  if (type === undefined) return version === 0x6f || version === 0xc4 ? ofTestNetwork('Bitcoin Cash') : undefined;
  const kind = type === KEY ? 'Address of a key (P2PKH), legacy format' : 'Address of a script (P2SH), legacy format';
  return valid(encodeCashAddress(type, Uint8Array.from(hash)), kind, /^[13]/.test(text) ? [LEGACY] : []);
}
