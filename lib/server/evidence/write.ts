/**
 * Writes evidence line by line as it is read: header, chain, requests with their lists, audit log, end
 * (lib/proof/evidence/records.ts).
 */
import 'server-only';
import { isEntryOf } from '@/lib/server/database/joins';
import { and, asc, eq, gt, gte, lt, lte, max, min, type SQL, sql } from 'drizzle-orm';
import { toLink } from '@/lib/proof/keys/chain';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { addToChecksum, type EvidenceRecord, writeRecord } from '@/lib/proof/evidence/records';
import { isAlwaysWhole, lowers } from '@/lib/proof/evidence/whole-entries';
import { readItems } from '@/lib/proof/statements/items';
import { readRoot } from '@/lib/proof/keys/root';
import { isOrderEvent } from '@/lib/proof/statements/standing-orders';
import { readStatement } from '@/lib/proof/statement';
import { takesBack } from '@/lib/proof/statements/taken-back';
import { denialReason } from '@/lib/identity/roles';
import type { Reader } from '@/lib/identity/reader';
import type { Person } from '@/lib/server/auth/sessions';
import { findNumbers } from '@/lib/server/audit/numbers';
import { settings } from '@/lib/server/config/settings';
import { AUDIT_TIME_FORMAT } from '@/lib/server/database/append-audit';
import { database } from '@/lib/server/database/client';
import { proofEntries, requestSignatures } from '@/lib/server/database/schema/proofs';
import { auditLog } from '@/lib/server/database/schema/audit';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { type ChainPart, readRequestEvidence } from '@/lib/server/evidence/read-request';
import { toAssertion } from '@/lib/server/passkeys/key-list/chain';
import { type RootInForce } from '@/lib/server/passkeys/key-list/root';
import { now } from '@/lib/server/runtime/clock';

/** What evidence is about. The period begins at `from` and ends before `to`, by when requests were made. */
export type EvidenceScope = { kind: 'request' | 'batch'; id: string } | { kind: 'period'; from: Date; to: Date };

const BATCH_SIZE = 200;
const REQUESTS_AT_ONCE = 50;
// The chain of the audit log has no gaps, so everything between the first and the last entry goes with them.
const MAX_AUDIT_LINES = 20_000;
// As many as the verifier holds (lib/proof/evidence/verify-evidence.ts).
const HELD_LISTS = 12;

/** Contents of an evidence file: its scope, its requests, and the root that it rests on. */
export interface Evidence {
  scope: EvidenceScope;
  ids: readonly string[];
  root: RootInForce;
}

/** Writes evidence as records, for a person who may read these requests. */
export async function* writeEvidence(person: Person, { scope, ids, root }: Evidence): AsyncGenerator<EvidenceRecord[]> {
  const mayReadAudit = denialReason('readAudit', person.roles) === undefined;
  const span = mayReadAudit ? await findAuditSpan(scope, ids) : undefined;
  const isWhole = scope.kind === 'period' && person.visibleProfiles === 'all';
  const until = await findLastPosition(root);
  const orders = await listOrders(root, ids);
  const chain = { until, isWhole, orders, ids: new Set(ids) };
  const leftOut = [
    'what was signed about other requests, and about other things than passkeys and the policy: its hash is in the chain',
    ...(isWhole
      ? []
      : ['what was taken back of other requests and planned payments: the verifier counts these hashes']),
    ...(mayReadAudit ? [] : ['the audit log, which the person who downloaded this may not read']),
    ...(span && span.last - span.first >= MAX_AUDIT_LINES
      ? [`the audit log: ${span.last - span.first + 1} entries from ${span.first} to ${span.last} are too many here`]
      : []),
  ];
  yield [await writeHeader(root, { scope, requests: ids.length, leftOut })];
  yield* writeChain(root, chain);
  yield* writeRequests(person, ids, { root: root.fingerprint, until });
  if (span && span.last - span.first < MAX_AUDIT_LINES) yield* writeAudit(span);
}

