import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { ok, type Result } from '@/lib/result';

/** One request of a batch or test payment, as a statement covers it: its ID, version and the SHA-256 of its bytes. */
export interface ProofItem {
  id: string;
  version: number;
  sha256: string;
}

/** More than any batch holds (`MAX_BATCH_ITEMS`), and few enough to be read at once. */
const MAX_ITEMS = 2000;
const itemSchema = z.tuple([
  z.string().regex(/^[!-~]{1,200}$/),
  z.string().regex(/^[1-9]\d{0,8}$/),
  z.string().regex(/^[0-9a-f]{64}$/),
]);

/** Writes the lines `id version sha256`, in the order given and without a line break at the end. */
export function writeItems(items: readonly ProofItem[]): string {
  return items.map(({ id, version, sha256 }) => `${id} ${version} ${sha256}`).join('\n');
}

/** Gives the SHA-256 of a list of items, for the member `items` of a statement. */
export async function hashItems(items: readonly ProofItem[]): Promise<string> {
  return sha256Hex(writeItems(items));
}

/** Reads what `writeItems` wrote: 1 to 2,000 items, each ID once. Refuses every other text. */
export function readItems(text: string): Result<ProofItem[], Refusal> {
  const lines = text.split('\n', MAX_ITEMS + 1);
  if (lines.length > MAX_ITEMS) return refuse('items-malformed', `There are more than ${MAX_ITEMS} items.`);
  const items: ProofItem[] = [];
  for (const [index, line] of lines.entries()) {
    const read = itemSchema.safeParse(line.split(' '));
    if (!read.success) return refuse('items-malformed', `This is line ${index + 1}.`);
    const [id, version, sha256] = read.data;
    items.push({ id, version: Number(version), sha256 });
  }
  if (new Set(items.map(({ id }) => id)).size < items.length)
    return refuse('items-malformed', 'An item is in the list twice.');
  return ok(items);
}
