/** Actions that the audit log records, as stored. The first word names the subject. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.ended',
  'session.revoked',
  'session.refused',
  'access.refused',
  'access.limited',
  'person.suspended',
  'person.reinstated',
  'directory.changed',
  'request.made',
  'request.amended',
  'request.approved',
  'request.rejected',
  'request.cancelled',
  'request.expired',
  'request.returned',
  'approval.withdrawn',
  'request.refused',
  'request.nudged',
  'request.commented',
  'request.asked',
  'request.answered',
  'request.question-withdrawn',
  'attachment.uploaded',
  'attachment.downloaded',
  'template.saved',
  'template.deleted',
  'planned.proposed',
  'planned.approved',
  'planned.paused',
  'planned.resumed',
  'planned.ended',
  'planned.requested',
  'planned.skipped',
  'pair.released',
  'send.claimed',
  'send.recorded',
  'send.lost',
  'send.held',
  'send.reconciled',
  'send.tracked',
  'send.cost-checked',
  'send.resolved',
  'transfer.alarm',
  'transfers.known',
  'transfer.noted',
  'transfer.settled',
  'transfer.reopened',
  'profiles.changed',
  'profiles.named',
  'rights.changed',
  'groups.changed',
  'notifications.unsubscribed',
  'notifications.changed',
  'notifications.tested',
  'notifications.secret-shown',
  'sending.stopped',
  'sending.resumed',
  'policy.changed',
  'recipient.changed',
  'recipient.submitted',
  'recipients.exported',
  'registry.changed',
  'proposal.made',
  'proposal.confirmed',
  'proposal.declined',
  'proposal.withdrawn',
  'proposal.void',
  'proposal.refused',
  'delegation.created',
  'delegation.ended',
  'passkey.added',
  'passkey.confirmed',
  'passkey.renamed',
  'passkey.removed',
  'passkey.withdrawn',
  'passkey.rights-changed',
  'root.begun',
  'root.joined',
  'root.cancelled',
  'root.set',
  'root.origin-added',
  'database.restored',
  'audit.exported',
  'transfers.exported',
  'withdrawals.exported',
  'evidence.exported',
  'statement.exported',
  'confirmation.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Entry of the audit log; hashed as this JSON. */
export interface AuditEntry {
  action: AuditAction;
  /** Person who acted; null for the console itself. */
  actor: { id: string; name: string } | null;
  /**
   * Subject of the action: `request:<id>`, `group:<id>`, `recipient:<id>`, `person:<id>`, `sign-in`, `policy`,
   * `directory`, `sending`, `audit`, `database`, `transfers`, `withdrawals`, `profiles`, `transfer:<id>`,
   * `template:<id>`, `standing-order:<id>`, `recipients` or `key-list`.
   */
  subject: string;
  origin: { address: string | null; agent: string | null } | null;
  before?: unknown;
  after?: unknown;
  /** Reason that a person gave, or for which the console denied the action. */
  reason?: string;
}

/** Line of an export; its members keep this order. `entry` is the entry's JSON as text, exactly as hashed. */
export interface AuditLine {
  seq: number;
  /** Time in UTC, to the microsecond. */
  at: string;
  entry: string;
  hash: string;
  /** The stored columns, which must say what the entry says; absent from exports of earlier versions. */
  columns?: { action: string; actorId: string | null; subject: string } | undefined;
}

/** Value in place of a hash before the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** Builds the text whose SHA-256 is an entry's hash: the previous hash, seq, time and entry, one line each. */
export function hashedText(before: string, { seq, at, entry }: Pick<AuditLine, 'seq' | 'at' | 'entry'>): string {
  return [before, seq, at, entry].join('\n');
}
