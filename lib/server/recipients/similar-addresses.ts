import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findResemblance, computeProbes, type Resemblance, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/networks';
import { identifyAddress, type SimilarAddress } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema';
import { readRows } from '@/lib/server/mirror/reader-pool';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { storableText } from '@/lib/text/storable-text';

interface RequestedBy {
  network: string;
  address: string;
  /** What it is to be called; those that have a name are compared with each other as well, as the rows of one sheet. */
  name?: string;
}

const MOST_SHOWN = 10;

const questionSchema = z.object({
  network: storableText().max(64).catch(''),
  address: storableText().trim().max(128).catch(''),
});

/** What an address resembles of all that we have paid or saved, for somebody who is about to use it; takes what the address of the route holds, unchecked. */
export async function readSimilarAddresses(input: unknown): Promise<Result<SimilarAddress[], Denial>> {
  const reader = await authorize('readRecipients', { limit: 'read' });
  if (!reader.ok) return reader;
  return ok(await findSimilarAddresses(questionSchema.parse(input)));
}

/** What an address resembles of all that we have paid or saved, the likeliest first, at most ten; never itself. */
export async function findSimilarAddresses(asked: RequestedBy): Promise<SimilarAddress[]> {
  const [found = []] = await findSimilarAddressesOfEach([asked]);
  return found;
}

/** The same for many addresses at once, in their order. */
export async function findSimilarAddressesOfEach(asked: readonly RequestedBy[]): Promise<SimilarAddress[][]> {
  if (asked.length === 0) return [];
  const { networks } = await readRegistry();
  const networkOf = (id: string) => networks.find((known) => known.id === id) ?? { id, label: id };
  const questions = asked.map((one) => ({
    ...one,
    ...identifyAddress(networkOf(one.network), one.address),
    readAs: networkOf(one.network).family,
  }));
  const rows = await readRows<Candidate>(
    similarAddressStatement(
      questions.map(({ family, normal, readAs }) => ({
        family,
        address: normal,
        probes: computeProbes(normal, readAs),
      })),
    ),
  );
  const alike = rows.flatMap((row) => {
    const question = questions[row.position];
    const resemblance = question && findResemblance(question.normal, row.address, question.readAs);
    return resemblance ? [{ ...row, resemblance }] : [];
  });
  const names = await readNames(alike, (id) => networkOf(id).family ?? id);
  const beside = findAmong(questions);
  return questions.map((_question, position) => {
    const known = alike
      .filter((row) => row.position === position)
      .map((row) => toLookAlike(row, names))
      .toSorted(byLikelihood);
    const others = (beside[position] ?? []).filter(({ address }) => !known.some((other) => other.address === address));
    return [...known.slice(0, MOST_SHOWN), ...others.slice(0, MOST_SHOWN)];
  });
}

type Question = RequestedBy & { family: string; normal: string; readAs: AddressFamily | undefined };

/** Which of them look like each other. */
function findAmong(questions: readonly Question[]): SimilarAddress[][] {
  const bySignature = new Map<string, Question[]>();
  for (const question of questions) {
    if (question.name === undefined) continue;
    for (const element of computeSignature(question.normal, question.readAs))
      bySignature.set(element, [...(bySignature.get(element) ?? []), question]);
  }
  return questions.map(({ name, family, normal, readAs }) => {
    if (name === undefined) return [];
    const candidates = new Set(computeProbes(normal, readAs).flatMap((probe) => bySignature.get(probe) ?? []));
    return [...candidates].flatMap((other): SimilarAddress[] => {
      const resemblance =
        other.family === family && other.normal !== normal ? findResemblance(normal, other.normal, readAs) : undefined;
      return resemblance
        ? [{ network: other.network, address: other.normal, resemblance, name: other.name ?? null, lastPaidAt: null }]
        : [];
    });
  });
}

/** Known addresses that share something with each of these; whether they look like it is not decided by the database. */
export function similarAddressStatement(
  questions: readonly { family: string; address: string; probes: string[] }[],
): SQL {
  // Offset 0 keeps the inner question one of its own for each. Asked by a reader of the mirror (readRows), since the planner
  // does not know what comparing so many texts takes, and would rather read all rows than the index.
  const asked = JSON.stringify(questions.map((question, position) => ({ ...question, position })));
  return sql`
    select asked.position, known.family, known.address, known.network, known.last_paid_at as "lastPaidAt"
    from jsonb_to_recordset(${asked}::jsonb) as asked(position int, family text, address text, probes text[])
    cross join lateral (
      select * from known_addresses where signature && asked.probes offset 0
    ) as known
    where known.family = asked.family and known.address <> asked.address`;
}

interface Candidate {
  position: number;
  family: string;
  address: string;
  network: string;
  lastPaidAt: Date | null;
}

type Names = ReadonlyMap<string, { name: string; network: string }>;

/** What the book calls each of them, by family and address. */
async function readNames(found: readonly Candidate[], familyOf: (network: string) => string): Promise<Names> {
  if (found.length === 0) return new Map();
  const entries = await database()
    .select({ name: recipients.name, network: recipients.network, address: recipients.normalAddress })
    .from(recipients)
    .where(
      and(
        eq(recipients.state, 'ACTIVE'),
        inArray(recipients.normalAddress, [...new Set(found.map(({ address }) => address))]),
      ),
    )
    .orderBy(sql`lower(${recipients.name}) desc`);
  return new Map(entries.map(({ name, network, address }) => [keyOf(familyOf(network), address), { name, network }]));
}

function toLookAlike(
  { family, address, network, lastPaidAt, resemblance }: Candidate & { resemblance: Resemblance },
  names: Names,
): SimilarAddress {
  const entry = names.get(keyOf(family, address));
  return {
    network: entry?.network ?? network,
    address,
    resemblance,
    name: entry?.name ?? null,
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
  };
}

// What we know best first: what is in the book, then what was paid last.
function byLikelihood(a: SimilarAddress, b: SimilarAddress): number {
  return weigh(a) < weigh(b) ? 1 : -1;
}

function weigh({ name, lastPaidAt, address }: SimilarAddress): string {
  return `${name === null ? 0 : 1}${lastPaidAt ?? ''} ${address}`;
}

function keyOf(family: string, address: string): string {
  return `${family} ${address}`;
}
