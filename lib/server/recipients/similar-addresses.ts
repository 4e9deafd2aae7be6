import 'server-only';
import { writeEvm } from '@/lib/addresses/formats/evm';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { addBySignature, type BySignature, findAlike } from '@/lib/addresses/find-alike';
import { findResemblance, computeProbes, type Resemblance, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily, Network } from '@/lib/networks/network-definition';
import { NETWORKS, resolveNetwork } from '@/lib/networks/networks';
import {
  type HiddenAddress,
  identifyAddress,
  type KnownAddress,
  type SimilarAddress,
} from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { type OpenAddress, readOpenAddresses } from '@/lib/server/recipients/open-addresses';
import { readOwnEntries } from '@/lib/server/recipients/own-entries';
import { keyOfAddress, readSeenPayments, type SeenPayment } from '@/lib/server/recipients/seen-addresses';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { mapRows } from '@/lib/server/runtime/rows';
import { storableText } from '@/lib/text/storable-text';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

interface Candidate {
  network: string;
  address: string;
  /** Name of a new entry. Candidates with a name are also compared with each other, as the rows of one import. */
  name?: string;
  /** Set for the address of a withdrawal, which is also compared with the addresses of open requests. */
  withdrawal?: Compared;
}

/** The profile of a withdrawal, and the requests with which it is not compared. */
interface Compared {
  profileId?: string;
  /** Its own, or both parts of its test payment. */
  exceptIds?: readonly string[] | undefined;
  /** When it was saved: with the other items of its batch, which are compared apart. Undefined for one that is not. */
  savedAt?: Date | undefined;
}

/** Gives the address of a withdrawal as a candidate. */
export function candidateOf(
  { crypto_network: network, destination_address: address, profile_id: profileId }: WithdrawalBody,
  compared: Omit<Compared, 'profileId'> = {},
): Candidate {
  return { network, address, withdrawal: { profileId, ...compared } };
}

const MAX_SHOWN = 10;

const questionSchema = z.object({
  network: storableText().max(64).catch(''),
  address: storableText().trim().max(128).catch(''),
});

/** Reads the known addresses similar to one that a person is about to use. Takes the query parameters, unchecked. */
export async function readSimilarAddresses(input: unknown): Promise<Result<SimilarAddress[], Denial>> {
  const reader = await authorize('readRecipients', { limit: 'read' });
  if (!reader.ok) return reader;
  return ok(await findSimilarAddresses(reader.value, questionSchema.parse(input)));
}

/**
 * Finds at most ten known addresses similar to one, the likeliest first; never the address itself. Known are addresses
 * that were paid or saved, and for a withdrawal those of open requests.
 */
export async function findSimilarAddresses(reader: Reader, candidate: Candidate): Promise<SimilarAddress[]> {
  const [found = []] = await findSimilarAddressesOfEach(reader, [candidate]);
  return found;
}

/**
 * Finds the similar addresses of many candidates at once, in their order. Compares with every known address, no matter
 * who asks. Of those that the reader does not see in the address book or in a payment, the answer says only that there
 * are some: not how many, how they resemble, or when they were paid.
 */
