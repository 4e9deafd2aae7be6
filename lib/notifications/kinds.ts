import type { Capability } from '@/lib/identity/roles';

export const NOTICE_CHANNELS = ['mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** States of a delivery, as stored. DEAD: given up after several attempts. */
export const DELIVERY_STATES = ['QUEUED', 'SENT', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** When a person gets a kind of notice, as stored. */
export const NOTICE_MODES = ['at-once', 'hourly', 'daily', 'off'] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];

/**
 * Who is told: people who can decide on the request (with its requester, before it expires), the person who requested
 * it (with everybody who watches it), those who can approve a planned payment, everybody with a capability, those who
 * can confirm a change, or those whom the step itself named.
 */
type Audience =
  | 'deciders'
  | 'deciders-and-requester'
  | 'requester'
  | 'order-approvers'
  | 'confirmers'
  | 'named'
  | { everybodyWho: readonly Capability[]; andRequester?: true };

interface NoticeRule {
  audience: Audience;
  /** Names the kind among the preferences. */
  label: string;
  /** Sentence about one withdrawal of `value`, such as “about 1.5 ETH”, or about something else. */
  title: (value: string | undefined) => string;
  /** The same for a channel that many read, where nobody is “you”. */
  desk?: { label: string; title?: NoticeRule['title'] };
  mode: NoticeMode;
  /** True for what waits for a person, and for alarms: these reach everybody by one channel at least. */
  isNeeded: boolean;
}

const withdrawal = (value: string | undefined) => (value === undefined ? 'withdrawal' : `withdrawal of ${value}`);

/** What people are told of. Kinds are stored: never rename one. */
const TABLE = {
  'approval-needed': {
    audience: 'deciders',
    label: 'A withdrawal waits for your approval',
    title: (value) => `A ${withdrawal(value)} waits for your approval`,
    desk: { label: 'A withdrawal waits for approval', title: (value) => `A ${withdrawal(value)} waits for approval` },
    mode: 'at-once',
    isNeeded: true,
  },
  'change-waits': {
    audience: 'confirmers',
    label: 'A change waits for a second person',
    title: () => 'A change waits for a second person',
    mode: 'at-once',
    isNeeded: true,
  },
  'passkey-waits': {
    audience: { everybodyWho: ['confirmPasskeys'] },
    label: 'A passkey or a role of passkeys waits for two administrators',
    title: () => 'A passkey, or what passkeys may sign, waits for administrators',
    mode: 'at-once',
    isNeeded: true,
  },
  'delegation-changed': {
    audience: 'named',
    label: 'A person delegates decisions to you, or ends that',
    title: () => 'A delegation that concerns you began or was ended',
    mode: 'at-once',
    isNeeded: false,
  },
  'planned-waits': {
    audience: 'order-approvers',
    label: 'A planned payment waits for two approvals',
    title: () => 'A planned payment waits for two approvals',
    mode: 'at-once',
    isNeeded: true,
  },
  'planned-skipped': {
    audience: 'named',
    label: 'A date of a planned payment of yours is skipped',
    title: () => 'A date of your planned payment was skipped',
    mode: 'at-once',
    isNeeded: false,
  },
  'question-asked': {
    audience: 'named',
    label: 'A question about a withdrawal that concerns you',
    title: (value) => `A question was asked about a ${withdrawal(value)}`,
    mode: 'at-once',
    isNeeded: false,
  },
  'question-answered': {
    audience: 'named',
    label: 'An answer about a withdrawal that concerns you',
    title: (value) => `A question about a ${withdrawal(value)} was answered`,
    mode: 'at-once',
    isNeeded: false,
  },
  'comment-added': {
    audience: 'named',
    label: 'A comment on a withdrawal that concerns or mentions you',
    title: (value) => `New comment on a ${withdrawal(value)}`,
    mode: 'at-once',
    isNeeded: false,
  },
  'request-approved': {
    audience: 'requester',
    label: 'Your request is approved',
    title: (value) => `Your ${withdrawal(value)} is approved`,
    desk: { label: 'A withdrawal request is approved', title: (value) => `A ${withdrawal(value)} is approved` },
    mode: 'at-once',
    isNeeded: false,
  },
  'request-rejected': {
    audience: 'requester',
    label: 'Your request is rejected',
    title: (value) => `Your ${withdrawal(value)} is rejected`,
    desk: { label: 'A withdrawal request is rejected', title: (value) => `A ${withdrawal(value)} is rejected` },
    mode: 'at-once',
    isNeeded: false,
  },
  'request-expired': {
    audience: 'requester',
    label: 'Your request expired',
    title: (value) => `Your ${withdrawal(value)} expired before it was sent`,
    desk: {
      label: 'A withdrawal request expired',
      title: (value) => `A ${withdrawal(value)} expired before it was sent`,
    },
    mode: 'at-once',
    isNeeded: false,
  },
  'approval-reminder': {
    audience: 'deciders',
    label: 'A withdrawal still waits for your approval',
    title: (value) => `A ${withdrawal(value)} still waits for your approval`,
    desk: {
      label: 'A withdrawal still waits for approval',
      title: (value) => `A ${withdrawal(value)} still waits for approval`,
    },
    mode: 'at-once',
    isNeeded: true,
  },
  'approval-escalated': {
    audience: { everybodyWho: ['suspendPeople'], andRequester: true },
    label: 'Nobody has decided on a withdrawal for a long time',
    title: (value) => `A ${withdrawal(value)} has waited long, and nobody decided`,
    mode: 'at-once',
    isNeeded: false,
  },
  'request-expiring': {
    audience: 'deciders-and-requester',
    label: 'A withdrawal that waits for you, or that you requested, expires soon',
    title: (value) => `A ${withdrawal(value)} that waits for approval expires soon`,
    desk: { label: 'A withdrawal request that waits for approval expires soon' },
    mode: 'at-once',
    isNeeded: true,
  },
  'send-declined': {
    audience: 'requester',
    label: 'The service declined your withdrawal',
    title: (value) => `The ${withdrawal(value)} was declined and not sent`,
    desk: {
      label: 'The service declined a withdrawal',
      title: (value) => `A ${withdrawal(value)} was declined and not sent`,
    },
    mode: 'at-once',
    isNeeded: false,
  },
  'transfer-failed': {
    audience: 'requester',
    label: 'Your withdrawal failed at the service',
    title: (value) => `The ${withdrawal(value)} failed`,
    desk: { label: 'A withdrawal failed at the service', title: (value) => `A ${withdrawal(value)} failed` },
    mode: 'at-once',
    isNeeded: false,
  },
  'transfer-delayed': {
    audience: 'requester',
    label: 'Your withdrawal takes longer than usual',
    title: (value) => `The ${withdrawal(value)} takes longer than usual`,
    desk: {
      label: 'A withdrawal takes longer than usual',
      title: (value) => `A ${withdrawal(value)} takes longer than usual`,
    },
    mode: 'at-once',
    isNeeded: false,
  },
  'transfer-held': {
    audience: 'requester',
    label: 'The service waits for details of the recipient of your withdrawal (travel rule)',
    title: (value) => `The service waits for details of the recipient of a ${withdrawal(value)}`,
    desk: { label: 'The service waits for details of a recipient (travel rule)' },
    mode: 'at-once',
    isNeeded: true,
  },
  'transfer-completed': {
    audience: 'requester',
    label: 'Your withdrawal is completed',
    title: (value) => `The ${withdrawal(value)} is completed`,
    desk: { label: 'A withdrawal is completed', title: (value) => `A ${withdrawal(value)} is completed` },
    mode: 'at-once',
    isNeeded: false,
  },
  'send-unknown': {
    audience: { everybodyWho: ['resolveSends'], andRequester: true },
    label: 'The outcome of a withdrawal is unknown',
    title: (value) => `It is not known whether a ${withdrawal(value)} was sent`,
    mode: 'at-once',
    isNeeded: true,
  },
  'send-held': {
    audience: { everybodyWho: ['resolveSends'], andRequester: true },
    label: 'A withdrawal is on hold',
    title: (value) => `A ${withdrawal(value)} is on hold`,
    mode: 'at-once',
    isNeeded: true,
  },
  'sending-stopped': {
    audience: { everybodyWho: ['stopSending'] },
    label: 'Sending is stopped',
    title: () => 'Sending is stopped',
    mode: 'at-once',
    isNeeded: true,
  },
  'sending-resumed': {
    audience: { everybodyWho: ['stopSending'] },
    label: 'Sending is resumed',
    title: () => 'Sending is resumed',
    mode: 'at-once',
    isNeeded: false,
  },
  'sign-in-new': {
    audience: 'named',
    label: 'An alarm: a sign-in as you from a new place with a new browser',
    title: () => 'You signed in from a new place with a new browser. If that was not you, tell an administrator',
    mode: 'at-once',
    isNeeded: true,
  },
  'sign-in-suspended': {
    audience: { everybodyWho: ['suspendPeople'] },
    label: 'An alarm: a suspended person tried to sign in',
    title: () => 'A suspended person tried to sign in',
    mode: 'at-once',
    isNeeded: true,
  },
  'test-message': {
    audience: 'named',
    label: 'A test message',
    title: () => 'This is a test message. Nothing happened',
    mode: 'at-once',
    isNeeded: false,
  },
  alarm: {
    audience: { everybodyWho: ['judgeTransfers'] },
    label: 'An alarm: a transfer that no request explains, or that the service no longer knows',
    title: () => 'An alarm needs an administrator',
    mode: 'at-once',
    isNeeded: true,
  },
} as const satisfies Record<string, NoticeRule>;

export type NoticeKind = keyof typeof TABLE;

/** Who is told of each kind, in which words, and what of it can be switched off. */
export const NOTICE_KINDS: Readonly<Record<NoticeKind, NoticeRule>> = TABLE;
export const ALL_NOTICE_KINDS = Object.keys(TABLE) as [NoticeKind, ...NoticeKind[]];

/** Tells whether a stored text names a kind that is known. */
export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(TABLE, kind);
}

/** Names a kind for a channel that many read. */
export function deskLabelOf(kind: NoticeKind): string {
  const { label, desk } = NOTICE_KINDS[kind];
  return desk?.label ?? label;
}

/** Gives the title of a kind for a channel that many read, about one withdrawal of `value` or about something else. */
export function deskTitleOf(kind: NoticeKind, value: string | undefined): string {
  const { title, desk } = NOTICE_KINDS[kind];
  return (desk?.title ?? title)(value);
}
