import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '@/lib/audit/audit-log';
import { isNoticeKind, noticeKindOf } from '@/lib/notifications/kinds';

const kindOf = (action: string, after: Record<string, unknown> = {}) =>
  noticeKindOf({ action, subject: 'request:1', after });

it.each([
  ['request.made', {}, 'approval-needed'],
  ['request.approved', { state: 'AWAITING_APPROVAL' }, undefined],
  ['request.approved', { state: 'APPROVED' }, 'request-approved'],
  ['approval.withdrawn', { state: 'AWAITING_APPROVAL' }, 'approval-needed'],
  ['approval.withdrawn', { state: 'APPROVED' }, undefined],
  ['send.recorded', { state: 'ACCEPTED' }, undefined],
  ['send.recorded', { state: 'REFUSED' }, 'send-declined'],
  ['send.recorded', { state: 'UNKNOWN' }, 'send-unknown'],
  ['send.held', { state: 'HOLD' }, 'send-held'],
  ['send.held', { state: 'UNKNOWN' }, 'send-unknown'],
  ['send.reconciled', { state: 'QUEUED' }, undefined],
  ['send.reconciled', { state: 'ACCEPTED' }, undefined],
  ['send.reconciled', { state: 'ACCEPTED', status: 'COMPLETED' }, 'transfer-completed'],
  ['send.recorded', { state: 'ACCEPTED', status: 'FAILED' }, 'transfer-failed'],
  ['send.tracked', { status: 'COMPLETED', alarm: null }, 'transfer-completed'],
  ['send.tracked', { status: 'FAILED', alarm: null }, 'transfer-failed'],
  ['send.tracked', { status: 'PENDING', alarm: 'gone' }, 'alarm'],
  ['planned.proposed', {}, 'planned-waits'],
  ['planned.skipped', {}, 'planned-skipped'],
  ['sending.stopped', {}, 'sending-stopped'],
  ['sending.resumed', {}, 'sending-resumed'],
  ['session.opened', {}, undefined],
])('%s with %j is told as %s', (action, after, kind) => {
  expect(kindOf(action, after)).toBe(kind);
});

it('gives a known kind or none for every entry, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...AUDIT_ACTIONS), fc.dictionary(fc.string(), fc.jsonValue()), (action, after) => {
      const kind = kindOf(action, after);
      expect(kind === undefined || isNoticeKind(kind)).toBe(true);
    }),
  );
});
