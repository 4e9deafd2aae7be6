import { readBareAddress } from '@/lib/addresses/payment-links/bare-address';
import { readBip21 } from '@/lib/addresses/payment-links/bip21';
import { readEip681 } from '@/lib/addresses/payment-links/eip681';
import { readExplorerLink } from '@/lib/addresses/payment-links/explorer-link';
import type { LinkReading } from '@/lib/addresses/payment-links/link-content';
import { readSep7 } from '@/lib/addresses/payment-links/sep7';
import { readSolanaPay } from '@/lib/addresses/payment-links/solana-pay';

const FORMATS = [readBip21, readEip681, readSep7, readSolanaPay, readExplorerLink];

/**
 * Parses a text that may hold more than an address. `isLink` tells that it is written as a link, so that it is one even
 * with a mistake in it; any other text is one only where its address is right. Undefined for a text without more.
 */
export function parseLink(text: string): { reading: LinkReading; isLink: boolean } | undefined {
  for (const read of FORMATS) {
    const reading = read(text);
    if (reading) return { reading, isLink: true };
  }
  const bare = readBareAddress(text);
  return bare && { reading: bare, isLink: false };
}
