import { describe, expect, it } from 'vitest';
import { describeMissingApprovals } from '@/lib/requests/queue';

const describeWait = (given: number, required: number, requiredRole: 'approver' | 'admin') =>
  describeMissingApprovals({ approvals: { given, required, void: [] }, requiredRole });

describe('describeMissingApprovals', () => {
  it('says how many of whom are missing', () => {
    expect(describeWait(0, 1, 'approver')).toBe('waits for 1 approver');
    expect(describeWait(0, 2, 'approver')).toBe('waits for 2 approvers');
    expect(describeWait(1, 2, 'admin')).toBe('waits for 1 more administrator');
    expect(describeWait(1, 3, 'admin')).toBe('waits for 2 more administrators');
    // Approvals that the policy no longer counts can be too many or too few.
    expect(describeWait(2, 2, 'approver')).toBe('waits for 1 more approver');
  });
});
