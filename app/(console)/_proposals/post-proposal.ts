import { postForResult } from '@/components/data/post-for-result';
import { proposeEndpoint } from '@/lib/proposals/contract';
import type { ProposalFailure, ProposalKind } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

/** Proposes a change that can be larger than the arguments of an action: an import, a policy or a registry. */
export function postProposal(proposal: {
  kind: ProposalKind;
  subject: string | undefined;
  payload: unknown;
  comment: string;
}): Promise<Result<{ proposalId: string }, ProposalFailure>> {
  return postForResult(proposeEndpoint(), proposal);
}
