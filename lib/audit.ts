/** What an entry of the audit log can tell of. The first word is what it is about. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.ended',
  'access.refused',
  'request.made',
  'request.amended',
  'request.approved',
  'request.rejected',
  'request.cancelled',
  'request.expired',
  'request.refused',
  'send.claimed',
  'send.recorded',
  'send.lost',
  'send.held',
  'send.reconciled',
  'send.tracked',
  'send.resolved',
  'sending.stopped',
  'sending.released',
  'policy.changed',
  'proposal.made',
  'proposal.confirmed',
  'proposal.declined',
  'proposal.withdrawn',
  'proposal.void',
  'proposal.refused',
  'audit.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was done, by whom, to what, from where; hashed as this JSON. */
export interface AuditEntry {
  action: AuditAction;
  /** Null where the console did it by itself. */
  actor: { id: string; name: string } | null;
  /** What it is about: `request:<id>`, `person:<id>`, `policy`, `sending`, `audit`. */
  subject: string;
  origin: { address: string | null; agent: string | null } | null;
  before?: unknown;
  after?: unknown;
  /** Why, where it was a refusal or somebody said so. */
  reason?: string;
}
