import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { recipientKey } from '@/lib/recipients/recipients';
import { database } from '@/lib/server/database/client';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { recipients } from '@/lib/server/database/schema/recipients';
import { singleton } from '@/lib/server/runtime/singleton';
import { isSameId } from '@/lib/text/uuid';
import type { TransferRecipient, TransferRow } from '@/lib/transfers/transfer';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const MAX_CACHED_KEYS = 20_000;

/**
 * Adds to each outgoing transfer the active entry of the address book that it pays, by network, address and memo; one
 * query for all of them. An incoming transfer gets none: its destination is the desk's own deposit address, and its
 * sender is not in the record.
 */
export async function addRecipients<Row extends object>(
  reader: Reader,
  transfers: readonly Row[],
): Promise<(Row & { recipient?: TransferRecipient })[]> {
  const keys = transfers.map((transfer) => keyOf(transfer));
  const wanted = [...new Set(keys.filter((key) => key !== undefined))];
  if (wanted.length === 0) return [...transfers];
  const entries = await readEntries(reader, wanted);
  if (entries.length === 0) return [...transfers];
  const byKey = new Map(entries.map(({ key, id, name }) => [key, { id, name }]));
  return transfers.map((transfer, index) => {
    const recipient = byKey.get(keys[index] ?? '');
    return recipient ? { ...transfer, recipient } : transfer;
  });
}

/** Reads the names of the active entries of the address book with one of these keys, by key. */
export async function readEntryNames(reader: Reader, keys: readonly string[]): Promise<Record<string, string>> {
  if (keys.length === 0) return {};
  return Object.fromEntries((await readEntries(reader, keys)).map(({ key, name }) => [key, name]));
}

function readEntries(reader: Reader, keys: readonly string[]) {
  return database()
    .select({
      key: recipients.recipientKey,
      id: recipients.id,
      name: recipients.name,
      profiles: recipients.profiles,
    })
    .from(recipients)
    .where(and(inArray(recipients.recipientKey, keys), eq(recipients.state, 'ACTIVE'), visibleRecipients(reader)));
}

/** Where a form that was filled in before pays to, and from which profile; empty where it leaves that open. */
type PaidTo = Pick<WithdrawalForm, 'network' | 'destinationAddress' | 'memo' | 'profileId'>;

/**
 * Gives for each form the name of the active entry of the address book that it pays; null where there is none that the
 * reader may see, or where the entry is for other profiles.
 */
export async function nameRecipientsOf(reader: Reader, forms: readonly PaidTo[]): Promise<(string | null)[]> {
  const keys = forms.map(({ network, destinationAddress, memo }) =>
    network === '' || destinationAddress === ''
      ? undefined
      : recipientKey({
          crypto_network: network,
          destination_address: destinationAddress,
          ...(memo !== '' && { memo }),
        }),
  );
  const wanted = [...new Set(keys.filter((key) => key !== undefined))];
  const entries = wanted.length === 0 ? [] : await readEntries(reader, wanted);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return forms.map(({ profileId }, index) => {
    const entry = byKey.get(keys[index] ?? '');
    const isFor = profileId === '' || entry?.profiles.length === 0;
    return entry && (isFor || entry.profiles.some((id) => isSameId(id, profileId))) ? entry.name : null;
  });
}

type Destination = Pick<TransferRow, 'direction' | 'crypto_network' | 'destination_address' | 'memo'>;

function keyOf(transfer: Partial<Destination>): string | undefined {
  const { direction, crypto_network: network, destination_address: address, memo } = transfer;
  if (direction !== 'DEBIT' || network === undefined || address === undefined) return undefined;
  // The key checks the address, which takes longer than the rest of a row; the same addresses come again and again.
  const cache = singleton('recipients.keys', () => new Map<string, string>());
  const place = JSON.stringify([network, address, memo]);
  const known = cache.get(place);
  if (known !== undefined) return known;
  const key = recipientKey({
    crypto_network: network,
    destination_address: address,
    ...(memo !== undefined && { memo }),
  });
  if (cache.size >= MAX_CACHED_KEYS) cache.clear();
  cache.set(place, key);
  return key;
}
