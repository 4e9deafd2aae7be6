import 'server-only';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { anyOf, joinConditions } from '@/lib/server/database/query/conditions';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { Network } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, isMemoInKey, recipientKey } from '@/lib/recipients/recipients';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests, visibleTransfers } from '@/lib/server/database/visible-profiles';
import { WAS_WITHDRAWN } from '@/lib/server/database/schema/mirror';
import { toAddressKey } from '@/lib/server/mirror/search/to-address';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { isPaid } from '@/lib/server/recipients/paid-recipients';

/** An address in normal form, with its family. */
interface Address {
  family: string;
  address: string;
}

/** Where and when a reader saw an address being paid last. */
export interface SeenPayment {
  network: string;
  at: Date;
}

/** Reads which of these addresses a reader saw being paid, by family and address (`keyOfAddress`). */
export async function readSeenPayments(
  reader: Reader,
  addresses: readonly Address[],
  networks: readonly Network[],
): Promise<Map<string, SeenPayment>> {
  const seen = new Map<string, SeenPayment>();
  if (addresses.length === 0) return seen;
  const relatives = (family: string) => networks.filter((network) => (network.family ?? network.id) === family);
  const [requested, transferred] = await Promise.all([
    readRequested(reader, addresses, relatives),
    readTransferred(reader, addresses),
  ]);
  for (const { network: id, address, at } of [...requested, ...transferred]) {
    const { family, normal } = identifyAddress(resolveNetwork(id, networks), address);
    const key = keyOfAddress(family, normal);
    const known = seen.get(key);
    if (!known || known.at < at) seen.set(key, { network: id, at });
  }
  return seen;
}

export function keyOfAddress(family: string, address: string): string {
  return `${family} ${address}`;
}

interface Paid extends SeenPayment {
  address: string;
}

async function readRequested(
  reader: Reader,
  addresses: readonly Address[],
  relatives: (family: string) => readonly Network[],
): Promise<Paid[]> {
  const named = addresses.flatMap(({ family, address }) => {
    const ids = relatives(family).map(({ id }) => id);
    return (ids.length > 0 ? ids : [family]).map((id) => ({
      key: recipientKey({ crypto_network: id, destination_address: address }),
      usesMemo: isMemoInKey(id),
    }));
  });
  const whole = named.map(({ key }) => key);
  const withMemo = named.filter(({ usesMemo }) => usesMemo).map(({ key }) => beginsWith(key.slice(0, -1)));
  const rows = await database()
    .select({
      key: requestVersions.recipientKey,
      at: sql<Date>`max(coalesce(${sends.transferSeenAt}, ${sends.updatedAt}))`.mapWith(sends.updatedAt),
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(
      and(
        anyOf([sql`${requestVersions.recipientKey} = any(${sql.param(whole)}::text[])`, ...withMemo]),
        visibleRequests(reader),
        isPaid(),
      ),
    )
    .groupBy(requestVersions.recipientKey);
  return rows.map(({ key, at }) => {
    const [network = '', address = ''] = JSON.parse(key) as string[];
    return { network, address, at };
  });
}

/** Matches the keys of an address with any memo, which follows after a comma; compared by bytes, like the index. */
function beginsWith(start: string): SQL {
  const { recipientKey: key } = requestVersions;
  return sql`(${key} ~>=~ ${`${start},`} and ${key} ~<~ ${`${start}-`})`;
}

/**
 * Reads the newest completed withdrawal of some worth to each address that the reader may see, in any spelling of the
 * address: what makes an address known (known-addresses.ts), and no less.
 */
function readTransferred(reader: Reader, addresses: readonly Address[]): Promise<Paid[]> {
  // Bitcoin Cash addresses are written with and without their prefix.
  const spellings = addresses.flatMap(({ address }) => [address, address.replace(/^[a-z]+:/i, '')]);
  return readRows<Paid>(sql`
    select newest.* from unnest(${sql.param([...new Set(spellings.map(toAddressKey))])}::text[]) as spelling(key)
    cross join lateral (
      select network, record->>'destination_address' as address, created_at as at from mirror_transfers
      where address_key between spelling.key and spelling.key and created_at > '-infinity' and ${WAS_WITHDRAWN}
        and ${joinConditions(visibleTransfers(reader))}
      order by address_key desc, created_at desc limit 1) as newest`);
}
