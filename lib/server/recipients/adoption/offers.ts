import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import { listVisibleSpellings, type Reader } from '@/lib/identity/reader';
import { explainRefusedNetwork } from '@/lib/withdrawals/sendable';
import { NETWORKS } from '@/lib/networks/networks';
import { type Adoption, type AdoptionOffer, suggestName, toAdoptedEntry } from '@/lib/recipients/adoption';
import { entryOf, recipientPayloadSchema } from '@/lib/recipients/changes';
import { checkRecipientEntry } from '@/lib/recipients/entry-checks';
import { recipientEntrySchema } from '@/lib/recipients/form';
import { isMemoInKey, keyOfEntry } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { oneAtATime } from '@/lib/server/auth/one-at-a-time';
import { database } from '@/lib/server/database/client';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { visibleProposals, visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readNetworks } from '@/lib/server/networks/registry';
import { countedPayments, IS_OF_WORTH, type Payments, readPaidTo } from '@/lib/server/recipients/adoption/paid-to';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { isSeeingLimited } from '@/lib/server/rights/read';
import { mapRows } from '@/lib/server/runtime/rows';
import { isStorable } from '@/lib/text/storable-text';
import { canonicalIds } from '@/lib/text/uuid';
import { nameBeneficiary } from '@/lib/withdrawals/beneficiary';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/*
 * Offers recipients that were paid before for the address book. Any number of transfers may have been made, so the
 * newest withdrawals are looked at, at most `MAX_READ` rows of an index, and the answer says how far back that is;
 * `before` looks further.
 */

const MAX_READ = 20_000;
// For a person who sees many profiles, each of which has an index of its own.
const MIN_READ_OF_PROFILE = 1_000;
// Recipients of which more is read than the key.
const MAX_CANDIDATES = 2_000;
// Each has up to `MAX_PAYMENTS_COUNTED` payments that are read.
const MAX_OFFERS = 100;
// Of an entry of the address book.
const MAX_PROFILES = 50;

const questionSchema = z.object({ before: z.iso.datetime({ precision: 6 }).nullish().catch(null) });

/** Reads the recipients that the person can adopt. Takes the query parameters, unchecked. */
export async function readAdoption(input: unknown): Promise<Result<Adoption, Denial>> {
  const person = await authorize('changeRecipients', { limit: 'read' });
  if (!person.ok) return person;
  const { before = null } = questionSchema.parse(input);
  return oneAtATime(person.value, async () => ok(await readOffers(person.value, before)));
}

async function readOffers(reader: Reader, before: string | null): Promise<Adoption> {
  const [{ candidates, lookedBackTo }, coverage] = await Promise.all([
    readCandidates(reader, before),
    readCoverage(reader),
  ]);
  const { different, similar, rest } = await separate(reader, candidates);
  const offers = await toOffers(reader, different);
  return { offers, more: rest, similar, lookedBackTo, before, isComplete: coverage.isComplete };
}

/**
 * Reads the recipients paid most often, with what was paid to each, without those that the address book has, or that
 * resemble another one. No more are looked at than are offered: a form asks whenever it is opened.
 */
export async function readUnsavedRecipients(reader: Reader): Promise<(Candidate & { payments: Payments })[]> {
  const { candidates } = await readCandidates(reader, null);
  const { different } = await separate(reader, candidates.slice(0, MAX_OFFERS));
  const paid = await readPaidTo(reader, different);
  return different.flatMap((candidate) => {
    const payments = paid.get(candidate.key);
    return payments ? [{ ...candidate, payments }] : [];
  });
}

async function separate(reader: Reader, candidates: readonly Candidate[]) {
  return separateSimilar(reader, await selectUnknown(reader, await selectSendable(candidates)));
}

interface Candidate {
  key: string;
  network: string;
  address: string;
  memo: string | null;
}

