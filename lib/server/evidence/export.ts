/**
 * Evidence files: what was signed about one request, a batch or a period, with the key list, the policies, the attempts
 * to send, the service's records and the audit log (lib/proof/evidence/records.ts). Written line by line as it is read.
 */
import 'server-only';
import { and, asc, eq, gt, gte, lt, lte, max, min, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { toLink } from '@/lib/proof/chain';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { addToChecksum, type EvidenceRecord, writeRecord } from '@/lib/proof/evidence/records';
import { isKeyEvent } from '@/lib/proof/key-events';
import { readRoot } from '@/lib/proof/root';
import { denialReason } from '@/lib/identity/roles';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { appendAudit, AUDIT_TIME_FORMAT } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/proof-schema';
import { auditLog, policyVersions, requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { readPeriod } from '@/lib/server/evidence/read-period';
import { type ChainPart, readRequestEvidence } from '@/lib/server/evidence/read-request';
import { EXPORTS_BUSY, reserveExport, streamExport } from '@/lib/server/exports/stream-export';
import { toAssertion } from '@/lib/server/passkeys/chain';
import { readRootInForce, type RootInForce } from '@/lib/server/passkeys/root';
import { now } from '@/lib/server/runtime/clock';
import { UUID } from '@/lib/text/uuid';

/** What evidence is about. The period begins at `from` and ends before `to`, by when requests were made. */
export type EvidenceScope = { kind: 'request' | 'batch'; id: string } | { kind: 'period'; from: Date; to: Date };

type EvidenceFailure =
  | Denial
  | { kind: 'not-found' }
  | { kind: 'failed'; status: 400 | 409 | 503; explanation: Explanation };

const BATCH_SIZE = 200;
const REQUESTS_AT_ONCE = 50;
// The chain of the audit log has no gaps, so everything between the first and the last entry goes with them.
const MAX_AUDIT_LINES = 20_000;
// As many as the verifier holds (lib/proof/evidence/verify-evidence.ts).
const HELD_LISTS = 12;

/**
 * Exports evidence as JSON Lines and writes an audit entry. Everybody who may read a request gets its evidence; that of a
 * period is for those who may read the audit log, and only their files hold it. Fails where nothing can be signed here.
 */
export async function exportEvidence(
  scope: EvidenceScope,
): Promise<Result<{ stream: ReadableStream<Uint8Array>; fileName: string }, EvidenceFailure>> {
  const capability = scope.kind === 'period' ? 'readAudit' : 'readWithdrawals';
  const person = await authorize(capability, { limit: 'export' });
  if (!person.ok) return person;
  const ids = await listRequestIds(person.value, scope);
  if (scope.kind !== 'period' && ids.length === 0) return fail({ kind: 'not-found' });
  const root = await readRootInForce();
  if (!root) return fail(NOTHING_SIGNED);
  const release = reserveExport(person.value.id);
  if (!release) return fail(EXPORTS_BUSY);
  try {
    await recordExport(person.value, { scope, requests: ids.length, root });
    const lines = toLines(writeEvidence(person.value, { scope, ids, root }));
    const stream = streamExport({
      head: '',
      batches: {
        next: async () => (await lines.next()).value ?? [],
        close: async () => void (await lines.return(undefined)),
      },
      format: (batch) => batch.map((line) => `${line}\n`).join(''),
      trailer: () => '',
      mayGoOn: createBatchGuard(person.value, capability, `${JSON.stringify({ error: EXPORT_ENDED })}\n`),
      release,
    });
    return ok({ stream, fileName: `countersign-evidence-${nameOf(scope)}.jsonl` });
  } catch (error) {
    release();
    throw error;
  }
}

/** Exports evidence of the period that a query names (`from`, `to`), as `exportEvidence` does. */
export async function exportPeriod(parameters: URLSearchParams): ReturnType<typeof exportEvidence> {
  const period = readPeriod(parameters);
  if (period.ok) return exportEvidence({ kind: 'period', ...period.value });
  const person = await authorize('readAudit', { limit: 'export' });
  return person.ok ? fail({ kind: 'failed', status: 400, explanation: period.error }) : person;
}

const NOTHING_SIGNED = {
  kind: 'failed',
  status: 409,
  explanation: {
    title: 'Nothing is signed here yet',
    detail: 'This console has no key list, so no decision is signed and there is no evidence to download.',
    next: 'Two administrators set up the key list under Account.',
  },
} as const;

function nameOf(scope: EvidenceScope): string {
  if (scope.kind === 'period') return `${day(scope.from)}-${day(scope.to)}`;
  return `${scope.kind}-${scope.id}`;
}

const day = (at: Date) => at.toISOString().slice(0, 10);

/** Lists the requests that evidence is about, oldest first, the members of a group together and in their order. */
async function listRequestIds(reader: Reader, scope: EvidenceScope): Promise<string[]> {
  if (scope.kind !== 'period' && !UUID.test(scope.id)) return [];
  const isInScope =
    scope.kind === 'period'
      ? and(gte(withdrawalRequests.createdAt, scope.from), lt(withdrawalRequests.createdAt, scope.to))
      : scope.kind === 'batch'
        ? eq(withdrawalRequests.groupId, scope.id)
        : eq(withdrawalRequests.id, scope.id);
  const rows = await database()
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
        visibleRequests(reader),
      ),
    )
    .where(isInScope)
    .orderBy(
      asc(withdrawalRequests.createdAt),
      asc(withdrawalRequests.groupId),
      asc(withdrawalRequests.groupPosition),
      asc(withdrawalRequests.id),
    );
  return rows.map(({ id }) => id);
}

