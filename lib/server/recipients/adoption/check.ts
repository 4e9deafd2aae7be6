import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { entryOf, type RecipientChange } from '@/lib/recipients/changes';
import { keyOfEntry, type RecipientEntry } from '@/lib/recipients/recipients';
import { readPaidTo } from '@/lib/server/recipients/adoption/paid-to';

/**
 * Explains which of these entries is no recipient that was paid before, as far as the reader sees; undefined for none.
 * Asked of who proposes and of who confirms, so that both see the payments, and none has raised an alarm since.
 */
export async function findNotAdoptable(
  reader: Reader,
  changes: readonly RecipientChange[],
): Promise<string | undefined> {
  const entries = changes.map(entryOf);
  const paid = await readPaidTo(reader, entries);
  const other = entries.find((entry) => !paid.has(keyOfEntry(entry)));
  return (
    other &&
    `“${other.name}” is not a recipient that you can adopt: no completed withdrawal of worth to this address, network ` +
      'and memo is known to you, or one has an open alarm. Nothing was changed. Leave the recipient out, or add it by itself.'
  );
}

/** Explains that an address is compared by two people, one at a time. */
export function explainSimilarAdopted({ name }: Pick<RecipientEntry, 'name'>): string {
  return (
    `The address of “${name}” closely resembles another known one. Nothing was changed. ` +
    'Leave the recipient out and add it by itself, so that two people compare the addresses.'
  );
}