export async function findSimilarAddressesOfEach(
  reader: Reader,
  candidates: readonly Candidate[],
): Promise<SimilarAddress[][]> {
  if (candidates.length === 0) return [];
  const { networks } = await readRegistry();
  const networkOf = (id: string) => resolveNetwork(id, networks);
  const questions = await mapRows(candidates, (candidate) => {
    const identified = identifyAddress(networkOf(candidate.network), candidate.address);
    const format = networkOf(candidate.network).family;
    return { ...candidate, ...identified, format, probes: computeProbes(identified.normal, format) };
  });
  const rows = await readRows<KnownRow>(similarAddressStatement(questions.flatMap(toAsked)));
  const similar = rows.flatMap((row) => {
    const question = questions[row.position];
    if (!question) return [];
    const { family, normal: address } =
      row.family === question.family
        ? { ...row, normal: row.address }
        : identifyAddress(networkOf(row.network), row.address);
    const resemblance = findResemblance(question.normal, address, question.format);
    return resemblance ? [{ ...row, family, address, resemblance }] : [];
  });
  const names = await readNames(reader, similar, (id) => networkOf(id).family ?? id);
  const payments =
    reader.visibleProfiles === 'all' ? undefined : await readSeenPayments(reader, distinct(similar), networks);
  const ofCandidates = await findSimilarCandidates(questions);
  const ofRequests = await findSimilarOpen(reader, questions, networks);
  return questions.map((_question, position) => {
    const found = distinct(similar.filter((row) => row.position === position));
    const known = found
      .flatMap((row) => (payments ? toSeenAddress(row, names, payments) : toSimilarAddress(row, names)))
      .toSorted(byLikelihood);
    const open = ofRequests[position] ?? [];
    const others = [...(ofCandidates[position] ?? []), ...open.filter((one) => one.isHidden !== true)].filter(
      ({ address }) => !known.some((other) => other.address === address),
    );
    return [
      ...known.slice(0, MAX_SHOWN),
      ...others.slice(0, MAX_SHOWN),
      ...(known.length < found.length || open.some(({ isHidden }) => isHidden) ? [HIDDEN] : []),
    ];
  });
}

/**
 * Gives what is asked of the known addresses for a question. A network beyond the service interface may have had no
 * family when its addresses were recorded, which were then recorded as they are, under its ID.
 */
function toAsked({ network, address, family, normal, probes }: Question, position: number): Asked[] {
  const own = { position, family, address: normal, probes };
  const hadFamily = family === network || NETWORKS.some(({ id }) => id === network);
  return hadFamily ? [own] : [own, { position, family: network, address, probes: computeProbes(address) }];
}

const HIDDEN: HiddenAddress = { isHidden: true };

type Question = Candidate & {
  family: string;
  normal: string;
  format: AddressFamily | undefined;
  probes: string[];
};

interface Asked {
  position: number;
  family: string;
  address: string;
  probes: string[];
}

/** Finds the named candidates that resemble each other. */
async function findSimilarCandidates(questions: readonly Question[]): Promise<KnownAddress[][]> {
  const named = questions.filter(({ name }) => name !== undefined);
  const bySignature = await indexBySignature(named, ({ normal, format }) => computeSignature(normal, format));
  return mapRows(questions, (question) =>
    question.name === undefined
      ? []
      : findAlike(question, bySignature, { atMost: MAX_ALIKE }).map(
          ({ other: { network, normal, name }, resemblance }) => ({
            network,
            ...toAddress(question.format, normal),
            resemblance,
            name: name ?? null,
            lastPaidAt: null,
          }),
        ),
  );
}

/**
 * Finds the addresses of open requests that resemble those of withdrawals. Beside an address of the address book in
 * force, one that is nowhere else is a note: who asks for a payment to it makes no honest address doubtful.
 */
async function findSimilarOpen(
  reader: Reader,
  questions: readonly Question[],
  networks: readonly Network[],
): Promise<SimilarAddress[][]> {
  if (!questions.some(({ withdrawal }) => withdrawal)) return [];
  const bySignature = await indexBySignature(await readOpenAddresses(networks), ({ signature }) => signature);
  const alike = await mapRows(questions, ({ withdrawal, ...question }) => {
    if (!withdrawal) return [];
    const isOther = ({ requestId, savedAt }: OpenAddress) =>
      !withdrawal.exceptIds?.includes(requestId) && savedAt.getTime() !== withdrawal.savedAt?.getTime();
    return findAlike(question, bySignature, { atMost: MAX_ALIKE, isCompared: isOther });
  });
  const isInBook = await readOwnEntries(questions.filter((_, index) => alike[index]?.length));
  return questions.map(({ network: id, normal: own, format, withdrawal }, index) => {
    const isKnown = isInBook({ network: id, normal: own, profileId: withdrawal?.profileId ?? '' });
    return (alike[index] ?? []).flatMap(({ other: { network, normal, profileId }, resemblance }): SimilarAddress[] => {
      if (!canSeeProfile(reader, profileId)) return isKnown ? [] : [HIDDEN];
      const open = { network, ...toAddress(format, normal), resemblance, name: null, lastPaidAt: null, isOpen: true };
      return [isKnown ? { ...open, isNote: true } : open];
    });
  });
}

