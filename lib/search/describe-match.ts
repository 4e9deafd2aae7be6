import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { titleCase } from '@/lib/text/title-case';
import type { Match } from '@/lib/transfers/transfer';

// Names of record members for people; the other members are named by titleCase.
const FIELDS: Record<string, string> = {
  id: 'Transfer ID',
  ref_id: 'Reference',
  crypto_tx_hash: 'Transaction hash',
  group_id: 'Group ID',
  request_id: 'Request ID',
  transfer_id: 'Transfer ID',
  requester: 'Requester',
  follows: 'Reference of the earlier request',
  followed_by: 'Reference of the later request',
  recipient: 'Recipient',
  profile_id: 'Profile ID',
  customer_id: 'Customer ID',
  identity_id: 'Identity ID',
  account_id: 'Account ID',
  fiat_account_id: 'Fiat account ID',
  metadata_key: 'Key of the metadata',
  status_details: 'Details of the status',
  comment: 'Comment on the request',
  batch: 'Name of the batch',
};
const METADATA = 'metadata.';

const HOW_IT_MATCHES: Record<Match['how'], string> = {
  exact: 'matches exactly',
  ends: 'has this beginning and end',
  prefix: 'starts with the search term',
  suffix: 'ends with the search term',
  contains: 'contains the search term',
  near: 'is near the search term',
};

/** Describes how a transfer matched a search, such as "Transaction hash starts with the search term". */
export function describeMatch(match: Match): string {
  const { field, how } = describeMatchParts(match);
  return `${field} ${how}`;
}

/** Describes the match in two parts: the field, and how it matches. */
export function describeMatchParts({ field, how }: Match): { field: string; how: string } {
  return { field: describeField(field), how: HOW_IT_MATCHES[how] };
}

function describeField(field: string): string {
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field] ?? field;
  return field.startsWith(METADATA)
    ? `Metadata “${revealHiddenCharacters(field.slice(METADATA.length))}”`
    : titleCase(field);
}
