/**
 * Console roles (docs/specification/console-contract.md#environment). A person may hold several. An auditor reads
 * everything and changes nothing.
 */
export const ROLES = ['finance', 'approver', 'support', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

const EVERYONE = { roles: ROLES, reason: 'Your account has no role in this console.' };

/**
 * The roles that each capability requires, and the sentence shown to everyone else, by the server and on disabled
 * buttons alike. The audit log stores the capability names.
 */
const CAPABILITIES = {
  makeWithdrawal: { roles: ['finance'], reason: 'Only finance can request withdrawals.' },
  readWithdrawals: EVERYONE,
  readTransfers: EVERYONE,
  writeCaseNotes: {
    roles: ['finance', 'approver', 'support', 'admin'],
    reason: 'Only finance, approvers, support and administrators can add case notes.',
  },
  settleTransfers: {
    roles: ['finance', 'approver', 'support', 'admin'],
    reason: 'Only finance, approvers, support and administrators can settle or reopen problems of transfers.',
  },
  decideOnWithdrawals: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators can approve or reject withdrawals.',
  },
  confirmTest: {
    roles: ['finance', 'approver', 'admin'],
    reason: 'Only finance, approvers and administrators can confirm that a test payment arrived.',
  },
  resolveSends: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators can resolve a withdrawal whose outcome is unknown.',
  },
  holdSends: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators can put a withdrawal on hold.',
  },
  readPolicy: EVERYONE,
  changePolicy: { roles: ['admin'], reason: 'Only administrators can change the policy.' },
  readRecipients: EVERYONE,
  changeRecipients: {
    roles: ['finance', 'admin'],
    reason: 'Only finance and administrators can propose changes to the address book.',
  },
  confirmRecipients: {
    roles: ['approver', 'admin'],
    reason: 'Only approvers and administrators can confirm changes to the address book.',
  },
  changeDirectory: { roles: ['admin'], reason: 'Only administrators can change assets and networks.' },
  nameProfiles: { roles: ['admin'], reason: 'Only administrators can name profiles.' },
  readStatus: EVERYONE,
  stopSending: {
    roles: ['finance', 'approver', 'support', 'admin'],
    reason: 'Only finance, approvers, support and administrators can stop sending.',
  },
  resumeSending: { roles: ['admin'], reason: 'Only administrators can resume sending, two of them together.' },
  judgeTransfers: {
    roles: ['admin'],
    reason: 'Only administrators can mark transfers as known, or name profiles from which others may send.',
  },
  readPeople: {
    roles: ['admin', 'auditor'],
    reason: 'Only administrators and auditors can see everybody who has signed in, with their sessions.',
  },
  manageSessions: { roles: ['admin'], reason: 'Only administrators can end the sessions of others.' },
  suspendPeople: { roles: ['admin'], reason: 'Only administrators can suspend people and lift suspensions.' },
  readAudit: { roles: ['admin', 'auditor'], reason: 'Only administrators and auditors can read the audit log.' },
} as const satisfies Record<string, { roles: readonly Role[]; reason: string }>;

export type Capability = keyof typeof CAPABILITIES;

/** Returns the reason why someone with these roles lacks a capability, or undefined if they have it. */
export function denialReason(capability: Capability, roles: readonly Role[]): string | undefined {
  const { roles: allowed, reason } = CAPABILITIES[capability];
  return allowed.some((role) => roles.includes(role)) ? undefined : reason;
}
