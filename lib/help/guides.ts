import type { Role } from '@/lib/identity/roles';

/** The guides under Help, each a file of docs/guide and written for the people of one role. */
export const GUIDES = [
  {
    id: 'finance',
    title: 'Finance',
    summary: 'Request withdrawals, import batches, keep the address book.',
    role: 'finance',
  },
  {
    id: 'approvers',
    title: 'Approvers',
    summary: 'Check a request, approve or reject, decide on a batch.',
    role: 'approver',
  },
  {
    id: 'support',
    title: 'Support',
    summary: 'Find any transfer and tell a customer where the money is.',
    role: 'support',
  },
  {
    id: 'administrators',
    title: 'Administrators',
    summary: 'Keep the policy, assets and sessions; stop and resume sending.',
    role: 'admin',
  },
  {
    id: 'auditors',
    title: 'Auditors',
    summary: 'Read everything: who requested, approved and sent what, and the audit log.',
    role: 'auditor',
  },
] as const satisfies readonly { id: string; title: string; summary: string; role: Role }[];

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
