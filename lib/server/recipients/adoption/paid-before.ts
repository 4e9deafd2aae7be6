import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import { MAX_PAYMENTS_COUNTED } from '@/lib/recipients/adoption';
import { findCommon, type PaidRecipient } from '@/lib/recipients/paid';
import { identifyAddress, keyOfEntry } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { oneAtATime } from '@/lib/server/auth/one-at-a-time';
import { database } from '@/lib/server/database/client';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import {
  visibleProposals,
  visibleRecipients,
  visibleRequests,
  visibleTransfers,
} from '@/lib/server/database/visible-profiles';
import { toAddressKey, toDestination } from '@/lib/server/mirror/search/to-address';
import { readRegistry } from '@/lib/server/networks/registry';
import { readUnsavedRecipients } from '@/lib/server/recipients/adoption/offers';
import { countedPayments, IS_OF_WORTH } from '@/lib/server/recipients/adoption/paid-to';
import { storableText } from '@/lib/text/storable-text';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';

const questionSchema = z.object({ address: storableText().trim().max(128).catch('') });

/**
 * Reads recipients that were paid, for the form of a withdrawal: at an address, on every network; without an address
 * those without an entry in the address book, paid most often first. Takes the query parameters, unchecked.
 */
export async function readPaidRecipients(input: unknown): Promise<Result<PaidRecipient[], Denial>> {
  const person = await authorize('makeWithdrawal', { limit: 'read' });
  if (!person.ok) return person;
  const { address } = questionSchema.parse(input);
  if (address !== '') return ok(await readPaidAt(person.value, address));
  return oneAtATime(person.value, async () => ok(await readUnsaved(person.value)));
}

type Undecided = Omit<PaidRecipient, 'isDeclined'>;

async function readUnsaved(reader: Reader): Promise<PaidRecipient[]> {
  const found = await readUnsavedRecipients(reader);
  return withDeclined(
    reader,
    found.map(({ network, address, memo, payments: { times, isAtLeast, lastAt, amounts, profiles } }) => ({
      network,
      address,
      memo,
      paid: { times, isAtLeast, lastAt },
      asset: findCommon(
        amounts.map(({ asset }) => asset),
        times,
      ),
      profile: findCommon(profiles, times),
    })),
  );
}

interface PaidRow {
  network: string;
  address: string;
  memo: string;
  asset: string;
  profile: string;
  times: number;
  lastAt: Date;
  isOfWorth: boolean;
}

/** Reads what the newest `MAX_PAYMENTS_COUNTED` payments to an address have in common, by recipient. */
async function readPaidAt(reader: Reader, typed: string): Promise<PaidRecipient[]> {
  const { networks } = await readRegistry();
  const keys = new Set(
    networks.flatMap((network) =>
      toDestination({
        network: network.id,
        address: typed,
        normalAddress: identifyAddress(network, typed).normal,
        memo: null,
      }).addresses.map(toAddressKey),
    ),
  );
  const conditions = joinConditions([...(await countedPayments()), ...visibleTransfers(reader)]);
  const rows = await readRows<PaidRow>(sql`
    select network, address, memo, asset, profile_id as profile, count(*)::int as times, max(created_at) as "lastAt",
      bool_or(worth) as "isOfWorth"
    from (
      select newest.* from unnest(${sql.param([...keys])}::text[]) as spelling(key) cross join lateral (
        select network, record ->> 'destination_address' as address, coalesce(record ->> 'memo', '') as memo, asset,
          profile_id, created_at, ${IS_OF_WORTH} as worth
        from mirror_transfers where address_key between spelling.key and spelling.key and ${conditions}
        order by address_key desc, created_at desc limit ${MAX_PAYMENTS_COUNTED + 1}) as newest
    ) as counted group by 1, 2, 3, 4, 5`);
  const byRecipient = new Map<string, PaidRow[]>();
  for (const row of rows) {
    const key = keyOf(row, row.address);
    // The index holds keys in lower case, which for base58 may be another address.
    if (key === keyOf(row, typed)) byRecipient.set(key, [...(byRecipient.get(key) ?? []), row]);
  }
  const paid = [...byRecipient.values()].filter((own) => own.some(({ isOfWorth }) => isOfWorth)).map(toPaid);
  return withDeclined(reader, paid);
}

function keyOf({ network, memo }: PaidRow, address: string): string {
  return keyOfEntry({ network, address, memo: memo === '' ? null : memo });
}

function toPaid(rows: readonly PaidRow[]): Undecided {
  const newest = rows.toSorted((a, b) => Number(b.lastAt) - Number(a.lastAt))[0] as PaidRow;
  const times = rows.reduce((sum, row) => sum + row.times, 0);
  return {
    network: newest.network,
    address: newest.address,
    memo: newest.memo === '' ? null : newest.memo,
    paid: {
      times: Math.min(times, MAX_PAYMENTS_COUNTED),
      isAtLeast: times > MAX_PAYMENTS_COUNTED,
      lastAt: new Date(newest.lastAt).toISOString(),
    },
    asset: findCommon(
      rows.map(({ asset }) => asset),
      times,
    ),
    profile: findCommon(
      rows.map(({ profile }) => profile),
      times,
    ),
  };
}

/** Marks recipients to whom the service declined a withdrawal after the last payment. */
async function withDeclined(reader: Reader, paid: readonly Undecided[]): Promise<PaidRecipient[]> {
  if (paid.length === 0) return [];
  const rows = await database()
    .select({
      key: requestVersions.recipientKey,
      at: sql<Date>`max(${sends.updatedAt})`.mapWith(sends.updatedAt),
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(
      and(
        inArray(requestVersions.recipientKey, paid.map(keyOfEntry)),
        eq(sends.state, 'REFUSED'),
        visibleRequests(reader),
      ),
    )
    .groupBy(requestVersions.recipientKey);
  const declined = new Map(rows.map(({ key, at }) => [key, at.toISOString()]));
  return paid.map((recipient) => ({
    ...recipient,
    isDeclined: (declined.get(keyOfEntry(recipient)) ?? '') > recipient.paid.lastAt,
  }));
}

/**
 * Tells whether the address book waits to be begun: as far as the reader sees, it has no entry, none is proposed, and
 * withdrawals were completed. Reads the totals of the mirror, not its transfers.
 */
export async function isBookToBegin(reader: Reader): Promise<boolean> {
  const withdrawn = joinConditions([
    sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status = 'COMPLETED' and transfers > 0`,
    ...visibleTransfers(reader),
  ]);
  const { rows } = await database().execute<{ isToBegin: boolean }>(sql`
    select not exists (select from ${recipients} where ${visibleRecipients(reader) ?? sql`true`})
      and not exists (
        select from ${proposals} where kind = 'recipient' and state = 'OPEN' and ${visibleProposals(reader) ?? sql`true`})
      and exists (select from mirror_totals where ${withdrawn}) as "isToBegin"`);
  return rows[0]?.isToBegin ?? false;
}
