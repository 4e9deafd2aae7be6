import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { titleCase } from '@/lib/transfers/describe-status';
import type { Match } from '@/lib/transfers/transfer';

// Members of section 2.2 as people call them.
const FIELDS: Record<string, string> = {
  id: 'Transfer ID',
  ref_id: 'Reference',
  crypto_tx_hash: 'Transaction hash',
  group_id: 'Group ID',
};
const METADATA = 'metadata.';

const HOW: Record<Match['how'], string> = { exact: 'is this', prefix: 'begins with this', contains: 'contains this' };

/** Why a transfer is among the answers to a search, such as "Transaction hash begins with this". */
export function describeMatch({ field, how }: Match): string {
  return `${nameOf(field)} ${HOW[how]}`;
}

function nameOf(field: string): string {
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field] ?? field;
  return field.startsWith(METADATA)
    ? `Metadata “${revealHiddenCharacters(field.slice(METADATA.length))}”`
    : titleCase(field);
}
