/** Console roles (contract.md). One person may hold several. */
export const ROLES = ['finance', 'approver', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE = { roles: ROLES, reason: 'Your account has no role in this console.' };

/** What a role may do. The names are stored in the audit log. The server refuses by this table, and a button that is off says why from the same one. */
const CAPABILITIES = {
  makeWithdrawal: { roles: ['finance'], reason: 'Only finance can ask for a withdrawal.' },
  readWithdrawals: EVERYONE,
  readTransfers: EVERYONE,
  decideOnWithdrawals: { roles: ['approver', 'admin'], reason: 'Only approvers decide on withdrawals.' },
  confirmTest: {
    roles: ['finance', 'approver', 'admin'],
    reason: 'Only finance, approvers and administrators say that a recipient has a test.',
  },
  resolveSends: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators decide what becomes of a withdrawal in doubt.',
  },
  readPolicy: EVERYONE,
  changePolicy: { roles: ['admin'], reason: 'Only administrators change the policy.' },
  readRecipients: EVERYONE,
  changeRecipients: {
    roles: ['finance', 'admin'],
    reason: 'Only finance and administrators ask for changes of the book of recipients.',
  },
  confirmRecipients: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators confirm changes of the book of recipients.',
  },
  changeDirectory: { roles: ['admin'], reason: 'Only administrators change the table of assets and networks.' },
  readStatus: EVERYONE,
  stopSending: { roles: ['admin'], reason: 'Only administrators stop sending and let it go on.' },
  manageSessions: { roles: ['admin'], reason: 'Only administrators see the sessions of others and end them.' },
  readAudit: { roles: ['admin'], reason: 'Only administrators read the audit log.' },
} as const satisfies Record<string, { roles: readonly Role[]; reason: string }>;

export type Capability = keyof typeof CAPABILITIES;

/** Undefined where someone with these roles may; otherwise the sentence that says why not. */
export function denialReason(capability: Capability, roles: readonly Role[]): string | undefined {
  const { roles: allowed, reason } = CAPABILITIES[capability];
  return allowed.some((role) => roles.includes(role)) ? undefined : reason;
}
