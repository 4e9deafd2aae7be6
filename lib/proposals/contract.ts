import { endpoint } from '@/lib/http/endpoint';
import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

/** Proposes a change that takes two people; a POST that takes what the action takes, and may be as large as a sheet. */
export const proposeEndpoint = endpoint<Result<{ proposalId: string }, ProposalFailure>>({ members: ['ok'] })(
  () => '/api/proposals',
);
