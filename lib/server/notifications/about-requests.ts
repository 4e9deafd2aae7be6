import 'server-only';
import { asc, inArray } from 'drizzle-orm';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { Role } from '@/lib/identity/roles';
import { bodySchema } from '@/lib/proof/evidence/records';
import { fromRequests } from '@/lib/server/database/from-requests';
import type { Transaction } from '@/lib/server/database/client';
import { transferWatches } from '@/lib/server/database/schema/cases';
import { decisions } from '@/lib/server/database/schema/decisions';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { UUID } from '@/lib/text/uuid';

/** A request as notices tell of it: who is concerned, and its value. */
export interface AboutRequest {
  id: string;
  state: string;
  requesterId: string;
  requiredRole: Role;
  requiredApprovals: number;
  requiredGroups: readonly GroupNeed[];
  bundleId: string | null;
  bundleKind: 'test-payment' | 'batch' | null;
  /** Undefined where the stored bytes cannot be read. */
  profileId: string | undefined;
  asset: string | null;
  /** The exact amount or total. */
  amount: string | null;
  /** People who decided on the current version. */
  voterIds: readonly string[];
  /** People who want to know how it ends. */
  watcherIds: readonly string[];
}

/** Reads requests by their IDs; an ID that is none is left out. */
export async function readAboutRequests(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, AboutRequest>> {
  const known = [...new Set(ids.filter((id) => UUID.test(id)))];
  if (known.length === 0) return new Map();
  const columns = { request: withdrawalRequests, version: requestVersions, bundleKind: bundles.kind };
  const rows = await fromRequests(transaction, columns).where(inArray(withdrawalRequests.id, known));
  const votes = await transaction
    .select({
      requestId: decisions.requestId,
      version: decisions.version,
      personId: decisions.personId,
      forPersonId: decisions.forPersonId,
    })
    .from(decisions)
    .where(inArray(decisions.requestId, known));
  const watches = await transaction
    .select({ requestId: transferWatches.requestId, personId: transferWatches.personId })
    .from(transferWatches)
    .where(inArray(transferWatches.requestId, known));
  return new Map(
    rows.map(({ request, version, bundleKind }) => [
      request.id,
      {
        id: request.id,
        state: request.state,
        requesterId: request.requesterId,
        requiredRole: version.requiredRole,
        requiredApprovals: version.requiredApprovals,
        requiredGroups: version.requiredGroups,
        bundleId: request.bundleId,
        bundleKind,
        ...readValue(version.body),
        voterIds: votes
          .filter((vote) => vote.requestId === request.id && vote.version === request.version)
          .flatMap(({ personId, forPersonId }) => [personId, ...(forPersonId === null ? [] : [forPersonId])]),
        watcherIds: watches.filter(({ requestId }) => requestId === request.id).map(({ personId }) => personId),
      },
    ]),
  );
}

/**
 * Reads the items of batches (or of test payments with their remainders), by the ID of the bundle; of items that the
 * same people may decide on, one.
 */
export async function readItemsOf(
  transaction: Transaction,
  bundleIds: readonly string[],
): Promise<Map<string, AboutRequest[]>> {
  if (bundleIds.length === 0) return new Map();
  const members = await transaction
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(inArray(withdrawalRequests.bundleId, [...new Set(bundleIds)]))
    .orderBy(asc(withdrawalRequests.bundlePosition));
  const requests = await readAboutRequests(
    transaction,
    members.map(({ id }) => id),
  );
  const items = new Map<string, Map<string, AboutRequest>>();
  for (const item of members.flatMap(({ id }) => requests.get(id) ?? [])) {
    const { bundleId, state, profileId, requiredRole, requiredApprovals, requiredGroups, voterIds } = item;
    const ofBundle = items.get(bundleId ?? '') ?? new Map<string, AboutRequest>();
    const key = JSON.stringify([state, profileId, requiredRole, requiredApprovals, requiredGroups, voterIds]);
    items.set(bundleId ?? '', ofBundle.has(key) ? ofBundle : ofBundle.set(key, item));
  }
  return new Map([...items].map(([bundleId, ofBundle]) => [bundleId, [...ofBundle.values()]]));
}

function readValue(body: Buffer): Pick<AboutRequest, 'profileId' | 'asset' | 'amount'> {
  try {
    const read = bodySchema.safeParse(JSON.parse(body.toString('utf8')));
    return read.success
      ? {
          profileId: read.data.profile_id,
          asset: read.data.asset,
          amount: read.data.amount ?? read.data.total ?? null,
        }
      : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = { profileId: undefined, asset: null, amount: null };
