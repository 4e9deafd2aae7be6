import 'server-only';
import { asc, like } from 'drizzle-orm';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { ok, type Result } from '@/lib/result';
import { withdrawalRequests } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { selectRequests, toSummary } from '@/lib/server/requests/select';

const FOUND_LIMIT = 5;
// Shorter prefixes match too much; no reference is longer (lib/withdrawals/reference.ts).
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/;

/** Finds at most five requests whose reference begins with this text, by reference; an exact match comes first. */
export async function findRequests(reference: string): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  if (!PREFIX.test(reference)) return ok([]);
  const rows = await selectRequests(reader.value)
    .where(like(withdrawalRequests.refId, `${reference.replaceAll('_', String.raw`\_`)}%`))
    .orderBy(asc(withdrawalRequests.refId))
    .limit(FOUND_LIMIT);
  return ok(rows.map((row) => toSummary(row, reader.value)));
}
