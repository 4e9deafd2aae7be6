import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgSelect, SelectedFields } from 'drizzle-orm/pg-core';
import type { Reader } from '@/lib/identity/reader';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests } from '@/lib/server/database/visible-profiles';

/** Matches a request with its current version; with a reader, only where they may see the request. */
export function isCurrentVersion(reader?: Pick<Reader, 'visibleProfiles'>): SQL | undefined {
  return and(
    eq(requestVersions.requestId, withdrawalRequests.id),
    eq(requestVersions.version, withdrawalRequests.version),
    reader && visibleRequests(reader),
  );
}

/**
 * Selects these columns of requests with their current version, and of their send and bundle, null where there is none.
 * With a reader, leaves out what they may not see. The database skips the joins of tables that no column needs.
 */
export function fromRequests<Columns extends SelectedFields>(
  db: Pick<Transaction, 'select'>,
  columns: Columns,
  reader?: Pick<Reader, 'visibleProfiles'>,
) {
  const selected: unknown = db
    .select<SelectedFields>(columns)
    .from(withdrawalRequests)
    .innerJoin(requestVersions, isCurrentVersion(reader))
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .leftJoin(bundles, eq(bundles.id, withdrawalRequests.bundleId))
    .$dynamic();
  // With columns that are not known here, drizzle does not find the type of its own result.
  return selected as PgSelect<'withdrawal_requests', Columns, 'partial', Joined>;
}

interface Joined extends Record<string, 'not-null' | 'nullable'> {
  withdrawal_requests: 'not-null';
  request_versions: 'not-null';
  sends: 'nullable';
  bundles: 'nullable';
}

/** Tells whether a reader may see a request; false for one that is missing. */
export async function canSeeRequest(
  db: Pick<Transaction, 'select'>,
  reader: Pick<Reader, 'visibleProfiles'>,
  requestId: string,
): Promise<boolean> {
  const { id } = withdrawalRequests;
  const [found] = await fromRequests(db, { id }, reader).where(eq(id, requestId));
  return found !== undefined;
}
