import 'server-only';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { EvidenceDecision, EvidenceRecord } from '@/lib/proof/evidence/records';
import { writeCanonical } from '@/lib/proof/canonical';
import { readStatement } from '@/lib/proof/statement';
import type { Reader } from '@/lib/identity/reader';
import { database } from '@/lib/server/database/client';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { proofEntries, requestSignatures } from '@/lib/server/database/schema/proofs';
import { people } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { personLabel } from '@/lib/server/database/person-label';
import { toAssertion } from '@/lib/server/passkeys/key-list/chain';
import { readTexts } from '@/lib/server/passkeys/verify';
import type { SignedPlace } from '@/lib/server/passkeys/decisions';
import { writeFindings } from '@/lib/server/requests/signing/statements';
import { readVotesOn } from '@/lib/server/requests/vote-facts';

type RequestRecord = Extract<EvidenceRecord, { type: 'request' }>;
type Entry = typeof proofEntries.$inferSelect;

/** A version of a request as evidence has it, with the lists that its statements name by hash. */
export interface RequestEvidence {
  lists: string[];
  record: RequestRecord;
}

/** The chain that evidence holds: of one root, up to and including an entry. */
export interface ChainPart {
  root: string;
  until: number;
}

/**
 * Reads evidence of the requests that the reader may see, in the order given, one record for each version. Only
 * statements of `chain` are signatures here: what was signed under an earlier root is not, and what was signed later is
 * left out.
 */
export async function readRequestEvidence(
  reader: Reader,
  chain: ChainPart,
  ids: readonly string[],
): Promise<RequestEvidence[]> {
  const isLater = (place: SignedPlace | null) => place?.root === chain.root && place.position > chain.until;
  const rows = (await selectVersions(reader, ids)).filter(({ createdAs }) => !isLater(createdAs));
  const cast = await readVotesOn(database(), [...ids]);
  const votes = cast.filter(
    ({ verdict, facts, signedAs }) => verdict === 'APPROVED' && !facts.isWithdrawn && !isLater(signedAs),
  );
  const entries = await readEntries(chain.root, [
    ...rows.map(({ createdAs }) => createdAs),
    ...votes.map(({ signedAs }) => signedAs),
  ]);
  const [attempts, records] = await Promise.all([selectAttempts(ids), readRecords(rows)]);
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return rows
    .toSorted((a, b) => (placeOf.get(a.request.id) ?? 0) - (placeOf.get(b.request.id) ?? 0))
    .map(({ request, version, requesterName, createdAs, send }): RequestEvidence => {
      const isSent = version.version === request.version;
      const create = entryAt(entries, createdAs);
      const approvals = votes
        .filter((vote) => vote.requestId === request.id && vote.version === version.version)
        .map((vote) => ({ entry: entryAt(entries, vote.signedAs), vote }));
      const findings = writeFindings(version.checks);
      const transferId = send?.transferId ?? null;
      const transfer = transferId === null ? null : (records.get(transferId) ?? send?.transfer ?? null);
      return {
        lists: [create, ...approvals.map(({ entry }) => entry)].flatMap((entry) => listsOf(entry)),
        record: {
          type: 'request',
          id: request.id,
          version: version.version,
          bytes: version.body.toString('utf8'),
          facts: writeCanonical(version.facts),
          attachments: version.attachments,
          create: toDecision(create, findings, {
            comment: version.note,
            stated: `${requesterName}, ${version.createdAt.toISOString()}`,
          }),
          approvals: approvals.map(({ entry, vote }) =>
            toDecision(entry, findings, {
              comment: vote.comment,
              stated: `${vote.personName}, ${vote.decidedAt.toISOString()}`,
            }),
          ),
          attempts: isSent
            ? attempts
                .filter(({ requestId }) => requestId === request.id)
                .map(({ startedAt, proofHead, reason }) => ({
                  sha256: version.bodySha256,
                  head: proofHead ?? '',
                  at: startedAt.toISOString(),
                  outcome: reason ?? 'no outcome recorded',
                }))
            : [],
          closed: [
            ...cast
              .filter((vote) => vote.requestId === request.id && vote.version === version.version)
              .flatMap((vote) => describeTakenBack(vote)),
            ...(isSent && CLOSED.has(request.state) ? [`the request is ${request.state.toLowerCase()}`] : []),
          ],
          answer: isSent && transfer !== null ? writeCanonical(transfer) : null,
        },
      };
    });
}

