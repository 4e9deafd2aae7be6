import type { AuditAction, AuditEntry } from '@/lib/audit/audit-log';
import { describeDetail } from '@/lib/audit/entry-facts';

/** Continuations of a sentence that begins with the name of the person who acted, or with “The console”. */
const PHRASES: Record<AuditAction, string> = {
  'session.opened': 'signed in',
  'session.ended': 'signed out',
  'session.revoked': 'ended a session',
  'session.refused': 'sign-in failed',
  'access.refused': 'was denied access',
  'access.limited': 'sent too many requests',
  'person.suspended': 'suspended a person',
  'person.reinstated': 'lifted a suspension, as the second person',
  'directory.changed': 'changed an account of the company’s directory',
  'request.made': 'requested a withdrawal',
  'request.amended': 'changed a withdrawal request',
  'request.approved': 'approved a withdrawal',
  'request.rejected': 'rejected a withdrawal',
  'request.cancelled': 'cancelled a withdrawal request',
  'request.expired': 'expired a withdrawal request',
  'request.returned': 'returned a withdrawal to its approvers',
  'approval.withdrawn': 'withdrew an approval',
  'request.nudged': 'reminded the approvers of a request',
  'request.commented': 'commented on a request',
  'request.asked': 'asked a question about a request',
  'request.answered': 'answered a question about a request',
  'request.question-withdrawn': 'withdrew a question about a request',
  'request.refused': 'was denied an action on a withdrawal',
  'attachment.uploaded': 'uploaded a file',
  'attachment.downloaded': 'opened a file of a request',
  'template.saved': 'saved a template',
  'template.deleted': 'deleted a template',
  'planned.proposed': 'proposed a planned payment',
  'planned.approved': 'approved a planned payment',
  'planned.paused': 'paused a planned payment',
  'planned.resumed': 'resumed a planned payment',
  'planned.ended': 'ended a planned payment',
  'planned.requested': 'requested a withdrawal of a planned payment',
  'planned.skipped': 'skipped a date of a planned payment',
  'pair.released': 'confirmed a test payment',
  'send.claimed': 'started to send a withdrawal',
  'send.recorded': 'recorded the result of sending a withdrawal',
  'send.lost': 'marked the outcome of a withdrawal as unknown',
  'send.held': 'put a withdrawal on hold',
  'send.reconciled': 'searched all transfers for a withdrawal',
  'send.tracked': 'recorded a change to a sent withdrawal',
  'send.cost-checked': 'checked the cost of a withdrawal',
  'send.resolved': 'resolved an unknown outcome, as the second person',
  'transfer.alarm': 'raised an alarm about a transfer',
  'transfers.known': 'marked transfers as known, as the second person',
  'transfer.noted': 'added a case note to a transfer',
  'transfer.settled': 'settled the problem of a transfer',
  'transfer.reopened': 'reopened the problem of a transfer',
  'profiles.changed': 'changed the profiles from which others may send, as the second person',
  'profiles.named': 'changed the names of profiles, as the second person',
  'rights.changed': 'changed who may use which profiles, as the second person',
  'groups.changed': 'changed the groups of approvers, as the second person',
  'notifications.unsubscribed': 'ended the digests of a person by the link in a mail',
  'notifications.changed': 'changed where notifications go',
  'notifications.tested': 'sent a test message',
  'notifications.secret-shown': 'looked at the signing secret of a webhook',
  'sending.stopped': 'stopped all sending',
  'sending.resumed': 'resumed sending, as the second person',
  'policy.changed': 'changed the policy, as the second person',
  'recipient.changed': 'changed the address book, as the second person',
  'recipient.submitted': 'sent the travel-rule data of a recipient to the service',
  'recipients.exported': 'exported the address book',
  'registry.changed': 'changed the assets and networks, as the second person',
  'proposal.made': 'proposed a change',
  'proposal.confirmed': 'confirmed a proposed change',
  'proposal.declined': 'declined a proposed change',
  'proposal.withdrawn': 'withdrew a proposed change',
  'proposal.void': 'marked a proposed change as void',
  'proposal.refused': 'was denied an action on a proposed change',
  'delegation.created': 'let another person decide for them',
  'delegation.ended': 'ended a delegation',
  'passkey.added': 'added a passkey',
  'passkey.confirmed': 'confirmed a passkey',
  'passkey.renamed': 'renamed a passkey',
  'passkey.removed': 'signed the removal of a passkey',
  'passkey.withdrawn': 'withdrew a passkey before it was confirmed',
  'passkey.rights-changed': 'signed which roles the passkeys of a person may sign in',
  'root.begun': 'began the set-up of the key list',
  'root.joined': 'added a passkey to the set-up of the key list',
  'root.cancelled': 'cancelled the set-up of the key list',
  'root.origin-added': 'signed a further address of the console',
  'root.set': 'agreed to the root of the key list, as the last one',
  'database.restored': 'recorded that the database was restored from a backup',
  'audit.exported': 'exported the audit log',
  'transfers.exported': 'exported transfers',
  'withdrawals.exported': 'exported withdrawals',
  'evidence.exported': 'downloaded evidence',
  'statement.exported': 'exported a statement',
  'confirmation.exported': 'made a payment confirmation',
};

/** Actions whose phrase is a sentence of its own: they happen without a person or the console acting. */
const EVENTS: ReadonlySet<AuditAction> = new Set(['session.refused']);

/** Describes an action in a list of choices, such as “Signed in”. */
export function describeAction(action: AuditAction): string {
  return capitalize(PHRASES[action]);
}

/** Describes what an entry says without who acted, such as “Rejected a withdrawal: wrong amount”. */
export function describeDeed(entry: AuditEntry): string {
  const detail = describeDetail(entry);
  return capitalize(phraseOf(entry.action)) + (detail ? `: ${detail}` : '');
}

/**
 * Describes an entry as one sentence with its detail, such as “Ann rejected a withdrawal: wrong amount”. An action that
 * this version does not know is named as stored.
 */
export function describeEntry(entry: AuditEntry): string {
  const { action, actor } = entry;
  const detail = describeDetail(entry);
  return `${startOf(actor, phraseOf(action), EVENTS.has(action))}${detail ? `: ${detail}` : '.'}`;
}

const phraseOf = (action: AuditAction) => (Object.hasOwn(PHRASES, action) ? PHRASES[action] : `did “${action}”`);

function startOf(actor: AuditEntry['actor'], phrase: string, isEvent: boolean): string {
  if (!isEvent) return `${actor?.name ?? 'The console'} ${phrase}`;
  return actor === null ? capitalize(phrase) : `${capitalize(phrase)} for ${actor.name}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