async function indexBySignature<Other>(
  others: readonly Other[],
  signatureOf: (other: Other) => readonly string[],
): Promise<BySignature<Other>> {
  const bySignature: BySignature<Other> = new Map();
  await mapRows(others, (other) => addBySignature(bySignature, other, signatureOf(other)));
  return bySignature;
}

/**
 * As many as are shown, and some that are left out of them: a thousand rows that are all alike are not all compared.
 */
const MAX_ALIKE = 2 * MAX_SHOWN;

/** Selects the known addresses that share a probe with each question; `findResemblance` then verifies each match. */
export function similarAddressStatement(asked: readonly Asked[]): SQL {
  // `offset 0` keeps the inner query separate for each question. A mirror reader (readRows) runs it, since the planner
  // underestimates the cost of comparing so many texts and would scan the table instead of the index.
  return sql`
    select asked.position, known.family, known.address, known.network, known.last_paid_at as "lastPaidAt"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(position int, family text, address text, probes text[])
    cross join lateral (
      select * from known_addresses where signature && asked.probes offset 0
    ) as known
    where known.family = asked.family and known.address <> asked.address`;
}

interface KnownRow {
  position: number;
  family: string;
  address: string;
  network: string;
  lastPaidAt: Date | null;
}

type Names = ReadonlyMap<string, { name: string; network: string }>;

/** Reads the names of these addresses in the address book, by family and address, as far as the reader may see them. */
async function readNames(
  reader: Reader,
  found: readonly KnownRow[],
  familyOf: (network: string) => string,
): Promise<Names> {
  if (found.length === 0) return new Map();
  // The last row of an address counts, which has the first name.
  const entries = await database()
    .select({
      name: recipients.name,
      network: recipients.network,
      address: recipients.normalAddress,
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.state, 'ACTIVE'),
        inArray(recipients.normalAddress, [...new Set(found.map(({ address }) => address))]),
        visibleRecipients(reader),
      ),
    )
    .orderBy(sql`lower(${recipients.name}) desc`);
  return new Map(
    entries.map(({ name, network, address }) => [keyOfAddress(familyOf(network), address), { name, network }]),
  );
}

type Found = KnownRow & { resemblance: Resemblance };

/** Gives an address with the payment that the reader saw; nothing for one that they see nowhere. */
function toSeenAddress(row: Found, names: Names, payments: ReadonlyMap<string, SeenPayment>): KnownAddress[] {
  const key = keyOfAddress(row.family, row.address);
  const payment = payments.get(key);
  if (!payment && !names.has(key)) return [];
  return [toSimilarAddress({ ...row, network: payment?.network ?? '', lastPaidAt: payment?.at ?? null }, names)];
}

const distinct = (rows: readonly Found[]) => [
  ...new Map(rows.map((row) => [keyOfAddress(row.family, row.address), row])).values(),
];

/** Gives an address in normal form and, where its family has a checksum in capitals, as people have it. */
function toAddress(family: string | undefined, address: string): Pick<KnownAddress, 'address' | 'written'> {
  return { address, ...(family === 'evm' && { written: writeEvm(address) }) };
}

function toSimilarAddress({ family, address, network, lastPaidAt, resemblance }: Found, names: Names): KnownAddress {
  const entry = names.get(keyOfAddress(family, address));
  return {
    network: entry?.network ?? network,
    ...toAddress(family, address),
    resemblance,
    name: entry?.name ?? null,
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
  };
}

// Addresses of the address book first, then the last paid.
function byLikelihood(a: KnownAddress, b: KnownAddress): number {
  return weigh(a) < weigh(b) ? 1 : -1;
}

function weigh({ name, lastPaidAt, address }: KnownAddress): string {
  return `${name === null ? 0 : 1}${lastPaidAt ?? ''} ${address}`;
}
