import type { AuditAction, AuditEntry } from '@/lib/audit/audit-log';

// What the actor did, as the end of a sentence that begins with who it was.
const DEEDS: Record<AuditAction, string> = {
  'session.opened': 'signed in',
  'session.ended': 'signed out',
  'session.revoked': 'ended a session of somebody',
  'session.refused': 'let a sign-in come to nothing',
  'access.refused': 'was refused something that their role does not allow',
  'access.limited': 'asked for something more often than the limits allow',
  'request.made': 'asked for a withdrawal',
  'request.amended': 'changed what they had asked for',
  'request.approved': 'approved a withdrawal',
  'request.rejected': 'rejected a withdrawal',
  'request.cancelled': 'cancelled a withdrawal',
  'request.expired': 'let a request expire that nobody decided on in time',
  'request.refused': 'was refused a step with a withdrawal',
  'pair.released': 'confirmed that the recipient has the test, so that the remainder is sent',
  'send.claimed': 'began to send a withdrawal',
  'send.recorded': 'noted what came of sending a withdrawal',
  'send.lost': 'found that sending was broken off, so that its outcome is unknown',
  'send.held': 'put a withdrawal on hold',
  'send.reconciled': 'looked for a withdrawal among all transfers of the service',
  'send.tracked': 'saw a withdrawal change at the service',
  'send.cost-checked': 'compared what a withdrawal cost with what it should',
  'send.resolved': 'ended the doubt about a withdrawal, as the second person',
  'sending.stopped': 'stopped all sending',
  'sending.released': 'let sending go on, as the second person',
  'policy.changed': 'put another policy in force, as the second person',
  'recipient.changed': 'changed the book of recipients, as the second person',
  'recipients.exported': 'exported the book of recipients',
  'directory.changed': 'changed the table of assets and networks, as the second person',
  'proposal.made': 'asked for a change that takes two',
  'proposal.confirmed': 'confirmed a change that takes two',
  'proposal.declined': 'declined a change that takes two',
  'proposal.withdrawn': 'withdrew a change that takes two',
  'proposal.void': 'found a change that takes two to be void',
  'proposal.refused': 'was refused a step with a change that takes two',
  'database.restored': 'took note that the database was restored from a backup, and doubts what was sent since',
  'audit.exported': 'exported the audit log',
  'transfers.exported': 'exported transfers',
};

/** What an action is called where one chooses among them. */
export function describeAction(action: AuditAction): string {
  const deed = DEEDS[action];
  return deed.charAt(0).toUpperCase() + deed.slice(1);
}

/** An entry as one sentence, with the reason where one was given. An action of a later version keeps its own name. */
export function describeEntry({ action, actor, reason }: AuditEntry): string {
  const deed = Object.hasOwn(DEEDS, action) ? DEEDS[action] : `did “${action}”`;
  return `${actor?.name ?? 'The console'} ${deed}${reason ? `: ${reason}` : '.'}`;
}
