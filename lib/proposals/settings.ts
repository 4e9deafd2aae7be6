import type { AuditAction } from '@/lib/audit/audit-log';
import { routes } from '@/lib/http/routes';
import type { Capability } from '@/lib/identity/roles';
import type { StatementKind } from '@/lib/proof/kinds';

/**
 * Who sees a proposed change and the notices of it: everybody, people who see all profiles, or people who see the
 * request that is its subject, every profile that its entry of the address book is for, or every transfer in it.
 */
export type ProposalVisibility =
  | 'everybody'
  | 'readers-of-all'
  | 'readers-of-request'
  | 'readers-of-profiles'
  | 'readers-of-transfers';

/** What is known of a setting everywhere, in a browser too; its value and its rules are at `defineSetting`. */
interface SettingFacts {
  /** Capability to propose a change, and to confirm one. */
  capability: Capability;
  /** Action of the audit entry about a change, and its subject. */
  effect: AuditAction;
  auditSubject: string;
  /** Names the setting in lists of what awaits a second person. */
  label: string;
  /** Address of the page where a change is confirmed. */
  path: string;
  /** The statement that both people sign: its kind, and the id of its subject. */
  signedAs: { kind: StatementKind; id: string };
  /** Who sees changes and their notices; nobody else than readers of all profiles where a change names others. */
  visibleTo: Extract<ProposalVisibility, 'everybody' | 'readers-of-all'>;
}

/**
 * What two administrators change as a whole, each with versions, by kind as stored. Proposals, statements, what a
 * reader may see of a change and what a notice says of it follow from this list.
 */
export const SETTINGS = {
  policy: {
    capability: 'changePolicy',
    effect: 'policy.changed',
    auditSubject: 'policy',
    label: 'Policy',
    path: routes.policy,
    signedAs: { kind: 'policy', id: 'policy' },
    visibleTo: 'everybody',
  },
  registry: {
    capability: 'changeRegistry',
    effect: 'registry.changed',
    auditSubject: 'registry',
    label: 'Assets and networks',
    path: routes.assets,
    signedAs: { kind: 'registry', id: 'registry' },
    visibleTo: 'everybody',
  },
  'external-profiles': {
    capability: 'judgeTransfers',
    effect: 'profiles.changed',
    auditSubject: 'profiles',
    label: 'External profiles',
    path: routes.externalProfiles,
    signedAs: { kind: 'profile', id: 'external-profiles' },
    visibleTo: 'readers-of-all',
  },
  'profile-names': {
    capability: 'nameProfiles',
    effect: 'profiles.named',
    auditSubject: 'profiles',
    label: 'Profile names',
    path: routes.profiles,
    signedAs: { kind: 'profile', id: 'profile-names' },
    visibleTo: 'readers-of-all',
  },
  'notification-targets': {
    capability: 'changeNotificationTargets',
    effect: 'notifications.changed',
    auditSubject: 'notifications',
    label: 'Notification targets',
    path: routes.notifications,
    signedAs: { kind: 'notificationTarget', id: 'notification-targets' },
    visibleTo: 'everybody',
  },
  'profile-rights': {
    capability: 'changeProfileRights',
    effect: 'rights.changed',
    auditSubject: 'rights',
    label: 'Profile rights',
    path: routes.groups,
    signedAs: { kind: 'profile', id: 'profile-rights' },
    visibleTo: 'everybody',
  },
  'approver-groups': {
    capability: 'changeApproverGroups',
    effect: 'groups.changed',
    auditSubject: 'groups',
    label: 'Groups of approvers',
    path: routes.groups,
    signedAs: { kind: 'group', id: 'approver-groups' },
    visibleTo: 'everybody',
  },
} as const satisfies Record<string, SettingFacts>;

export type SettingKind = keyof typeof SETTINGS;
export const SETTING_KINDS = Object.keys(SETTINGS) as [SettingKind, ...SettingKind[]];

/** Content of a proposal to change a setting. */
export interface SettingPayload<Value> {
  /** The version that the value was written against; 0 for what the console comes with. */
  basedOn: number;
  /** The value after the change, as a whole. */
  value: Value;
}

/** Tells whether a kind of change is that of a setting. */
export function isSettingKind(kind: string): kind is SettingKind {
  return Object.hasOwn(SETTINGS, kind);
}
