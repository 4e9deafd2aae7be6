import 'server-only';
import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { denialReason } from '@/lib/identity/roles';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { standingOrderApprovals, standingOrders } from '@/lib/server/database/schema/templates';
import { visibleOrders } from '@/lib/server/database/visible-profiles';
import type { OrderToApprove } from '@/lib/standing-orders/contract';

/**
 * Gives the SQL condition that a planned payment needs the approval of a person who may decide on withdrawals; matches
 * `orderDenialReason`, but for a plan whose first approver lapsed: a person who opens it reads that it is to be ended.
 */
export function needsOrderApprovalOf(personId: string | Placeholder): SQL {
  return sql`(
    ${standingOrders.state} = 'PROPOSED' and ${standingOrders.ownerId} <> ${personId}::uuid
    and not exists (
      select 1 from ${standingOrderApprovals}
      where ${standingOrderApprovals.orderId} = ${standingOrders.id}
        and ${standingOrderApprovals.personId} = ${personId}::uuid
    )
    and exists (
      select 1 from people decider, unnest(decider.roles) as role(name)
      where decider.id = ${personId}::uuid and role.name in ${APPROVING_ROLES}
        and may_use_profile('approve', role.name, decider.id, ${standingOrders.form} ->> 'profileId')
    )
  )`;
}

/** Lists the planned payments that the reader can approve, oldest first; without a query for who approves nothing. */
export async function listOrdersToApprove(reader: Person): Promise<OrderToApprove[]> {
  if (denialReason('decideOnWithdrawals', reader.roles) !== undefined) return [];
  const { id, title, form, createdAt } = standingOrders;
  const rows = await database()
    .select({ id, title, form, createdAt, owner: personLabel() })
    .from(standingOrders)
    .innerJoin(people, eq(people.id, standingOrders.ownerId))
    .where(and(needsOrderApprovalOf(reader.id), visibleOrders(reader)))
    .orderBy(asc(createdAt));
  return rows.map(({ form: { value, asset, network, destinationAddress: address }, createdAt: at, ...order }) => ({
    ...order,
    value,
    asset,
    network,
    address,
    proposedAt: at.toISOString(),
  }));
}
