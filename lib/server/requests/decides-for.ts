import 'server-only';
import type { DecidesFor } from '@/lib/delegation/delegations';
import { type Decidable, requestDenialReason } from '@/lib/requests/decisions';
import type { Person } from '@/lib/server/auth/sessions';
import { readGroupsOf } from '@/lib/server/approver-groups/members';
import { database } from '@/lib/server/database/client';
import { listDelegators } from '@/lib/server/delegation/read';
import { listLackingRights } from '@/lib/server/rights/check';

/** Reads for whom the reader can decide on all of these requests, as their delegate. */
export async function readDecidesFor(
  requests: readonly (Decidable & { id: string })[],
  reader: Person,
): Promise<DecidesFor[]> {
  const delegators = await listDelegators(database(), reader.id);
  if (delegators.length === 0) return [];
  const groups = await readGroupsOf(database(), [reader.id, ...delegators.map(({ id }) => id)]);
  const sharedWith = (id: string) => (groups.get(reader.id) ?? []).filter((name) => groups.get(id)?.includes(name));
  const allowed = delegators.filter((decidesFor) =>
    requests.every(
      (request) =>
        request.requiredRole === decidesFor.role &&
        requestDenialReason('approve-together', request, {
          ...reader,
          groups: sharedWith(decidesFor.id),
          decidesFor,
        }) === undefined,
    ),
  );
  const versions = requests.map(({ id: requestId, version }) => ({ requestId, version }));
  const lacking = await Promise.all(
    allowed.map(({ id }) => listLackingRights(database(), versions, { personId: reader.id, forPersonId: id })),
  );
  return allowed.filter((_, index) => lacking[index]?.size === 0);
}