async function recordExport(
  { id, name, origin }: Person,
  { scope, requests, root }: { scope: EvidenceScope; requests: number; root: RootInForce },
): Promise<void> {
  const subject =
    scope.kind === 'period' ? 'evidence' : scope.kind === 'batch' ? `group:${scope.id}` : `request:${scope.id}`;
  const after = { ...scope, requests, root: root.fingerprint };
  const entry = { action: 'evidence.exported', actor: { id, name }, subject, origin, after } as const;
  await inTransaction((transaction) => appendAudit(transaction, entry));
}

interface Evidence {
  scope: EvidenceScope;
  ids: readonly string[];
  root: RootInForce;
}

async function* writeEvidence(person: Person, { scope, ids, root }: Evidence): AsyncGenerator<EvidenceRecord[]> {
  const mayReadAudit = denialReason('readAudit', person.roles) === undefined;
  const span = mayReadAudit ? await findAuditSpan(scope, ids) : undefined;
  const leftOut = [
    'what is not a signature of a request, an approval, a passkey or the policy: its hash is in the chain',
    ...(mayReadAudit ? [] : ['the audit log, which the person who downloaded this may not read']),
    ...(span && span.last - span.first >= MAX_AUDIT_LINES
      ? [`the audit log: ${span.last - span.first + 1} entries from ${span.first} to ${span.last} are too many here`]
      : []),
  ];
  yield [await writeHeader(root, { scope, requests: ids.length, leftOut })];
  const until = await findLastPosition(root);
  yield* writeChain(root, until);
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

async function* writeChain({ fingerprint }: RootInForce, until: number): AsyncGenerator<EvidenceRecord[]> {
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
        const { position: number, previous, statement, hash, kind, content } = row;
        const entry = { number, previous, statement, assertion: toAssertion(row) };
        const isNeeded = isKeyEvent(kind) || kind === 'policy';
        return isNeeded ? { type: 'entry', ...entry, hash, content } : { type: 'link', ...(await toLink(entry)), hash };
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
      ? and(gte(auditLog.at, scope.from), lt(auditLog.at, scope.to))
      : sql`${auditLog.subject} = any(${sql.param(subjects)}::text[])`;
  const [found] = await database()
    .select({ first: min(auditLog.seq), last: max(auditLog.seq) })
    .from(auditLog)
    .where(isCovered);
  const { first = null, last = null } = found ?? {};
  return first === null || last === null ? undefined : { first, last };
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
async function* toLines(batches: AsyncGenerator<EvidenceRecord[]>): AsyncGenerator<string[], undefined> {
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
