/** Approvals under both policies, as a decision and a claim ask for them (lib/server/sends/claim/approval-check.ts). */
import type { ClaimRefusal } from '@/lib/sends/steps';
import { castVotes } from '@/e2e/soak/protocol/facts';
import type { Rules } from '@/e2e/soak/protocol/rules';
import type { Send, World } from '@/e2e/soak/protocol/world';

const LIMITS = { sessionMaxHours: 8, approvalValidHours: 24 };

/** Tells whether the votes on a request satisfy its own policy, which asks for one, and the newest in force. */
export function areEnough({ votes }: Send, world: World, { isApproved, asksNewestPolicy }: Rules): boolean {
  return [1, asksNewestPolicy && world.policy === 'two' ? 2 : 1].every((requiredApprovals) =>
    isApproved(
      {
        requesterId: 'requester',
        version: 1,
        requiredRole: 'approver',
        requiredApprovals,
        requiredGroups: [],
        votes: castVotes(votes),
      },
      LIMITS,
    ),
  );
}

/** Says why a claim does not send a request; undefined where it does. */
export function findRefusal(world: World, send: Send, rules: Rules): ClaimRefusal | undefined {
  if (rules.asksNewestPolicy && world.policy === 'none') return { kind: 'policy', detail: '' };
  return areEnough(send, world, rules) ? undefined : { kind: 'approvals', detail: '' };
}
