import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { addAmounts } from '@/lib/money/amounts';
import { MAX_PAYMENTS_COUNTED, type PaidTo } from '@/lib/recipients/adoption';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, keyOfEntry, type RecipientEntry } from '@/lib/recipients/recipients';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { COUNTS_FOR_PRICES } from '@/lib/server/database/schema/mirror';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { isToAddress, toAddressKey, toDestination } from '@/lib/server/mirror/search/to-address';
import { mapRows } from '@/lib/server/runtime/rows';
import { readExternalProfiles } from '@/lib/server/settings/external-profiles';
import { listIdSpellings } from '@/lib/text/uuid';
import { entryOf, type RecipientChange } from '@/lib/recipients/changes';

/** Recipients as payments name them. */
type Recipient = Pick<RecipientEntry, 'network' | 'address' | 'memo'>;

/** What was paid to a recipient, with what suggests a name and the profiles that paid. */
export interface Payments extends PaidTo {
  metadata: unknown;
  profiles: string[];
}

/**
 * Makes the conditions that a transfer is a payment of the desk that counts for adopting its recipient: a completed
 * withdrawal of something, of a profile that only the desk uses, which the watcher has looked at and raised no alarm
 * about. A deposit never is, whatever its address: anyone can send one.
 */
export async function countedPayments(): Promise<SQL[]> {
  const { profiles } = await readExternalProfiles();
  const external = profiles.flatMap(listIdSpellings);
  return [
    sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status = 'COMPLETED'`,
    sql`amount > 0 and address_key is not null and created_at > '-infinity'`,
    ...(external.length > 0 ? [sql`not profile_id = any(${sql.param(external)}::text[])`] : []),
    // A value and no join, so that the transfers are read in the order of their index.
    sql`(select true from transfer_watch where transfer_id = mirror_transfers.id) is null`,
    // An alarm about one payment is about its recipient.
    sql`address_key not in (
      select alarmed.address_key from transfer_alarms
      join mirror_transfers alarmed on alarmed.id = transfer_alarms.transfer_id
      where transfer_alarms.known_by is null and alarmed.address_key is not null)`,
  ];
}

/** Tells in SQL whether a payment makes its recipient known: of at least 10 USD, or requested in this console. */
export const IS_OF_WORTH = sql`(${COUNTS_FOR_PRICES}
  or exists (select from sends where sends.transfer_id = mirror_transfers.id))`;

interface PaidRow {
  position: number;
  asset: string;
  times: number;
  lastAt: Date;
  amount: string | null;
  isOfWorth: boolean;
  metadata: unknown;
  profiles: string[];
}

/**
 * Reads what was paid to these recipients, by recipient key, from the newest `MAX_PAYMENTS_COUNTED` payments to each
 * that the reader sees. One to whom nothing of worth was paid, or about whom an alarm is open, is left out.
 */
export async function readPaidTo(reader: Reader, recipients: readonly Recipient[]): Promise<Map<string, Payments>> {
  if (recipients.length === 0) return new Map();
  const rows = await readRows<PaidRow>(await paidToStatement(reader, recipients));
  const keys = await mapRows(recipients, keyOfEntry);
  return new Map(
    keys.flatMap((key, position): [string, Payments][] => {
      const own = rows.filter((row) => row.position === position);
      return own.some(({ isOfWorth }) => isOfWorth) ? [[key, toPayments(own)]] : [];
    }),
  );
}

/**
 * Builds the statement of `readPaidTo`: each spelling of an address by its index, in its order (decision 59). The
 * recipients are rows that one plan is made for: of a query for each, planning alone takes longer than reading.
 */
export async function paidToStatement(reader: Reader, recipients: readonly Recipient[]): Promise<SQL> {
  const asked = recipients.flatMap((recipient, position) => {
    const { normal } = identifyAddress(resolveNetwork(recipient.network), recipient.address);
    const { network, addresses, isCaseSensitive, memo } = toDestination({ ...recipient, normalAddress: normal });
    return [...new Set(addresses.map(toAddressKey))].map((key) => ({
      position,
      key,
      network: sanitizeText(network),
      // The index holds keys in lower case.
      addresses: isCaseSensitive ? addresses.map(sanitizeText) : null,
      memo: memo === undefined ? null : sanitizeText(memo ?? ''),
    }));
  });
  return sql`select position, asset, count(*)::int as times, max(created_at) as "lastAt",
      trim_scale(sum(amount))::text as amount, bool_or(worth) as "isOfWorth",
      (array_agg(metadata order by created_at desc) filter (where metadata is not null))[1] as metadata,
      array_agg(distinct profile_id) as profiles
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked(position int, key text, network text, addresses text[], memo text) cross join lateral (
        select asset, created_at, amount, profile_id, ${IS_OF_WORTH} as worth, record -> 'metadata' as metadata
        from mirror_transfers where ${isToAddress(sql`asked.key`)} and network = asked.network
          and (asked.addresses is null or record ->> 'destination_address' = any(asked.addresses))
          and (asked.memo is null or coalesce(record ->> 'memo', '') = asked.memo)
          and ${joinConditions([...(await countedPayments()), ...visibleTransfers(reader)])}
        order by address_key desc, created_at desc limit ${MAX_PAYMENTS_COUNTED + 1}) as newest
    group by position, asset order by position, asset`;
}

function toPayments(rows: readonly PaidRow[]): Payments {
  const times = rows.reduce((sum, row) => sum + row.times, 0);
  const newest = rows.toSorted((a, b) => Number(b.lastAt) - Number(a.lastAt));
  const amounts = new Map<string, string>();
  for (const { asset, amount } of rows) amounts.set(asset, addAmounts(amounts.get(asset) ?? '0', amount ?? '0'));
  return {
    times: Math.min(times, MAX_PAYMENTS_COUNTED),
    isAtLeast: times > MAX_PAYMENTS_COUNTED,
    lastAt: new Date(newest[0]?.lastAt ?? 0).toISOString(),
    amounts: [...amounts].map(([asset, amount]) => ({ asset, amount })),
    metadata: newest.find(({ metadata }) => metadata !== null)?.metadata ?? null,
    profiles: [...new Set(rows.flatMap(({ profiles }) => profiles))].toSorted(),
  };
}

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
