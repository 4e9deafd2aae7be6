import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import type { RequestView } from '@/lib/requests/request-view';
import { writeAmount } from '@/lib/money/format-amount';
import { describeGroupNeeds } from '@/lib/policy/describe-rule';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** What an approval by the reader does. */
export type ApproveEffect =
  /** The last one needed: the withdrawal leaves at once. */
  | { kind: 'sends'; amount: string }
  /** The last one needed: the withdrawal leaves later, at `leavesAt` or once sending resumes. */
  | { kind: 'releases'; leavesAt: string | null }
  /** More approvals are needed; `groups` names those of which none is filled by the reader's. */
  | { kind: 'counts'; missing: number; groups?: string };

/** Tells what an approval by the reader does to a request that awaits approval. */
export function findApproveEffect(
  request: Pick<RequestView, 'approvals' | 'bundle' | 'canFillNeed' | 'rule' | 'stopped' | 'body'>,
): ApproveEffect {
  const { approvals, bundle, canFillNeed, rule, stopped, body } = request;
  const open = approvals.required - approvals.given;
  if (!canFillNeed) return { kind: 'counts', missing: open, groups: describeGroupNeeds(approvals.missingGroups ?? []) };
  if (open > 1) return { kind: 'counts', missing: open - 1 };
  if (rule.leavesAt !== null || stopped) return { kind: 'releases', leavesAt: rule.leavesAt };
  // Of a test payment and its remainder, the test leaves first.
  const leaving = bundle?.kind === 'test-payment' && bundle.position !== TEST_POSITION ? bundle.test.body : body;
  const { amount, asset } = fixedValueOf(leaving);
  return { kind: 'sends', amount: writeAmount(amount, asset) };
}

/** Names the button that approves by what it does, such as “Approve and send 30 ETH”. */
export function nameApproval(effect: ApproveEffect): string {
  return effect.kind === 'sends' ? `Approve and send ${effect.amount}` : 'Approve';
}
