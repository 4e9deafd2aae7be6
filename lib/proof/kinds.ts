import type { Role } from '@/lib/identity/roles';

/** Members of a statement that depend on its kind; the others belong to every statement. */
export const KIND_MEMBERS = [
  'items',
  'attachments',
  'policy',
  'rule',
  'facts',
  'findings',
  'chosenAddress',
  'for',
  'comment',
  'proposedBy',
  'validUntil',
] as const;
export type KindMember = (typeof KIND_MEMBERS)[number];

/** What a kind of statement demands. */
export interface KindRule {
  /** Plain words for what was decided, as in "approved the request". */
  verb: string;
  /** What `subject` identifies. */
  subject: string;
  /** Members that every statement of the kind has. */
  needs: readonly KindMember[];
  /** Members that a statement of the kind may have besides. */
  allows: readonly KindMember[];
  /** Roles that may sign; the member `as` names the one that is used. `holder` is the owner of the passkey. */
  roles: readonly (Role | 'holder')[];
  /** True where a group may sign in place of a role, as `group:NAME` in the member `as`. */
  takesGroups: boolean;
  /** How many people sign the same bytes before they count. */
  signers: 1 | 2;
  /** Roles of which at least one signer signs, where a change may be proposed by more people than may confirm it. */
  confirmers?: readonly Role[];
  /** True for what can only lower what leaves: signed where a passkey is at hand, and never refused for want of one. */
  onlyLowers: boolean;
}

const WITHDRAWAL: readonly KindMember[] = ['policy', 'rule', 'facts', 'findings', 'validUntil'];
const LOWERS = { needs: [], allows: ['items', 'comment', 'for'], onlyLowers: true, signers: 1 } as const;
const APPROVERS = { roles: ['approver', 'admin'], takesGroups: true } as const;
const ADMINISTRATORS = { roles: ['admin'], takesGroups: false } as const;
const CHANGE = { needs: [], allows: ['comment', 'proposedBy'], onlyLowers: false, signers: 2 } as const;
const KEY_CHANGE = { ...CHANGE, allows: [] } as const;

