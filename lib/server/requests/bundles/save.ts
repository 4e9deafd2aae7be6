import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { LinkedRequest } from '@/lib/requests/request-summary';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import { ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import type { Person } from '@/lib/server/auth/sessions';
import type { Signature, SigningFailure } from '@/lib/server/passkeys/decisions';
import {
  deriveId,
  deriveUuid,
  type NewRequest,
  saveRequests,
  signRequests,
} from '@/lib/server/requests/creation/creation';

/** A bundle ready to be saved. */
export interface NewBundle {
  kind: BundleKind;
  name: string;
  /** The key of the form or sheet; submitting it again creates no second bundle. */
  bundleKey: string;
  requester: Person;
  members: readonly NewRequest[];
  /** The locked request that the last member follows (lib/server/requests/follow-ups.ts). */
  follows?: LinkedRequest | undefined;
  /** The requester's signature; undefined in the first call, and for a person who signs nothing. */
  signature: Signature | undefined;
}

/**
 * Derives the form key of a member from the bundle's key and its position, so that a bundle that is submitted again has
 * the same references. It has the format of a random UUID, from which references are made
 * (lib/withdrawals/reference.ts).
 */
export function memberKey(bundleKey: string, position: number): string {
  return deriveUuid(`${bundleKey}\n${position}`);
}

/**
 * Saves a bundle with all its requests, or rolls back where another call used the same key or reference. Fails where
 * the requester must sign first.
 */
export async function saveBundle(
  transaction: Transaction,
  { kind, name, bundleKey, requester, members, follows, signature }: NewBundle,
): Promise<Result<{ bundleId: string; requestIds: string[] }, SigningFailure>> {
  const id = deriveId(requester.id, bundleKey);
  const sha256 = hashBundle(
    kind,
    members.map(({ plan }) => plan.bodySha256),
  );
  const signed = await signRequests(transaction, requester, {
    requests: members,
    bundle: { id, kind, sha256 },
    signature,
  });
  if (!signed.ok) return signed;
  const [bundle] = await transaction
    .insert(bundles)
    .values({ id, kind, name, requesterId: requester.id, formKey: bundleKey })
    .onConflictDoNothing()
    .returning({ id: bundles.id });
  if (!bundle) return transaction.rollback();
  const requestIds = await saveRequests(transaction, {
    requester,
    requests: members,
    bundle: { id, kind },
    follows,
    signed: signed.value,
  });
  return ok({ bundleId: id, requestIds });
}

/** Finds the bundle saved under a key, with its hash over the first versions; undefined where there is none. */
export async function findBundleByKey(
  bundleKey: string,
): Promise<{ bundleId: string; requesterId: string; sha256: string; requestIds: string[] } | undefined> {
  const [bundle] = await database().select().from(bundles).where(eq(bundles.formKey, bundleKey));
  if (!bundle) return undefined;
  const members = await database()
    .select({ id: withdrawalRequests.id, bodySha256: requestVersions.bodySha256 })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, withdrawalRequests.id), eq(requestVersions.version, 1)),
    )
    .where(eq(withdrawalRequests.bundleId, bundle.id))
    .orderBy(asc(withdrawalRequests.bundlePosition));
  const sha256 = hashBundle(
    bundle.kind,
    members.map(({ bodySha256 }) => bodySha256),
  );
  return { bundleId: bundle.id, requesterId: bundle.requesterId, sha256, requestIds: members.map(({ id }) => id) };
}
