import type { AuditAction } from '@/lib/audit/audit-log';
import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { type Capability, type Role, denialReason } from '@/lib/identity/roles';

/** Changes that take two people: rules, the book, what is known of assets, letting sends go on after a stop, and what becomes of a send in doubt. */
export const PROPOSAL_KINDS = ['policy', 'recipient', 'directory', 'release-stop', 'resolve-send'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** VOID: what it was about had changed by itself before anybody confirmed it. */
export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOID'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

interface ProposalRule {
  /** Who may ask for it. */
  capability: Capability;
  /** Who may confirm or decline it, where that is somebody else. */
  confirmCapability?: Capability;
  /** How the audit log tells of what it did and to what. */
  effect: AuditAction;
  auditSubject: (subject: string) => string;
}

export const PROPOSAL_RULES: Record<ProposalKind, ProposalRule> = {
  policy: { capability: 'changePolicy', effect: 'policy.changed', auditSubject: () => 'policy' },
  recipient: {
    capability: 'changeRecipients',
    confirmCapability: 'confirmRecipients',
    effect: 'recipient.changed',
    auditSubject: (recipientId) => `recipient:${recipientId}`,
  },
  directory: { capability: 'changeDirectory', effect: 'directory.changed', auditSubject: () => 'directory' },
  'release-stop': { capability: 'stopSending', effect: 'sending.released', auditSubject: () => 'sending' },
  'resolve-send': {
    capability: 'resolveSends',
    effect: 'send.resolved',
    auditSubject: (requestId) => `request:${requestId}`,
  },
};

/** What whoever confirms or declines a change of this kind must be able to do. */
export function confirmCapabilityOf(kind: ProposalKind): Capability {
  const { capability, confirmCapability = capability } = PROPOSAL_RULES[kind];
  return confirmCapability;
}

/** A change that takes two, as a page shows it. */
export interface ProposalView {
  id: string;
  kind: ProposalKind;
  subject: string;
  payload: unknown;
  comment: string;
  proposedBy: string;
  proposedAt: string;
  state: ProposalState;
  decidedBy: string | null;
  decidedAt: string | null;
  decisionComment: string;
  isMine: boolean;
  /** Why the reader may not confirm it, in words; null where they may. */
  confirmDenialReason: string | null;
}

/** A proposal as far as it matters for who may do what with it. */
export interface Confirmable {
  kind: ProposalKind;
  state: ProposalState;
  proposerId: string;
}

/** Why this person may neither confirm nor decline it; undefined where they may. */
export function confirmDenialReason(
  { kind, state, proposerId }: Confirmable,
  person: { id: string; roles: readonly Role[] },
): string | undefined {
  if (state !== 'OPEN') return describeProposalEnd(state);
  if (proposerId === person.id) return 'You asked for it. Somebody else must confirm it.';
  return denialReason(confirmCapabilityOf(kind), person.roles);
}

/** Why this person may not take it back; undefined where they may. */
export function withdrawDenialReason({ state, proposerId }: Confirmable, person: { id: string }): string | undefined {
  if (state !== 'OPEN') return describeProposalEnd(state);
  return proposerId === person.id ? undefined : 'Only the person who asked for it can withdraw it.';
}

/** Where a proposal stands, as a sentence. */
export function describeProposalEnd(state: ProposalState): string {
  switch (state) {
    case 'OPEN':
      return 'It waits for a second person.';
    case 'CONFIRMED':
      return 'It was confirmed already.';
    case 'DECLINED':
      return 'It was declined.';
    case 'WITHDRAWN':
      return 'It was withdrawn.';
    case 'VOID':
      return 'It is void: what it was about had changed.';
  }
}

/** Why a step of two people was not taken. `void` ended the proposal; in all others nothing changed. */
export type ProposalFailure =
  | Denial
  | StaleSignIn
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'not-possible' | 'void'; reason: string };

/** What happened, whether anything changed, and what to do next. */
export function explainProposalFailure(failure: ProposalFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOTHING);
  switch (failure.kind) {
    case 'not-found':
      return { title: 'It is no longer there', detail: NOTHING, next: 'Load the page again.' };
    case 'invalid':
      return {
        title: 'Something is missing or cannot be read',
        detail: withNothing(failure.reason),
        next: 'Correct it and try again.',
      };
    case 'not-now':
      return {
        title: 'This cannot be done now',
        detail: withNothing(failure.reason),
        next: 'Load the page again to see where it stands.',
      };
    case 'not-possible':
      return { title: 'This cannot be done', detail: withNothing(failure.reason), next: '' };
    case 'void':
      return {
        title: 'It no longer applies, so it is void',
        detail: withNothing(failure.reason),
        next: 'Ask again for what is still needed.',
      };
  }
}

const NOTHING = 'Nothing was changed.';

function withNothing(reason: string): string {
  return reason.includes(NOTHING) ? reason : `${reason} ${NOTHING}`;
}
