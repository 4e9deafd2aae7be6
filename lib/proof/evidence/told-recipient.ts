import type { EvidenceBody } from '@/lib/proof/evidence/records';
import { parseJson } from '@/lib/text/parse-json';

/**
 * Compares the recipient that a policy was given with that of the bytes. `unclear`: on the same network with another
 * text, which may be another form of the address or another address. Only the claim tells these apart (lib/addresses),
 * since this code runs in a page alone.
 */
export function compareTold(told: string, body: EvidenceBody): 'same' | 'other' | 'unclear' {
  const key = parseJson(told);
  const [network, address, memo] = Array.isArray(key) ? (key as unknown[]) : [];
  if (network !== body.crypto_network || typeof address !== 'string') return 'other';
  // Without a memo in the key the address alone says who is paid.
  if (memo !== undefined && memo !== body.memo) return 'other';
  return address.toLowerCase() === body.destination_address.toLowerCase() ? 'same' : 'unclear';
}
