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

/** Confirms a change, with the touch of a passkey where the reader must sign it. */
export const confirmChange = (input: {
  proposalId: string;
  comment: string;
  choices?: Readonly<Record<string, string>>;
}): Outcome => signWhereAsked(input, confirmProposalAction);

/** The steps of two-person changes, for `ProposalPanel` on any page. */
export const PROPOSAL_STEPS: ProposalSteps = {
  confirm: confirmChange,
  decline: (input) => signWhereAsked(input, declineProposalAction),
  withdraw: (input) => signWhereAsked(input, withdrawProposalAction),
};
