import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ApprovalsPanel } from '@/app/(console)/withdrawals/[id]/approvals-panel';
import type { DecisionView, RequestView } from '@/lib/requests/request-view';

const DECISION: DecisionView = {
  personName: 'approver-one',
  version: 2,
  verdict: 'APPROVED',
  comment: '',
  decidedAt: '2026-11-22T10:00:00Z',
  withdrawal: null,
  forPersonName: null,
  isSigned: false,
  haste: null,
  seed: 'approver-one',
  voidReason: null,
};

/** Request with the fields that the panel shows. */
const request = (change: Partial<RequestView> = {}) =>
  ({
    state: 'AWAITING_APPROVAL',
    version: 2,
    rule: { sentence: 'Two approvals.', name: 'ETH', policyVersion: 3, limits: [], leavesAt: null, newest: null },
    needs: [],
    decisions: [],
    deciders: [],
    approvals: { given: 0, required: 2, void: [] },
    expiresAt: '2026-11-23T10:00:00Z',
    isProofRequired: false,
    ...change,
  }) as unknown as RequestView;

const textOf = (shown: RequestView) =>
  renderToStaticMarkup(<ApprovalsPanel request={shown} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the approvals of a request', () => {
  it('name the groups that are asked for, who gave them and who can', () => {
    const leads = { group: 'Treasury leads', count: 1, filledBy: [], canFill: ['approver-two'] };
    const others = { group: null, count: 1, filledBy: ['approver-one'], canFill: ['approver-three'] };
    const waiting = textOf(request({ needs: [leads, others] }));
    expect(waiting).toContain('0 of 1: Treasury leads');
    expect(waiting).toContain('Can approve: approver-two');
    expect(waiting).toContain('1 of 1: anyone who may decide');
    expect(waiting).toContain('Approved by approver-one');
    expect(waiting).not.toContain('approver-three');
    const given = { ...leads, filledBy: ['approver-two'] };
    const approved = textOf(request({ needs: [given, others], state: 'APPROVED' }));
    expect(approved).toContain('1 of 1: Treasury leads');
    expect(approved).toContain('Approved by approver-two');
    expect(approved).not.toContain('Can approve');
  });

  it('say for whom a delegate decided, whether it was signed, and why one does not count', () => {
    const text = textOf(
      request({
        decisions: [
          { ...DECISION, forPersonName: 'approver-two', isSigned: true },
          { ...DECISION, personName: 'approver-three', voidReason: 'the person no longer has the role' },
        ],
      }),
    );
    expect(text).toMatch(/approver-one for approver-two approved version 2,.*Signed with a passkey/);
    expect(text).toMatch(/approver-three approved version 2,.*Not signed This approval does not count: the person/);
  });

  it('keep those of earlier versions apart, as void', () => {
    const text = textOf(request({ decisions: [{ ...DECISION, version: 1 }] }));
    expect(text).toContain('Decisions on earlier versions (1)');
    expect(text).toContain('approver-one approved version 1');
  });
});
