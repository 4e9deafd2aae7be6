/** What an entry of the audit log can tell of. The first word is what it is about. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.ended',
  'session.revoked',
  'session.refused',
  'access.refused',
  'access.limited',
  'request.made',
  'request.amended',
  'request.approved',
  'request.rejected',
  'request.cancelled',
  'request.expired',
  'request.refused',
  'pair.released',
  'send.claimed',
  'send.recorded',
  'send.lost',
  'send.held',
  'send.reconciled',
  'send.tracked',
  'send.cost-checked',
  'send.resolved',
  'sending.stopped',
  'sending.released',
  'policy.changed',
  'recipient.changed',
  'recipients.exported',
  'directory.changed',
  'proposal.made',
  'proposal.confirmed',
  'proposal.declined',
  'proposal.withdrawn',
  'proposal.void',
  'proposal.refused',
  'database.restored',
  'audit.exported',
  'transfers.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was done, by whom, to what, from where; hashed as this JSON. */
export interface AuditEntry {
  action: AuditAction;
  /** Null where the console did it by itself. */
  actor: { id: string; name: string } | null;
  /** What it is about: `request:<id>`, `group:<id>`, `recipient:<id>`, `person:<id>`, `sign-in`, `policy`, `directory`, `sending`, `audit`, `database`, `transfers`, `recipients`. */
  subject: string;
  origin: { address: string | null; agent: string | null } | null;
  before?: unknown;
  after?: unknown;
  /** Why, where it was a refusal or somebody said so. */
  reason?: string;
}

/** A line of an export, in this order of members. `entry` is the entry's JSON as a text, exactly as it was hashed. */
export interface AuditLine {
  seq: number;
  /** In UTC, to the microsecond. */
  at: string;
  entry: string;
  hash: string;
}

/** What stands before the first entry in place of a hash. */
export const CHAIN_START = '0'.repeat(64);

/** What the SHA-256 of an entry is over: the hash before, seq, the time and the entry, a line each. */
export function hashedText(before: string, { seq, at, entry }: Omit<AuditLine, 'hash'>): string {
  return [before, seq, at, entry].join('\n');
}
