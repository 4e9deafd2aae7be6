import { postForResult } from '@/components/data/post-for-result';
import { proposeEndpoint } from '@/lib/proposals/contract';
import type { NewProposal } from '@/app/(console)/_proposals/proposal-steps';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

/** Proposes a change that can be larger than the arguments of an action: an import, a policy or a registry. */
export function postProposal(proposal: NewProposal): Promise<Result<{ proposalId: string }, ProposalFailure>> {
  return signWhereAsked(proposal, (signed) => postForResult(proposeEndpoint(), signed));
}