const CLOSED: ReadonlySet<string> = new Set(['CANCELLED', 'EXPIRED']);

type Vote = Awaited<ReturnType<typeof readVotesOn>>[number];

function describeTakenBack({ personName, verdict, signedAs, decidedAt, withdrawnAt }: Vote): string[] {
  if (verdict === 'REJECTED') return signedAs === null ? [`rejected by ${personName}, ${decidedAt.toISOString()}`] : [];
  return withdrawnAt === null ? [] : [`approval withdrawn by ${personName}, ${withdrawnAt.toISOString()}`];
}

async function selectVersions(reader: Reader, ids: readonly string[]) {
  return database()
    .select({
      request: withdrawalRequests,
      version: requestVersions,
      requesterName: personLabel(),
      createdAs: { root: requestSignatures.root, position: requestSignatures.position },
      send: { transferId: sends.transferId, transfer: sends.transfer },
    })
    .from(withdrawalRequests)
    .innerJoin(requestVersions, and(eq(requestVersions.requestId, withdrawalRequests.id), visibleRequests(reader)))
    .innerJoin(people, eq(people.id, withdrawalRequests.requesterId))
    .leftJoin(
      requestSignatures,
      and(
        eq(requestSignatures.requestId, requestVersions.requestId),
        eq(requestSignatures.version, requestVersions.version),
      ),
    )
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(inArray(withdrawalRequests.id, [...ids]))
    .orderBy(asc(requestVersions.version));
}

function selectAttempts(ids: readonly string[]) {
  return database()
    .select()
    .from(sendAttempts)
    .where(inArray(sendAttempts.requestId, [...ids]))
    .orderBy(asc(sendAttempts.fence));
}

/** Reads the service's records of the transfers that these requests became, by their ids. */
async function readRecords(rows: Awaited<ReturnType<typeof selectVersions>>): Promise<Map<string, unknown>> {
  const ids = rows.flatMap(({ send }) => send?.transferId ?? []);
  const found = await database()
    .select({ id: mirrorTransfers.id, record: mirrorTransfers.record })
    .from(mirrorTransfers)
    .where(inArray(mirrorTransfers.id, ids));
  return new Map(found.map(({ id, record }) => [id, record]));
}

async function readEntries(root: string, places: readonly (SignedPlace | null)[]): Promise<Map<number, Entry>> {
  const positions = places.flatMap((place) => (place?.root === root ? [place.position] : []));
  const found = await database()
    .select()
    .from(proofEntries)
    .where(and(eq(proofEntries.root, root), inArray(proofEntries.position, [...new Set(positions)])));
  return new Map(found.map((entry) => [entry.position, entry]));
}

const entryAt = (entries: ReadonlyMap<number, Entry>, place: SignedPlace | null) =>
  place === null ? undefined : entries.get(place.position);

/** Gives the lists of a batch that a statement names by hash; none for a statement about one request. */
function listsOf(entry: Entry | undefined): string[] {
  const { items, facts, findings, attachments } = readTexts(entry?.content ?? '');
  return items === undefined ? [] : [items, facts, findings, attachments].filter((list) => list !== undefined);
}

/** `findings` are the checks of this request; `stated` says who decided and when, for a decision without signature. */
function toDecision(
  entry: Entry | undefined,
  findings: string,
  { comment, stated }: { comment: string; stated: string },
): EvidenceDecision {
  if (!entry) return { statement: '', assertion: null, findings: null, comment: null, stated };
  const read = readStatement(entry.statement);
  // A comment that was signed is in the file as it is stored now, whether or not it is the one.
  const isCommentSigned = read.ok && read.value.comment !== undefined;
  return {
    statement: entry.statement,
    assertion: toAssertion(entry),
    findings,
    comment: isCommentSigned ? comment : null,
    stated,
  };
}
