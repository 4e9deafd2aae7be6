import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import type { Payment } from '@/lib/risk/risk-facts';
import { MAX_PAYMENTS } from '@/lib/risk/findings';
import type { Network } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, recipientKey } from '@/lib/recipients/recipients';
import { visibleRequests, visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { matchesAnyKey } from '@/lib/server/requests/limits/recipient-account';
import { toAddressKey } from '@/lib/server/mirror/search/to-address';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';
import { listIdSpellings } from '@/lib/text/uuid';

// The number of newest withdrawals of an asset that are scanned for those of one profile.
const MAX_SCANNED = 5_000;

interface PaymentReading {
  /** For whom payments are marked as hidden. */
  reader: Reader;
  /** Whose payments count. */
  counted: Reader;
  networks: readonly Network[];
}

/** Lists the recipient keys of the address, without a memo, on each network of its family. */
function listRecipientKeys(body: WithdrawalBody, networks: readonly Network[]): string[] {
  const { crypto_network } = body;
  const family = resolveNetwork(crypto_network, networks).family;
  const relatives = networks.filter((other) => family !== undefined && other.family === family).map(({ id }) => id);
  const addresses = listSpellings(body, networks);
  return [
    ...new Set([crypto_network, ...relatives].flatMap((id) => addresses.map((address) => toRecipientKey(id, address)))),
  ];
}

function toRecipientKey(network: string, address: string): string {
  return recipientKey({ crypto_network: network, destination_address: address });
}

/**
 * Reads the completed withdrawals of this console to the address, on any network of its family and with any memo,
 * newest first; those of profiles that the reader may not see are marked as hidden. Leaves out adopted transfers that
 * differed from their request: someone else may have been paid.
 */
export async function readOwnPayments(
  body: WithdrawalBody,
  { exceptIds, ...reading }: PaymentReading & { exceptIds: readonly string[] },
  signal?: AbortSignal,
): Promise<Payment[]> {
  const rows = await readRows<{ body: Buffer; at: Date }>(
    sql`
      select versions.body, coalesce(sends.transfer_seen_at, requests.updated_at) as at
      from request_versions versions
      join withdrawal_requests requests on requests.id = versions.request_id and requests.version = versions.version
      join sends on sends.request_id = requests.id
      where ${matchesAnyKey(sql`versions.recipient_key`, listRecipientKeys(body, reading.networks))}
        and sends.state = 'ACCEPTED' and sends.transfer_status = 'COMPLETED'
        and requests.id <> all(${sql.param(exceptIds)}::uuid[])
        and ${visibleRequests(reading.counted, sql`versions.body`) ?? sql`true`}
        and not exists (
          select 1 from proposals where kind = 'resolve-send' and subject = requests.id::text and state = 'CONFIRMED'
            and json_array_length(coalesce(payload->'differences', '[]')) > 0)
      order by at desc limit ${MAX_PAYMENTS}`,
    signal,
  );
  return rows.map(({ body: bytes, at }) => {
    const paid = parseWithdrawalBody(bytes);
    return {
      network: paid.crypto_network,
      asset: paid.asset,
      value: paid.amount ?? paid.total,
      memo: paid.memo ?? null,
      at: at.toISOString(),
      isHidden: !canSeeProfile(reading.reader, paid.profile_id),
    };
  });
}

/**
 * Reads the completed withdrawals to the address in the mirror that this console did not make, newest first. Never
 * deposits: anyone can cause one. Those of profiles that the reader may not see are marked as hidden.
 */
export async function readOlderPayments(
  body: WithdrawalBody,
  { reader, counted, networks }: PaymentReading,
  signal?: AbortSignal,
): Promise<Payment[]> {
  const keys = listRecipientKeys(body, networks);
  const addressKeys = listSpellings(body, networks).map(toAddressKey);
  const rows = await readRows<{
    network: string;
    asset: string;
    value: string;
    memo: string | null;
    address: string;
    profileId: string | null;
    at: Date;
  }>(
    sql`
      select network, asset, amount::text as value, nullif(record->>'memo', '') as memo,
        record->>'destination_address' as address, profile_id as "profileId", created_at as at
      from mirror_transfers mirror
      where address_key in ${addressKeys} and type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'
        and status = 'COMPLETED' and amount is not null and created_at > '-infinity'
        and ${joinConditions(visibleTransfers(counted))}
        and not exists (select 1 from sends where transfer_id = mirror.id)
        and not exists (select 1 from withdrawal_requests where ref_id = mirror.record->>'ref_id')
      order by created_at desc limit ${MAX_PAYMENTS}`,
    signal,
  );
  return rows
    .filter(({ network, address }) => keys.includes(toRecipientKey(network, address)))
    .map(({ network, asset, value, memo, profileId, at }) => ({
      network,
      asset,
      value,
      memo,
      at: at.toISOString(),
      isHidden: !canSeeProfile(reader, profileId ?? undefined),
    }));
}

/** Lists the spellings in which the mirror may hold the address: as written here, and in normal form. */
function listSpellings(
  { crypto_network: id, destination_address: address }: WithdrawalBody,
  networks: readonly Network[],
): string[] {
  return [address, identifyAddress(resolveNetwork(id, networks), address).normal];
}

/**
 * Tells whether a transfer names the profile, in any spelling of a UUID, or a withdrawal that the service accepted from
 * here. A request alone makes no profile known: anyone who can request could make one.
 */
export async function isKnownProfile({ profile_id }: WithdrawalBody, signal?: AbortSignal): Promise<boolean> {
  const spellings = sql`any(${sql.param(listIdSpellings(profile_id).map(sanitizeText))}::text[])`;
  const [row] = await readRows<{ isKnown: boolean }>(
    sql`
      select exists (select 1 from mirror_transfers where profile_id = ${spellings}) or exists (
        select 1 from request_versions versions join sends on sends.request_id = versions.request_id
        where versions.facts->>'profileId' = ${spellings} and sends.state = 'ACCEPTED') as "isKnown"`,
    signal,
  );
  return row?.isKnown === true;
}

/** Reads the amounts of the newest completed withdrawals of the asset from the profile. */
export async function readProfileAmounts(
  { asset, profile_id }: WithdrawalBody,
  counted: Reader,
  signal?: AbortSignal,
): Promise<string[]> {
  const rows = await readRows<{ value: string }>(
    sql`
      select amount::text as value
      from (
        select amount, profile_id, status, created_at from mirror_transfers
        where asset = ${sanitizeText(asset)} and type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'
          and created_at > '-infinity' and ${joinConditions(visibleTransfers(counted))}
        order by created_at desc, id desc limit ${MAX_SCANNED}
      ) as newest
      where profile_id = any(${sql.param(listIdSpellings(profile_id).map(sanitizeText))}::text[]) and status = 'COMPLETED' and amount is not null
      order by created_at desc limit ${MAX_PAYMENTS}`,
    signal,
  );
  return rows.map(({ value }) => value);
}
