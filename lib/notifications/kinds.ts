import type { Capability } from '@/lib/identity/roles';
import {
  type AuditNews,
  hasAlarm,
  isFinal,
  isIn,
  ofSend,
  ofTransfer,
  type Source,
} from '@/lib/notifications/from-audit';

export const NOTICE_CHANNELS = ['mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** States of a delivery, as stored. DEAD: given up after several attempts. */
export const DELIVERY_STATES = ['QUEUED', 'SENT', 'DEAD'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** When a person gets a kind of notice, as stored. */
export const NOTICE_MODES = ['at-once', 'hourly', 'daily', 'off'] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];

/**
 * Who is notified: people who can decide on the request (with its requester, before it expires), the person who
 * requested it (with everybody who watches it), those who can approve a planned payment, everybody with a capability,
 * those who can confirm a change, those whom the step itself named, the person in whose name it was done, or no person
 * but the target that is tested.
 */
type Audience =
  | 'deciders'
  | 'deciders-and-requester'
  | 'requester'
  | 'requester-and-watchers'
  | 'order-approvers'
  | 'confirmers'
  | 'named'
  | 'self'
  | 'target'
  | { everybodyWho: readonly Capability[]; andRequester?: true };

/** What a notice leads to; `request-or-status`: the request that it is about, or Status where it is about none. */
type Destination =
  | 'request'
  | 'request-or-status'
  | 'change'
  | 'planned-payment'
  | 'account'
  | 'notifications'
  | 'status';

interface NoticeRule {
  /** Entries of the audit log that it follows from. Without any, it is planned from the clock, or sent on demand. */
  from?: Source;
  audience: Audience;
  /** What the page is about that it leads to. */
  leadsTo: Destination;
  /** Names the kind among the preferences. */
  label: string;
  /** Sentence about one withdrawal of `value`, such as “about 1.5 ETH”, or about something else. */
  title: (value: string | undefined) => string;
  /** The same for a channel that many read, where nobody is “you”. */
  desk?: { label: string; title?: NoticeRule['title'] };
  /** True for what waits for a person, and for alarms: these reach everybody by one channel at least. */
  isNeeded?: true;
  /** True for what comes in quiet hours as well: a person has to act before more money leaves. */
  wakes?: true;
  /** True for what comes once for a whole batch as it is requested, and leads to the batch. */
  isOfBatch?: true;
  /** True for what is chosen at first for a new target. */
  isUsual?: true;
}

const isWaiting = ({ isWaiting: waits }: AuditNews['after']) => waits === true;
const withdrawal = (value: string | undefined) => (value === undefined ? 'withdrawal' : `withdrawal of ${value}`);

/** The kinds of notices. They are stored: never rename one. */
const TABLE = {
  'approval-needed': {
    from: {
      'request.made': true,
      'request.amended': true,
      'request.returned': true,
      'approval.withdrawn': isIn('AWAITING_APPROVAL'),
    },
    audience: 'deciders',
    leadsTo: 'request',
    label: 'A withdrawal waits for your approval',
    title: (value) => `A ${withdrawal(value)} waits for your approval`,
    desk: { label: 'A withdrawal waits for approval', title: (value) => `A ${withdrawal(value)} waits for approval` },
    isNeeded: true,
    isOfBatch: true,
    isUsual: true,
  },
  'change-waits': {
    from: { 'proposal.made': true },
    audience: 'confirmers',
    leadsTo: 'change',
    label: 'A change waits for a second person',
    title: () => 'A change waits for a second person',
    isNeeded: true,
  },
  'passkey-waits': {
    from: { 'passkey.added': true, 'passkey.rights-changed': isWaiting, 'root.origin-added': isWaiting },
    audience: { everybodyWho: ['confirmPasskeys'] },
    leadsTo: 'account',
    label: 'A passkey or a role of passkeys waits for two administrators',
    title: () => 'A passkey, or what passkeys may sign, waits for administrators',
    isNeeded: true,
  },
  'delegation-changed': {
    from: { 'delegation.created': true, 'delegation.ended': true },
    audience: 'named',
    leadsTo: 'account',
    label: 'A person delegates decisions to you, or ends that',
    title: () => 'A delegation that concerns you began or was ended',
  },
  'planned-waits': {
    from: { 'planned.proposed': true },
    audience: 'order-approvers',
    leadsTo: 'planned-payment',
    label: 'A planned payment waits for two approvals',
    title: () => 'A planned payment waits for two approvals',
    isNeeded: true,
  },
  'planned-skipped': {
    from: { 'planned.skipped': true },
    audience: 'named',
    leadsTo: 'planned-payment',
    label: 'A date of a planned payment of yours is skipped',
    title: () => 'A date of your planned payment was skipped',
  },
  'question-asked': {
    from: { 'request.asked': true },
    audience: 'named',
    leadsTo: 'request',
    label: 'A question about a withdrawal that concerns you',
    title: (value) => `A question was asked about a ${withdrawal(value)}`,
  },
  'question-answered': {
    from: { 'request.answered': true },
    audience: 'named',
    leadsTo: 'request',
    label: 'An answer about a withdrawal that concerns you',
    title: (value) => `A question about a ${withdrawal(value)} was answered`,
  },
  'comment-added': {
    from: { 'request.commented': true, 'request.question-withdrawn': true },
    audience: 'named',
    leadsTo: 'request',
    label: 'A comment on a withdrawal that concerns or mentions you',
    title: (value) => `New comment on a ${withdrawal(value)}`,
  },
  'request-approved': {
    from: { 'request.approved': isIn('APPROVED') },
    audience: 'requester',
    leadsTo: 'request',
    label: 'Your request is approved',
    title: (value) => `Your ${withdrawal(value)} is approved`,
    desk: { label: 'A withdrawal request is approved', title: (value) => `A ${withdrawal(value)} is approved` },
  },
  'request-rejected': {
    from: { 'request.rejected': true },
    audience: 'requester',
    leadsTo: 'request',
    label: 'Your request is rejected',
    title: (value) => `Your ${withdrawal(value)} is rejected`,
    desk: { label: 'A withdrawal request is rejected', title: (value) => `A ${withdrawal(value)} is rejected` },
  },
  'request-expired': {
    from: { 'request.expired': true },
    audience: 'requester',
    leadsTo: 'request',
    label: 'Your request expired',
    title: (value) => `Your ${withdrawal(value)} expired before it was sent`,
    desk: {
      label: 'A withdrawal request expired',
      title: (value) => `A ${withdrawal(value)} expired before it was sent`,
    },
  },
  'approval-reminder': {
    from: { 'request.nudged': true },
    audience: 'deciders',
    leadsTo: 'request',
    label: 'A withdrawal still waits for your approval',
    title: (value) => `A ${withdrawal(value)} still waits for your approval`,
    desk: {
      label: 'A withdrawal still waits for approval',
      title: (value) => `A ${withdrawal(value)} still waits for approval`,
    },
    isNeeded: true,
  },
  'approval-escalated': {
    audience: { everybodyWho: ['suspendPeople'], andRequester: true },
    leadsTo: 'request',
    label: 'Nobody has decided on a withdrawal for a long time',
    title: (value) => `A ${withdrawal(value)} has waited long, and nobody decided`,
  },
  'request-expiring': {
    audience: 'deciders-and-requester',
    leadsTo: 'request',
    label: 'A withdrawal that waits for you, or that you requested, expires soon',
    title: (value) => `A ${withdrawal(value)} that waits for approval expires soon`,
    desk: { label: 'A withdrawal request that waits for approval expires soon' },
    isNeeded: true,
  },
  'send-declined': {
    from: ofSend('REFUSED'),
    audience: 'requester-and-watchers',
    leadsTo: 'request',
    label: 'The service declined your withdrawal',
    title: (value) => `The ${withdrawal(value)} was declined and not sent`,
    desk: {
      label: 'The service declined a withdrawal',
      title: (value) => `A ${withdrawal(value)} was declined and not sent`,
    },
  },
  'transfer-failed': {
    from: ofTransfer(isFinal('FAILED')),
    audience: 'requester-and-watchers',
    leadsTo: 'request',
    label: 'Your withdrawal failed at the service',
    title: (value) => `The ${withdrawal(value)} failed`,
    desk: { label: 'A withdrawal failed at the service', title: (value) => `A ${withdrawal(value)} failed` },
  },
  'transfer-delayed': {
    audience: 'requester-and-watchers',
    leadsTo: 'request',
    label: 'Your withdrawal takes longer than usual',
    title: (value) => `The ${withdrawal(value)} takes longer than usual`,
    desk: {
      label: 'A withdrawal takes longer than usual',
      title: (value) => `A ${withdrawal(value)} takes longer than usual`,
    },
  },
  'transfer-held': {
    audience: 'requester-and-watchers',
    leadsTo: 'request',
    label: 'The service waits for details of the recipient of your withdrawal (travel rule)',
    title: (value) => `The service waits for details of the recipient of a ${withdrawal(value)}`,
    desk: { label: 'The service waits for details of a recipient (travel rule)' },
    isNeeded: true,
  },
  'transfer-completed': {
    from: ofTransfer(isFinal('COMPLETED')),
    audience: 'requester-and-watchers',
    leadsTo: 'request',
    label: 'Your withdrawal is completed',
    title: (value) => `The ${withdrawal(value)} is completed`,
    desk: { label: 'A withdrawal is completed', title: (value) => `A ${withdrawal(value)} is completed` },
  },
  'send-unknown': {
    from: { ...ofSend('UNKNOWN'), 'send.held': isIn('UNKNOWN'), 'send.lost': true },
    audience: { everybodyWho: ['resolveSends'], andRequester: true },
    leadsTo: 'request-or-status',
    label: 'The outcome of a withdrawal is unknown',
    title: (value) => `It is not known whether a ${withdrawal(value)} was sent`,
    isNeeded: true,
    wakes: true,
    isUsual: true,
  },
  'send-held': {
    from: { ...ofSend('HOLD'), 'send.held': ({ state }) => state !== 'UNKNOWN' },
    audience: { everybodyWho: ['resolveSends'], andRequester: true },
    leadsTo: 'request-or-status',
    label: 'A withdrawal is on hold',
    title: (value) => `A ${withdrawal(value)} is on hold`,
    isNeeded: true,
  },
  'sending-stopped': {
    from: { 'sending.stopped': true },
    audience: { everybodyWho: ['stopSending'] },
    leadsTo: 'status',
    label: 'Sending is stopped',
    title: () => 'Sending is stopped',
    isNeeded: true,
    wakes: true,
    isUsual: true,
  },
  'sending-resumed': {
    from: { 'sending.resumed': true },
    audience: { everybodyWho: ['stopSending'] },
    leadsTo: 'status',
    label: 'Sending is resumed',
    title: () => 'Sending is resumed',
  },
  'sign-in-new': {
    from: { 'session.opened': ({ isNewPlace }) => isNewPlace === true },
    audience: 'self',
    leadsTo: 'account',
    label: 'An alarm: a sign-in as you from a new place with a new browser',
    title: () => 'You signed in from a new place with a new browser. If that was not you, tell an administrator',
    isNeeded: true,
    wakes: true,
  },
  'sign-in-suspended': {
    from: { 'session.refused': ({ cause }) => cause === 'suspended' },
    audience: { everybodyWho: ['suspendPeople'] },
    leadsTo: 'status',
    label: 'An alarm: a suspended person tried to sign in',
    title: () => 'A suspended person tried to sign in',
    isNeeded: true,
    wakes: true,
  },
  'administrators-few': {
    from: { 'person.suspended': ({ adminsLeft }) => typeof adminsLeft === 'number' && adminsLeft < 2 },
    audience: { everybodyWho: ['suspendPeople'] },
    leadsTo: 'status',
    label: 'An alarm: fewer than two administrators are left',
    title: () =>
      'Fewer than two administrators are left: nothing that needs two of them can be changed. Give the role to others ' +
      'in the company’s sign-in',
    isNeeded: true,
    wakes: true,
    isUsual: true,
  },
  'test-message': {
    audience: 'target',
    leadsTo: 'notifications',
    label: 'A test message',
    title: () => 'This is a test message. Nothing happened',
  },
  alarm: {
    from: { ...ofTransfer(hasAlarm), 'transfer.alarm': true },
    audience: { everybodyWho: ['judgeTransfers'] },
    leadsTo: 'request-or-status',
    label: 'An alarm: a transfer that no request explains, or that the service no longer knows',
    title: () => 'An alarm needs an administrator',
    isNeeded: true,
    wakes: true,
    isUsual: true,
  },
} as const satisfies Record<string, NoticeRule>;

export type NoticeKind = keyof typeof TABLE;

/** Who is notified of each kind, in which words, and what of it can be switched off. */
export const NOTICE_KINDS: Readonly<Record<NoticeKind, NoticeRule>> = TABLE;
export const ALL_NOTICE_KINDS = Object.keys(TABLE) as [NoticeKind, ...NoticeKind[]];

/** Kinds that a target can get: not those that are for one person alone. */
export const TARGET_KINDS = ALL_NOTICE_KINDS.filter(
  (kind) => !['named', 'self', 'target'].includes(NOTICE_KINDS[kind].audience as string),
);

/**
 * Gives the kind of notice that follows from an entry of the audit log; undefined for most of them. Every change of a
 * request, a send or a setting writes an entry in its own transaction, so nothing else has to be remembered
 * (docs/decisions/0039-notifications-follow-the-audit-log.md).
 */
export function noticeKindOf({ action, after }: AuditNews): NoticeKind | undefined {
  return ALL_NOTICE_KINDS.find((kind) =>
    Object.entries(NOTICE_KINDS[kind].from ?? {}).some(
      ([name, when]) => name === action && (when === true || when(after)),
    ),
  );
}

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
