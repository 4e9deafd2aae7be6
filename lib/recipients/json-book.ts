import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { formatCsvLine } from '@/lib/text/csv';
import { parseJson } from '@/lib/text/parse-json';

const contact = z.union([
  z.string().transform((name) => ({ name, memo: '' })),
  z.object({ name: z.string(), memo: z.string().default('') }),
]);
const book = z.record(z.string(), z.record(z.string(), contact));

// Contacts by chain ID and address: a backup of MetaMask, its state, and the data of Safe{Wallet}.
const file = z.union([
  z.object({ addressBook: z.object({ addressBook: book }) }).transform((found) => found.addressBook.addressBook),
  z.object({ data: z.object({ addressBook: book }) }).transform((found) => found.data.addressBook),
  z.object({ addressBook: book }).transform((found) => found.addressBook),
]);

/**
 * Reads the contacts of a wallet's backup in JSON as CSV with the columns name, address, chain ID and note, or explains
 * that it has none. Undefined for a text that is no JSON.
 */
export function readJsonBook(text: string): Result<string, string> | undefined {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return undefined;
  const json = parseJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return undefined;
  const found = file.safeParse(json);
  const lines = Object.entries(found.data ?? {}).flatMap(([chain, contacts]) =>
    // The note of a contact has nothing to do with the memo of a payment.
    Object.entries(contacts).map(([address, { name, memo }]) => formatCsvLine([name, address, chain, memo])),
  );
  if (lines.length > 0) return ok(formatCsvLine(['Name', 'Address', 'Chain ID', 'Note']) + lines.join(''));
  return fail(
    'This is JSON, not a sheet, and it has no contacts as a backup of MetaMask or Safe{Wallet} has them. ' +
      'Export the address book as CSV, or paste it as cells.',
  );
}
