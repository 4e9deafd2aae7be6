import type { AuditAction } from '@/lib/audit/audit-log';
import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import { type Capability, type Role, denialReason } from '@/lib/identity/roles';
import {
  isSettingKind,
  type ProposalVisibility,
  SETTING_KINDS,
  type SettingKind,
  SETTINGS,
} from '@/lib/proposals/settings';
import { OUTCOME_UNKNOWN } from '@/lib/sends/resolution';

/**
 * Kinds of changes that take two people, as stored: of the settings, the address book, resuming sending, resolving a
 * send, lifting a person's suspension, and marking transfers as known.
 */
export const PROPOSAL_KINDS = [
  ...SETTING_KINDS,
  'recipient',
  'resume-sending',
  'resolve-send',
  'lift-suspension',
  'known-transfers',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** States of a proposal, as stored. VOID: the facts had changed before the proposal was confirmed. */
export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOID'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

interface ProposalRule {
  /** Capability to propose the change. */
  capability: Capability;
  /** Capability to confirm or decline the change, where it is another. */
  confirmCapability?: Capability;
  /** Action of the audit entry about the change itself. */
  effect: AuditAction;
  /** Returns the subject of the audit entries for a proposal's subject. */
  auditSubject: (subject: string) => string;
  /** Whether the subject is the id of a request, an entry or a person; otherwise it is the kind itself. */
  hasSubject: boolean;
  /** Who sees the change and its notices. */
  visibleTo: ProposalVisibility;
  /** Names the change in lists of what awaits a second person. */
  label: string;
  /** Returns the address of the page where the change is confirmed. */
  path: (subject: string) => string;
}

/** The rules of the kinds of change that are no setting. */
const OTHER_RULES: Record<Exclude<ProposalKind, SettingKind>, ProposalRule> = {
  recipient: {
    capability: 'changeRecipients',
    confirmCapability: 'confirmRecipients',
    effect: 'recipient.changed',
    auditSubject: (recipientId) => `recipient:${recipientId}`,
    hasSubject: true,
    visibleTo: 'readers-of-profiles',
    label: 'Address book',
    path: () => routes.recipients,
  },
  'resume-sending': {
    capability: 'resumeSending',
    effect: 'sending.resumed',
    auditSubject: () => 'sending',
    hasSubject: false,
    visibleTo: 'everybody',
    label: 'Resume sending',
    path: () => routes.status,
  },
  'resolve-send': {
    capability: 'resolveSends',
    effect: 'send.resolved',
    auditSubject: (requestId) => `request:${requestId}`,
    hasSubject: true,
    visibleTo: 'readers-of-request',
    label: OUTCOME_UNKNOWN,
    path: (requestId) => routes.withdrawal(requestId),
  },
  'lift-suspension': {
    capability: 'suspendPeople',
    effect: 'person.reinstated',
    auditSubject: (personId) => `person:${personId}`,
    hasSubject: true,
    visibleTo: 'everybody',
    label: 'Lift suspension',
    path: () => routes.people,
  },
  'known-transfers': {
    capability: 'judgeTransfers',
    effect: 'transfers.known',
    auditSubject: () => 'transfers',
    hasSubject: false,
    visibleTo: 'readers-of-transfers',
    label: 'Known transfers',
    path: () => routes.status,
  },
};

/** Gives the rule of a kind of change. */
export function ruleOf(kind: ProposalKind): ProposalRule {
  if (!isSettingKind(kind)) return OTHER_RULES[kind];
  const { auditSubject, path, ...facts } = SETTINGS[kind];
  return { ...facts, auditSubject: () => auditSubject, hasSubject: false, path: () => path };
}

/**
 * Describes a kind of change for a list; a kind that this version does not know is a change that the home page lists.
 */
export function describeKind(kind: string): Pick<ProposalRule, 'label' | 'path'> {
  if (kind === 'passkey') return { label: 'Passkey', path: () => routes.passkeysToConfirm };
  const known = PROPOSAL_KINDS.find((one) => one === kind);
  return known ? ruleOf(known) : { label: 'Change', path: () => routes.home };
}

/** Lists the kinds of changes that people with these roles can confirm. */
export function confirmableKinds(roles: readonly Role[]): ProposalKind[] {
  return PROPOSAL_KINDS.filter((kind) => denialReason(confirmCapabilityOf(kind), roles) === undefined);
}

/** Returns the capability that confirming or declining a change of this kind needs. */
export function confirmCapabilityOf(kind: ProposalKind): Capability {
  const { capability, confirmCapability = capability } = ruleOf(kind);
  return confirmCapability;
}

/** Proposal as a page shows it. Times are ISO 8601. */
export interface ProposalView {
  id: string;
  kind: ProposalKind;
  subject: string;
  payload: unknown;
  /** What was found when it was proposed (lib/policy/analysis/analysis); null where it was not analysed. */
  analysis: unknown;
  comment: string;
  proposedBy: string;
  proposedAt: string;
  state: ProposalState;
  decidedBy: string | null;
  decidedAt: string | null;
  decisionComment: string;
  isMine: boolean;
  /** Whether proposer and decider signed with a passkey; null for a kind of change that is not signed. */
  signed: { proposal: boolean; decision: boolean } | null;
  /** Sentence that says why the reader cannot confirm the change; null where they can. */
  confirmDenialReason: string | null;
}

/**
 * Open change in a list: one that waits for the reader, or the reader's own. A passkey that waits is no proposal, since
 * it takes two signatures (lib/server/passkeys). Times are ISO 8601.
 */
export interface WaitingProposal {
  id: string;
  kind: ProposalKind | 'passkey';
  subject: string;
  proposedBy: string;
  proposedAt: string;
  comment: string;
}

/** Fields of a proposal that determine who can confirm, decline or withdraw the change. */
export interface Confirmable {
  kind: ProposalKind;
  state: ProposalState;
  proposerId: string;
}

/** Explains why a person can neither confirm nor decline a proposal; undefined where they can. */
export function confirmDenialReason(
  { kind, state, proposerId }: Confirmable,
  person: { id: string; roles: readonly Role[] },
): string | undefined {
  if (state !== 'OPEN') return describeProposalEnd(state);
  if (proposerId === person.id) return 'You proposed this change. Another person must confirm it.';
  return denialReason(confirmCapabilityOf(kind), person.roles);
}

/** Explains why another change cannot be proposed now: one is open. Undefined where none is. */
export function explainOpenProposal(proposals: readonly Pick<ProposalView, 'state' | 'proposedBy'>[]) {
  const open = proposals.find(({ state }) => state === 'OPEN');
  return open && `${open.proposedBy} has proposed a change, which must be decided first.`;
}

/** Explains why a person cannot withdraw a proposal; undefined where they can. */
export function withdrawDenialReason({ state, proposerId }: Confirmable, person: { id: string }): string | undefined {
  if (state !== 'OPEN') return describeProposalEnd(state);
  return proposerId === person.id ? undefined : 'Only the person who proposed this change can withdraw it.';
}

/** Describes the state of a proposal as a sentence. */
export function describeProposalEnd(state: ProposalState): string {
  switch (state) {
    case 'OPEN':
      return 'This change is waiting for a second person.';
    case 'CONFIRMED':
      return 'This change is already confirmed.';
    case 'DECLINED':
      return 'This change was declined.';
    case 'WITHDRAWN':
      return 'This change was withdrawn.';
    case 'VOID':
      return 'This change is void: the facts that it was based on have changed.';
  }
}

/** Failure of a step with a proposal. `void` ended the proposal; after every other failure nothing has changed. */
export type ProposalFailure =
  | Denial
  | StaleSignIn
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'not-possible' | 'void'; reason: string };

/** Explains a failure: what happened, whether anything changed, and what to do next. */
export function explainProposalFailure(failure: ProposalFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING_CHANGED);
  switch (failure.kind) {
    case 'not-found':
      return { title: 'This change is no longer available', detail: NOTHING_CHANGED, next: 'Load the page again.' };
    case 'invalid':
      return {
        title: 'Some input is missing or not valid',
        detail: withNothingChanged(failure.reason),
        next: 'Correct the input and try again.',
      };
    case 'not-now':
      return {
        title: 'This cannot be done now',
        detail: withNothingChanged(failure.reason),
        next: 'Load the page again to see the current state.',
      };
    case 'not-possible':
      return { title: 'This change is not possible', detail: withNothingChanged(failure.reason), next: '' };
    case 'void':
      return {
        title: 'This change is void',
        detail: withNothingChanged(failure.reason),
        next: 'If the change is still needed, propose it again.',
      };
  }
}

const NOTHING_CHANGED = 'Nothing was changed.';

function withNothingChanged(reason: string): string {
  return reason.includes(NOTHING_CHANGED) ? reason : `${reason} ${NOTHING_CHANGED}`;
}
