import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { type BundleKind, bundleHashInput } from '@/lib/requests/bundles/bundles';
import type { Transaction } from '@/lib/server/database/client';
import { bundles, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { type LockedRequest, lockRequests } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';

export type Bundle = typeof bundles.$inferSelect;

/** Gives the SHA-256, in hexadecimal, that stands for all bytes of a bundle (lib/requests/bundles/bundles.ts). */
export function hashBundle(kind: BundleKind, bodyHashes: readonly string[]): string {
  return createHash('sha256').update(bundleHashInput(kind, bodyHashes)).digest('hex');
}

/** Finds a bundle with the ids of its members in order, which never change; undefined for an unknown id. */
export async function findBundle(
  reader: Pick<Transaction, 'select'>,
  bundleId: string,
): Promise<{ bundle: Bundle; memberIds: string[] } | undefined> {
  const [bundle] = UUID.test(bundleId) ? await reader.select().from(bundles).where(eq(bundles.id, bundleId)) : [];
  if (!bundle) return undefined;
  const members = await reader
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.bundleId, bundleId))
    .orderBy(asc(withdrawalRequests.bundlePosition));
  return { bundle, memberIds: members.map(({ id }) => id) };
}

/** Locks the members of a bundle that the reader may see, until the transaction ends, and gives them in their order. */
export async function lockMembers(
  transaction: Transaction,
  reader: Reader,
  memberIds: readonly string[],
): Promise<LockedRequest[]> {
  const locked = await lockRequests(transaction, reader, memberIds);
  return locked.toSorted((a, b) => (a.request.bundlePosition ?? 0) - (b.request.bundlePosition ?? 0));
}
