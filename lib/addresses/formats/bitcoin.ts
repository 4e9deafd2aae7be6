import { decodeBase58check, explainHashAddress, isLikeHashAddress } from '@/lib/addresses/formats/base58check';
import { ofTestNetwork, type Reading, unusable, valid } from '@/lib/addresses/reading';
import { readSegwit } from '@/lib/addresses/formats/segwit';
import { TheService } from '@/lib/text/service-name';

const PREFIXES = /^(bc|tb|bcrt)1/i;
const SILENT_PAYMENT = /^t?sp1q/i;
const FOR_BITCOIN = { check: 'network', network: 'Bitcoin' } as const;

/**
 * Reads a Bitcoin address: base58check (BIP 13, BIP 16), bech32 (BIP 173) or bech32m (BIP 350). Undefined for a text
 * that does not look like one.
 */
export function readBitcoin(text: string): Reading | undefined {
  const prefix = PREFIXES.exec(text)?.[1];
  if (prefix) {
    const reading = readSegwit(text, prefix);
    return reading.state === 'valid' && prefix.toLowerCase() !== 'bc' ? ofTestNetwork('Bitcoin') : reading;
  }
  if (SILENT_PAYMENT.test(text) && text.length > 100)
    return unusable(
      `This is a silent payment address (BIP 352). ${TheService()} is not known to send to this kind. ` +
        'Ask the recipient for an address that begins with bc1.',
    );
  if (!/^[13mn2]/.test(text) || !isLikeHashAddress(text)) return undefined;
  const decoded = decodeBase58check(text);
  if (decoded?.length !== 21) return explainHashAddress(text);
  const [version] = decoded;
  if (version === 0x00)
    return valid(text, 'Address of a key (P2PKH)', [
      { fact: 'Bitcoin Cash uses the same address format.', ...FOR_BITCOIN },
    ]);
  if (version === 0x05) {
    return valid(text, 'Address of a script (P2SH)', [
      { fact: 'Bitcoin Cash and Litecoin use the same address format.', ...FOR_BITCOIN },
    ]);
  }
  return version === 0x6f || version === 0xc4 ? ofTestNetwork('Bitcoin') : undefined;
}
