import { joinList } from '@/lib/text/join-list';

/**
 * Console roles (docs/specification/console-contract.md#environment). A person may hold several. An auditor reads
 * everything and changes nothing.
 */
export const ROLES = ['finance', 'approver', 'support', 'admin', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that do more than read. A passkey can sign in each of them. */
export const SIGNING_ROLES = ['finance', 'approver', 'support', 'admin'] as const satisfies readonly Role[];

const PEOPLE_WITH: Record<Role, string> = {
  finance: 'finance',
  approver: 'approvers',
  support: 'support',
  admin: 'administrators',
  auditor: 'auditors',
};

const NO_ROLE = 'Your account has no role in this console.';
const DESK: readonly Role[] = SIGNING_ROLES;

/**
 * The roles that each capability requires, and what it allows, in words that follow "You can" and "Only finance can".
 * The audit log stores the capability names.
 */
const CAPABILITIES = {
  makeWithdrawal: { roles: ['finance'], can: 'request withdrawals' },
  readWithdrawals: { roles: ROLES, can: 'read requests, batches and approvals' },
  readTransfers: { roles: ROLES, can: 'find, read and export transfers, and watch them' },
  writeCaseNotes: { roles: DESK, can: 'add case notes' },
  settleTransfers: { roles: DESK, can: 'settle or reopen problems of transfers' },
  discussWithdrawals: { roles: DESK, can: 'comment on withdrawal requests and answer questions' },
  decideOnWithdrawals: { roles: ['approver', 'admin'], can: 'approve or reject withdrawals' },
  governStandingOrders: { roles: ['admin'], can: 'pause, resume and end the planned payments of others' },
  confirmTest: { roles: ['finance', 'approver', 'admin'], can: 'confirm that a test payment arrived' },
  resolveSends: { roles: ['approver', 'admin'], can: 'resolve a withdrawal whose outcome is unknown' },
  holdSends: { roles: ['approver', 'admin'], can: 'put a withdrawal on hold' },
  readPolicy: { roles: ROLES, can: 'read the policy, assets and profiles' },
  changePolicy: { roles: ['admin'], can: 'change the policy' },
  readRecipients: { roles: ROLES, can: 'read the address book' },
  changeRecipients: { roles: ['finance', 'admin'], can: 'propose changes to the address book' },
  confirmRecipients: { roles: ['approver', 'admin'], can: 'confirm changes to the address book' },
  changeRegistry: { roles: ['admin'], can: 'change assets and networks' },
  readNotificationTargets: { roles: ['admin', 'auditor'], can: 'see where notifications go beside people' },
  changeNotificationTargets: { roles: ['admin'], can: 'change where notifications go beside people' },
  nameProfiles: { roles: ['admin'], can: 'name profiles' },
  changeApproverGroups: { roles: ['admin'], can: 'change groups of approvers' },
  changeProfileRights: { roles: ['admin'], can: 'change who may use which profiles' },
  readStatus: { roles: ROLES, can: 'read the status of sending and of the transfer sync' },
  stopSending: { roles: DESK, can: 'stop sending' },
  resumeSending: { roles: ['admin'], can: 'resume sending, together with a second administrator' },
  judgeTransfers: {
    roles: ['admin'],
    can: 'mark transfers as known, or name profiles from which others may send',
  },
  readPeople: { roles: ['admin', 'auditor'], can: 'see everyone who has signed in, with their sessions' },
  manageSessions: { roles: ['admin'], can: 'end the sessions of others' },
  suspendPeople: { roles: ['admin'], can: 'suspend people and lift suspensions' },
  usePasskeys: { roles: DESK, can: 'add passkeys' },
  confirmPasskeys: { roles: ['admin'], can: 'confirm passkeys and set up the key list' },
  readAudit: { roles: ['admin', 'auditor'], can: 'read the audit log' },
} as const satisfies Record<string, { roles: readonly Role[]; can: string }>;

export type Capability = keyof typeof CAPABILITIES;

/**
 * Returns the reason why someone with these roles lacks a capability, or undefined if they have it: "Only finance can
 * request withdrawals." The server and disabled buttons show the same sentence.
 */
export function denialReason(capability: Capability, roles: readonly Role[]): string | undefined {
  const { roles: allowed, can } = CAPABILITIES[capability];
  if (isAllowed(allowed, roles)) return undefined;
  return isEveryRole(allowed) ? NO_ROLE : `Only ${listPeopleWith(allowed)} can ${can}.`;
}

/** Rights of a person, and those that only others have, in words that follow "You can" and "can". */
export interface Rights {
  can: string[];
  /** By those who have them. */
  others: { who: string; can: string[] }[];
}

/** Lists what a person with these roles can do, and what only others can. */
export function listRights(roles: readonly Role[]): Rights {
  const all = Object.values<{ roles: readonly Role[]; can: string }>(CAPABILITIES);
  const others = new Map<string, string[]>();
  for (const { roles: allowed, can } of all) {
    const who = listPeopleWith(allowed);
    if (!isAllowed(allowed, roles)) others.set(who, [...(others.get(who) ?? []), can]);
  }
  return {
    can: all.filter(({ roles: allowed }) => isAllowed(allowed, roles)).map(({ can }) => can),
    others: [...others].map(([who, can]) => ({ who, can })),
  };
}

function isAllowed(allowed: readonly Role[], roles: readonly Role[]): boolean {
  return allowed.some((role) => roles.includes(role));
}

function isEveryRole(allowed: readonly Role[]): boolean {
  return allowed.length === ROLES.length;
}

function listPeopleWith(allowed: readonly Role[]): string {
  return joinList(allowed.map((role) => PEOPLE_WITH[role]));
}
