import { describe, expect, it } from 'vitest';
import { findApproveEffect, nameApproval } from '@/lib/requests/approve-effect';

type Facts = Parameters<typeof findApproveEffect>[0];

const body = { amount: '1234.5', asset: 'ETH' };
const FACTS = {
  approvals: { given: 1, required: 2, void: [] },
  bundle: null,
  canFillNeed: true,
  rule: { leavesAt: null },
  stopped: null,
  body,
} as unknown as Facts;
const nameOf = (change: object) => nameApproval(findApproveEffect({ ...FACTS, ...change }));

describe('the button that approves', () => {
  it('says what is sent where the approval is the last one and the withdrawal leaves at once', () => {
    expect(nameOf({})).toBe('Approve and send 1,234.5 ETH');
    expect(nameOf({ body: { total: '20', asset: 'ETH', balance_asset: 'USD' } })).toBe('Approve and send 20.00 USD');
  });

  it.each<[string, object]>([
    ['more approvals are needed', { approvals: { given: 0, required: 2, void: [] } }],
    ['it fills no place of a group', { canFillNeed: false }],
    ['a limit holds it', { rule: { leavesAt: '2026-11-24T00:00:00.000Z' } }],
    ['sending is stopped', { stopped: { reason: 'a drill', since: '2026-11-24T00:00:00.000Z' } }],
  ])('promises to send nothing where %s', (_why, change) => expect(nameOf(change)).toBe('Approve'));

  it('names the test payment, which leaves first, on the pages of both parts', () => {
    const bundle = { kind: 'test-payment', test: { body: { amount: '0.02', asset: 'ETH' } } };
    expect(nameOf({ bundle: { ...bundle, position: 1 } })).toBe('Approve and send 0.02 ETH');
    expect(nameOf({ bundle: { ...bundle, position: 0 }, body: bundle.test.body })).toBe('Approve and send 0.02 ETH');
  });
});
