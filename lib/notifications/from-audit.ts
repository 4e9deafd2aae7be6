import type { NoticeKind } from '@/lib/notifications/kinds';

/** An entry of the audit log, as far as notices follow from it. */
export interface AuditNews {
  action: string;
  subject: string;
  /** State after the step, as the entry holds it; nothing in it is trusted to be there. */
  after: Readonly<Record<string, unknown>>;
}

const IN_STATE: Readonly<Record<string, NoticeKind>> = {
  REFUSED: 'send-declined',
  UNKNOWN: 'send-unknown',
  HOLD: 'send-held',
};

/**
 * Gives what people are told of an entry of the audit log; undefined for most of them. Every change of a request, a
 * send or a setting writes an entry in its own transaction, so nothing else has to be remembered
 * (docs/decisions/0039-notifications-follow-the-audit-log.md).
 */
export function noticeKindOf({ action, after }: AuditNews): NoticeKind | undefined {
  const state = String(after.state);
  switch (action) {
    case 'request.made':
    case 'request.amended':
    case 'request.returned':
      return 'approval-needed';
    case 'request.nudged':
      return 'approval-reminder';
    case 'approval.withdrawn':
      return state === 'AWAITING_APPROVAL' ? 'approval-needed' : undefined;
    case 'request.approved':
      return state === 'APPROVED' ? 'request-approved' : undefined;
    case 'request.asked':
      return 'question-asked';
    case 'request.answered':
      return 'question-answered';
    case 'request.commented':
    case 'request.question-withdrawn':
      return 'comment-added';
    case 'request.rejected':
      return 'request-rejected';
    case 'request.expired':
      return 'request-expired';
    case 'send.recorded':
    case 'send.reconciled':
      // A transfer that is adopted late may be final already.
      return IN_STATE[state] ?? ofTransfer(after);
    case 'send.held':
      return state === 'UNKNOWN' ? 'send-unknown' : 'send-held';
    case 'send.lost':
      return 'send-unknown';
    case 'send.tracked':
      return ofTransfer(after);
    case 'sending.stopped':
      return 'sending-stopped';
    case 'sending.resumed':
      return 'sending-resumed';
    case 'proposal.made':
      return 'change-waits';
    case 'planned.proposed':
      return 'planned-waits';
    case 'planned.skipped':
      return 'planned-skipped';
    case 'delegation.created':
    case 'delegation.ended':
      return 'delegation-changed';
    case 'passkey.rights-changed':
    case 'root.origin-added':
      return after.isWaiting === true ? 'passkey-waits' : undefined;
    case 'session.opened':
      return after.isNewPlace === true ? 'sign-in-new' : undefined;
    case 'session.refused':
      return after.cause === 'suspended' ? 'sign-in-suspended' : undefined;
    case 'passkey.added':
      return 'passkey-waits';
    case 'transfer.alarm':
      return 'alarm';
    default:
      return undefined;
  }
}

function ofTransfer({ status, alarm }: AuditNews['after']): NoticeKind | undefined {
  if (typeof alarm === 'string') return 'alarm';
  if (status === 'COMPLETED') return 'transfer-completed';
  return status === 'FAILED' ? 'transfer-failed' : undefined;
}