/** The closed list of kinds of statements. Kinds are stored and signed: never rename one. */
const TABLE = {
  'request.create': {
    verb: 'requested the withdrawal',
    subject: 'request',
    needs: WITHDRAWAL,
    allows: ['attachments', 'chosenAddress', 'comment'],
    roles: ['finance'],
    takesGroups: false,
    signers: 1,
    onlyLowers: false,
  },
  'request.approve': {
    verb: 'approved the withdrawal',
    subject: 'request',
    needs: WITHDRAWAL,
    allows: ['attachments', 'chosenAddress', 'comment', 'for'],
    ...APPROVERS,
    signers: 1,
    onlyLowers: false,
  },
  'request.reject': { verb: 'rejected the withdrawal', subject: 'request', ...APPROVERS, ...LOWERS },
  'request.cancel': {
    verb: 'cancelled the withdrawal request',
    subject: 'request',
    roles: ['finance'],
    takesGroups: false,
    ...LOWERS,
  },
  'request.withdrawApproval': { verb: 'withdrew an approval', subject: 'request', ...APPROVERS, ...LOWERS },
  'batch.create': {
    verb: 'requested the batch',
    subject: 'batch',
    needs: ['items', 'policy', 'facts', 'findings', 'validUntil'],
    allows: ['rule', 'attachments', 'chosenAddress', 'comment'],
    roles: ['finance'],
    takesGroups: false,
    signers: 1,
    onlyLowers: false,
  },
  // Approves exactly the items that it lists. Rows that are left out or rejected are statements of their own kinds.
  'batch.decide': {
    verb: 'approved the items listed',
    subject: 'batch',
    needs: ['items', 'policy', 'facts', 'findings', 'validUntil'],
    allows: ['rule', 'attachments', 'chosenAddress', 'comment', 'for'],
    ...APPROVERS,
    signers: 1,
    onlyLowers: false,
  },
  'testPayment.confirm': {
    verb: 'confirmed that the test payment arrived',
    subject: 'test payment',
    needs: ['items'],
    allows: ['comment', 'validUntil'],
    roles: ['finance', 'approver', 'admin'],
    takesGroups: true,
    signers: 1,
    onlyLowers: false,
  },
  policy: { verb: 'changed the policy', subject: 'policy version', ...ADMINISTRATORS, ...CHANGE },
  recipient: {
    verb: 'changed the address book',
    subject: 'recipient',
    roles: ['finance', 'approver', 'admin'],
    takesGroups: false,
    confirmers: ['approver', 'admin'],
    ...CHANGE,
  },
  registry: { verb: 'changed assets and networks', subject: 'registry version', ...ADMINISTRATORS, ...CHANGE },
  profile: { verb: 'changed a profile', subject: 'profile', ...ADMINISTRATORS, ...CHANGE },
  group: { verb: 'changed a group', subject: 'group', ...ADMINISTRATORS, ...CHANGE },
  rights: { verb: 'changed what a person’s passkeys may sign', subject: 'person', ...ADMINISTRATORS, ...KEY_CHANGE },
  standingOrder: {
    verb: 'ordered the planned payments',
    subject: 'standing order',
    roles: ['finance'],
    takesGroups: false,
    needs: [],
    allows: [],
    signers: 1,
    onlyLowers: false,
  },
  // By two people other than the owner, over the bytes that the owner signed.
  'standingOrder.approve': {
    verb: 'approved the planned payments',
    subject: 'standing order',
    roles: ['approver', 'admin'],
    takesGroups: false,
    needs: [],
    allows: ['comment'],
    signers: 2,
    onlyLowers: false,
  },
  'standingOrder.end': {
    verb: 'ended the planned payments',
    subject: 'standing order',
    roles: ['finance', 'approver', 'admin'],
    takesGroups: false,
    ...LOWERS,
  },
  delegation: {
    verb: 'let another person decide for them',
    subject: 'delegation',
    ...APPROVERS,
    ...KEY_CHANGE,
    signers: 1,
  },
  'delegation.end': { verb: 'ended a delegation', subject: 'delegation', ...APPROVERS, ...LOWERS },
  notificationTarget: {
    verb: 'changed where notifications go',
    subject: 'notification target',
    ...ADMINISTRATORS,
    ...CHANGE,
  },
  'sending.stop': {
    verb: 'stopped sending',
    subject: 'sending',
    roles: ['finance', 'approver', 'support', 'admin'],
    takesGroups: false,
    ...LOWERS,
  },
  'sending.resume': { verb: 'resumed sending', subject: 'sending', ...ADMINISTRATORS, ...CHANGE },
  'send.resolve': {
    verb: 'resolved a withdrawal whose outcome was unknown',
    subject: 'request',
    ...APPROVERS,
    ...CHANGE,
    signers: 1,
  },
  'person.suspend': { verb: 'suspended a person', subject: 'person', ...ADMINISTRATORS, ...LOWERS },
  'person.restore': { verb: 'lifted a suspension', subject: 'person', ...ADMINISTRATORS, ...CHANGE, signers: 1 },
  'key.add': {
    verb: 'added a passkey',
    subject: 'passkey',
    roles: ['holder'],
    takesGroups: false,
    ...KEY_CHANGE,
    signers: 1,
  },
  'key.confirm': { verb: 'confirmed a passkey', subject: 'passkey', ...ADMINISTRATORS, ...KEY_CHANGE },
  'key.remove': {
    verb: 'removed a passkey',
    subject: 'passkey',
    roles: ['admin', 'holder'],
    takesGroups: false,
    ...KEY_CHANGE,
  },
  'origin.add': { verb: 'added an address of the console', subject: 'origin', ...ADMINISTRATORS, ...KEY_CHANGE },
} as const satisfies Record<string, KindRule>;

export type StatementKind = keyof typeof TABLE;

/** What each kind of statement demands (docs/decisions/0034-a-decision-is-a-signature.md). */
export const KINDS: Readonly<Record<StatementKind, KindRule>> = TABLE;
export const STATEMENT_KINDS = Object.keys(TABLE) as [StatementKind, ...StatementKind[]];

const GROUP = /^group:[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u;

/** Tells whether a kind can be signed as a role, or as a group (`group:NAME`). */
export function canSignAs(kind: StatementKind, as: string): boolean {
  const { roles, takesGroups } = KINDS[kind];
  return roles.some((role) => role === as) || (takesGroups && GROUP.test(as));
}
