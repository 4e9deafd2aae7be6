import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { decidingRoles } from '@/lib/policy/rules';
import { confirmableKinds } from '@/lib/proposals/proposals';
import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import type { Person } from '@/lib/server/auth/sessions';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { readPrepared } from '@/lib/server/database/client';
import { listConfirmablePasskeys } from '@/lib/server/passkeys/list';
import { proposals } from '@/lib/server/database/schema/proposals';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { standingOrders } from '@/lib/server/database/schema/templates';
import {
  nameStatement,
  visibleOrders,
  visibleProposals,
  visibleRequests,
} from '@/lib/server/database/visible-profiles';
import { isUnderAnotherPolicy, readRefusedByNewest } from '@/lib/server/requests/limits/refused-by-newest';
import { needsOrderApprovalOf } from '@/lib/server/requests/lists/planned-to-approve';
import { needsDecisionOf, needsResolutionOf } from '@/lib/server/requests/lists/queue';

/**
 * Counts what waits for the reader, as `/approvals` lists it: requests, batches (each once), proposed changes, unknown
 * outcomes, planned payments and, for administrators, passkeys. Null for a reader who decides nothing, without a query.
 * One statement besides the passkeys, which every open page of a person who decides asks every ten seconds.
 */
export async function countWaiting(reader: Person): Promise<number | null> {
  const { id, roles } = reader;
  if (denialReason('decideOnWithdrawals', roles) !== undefined) return null;
  const read = async (refused: readonly string[]) => {
    const [row] = await readPrepared<Row>(nameStatement(reader, 'queue_count'), () => countQuery(reader), {
      readerId: id,
      deciding: decidingRoles(roles),
      refused,
      resolves: denialReason('resolveSends', roles) === undefined,
      kinds: confirmableKinds(roles),
    });
    return row ?? { count: 0, isUnderAnother: false };
  };
  const all = await read([]);
  // What waits under an older policy, the newest may refuse: rarely, and then another statement.
  const refused = all.isUnderAnother ? [...(await readRefusedByNewest()).keys()] : [];
  const { count } = refused.length > 0 ? await read(refused) : all;
  return count + (await listConfirmablePasskeys(reader)).length;
}

interface Row {
  count: number;
  /** Whether a request waits that was made under another policy than the newest. */
  isUnderAnother: boolean;
}

function countQuery(reader: Reader): SQL {
  const visible = visibleRequests(reader);
  const isCurrent = isCurrentVersion(reader);
  const readerId = sql.placeholder('readerId');
  return sql`
    select (
      (
        select count(distinct coalesce(
          case when ${bundles.kind} = 'batch' then ${bundles.id} end, ${withdrawalRequests.id}))
        from ${withdrawalRequests}
        join ${requestVersions} on ${isCurrent}
        left join ${bundles} on ${bundles.id} = ${withdrawalRequests.bundleId}
        where ${withdrawalRequests.state} = 'AWAITING_APPROVAL' and ${withdrawalRequests.expiresAt} > now()
          and (${bundles.kind} is distinct from 'test-payment' or ${withdrawalRequests.bundlePosition} = ${TEST_POSITION})
          and ${needsDecisionOf(readerId, sql.placeholder('deciding'), sql.placeholder('refused'))}
      ) + (
        select count(*) from ${proposals}
        where ${proposals.state} = 'OPEN' and ${proposals.proposedBy} <> ${readerId}::uuid
          and ${proposals.kind} = any(${sql.placeholder('kinds')}::text[])
          and ${visibleProposals(reader) ?? sql`true`}
      ) + (
        select count(*) from ${standingOrders}
        where ${needsOrderApprovalOf(readerId)} and ${visibleOrders(reader) ?? sql`true`}
      ) + (
        select count(*)
        from ${sends} join ${withdrawalRequests} on ${withdrawalRequests.id} = ${sends.requestId}
          ${visible ? sql`join ${requestVersions} on ${isCurrent}` : sql``}
        where ${needsResolutionOf(readerId, sql.placeholder('resolves'))}
      )
    )::int as count,
    exists (
      select from ${withdrawalRequests} join ${requestVersions} on ${isCurrent}
      where ${withdrawalRequests.state} = 'AWAITING_APPROVAL' and ${isUnderAnotherPolicy()}
    ) as "isUnderAnother"`;
}
