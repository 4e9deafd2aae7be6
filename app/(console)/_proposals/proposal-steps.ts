import {
  confirmProposalAction,
  declineProposalAction,
  withdrawProposalAction,
} from '@/app/(console)/_proposals/proposal-actions';
import type { ProposalSteps } from '@/components/proposals/proposal-buttons';

/** The steps of two-person changes, for `ProposalPanel` on any page. */
export const PROPOSAL_STEPS: ProposalSteps = {
  confirm: confirmProposalAction,
  decline: declineProposalAction,
  withdraw: withdrawProposalAction,
};
