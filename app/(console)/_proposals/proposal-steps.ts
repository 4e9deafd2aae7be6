import {
  confirmProposalAction,
  declineProposalAction,
  proposeAction,
  withdrawProposalAction,
} from '@/app/(console)/_proposals/proposal-actions';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import type { ProposalSteps } from '@/components/proposals/proposal-buttons';
import type { ProposalFailure, ProposalKind } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

type Outcome = Promise<Result<{ proposalId: string }, ProposalFailure>>;

/** A change to propose: its payload is checked by the schema of its kind. */
export interface NewProposal {
  kind: ProposalKind;
  subject: string | undefined;
  payload: unknown;
  comment: string;
}

/** Proposes a change that takes two people, with the touch of a passkey where the reader must sign it. */
export const proposeChange = (proposal: NewProposal): Outcome => signWhereAsked(proposal, proposeAction);

/** The steps of two-person changes, for `ProposalPanel` on any page; a server component passes them on. */
export const PROPOSAL_STEPS: ProposalSteps = {
  confirm: confirmProposalAction,
  decline: declineProposalAction,
  withdraw: withdrawProposalAction,
};