interface CandidateRow {
  network: string;
  address: string;
  memo: string;
  lookedBackTo: string | null;
}

/** Reads who was paid, those paid most often first, each recipient once. */
async function readCandidates(
  reader: Reader,
  before: string | null,
): Promise<{ candidates: Candidate[]; lookedBackTo: string | null }> {
  const rows = await readRows<CandidateRow>(await candidatesStatement(reader, before));
  const keyed = await mapRows(rows, ({ network, address, memo: text }): [string, Candidate] => {
    const memo = text === '' ? null : text;
    const key = keyOfEntry({ network, address, memo });
    return [key, { key, network, address, memo }];
  });
  // Of several spellings, that which was paid most often.
  return {
    candidates: [...new Map(keyed.toReversed()).values()].toReversed(),
    lookedBackTo: rows[0]?.lookedBackTo ?? null,
  };
}

/**
 * Builds the statement of `readCandidates`: the newest rows of an index that the reader may see, before the filter, so
 * that it reads no more whatever is among them. Transfers of the very time at which a full read ends may be missing.
 */
export async function candidatesStatement(reader: Reader, before: string | null, maxRead = MAX_READ): Promise<SQL> {
  const spellings = listVisibleSpellings(reader)?.filter(isStorable);
  const until = before === null ? sql`true` : sql`created_at < ${before}::timestamptz`;
  const most = spellings ? Math.max(MIN_READ_OF_PROFILE, Math.floor(maxRead / Math.max(1, spellings.length))) : maxRead;
  const newest = (condition: SQL) => sql`
    select id, created_at, type, direction, status, amount, network, address_key, profile_id, record
    from mirror_transfers where ${condition} and created_at > '-infinity' and ${until}
    order by created_at desc limit ${most}`;
  const read = spellings
    ? sql`select visible.profile as source, newest.* from unnest(${sql.param(spellings)}::text[]) as visible(profile)
        cross join lateral (${newest(sql`profile_id = visible.profile`)}) as newest`
    : sql`select '' as source, newest.* from (${newest(sql`type = 'CRYPTO_WITHDRAWAL'`)}) as newest`;
  const withoutMemo = NETWORKS.filter(({ id }) => !isMemoInKey(id)).map(({ id }) => id);
  return sql`
    with mirror_transfers_read as materialized (${read}),
    reach as (
      select max(oldest) as oldest from (
        select min(created_at) as oldest from mirror_transfers_read group by source having count(*) >= ${most}) as whole
    ),
    paid as (
      select network, record ->> 'destination_address' as address,
        case when network = any(${sql.param(withoutMemo)}::text[]) then '' else coalesce(record ->> 'memo', '') end as memo,
        ${IS_OF_WORTH} as worth
      from mirror_transfers_read as mirror_transfers
      where ${joinConditions(await countedPayments())}
        and created_at >= coalesce((select oldest from reach), '-infinity')
    )
    select network, address, memo,
      to_char((select oldest from reach) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "lookedBackTo"
    from paid group by network, address, memo having bool_or(worth)
    order by count(*) desc, network, address, memo limit ${MAX_CANDIDATES}`;
}

/** Leaves out what an entry cannot have, such as a network that is off or an address that loses what it receives. */
async function selectSendable(candidates: readonly Candidate[]): Promise<Candidate[]> {
  const sendable = await readNetworks();
  const checked = await mapRows(candidates, (candidate) => {
    const entry = recipientEntrySchema.safeParse(toAdoptedEntry({ ...candidate, profiles: [] }, 'Recipient'));
    const isAccepted =
      entry.success &&
      // Not one that the entry would write otherwise than it was paid.
      keyOfEntry(entry.data) === candidate.key &&
      checkRecipientEntry(entry.data, sendable.networks).every(({ level }) => level !== 'error') &&
      explainRefusedNetwork(sendable, '', entry.data.network) === undefined;
    return isAccepted ? [candidate] : [];
  });
  return checked.flat();
}

