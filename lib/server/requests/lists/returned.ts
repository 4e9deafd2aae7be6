import 'server-only';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import type { DecisionFailure } from '@/lib/requests/contract';
import { isReturned, type ReturnedRequest } from '@/lib/requests/returned';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { bundles } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';
import { UUID } from '@/lib/text/uuid';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { RequestState } from '@/lib/requests/decisions';
import { auditLog } from '@/lib/server/database/schema/audit';
import { parseJson } from '@/lib/text/parse-json';

/** The most requests that a requester's home page reads; a batch has at most as many. */
const MAX_RETURNED = 1000;

const dismissalSchema = z.strictObject({ requestIds: z.array(z.string().regex(UUID)).min(1).max(MAX_RETURNED) });

/**
 * Lists the reader's own requests that were rejected, expired, were declined by the service or failed there, newest
 * first: those that were neither requested again nor marked as done, at most 1,000.
 */
export async function listReturned(): Promise<Result<ReturnedRequest[], Denial>> {
  const reader = await authorize('makeWithdrawal', { limit: 'read' });
  return reader.ok ? ok(await listReturnedTo(reader.value)) : reader;
}

async function listReturnedTo(reader: Reader): Promise<ReturnedRequest[]> {
  const { rows } = await database().execute<{ id: string; at: string; bundle_id: string | null }>(sql`
    select id, bundle_id, to_json(coalesce(sent_at, updated_at)) #>> '{}' as at from ${returnedTo(reader.id)}
    order by coalesce(sent_at, updated_at) desc, id limit ${MAX_RETURNED}`);
  const ids = rows.map(({ id }) => id);
  const [requests, failures, bundlesById] = await Promise.all([
    readRequestsWithOutcomes(reader, ids),
    readFailures(reader, ids),
    readBundles(rows.flatMap(({ bundle_id }) => bundle_id ?? [])),
  ]);
  return rows.flatMap(({ id, at, bundle_id }) => {
    const request = requests.get(id);
    // Changed between the queries: the next reading shows it, or no longer does.
    if (!request || !isReturned(request)) return [];
    const bundle = (bundle_id !== null && bundlesById.get(bundle_id)) || null;
    return { ...request, returnedAt: new Date(at).toISOString(), bundle, failures: failures.get(id) ?? [] };
  });
}

/** Selects what came back to a person and was not dealt with. A test payment is dealt with as its remainder is. */
function returnedTo(personId: string): SQL {
  return sql`(
    select request.id, request.version, request.bundle_id, request.updated_at, null::timestamptz as sent_at
    from withdrawal_requests request
    where request.requester_id = ${personId} and request.state in ('REJECTED', 'EXPIRED')
    union all
    select request.id, request.version, request.bundle_id, request.updated_at, send.updated_at
    from sends send join withdrawal_requests request on request.id = send.request_id
    where (send.state = 'REFUSED' or send.transfer_status = 'FAILED') and request.requester_id = ${personId}
  ) as returned
  where not exists (select 1 from request_follow_ups where follows_id = returned.id)
    and not exists (select 1 from returned_dismissals dismissed
      where dismissed.request_id = returned.id and dismissed.version = returned.version)
    and not exists (select 1 from bundles pair
      join withdrawal_requests part on part.bundle_id = pair.id
      join request_follow_ups link on link.follows_id = part.id
      where pair.id = returned.bundle_id and pair.kind = 'test-payment')`;
}

/** Reads the reasons that the service gives for transfers that failed. */
async function readFailures(reader: Reader, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: sends.requestId, stored: sends.transfer, record: mirrorTransfers.record })
    .from(sends)
    .leftJoin(mirrorTransfers, and(eq(mirrorTransfers.id, sends.transferId), ...visibleTransfers(reader)))
    .where(and(inArray(sends.requestId, ids), eq(sends.transferStatus, 'FAILED')));
  return new Map(
    rows.map(({ id, stored, record }) => {
      const transfer = decodeTransfer(record ?? stored);
      return [id, transfer.id === null ? [] : describeStatus(transfer).reasons];
    }),
  );
}

async function readBundles(ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const { id, kind, name } = bundles;
  const rows = await database()
    .select({ id, kind, name })
    .from(bundles)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((bundle) => [bundle.id, bundle]));
}

/**
 * Marks returned requests of the signed-in person as done, in their current version, so that the home page no longer
 * lists them. Nothing else about them changes. Takes unchecked input; marking twice is as marking once.
 */
export async function dismissReturned(input: unknown): Promise<Result<null, DecisionFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const given = dismissalSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: 'The console could not read this request.' });
  const { requestIds } = given.data;
  await database().execute(sql`
    insert into returned_dismissals (request_id, version, person_id)
    select id, version, ${person.value.id}::uuid from ${returnedTo(person.value.id)}
      and returned.id = any(${sql.param(requestIds)}::uuid[])
    on conflict do nothing`);
  return ok(null);
}

const RETURNS = ['request.returned', 'request.expired'] as const;
const BEGINNINGS = ['request.made', 'request.amended'] as const;

/**
 * Reads why the console took back the approval of the current version of a request, as the audit log says; null where
 * it did not, or where people approved it again since.
 */
export async function readReturnReason({ id, state }: { id: string; state: RequestState }): Promise<string | null> {
  if (state !== 'AWAITING_APPROVAL' && state !== 'EXPIRED') return null;
  const [last] = await database()
    .select({ action: auditLog.action, entry: auditLog.entry })
    .from(auditLog)
    .where(and(eq(auditLog.subject, `request:${id}`), inArray(auditLog.action, [...RETURNS, ...BEGINNINGS])))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  if (!last || !RETURNS.some((action) => action === last.action)) return null;
  const entry = parseJson(last.entry);
  const reason = typeof entry === 'object' && entry !== null && 'reason' in entry ? entry.reason : null;
  return typeof reason === 'string' ? reason : null;
}
