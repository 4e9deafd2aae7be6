/**
 * Evidence files: what was signed about one request, a batch or a period, with the key list, the policies, the attempts
 * to send, the service's records and the audit log (lib/proof/evidence/records.ts). Written line by line as it is read.
 */
import 'server-only';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { fromRequests } from '@/lib/server/database/from-requests';
import { auditAction } from '@/lib/server/database/append-audit';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { startExport, streamExport } from '@/lib/server/exports/stream-export';
import { readRootInForce, type RootInForce } from '@/lib/server/passkeys/key-list/root';
import { UUID } from '@/lib/text/uuid';
import { type EvidenceScope, toLines, writeEvidence } from '@/lib/server/evidence/write';

type EvidenceFailure =
  | Denial
  | { kind: 'not-found' }
  | { kind: 'failed'; status: 400 | 409 | 503; explanation: Explanation };

/**
 * Exports evidence as JSON Lines and writes an audit entry. Everybody who may read a request gets its evidence; that of
 * a period is for those who may read the audit log, and only their files hold it. Fails where nothing can be signed
 * here.
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
  return startExport(person.value.id, async (release) => {
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
  });
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

/** Lists the requests that evidence is about, oldest first, the members of a bundle together and in their order. */
async function listRequestIds(reader: Reader, scope: EvidenceScope): Promise<string[]> {
  if (scope.kind !== 'period' && !UUID.test(scope.id)) return [];
  const isInScope =
    scope.kind === 'period'
      ? and(gte(withdrawalRequests.createdAt, scope.from), lt(withdrawalRequests.createdAt, scope.to))
      : scope.kind === 'batch'
        ? eq(withdrawalRequests.bundleId, scope.id)
        : eq(withdrawalRequests.id, scope.id);
  const rows = await fromRequests(database(), { id: withdrawalRequests.id }, reader)
    .where(isInScope)
    .orderBy(
      asc(withdrawalRequests.createdAt),
      asc(withdrawalRequests.bundleId),
      asc(withdrawalRequests.bundlePosition),
      asc(withdrawalRequests.id),
    );
  return rows.map(({ id }) => id);
}

function recordExport(
  person: Person,
  { scope, requests, root }: { scope: EvidenceScope; requests: number; root: RootInForce },
): Promise<void> {
  const subject =
    scope.kind === 'period' ? 'evidence' : scope.kind === 'batch' ? `group:${scope.id}` : `request:${scope.id}`;
  const after = { ...scope, requests, root: root.fingerprint };
  return auditAction(person, { action: 'evidence.exported', subject, after });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Reads a period of whole days in UTC, `from` and `to` as in 2026-11-23; the end is the first moment after `to`. */
function readPeriod(parameters: URLSearchParams): Result<{ from: Date; to: Date }, Explanation> {
  const [first, last] = ['from', 'to'].map((name) => readDay(parameters.get(name) ?? ''));
  if (first === undefined || last === undefined || first > last) return fail(NO_PERIOD);
  return ok({ from: new Date(first), to: new Date(last + DAY_MS) });
}

function readDay(text: string): number | undefined {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}

const NO_PERIOD: Explanation = {
  title: 'This is not a period',
  detail:
    'Evidence of a period takes a first and a last day, such as from=2026-11-01 and to=2026-11-30. Nothing was downloaded.',
  next: 'Choose the days again.',
};
