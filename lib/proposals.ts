/** Changes that take two people: the policy, letting sends go on after a stop, and what becomes of a send in doubt. */
export const PROPOSAL_KINDS = ['policy', 'release-stop', 'resolve-send'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** VOID: what it was about had changed by itself before anybody confirmed it. */
export const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOID'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

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
  whyNotConfirm: string | null;
}
