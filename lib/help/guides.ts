import { ROLES, type Role } from '@/lib/identity/roles';

/** The guides under Help, each a file of docs/guide and written for the people of one role. */
const GUIDE_OF = {
  finance: {
    id: 'finance',
    title: 'Finance',
    summary: 'Request withdrawals, import batches, keep the address book.',
  },
  approver: {
    id: 'approvers',
    title: 'Approvers',
    summary: 'Check a request, approve or reject, decide on a batch.',
  },
  support: {
    id: 'support',
    title: 'Support',
    summary: 'Find any transfer and tell a customer where the money is.',
  },
  admin: {
    id: 'administrators',
    title: 'Administrators',
    summary: 'Keep the policy, assets and sessions; stop and resume sending.',
  },
  auditor: {
    id: 'auditors',
    title: 'Auditors',
    summary: 'Read everything: who requested, approved and sent what, and the audit log.',
  },
} as const satisfies Record<Role, { id: string; title: string; summary: string }>;

export const GUIDES = ROLES.map((role) => ({ role, ...GUIDE_OF[role] }));
export type Guide = (typeof GUIDES)[number];

/** Finds a guide by its id, which is also the last part of its address: "finance". */
export function findGuide(id: string): Guide | undefined {
  return GUIDES.find((guide) => guide.id === id);
}

/** Lists the guides with those for the reader's roles first. */
export function guidesFor(roles: readonly Role[]): Guide[] {
  const isOwn = ({ role }: Guide) => roles.includes(role);
  return [...GUIDES.filter(isOwn), ...GUIDES.filter((guide) => !isOwn(guide))];
}
