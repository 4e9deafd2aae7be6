import 'server-only';
import { anyOf, joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { listAccountStarts, readAccountKey } from '@/lib/addresses/formats/stellar';
import { resolveNetwork } from '@/lib/networks/networks';
import { type AccountBody, accountKey } from '@/lib/recipients/account';
import { identifyAddress } from '@/lib/recipients/recipients';
import { isTo, toDestination } from '@/lib/server/mirror/search/to-address';

// What counts by account (`accountKey`), as conditions on what is stored by recipient.

/** Makes the condition that a stored recipient key (`recipientKey`) is of the account of a withdrawal. */
export function isOfAccount(column: SQL, body: AccountBody): SQL {
  const key = readAccountKey(body.destination_address);
  if (key === undefined) return matchesAnyKey(column, [accountKey(body)]);
  const starts = listAccountStarts(key).map((start) => JSON.stringify([body.crypto_network, start]).slice(0, -2));
  // Compared by bytes, like the index: letters and digits of an address come before a bracket.
  return anyOf(starts.map((start) => sql`(${column} ~>=~ ${start} and ${column} ~<~ ${`${start}[`})`));
}

/** Matches a recipient key with any memo: the key itself, or the key with a memo at its end (`recipientKey`). */
export function matchesAnyKey(column: SQL, keys: readonly string[]): SQL {
  const each = keys.map((key) => {
    const start = key.slice(0, -1);
    // Compared by bytes, like the index: a memo follows after a comma.
    return sql`(${column} = ${key} or (${column} ~>=~ ${`${start},`} and ${column} ~<~ ${`${start}-`}))`;
  });
  return anyOf(each);
}

/** Makes the condition that an outgoing transfer of the mirror went to the account of a withdrawal. */
export function isToAccount({ crypto_network: network, destination_address: address }: AccountBody): SQL {
  const key = readAccountKey(address);
  if (key === undefined) {
    const { normal: normalAddress } = identifyAddress(resolveNetwork(network), address);
    return isTo({ ...toDestination({ network, address, normalAddress, memo: null }), memo: undefined });
  }
  // The mirror keeps addresses in small letters, which come before a brace.
  const starts = listAccountStarts(key).map((start) => start.toLowerCase());
  return joinConditions([
    anyOf(starts.map((start) => sql`(address_key >= ${start} and address_key < ${`${start}{`})`)),
    sql`network = ${sanitizeText(network)}`,
    sql`direction = 'DEBIT'`,
  ]);
}