async function writeHeader(
  root: RootInForce,
  { scope, requests, leftOut }: { scope: EvidenceScope; requests: number; leftOut: string[] },
): Promise<EvidenceRecord> {
  const { TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID, DESK_NAME } = settings();
  const about =
    scope.kind === 'period'
      ? `${requests} requests made from ${scope.from.toISOString()} until before ${scope.to.toISOString()}`
      : scope.kind === 'batch'
        ? `Batch ${scope.id} with ${requests} requests`
        : `Request ${scope.id}`;
  return {
    type: 'header',
    format: 'countersign/evidence/1',
    root: root.document,
    policy: await findRootPolicy(root),
    service: { address: TRANSFER_SERVICE_URL, clientId: TRANSFER_SERVICE_CLIENT_ID },
    scope: `${DESK_NAME}: ${about}`,
    made: now().toISOString(),
    leftOut,
  };
}

/** Finds the text of the policy that the root names, among the stored versions; null where it names none. */
async function findRootPolicy({ document, fingerprint }: RootInForce): Promise<string | null> {
  const read = await readRoot(document, fingerprint);
  const named = read.ok ? read.value.policy : undefined;
  if (named === undefined) return null;
  const versions = await database()
    .select({ rules: policyVersions.rules })
    .from(policyVersions)
    .orderBy(asc(policyVersions.version));
  for (const { rules } of versions) {
    const text = writeCanonical(rules);
    if ((await sha256Hex(text)) === named) return text;
  }
  return null;
}

/** Finds the newest entry of the chain: what is signed while the file is written is not in it. */
async function findLastPosition({ fingerprint }: RootInForce): Promise<number> {
  const [found] = await database()
    .select({ last: max(proofEntries.position) })
    .from(proofEntries)
    .where(eq(proofEntries.root, fingerprint));
  return found?.last ?? 0;
}

/** Lists the standing orders on which requests rest, by ID: those of others stay out of the file. */
async function listOrders({ fingerprint }: RootInForce, ids: readonly string[]): Promise<Set<string>> {
  const rows = await database()
    .selectDistinct({ subject: proofEntries.subject })
    .from(requestSignatures)
    .innerJoin(proofEntries, isEntryOf(requestSignatures))
    .where(
      and(
        eq(proofEntries.root, fingerprint),
        eq(proofEntries.kind, 'standingOrder'),
        sql`${requestSignatures.requestId} = any(${sql.param(ids)}::uuid[])`,
      ),
    );
  return new Set(rows.map(({ subject }) => subject));
}

/** The chain as a file holds it: up to an entry, and of what takes something back, what is about the file or all. */
interface WrittenChain {
  until: number;
  isWhole: boolean;
  orders: ReadonlySet<string>;
  ids: ReadonlySet<string>;
}

type Entry = Pick<typeof proofEntries.$inferSelect, 'kind' | 'subject' | 'statement' | 'content'>;

/** Tells whether a file holds a statement, and not its hash alone. */
function isHeld({ kind, subject, statement, content }: Entry, { isWhole, orders, ids }: WrittenChain): boolean {
  if (isAlwaysWhole(kind) || (isOrderEvent(kind) && orders.has(subject))) return true;
  if (!lowers(kind)) return false;
  if (isWhole) return true;
  if (!takesBack(kind)) return false;
  const read = readStatement(statement);
  // Rows that no console wrote are about nothing.
  if (!read.ok) return false;
  if (read.value.items === undefined) return ids.has(subject);
  const items = readItems(content);
  return items.ok && items.value.some(({ id }) => ids.has(id));
}

