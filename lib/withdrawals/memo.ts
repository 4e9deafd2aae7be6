import type { Network } from '@/lib/networks/network-definition';

// A Stellar memo is a text of at most 28 bytes, a number, or a hash of 32 bytes, which is written as 64 hex digits
// (https://developers.stellar.org/docs/learn/fundamentals/transactions/operations-and-transactions#memo).
const MAX_STELLAR_BYTES = 28;
const STELLAR_HASH = /^[0-9a-f]{64}$/i;

/**
 * Explains why a memo cannot be sent on a network; undefined where it can. Counts the memo as it is sent: trimmed, NFC.
 */
export function explainMemo(memo: string, network: Pick<Network, 'label' | 'family'> | undefined): string | undefined {
  if (network?.family !== 'stellar') return undefined;
  const sent = memo.trim().normalize('NFC');
  const bytes = new TextEncoder().encode(sent).length;
  if (bytes <= MAX_STELLAR_BYTES || STELLAR_HASH.test(sent)) return undefined;
  const letters = bytes > sent.length ? ' A letter with an accent or of another script takes several bytes.' : '';
  return (
    `This memo has ${bytes} bytes. On ${network.label} a memo has at most ${MAX_STELLAR_BYTES}, ` +
    `or it is a hash of exactly 64 hex digits.${letters} Ask the recipient for the memo.`
  );
}