/**
 * Leaves out recipients that the address book has, or had, and those that are proposed. An active entry counts for
 * everybody, as it does when another is added; of others the reader learns nothing that they do not see.
 */
async function selectUnknown(reader: Reader, candidates: readonly Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return [];
  const keys = candidates.map(({ key }) => key);
  const [saved, open] = await Promise.all([
    database()
      .select({ key: recipients.recipientKey })
      .from(recipients)
      .where(
        and(
          inArray(recipients.recipientKey, keys),
          or(eq(recipients.state, 'ACTIVE'), visibleRecipients(reader) ?? sql`true`),
        ),
      ),
    database()
      .select({ payload: proposals.payload })
      .from(proposals)
      .where(and(eq(proposals.kind, 'recipient'), eq(proposals.state, 'OPEN'), visibleProposals(reader))),
  ]);
  const proposed = open.flatMap(({ payload }) => recipientPayloadSchema.safeParse(payload).data?.changes ?? []);
  const known = new Set([
    ...saved.map(({ key }) => key),
    ...(await mapRows(proposed, (one) => keyOfEntry(entryOf(one)))),
  ]);
  return candidates.filter(({ key }) => !known.has(key));
}

/** Separates the first recipients from those whose address resembles another known one, of this list as well. */
async function separateSimilar(
  reader: Reader,
  candidates: readonly Candidate[],
): Promise<{ different: Candidate[]; similar: number; rest: number }> {
  const first = candidates.slice(0, MAX_OFFERS);
  // With a name, they are compared with each other too.
  const found = await findSimilarAddressesOfEach(
    reader,
    first.map(({ network, address }) => ({ network, address, name: '' })),
  );
  const different = first.filter((_candidate, index) => found[index]?.length === 0);
  return { different, similar: first.length - different.length, rest: candidates.length - first.length };
}

async function toOffers(reader: Reader, candidates: readonly Candidate[]): Promise<AdoptionOffer[]> {
  const [paid, names, isLimited] = await Promise.all([
    readPaidTo(reader, candidates),
    readBeneficiaryNames(reader, candidates),
    isSeeingLimited(),
  ]);
  return candidates.flatMap((candidate) => {
    const payments = paid.get(candidate.key);
    return payments ? [toOffer(candidate, { payments, name: names.get(candidate.key), isLimited })] : [];
  });
}

/** Where rights to see are in force, the entry is for the profiles that paid, so that others do not learn of it. */
function toOffer(
  candidate: Candidate,
  { payments, name, isLimited }: { payments: Payments; name: string | undefined; isLimited: boolean },
): AdoptionOffer {
  const { metadata, profiles, ...paid } = payments;
  return {
    ...candidate,
    profiles: isLimited ? canonicalIds(profiles).slice(0, MAX_PROFILES) : [],
    suggestedName: suggestName(name, metadata),
    paid,
  };
}

/** Reads the names of the beneficiaries in the newest requests to these recipients, by recipient key. */
async function readBeneficiaryNames(
  reader: Reader,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, string>> {
  if (candidates.length === 0) return new Map();
  const rows = await database()
    .selectDistinctOn([requestVersions.recipientKey], { key: requestVersions.recipientKey, body: requestVersions.body })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .where(
      and(
        inArray(
          requestVersions.recipientKey,
          candidates.map(({ key }) => key),
        ),
        sql`convert_from(${requestVersions.body}, 'UTF8')::json -> 'beneficiary' is not null`,
        visibleRequests(reader),
      ),
    )
    .orderBy(requestVersions.recipientKey, sql`${requestVersions.createdAt} desc`);
  return new Map(
    rows.flatMap(({ key, body }) => {
      const { beneficiary } = parseWithdrawalBody(body);
      const name = beneficiary && nameBeneficiary(beneficiary);
      return name === undefined ? [] : [[key, name] as const];
    }),
  );
}
