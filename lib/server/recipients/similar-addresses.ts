import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { findResemblance, computeProbes, type Resemblance, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/networks';
import { identifyAddress, type SimilarAddress } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readRows } from '@/lib/server/mirror/reader-pool';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { storableText } from '@/lib/text/storable-text';

interface Candidate {
  network: string;
  address: string;
  /** Name of a new entry. Candidates with a name are also compared with each other, as the rows of one import. */
  name?: string;
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

/** Finds at most ten paid or saved addresses similar to one, the likeliest first; never the address itself. */
export async function findSimilarAddresses(reader: Reader, candidate: Candidate): Promise<SimilarAddress[]> {
  const [found = []] = await findSimilarAddressesOfEach(reader, [candidate]);
  return found;
}

/**
 * Finds the similar addresses of many candidates at once, in their order. Compares with every known address, whoever
 * asks; an entry of the address book that the reader may not see gives no name and is marked as hidden.
 */
export async function findSimilarAddressesOfEach(
  reader: Reader,
  candidates: readonly Candidate[],
): Promise<SimilarAddress[][]> {
  if (candidates.length === 0) return [];
  const { networks } = await readRegistry();
  const networkOf = (id: string) => networks.find((known) => known.id === id) ?? { id, label: id };
  const questions = candidates.map((candidate) => ({
    ...candidate,
    ...identifyAddress(networkOf(candidate.network), candidate.address),
    format: networkOf(candidate.network).family,
  }));
  const rows = await readRows<KnownRow>(
    similarAddressStatement(
      questions.map(({ family, normal, format }) => ({
        family,
        address: normal,
        probes: computeProbes(normal, format),
      })),
    ),
  );
  const similar = rows.flatMap((row) => {
    const question = questions[row.position];
    const resemblance = question && findResemblance(question.normal, row.address, question.format);
    return resemblance ? [{ ...row, resemblance }] : [];
  });
  const names = await readNames(reader, similar, (id) => networkOf(id).family ?? id);
  const ofCandidates = findSimilarCandidates(questions);
  return questions.map((_question, position) => {
    const known = similar
      .filter((row) => row.position === position)
      .map((row) => toSimilarAddress(row, names))
      .toSorted(byLikelihood);
    const others = (ofCandidates[position] ?? []).filter(
      ({ address }) => !known.some((other) => other.address === address),
    );
    return [...known.slice(0, MAX_SHOWN), ...others.slice(0, MAX_SHOWN)];
  });
}

type Question = Candidate & { family: string; normal: string; format: AddressFamily | undefined };

/** Finds the named candidates that resemble each other. */
function findSimilarCandidates(questions: readonly Question[]): SimilarAddress[][] {
  const bySignature = new Map<string, Question[]>();
  for (const question of questions) {
    if (question.name === undefined) continue;
    for (const element of computeSignature(question.normal, question.format))
      bySignature.set(element, [...(bySignature.get(element) ?? []), question]);
  }
  return questions.map(({ name, family, normal, format }) => {
    if (name === undefined) return [];
    const matches = new Set(computeProbes(normal, format).flatMap((probe) => bySignature.get(probe) ?? []));
    return [...matches].flatMap((other): SimilarAddress[] => {
      const resemblance =
        other.family === family && other.normal !== normal ? findResemblance(normal, other.normal, format) : undefined;
      return resemblance
        ? [{ network: other.network, address: other.normal, resemblance, name: other.name ?? null, lastPaidAt: null }]
        : [];
    });
  });
}

/** Selects the known addresses that share a probe with each question; `findResemblance` then verifies each match. */
export function similarAddressStatement(
  questions: readonly { family: string; address: string; probes: string[] }[],
): SQL {
  // `offset 0` keeps the inner query separate for each question. A mirror reader (readRows) runs it, since the planner
  // underestimates the cost of comparing so many texts and would scan the table instead of the index.
  const asked = JSON.stringify(questions.map((question, position) => ({ ...question, position })));
  return sql`
    select asked.position, known.family, known.address, known.network, known.last_paid_at as "lastPaidAt"
    from jsonb_to_recordset(${asked}::jsonb) as asked(position int, family text, address text, probes text[])
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

type Names = ReadonlyMap<string, { name: string | null; network: string }>;

/** Reads the address book's names for addresses, by family and address; null for one that the reader may not see. */
async function readNames(
  reader: Reader,
  found: readonly KnownRow[],
  familyOf: (network: string) => string,
): Promise<Names> {
  if (found.length === 0) return new Map();
  const isVisible = sql`(${visibleRecipients(reader) ?? sql`true`}) is true`;
  // The last row of an address counts: the first name that the reader may see, if there is one.
  const entries = await database()
    .select({
      name: sql<string | null>`case when ${isVisible} then ${recipients.name} end`,
      network: recipients.network,
      address: recipients.normalAddress,
    })
    .from(recipients)
    .where(
      and(
        eq(recipients.state, 'ACTIVE'),
        inArray(recipients.normalAddress, [...new Set(found.map(({ address }) => address))]),
      ),
    )
    .orderBy(isVisible, sql`lower(${recipients.name}) desc`);
  return new Map(entries.map(({ name, network, address }) => [keyOf(familyOf(network), address), { name, network }]));
}

function toSimilarAddress(
  { family, address, network, lastPaidAt, resemblance }: KnownRow & { resemblance: Resemblance },
  names: Names,
): SimilarAddress {
  const entry = names.get(keyOf(family, address));
  return {
    network: entry?.network ?? network,
    address,
    resemblance,
    name: entry?.name ?? null,
    ...(entry?.name === null && { isHidden: true as const }),
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
  };
}

// Addresses of the address book first, then the last paid.
function byLikelihood(a: SimilarAddress, b: SimilarAddress): number {
  return weigh(a) < weigh(b) ? 1 : -1;
}

function weigh({ name, isHidden, lastPaidAt, address }: SimilarAddress): string {
  return `${name === null && !isHidden ? 0 : 1}${lastPaidAt ?? ''} ${address}`;
}

function keyOf(family: string, address: string): string {
  return `${family} ${address}`;
}
