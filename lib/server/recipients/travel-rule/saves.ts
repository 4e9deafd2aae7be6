import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, max } from 'drizzle-orm';
import type { AddressSaveView, SavedAddress } from '@/lib/recipients/contract';
import { toAddressBody } from '@/lib/recipients/service-address';
import type { SavedData } from '@/lib/recipients/travel-rule';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { addressSaves, recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { toEntry } from '@/lib/server/recipients/change';
import type { Denial } from '@/lib/http/denials';
import { UUID } from '@/lib/text/uuid';

/** Returns whether the console saves travel-rule data at the service itself. */
export function savesAddresses(): boolean {
  return settings().TRANSFER_SERVICE_ADDRESSES === 'on';
}

/** Travel-rule data as they are sent: the bytes and their SHA-256. */
export interface AddressData {
  bytes: string;
  sha256: string;
}

/** Writes the travel-rule data of an entry for an identity; undefined for an entry without data. */
export function writeAddressData(entry: SavedData, identity: string): AddressData | undefined {
  const body = toAddressBody(entry, identity);
  if (!body) return undefined;
  const bytes = JSON.stringify(body);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Address of an entry, in the form in which one address is equal to itself in any spelling. */
interface SavedKey {
  network: string;
  normalAddress: string;
}

const writeKey = ({ network, normalAddress }: SavedKey, identity: string) =>
  JSON.stringify([network, normalAddress, identity]);

type Save = Omit<SavedAddress, 'isSame'> & { recipientId: string; dataSha256: string };

/**
 * Reads the last save of each address and identity. The service knows neither entries nor memos: what was saved last
 * for an address is what it has, whichever entry it came from.
 */
export async function readLastSaves(
  reader: Pick<Transaction, 'select'>,
  keys: readonly SavedKey[],
): Promise<(key: SavedKey, identity: string) => Save | undefined> {
  const { id, network, normalAddress, identity } = addressSaves;
  const addresses = [...new Set(keys.map((key) => key.normalAddress))];
  const networks = [...new Set(keys.map((key) => key.network))];
  const newest = reader
    .select({ id: max(id) })
    .from(addressSaves)
    .where(and(inArray(network, networks), inArray(normalAddress, addresses)))
    .groupBy(network, normalAddress, identity);
  const rows = await reader
    .select({
      network,
      normalAddress,
      identity,
      recipientId: addressSaves.recipientId,
      dataSha256: addressSaves.dataSha256,
      state: addressSaves.state,
      at: addressSaves.at,
      by: personLabel(),
    })
    .from(addressSaves)
    .innerJoin(people, eq(people.id, addressSaves.personId))
    .where(inArray(id, newest));
  const saves = new Map(
    rows.map(({ at, ...row }) => [
      writeKey(row, row.identity),
      { recipientId: row.recipientId, dataSha256: row.dataSha256, state: row.state, by: row.by, at: at.toISOString() },
    ]),
  );
  return (key, owner) => saves.get(writeKey(key, owner));
}

/**
 * Lists the identities for which the data of an active entry can be saved at the service, with their last save; null
 * where the console saves none, or the entry has no data. Takes the ID unchecked.
 */
export async function listAddressSaves(recipientId: string): Promise<Result<AddressSaveView[] | null, Denial>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  if (!savesAddresses() || !UUID.test(recipientId)) return ok(null);
  const [row] = await database()
    .select()
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), eq(recipients.state, 'ACTIVE'), visibleRecipients(reader.value)));
  if (!row?.travelRule) return ok(null);
  const lastOf = await readLastSaves(database(), [row]);
  return ok(
    ['', ...row.travelRule.identities].flatMap((identity) => {
      const data = writeAddressData(toEntry(row), identity);
      if (!data) return [];
      return [{ identity, dataSha256: data.sha256, last: viewSave(lastOf(row, identity), row.id, data) }];
    }),
  );
}

function viewSave(last: Save | undefined, recipientId: string, { sha256 }: AddressData): SavedAddress | null {
  if (!last) return null;
  const { at, state } = last;
  // The reader may not see the other entry.
  const by = last.recipientId === recipientId ? last.by : null;
  return { at, by, state, isSame: last.dataSha256 === sha256 };
}