async function* writeChain({ fingerprint }: RootInForce, chain: WrittenChain): AsyncGenerator<EvidenceRecord[]> {
  const { until } = chain;
  let last = 0;
  for (;;) {
    const rows = await database()
      .select()
      .from(proofEntries)
      .where(
        and(eq(proofEntries.root, fingerprint), gt(proofEntries.position, last), lte(proofEntries.position, until)),
      )
      .orderBy(asc(proofEntries.position))
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    yield await Promise.all(
      rows.map(async (row): Promise<EvidenceRecord> => {
        const { position: number, previous, statement, hash, content } = row;
        const entry = { number, previous, statement, assertion: toAssertion(row) };
        return isHeld(row, chain)
          ? { type: 'entry', ...entry, hash, content: content === '' ? null : content }
          : { type: 'link', ...(await toLink(entry)), hash };
      }),
    );
    last = rows.at(-1)?.position ?? last;
  }
}

async function* writeRequests(
  reader: Reader,
  ids: readonly string[],
  chain: ChainPart,
): AsyncGenerator<EvidenceRecord[]> {
  // The lists that the verifier still holds, oldest first.
  const held: string[] = [];
  for (let from = 0; from < ids.length; from += REQUESTS_AT_ONCE) {
    const evidence = await readRequestEvidence(reader, chain, ids.slice(from, from + REQUESTS_AT_ONCE));
    yield evidence.flatMap(({ lists, record }): EvidenceRecord[] => {
      const missing = [...new Set(lists)].filter((text) => !held.includes(text));
      held.push(...missing);
      held.splice(0, Math.max(0, held.length - HELD_LISTS));
      return [...missing.map((text) => ({ type: 'list' as const, text })), record];
    });
  }
}

/** Finds the entries of the audit log that evidence covers: from the first about it to the last. */
async function findAuditSpan(
  scope: EvidenceScope,
  ids: readonly string[],
): Promise<{ first: number; last: number } | undefined> {
  const subjects = [...ids.map((id) => `request:${id}`), ...(scope.kind === 'batch' ? [`group:${scope.id}`] : [])];
  const isCovered =
    scope.kind === 'period'
      ? and(gte(auditLog.at, scope.from), lt(auditLog.at, scope.to), await isNumbered(scope))
      : sql`${auditLog.subject} = any(${sql.param(subjects)}::text[])`;
  const [found] = await database()
    .select({ first: min(auditLog.seq), last: max(auditLog.seq) })
    .from(auditLog)
    .where(isCovered);
  const { first = null, last = null } = found ?? {};
  return first === null || last === null ? undefined : { first, last };
}

// By the index of numbers alone, the log would be read up to the period.
async function isNumbered({ from, to }: { from: Date; to: Date }): Promise<SQL> {
  const { first, last } = await findNumbers(from, to);
  return sql`${auditLog.seq} between ${first} and ${last}`;
}

async function* writeAudit({ first, last }: { first: number; last: number }): AsyncGenerator<EvidenceRecord[]> {
  for (let from = first; from <= last; from += BATCH_SIZE) {
    const rows = await database()
      .select({
        seq: auditLog.seq,
        at: sql<string>`to_char(${auditLog.at} at time zone 'UTC', ${AUDIT_TIME_FORMAT})`,
        entry: auditLog.entry,
        hash: auditLog.hash,
      })
      .from(auditLog)
      .where(and(gte(auditLog.seq, from), lt(auditLog.seq, from + BATCH_SIZE), lte(auditLog.seq, last)))
      .orderBy(asc(auditLog.seq));
    if (rows.length > 0) yield rows.map((row) => ({ type: 'audit' as const, ...row }));
  }
}

/** Writes records as lines, with the last line that counts and sums them up. Never gives an empty batch. */
export async function* toLines(batches: AsyncGenerator<EvidenceRecord[]>): AsyncGenerator<string[], undefined> {
  let [count, checksum] = [0, ''];
  for await (const records of batches) {
    const lines = records.map((record) => writeRecord(record));
    for (const line of lines) checksum = await addToChecksum(checksum, line);
    count += lines.length;
    if (lines.length > 0) yield lines;
  }
  yield [writeRecord({ type: 'end', lines: count, checksum })];
  return undefined;
}
