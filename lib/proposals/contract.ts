import { endpoint } from '@/lib/http/endpoint';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

/** Proposes a change that takes two people; a POST that takes what the action takes, and may be as large as a sheet. */
export const proposeEndpoint = endpoint<Result<{ proposalId: string }, ProposalFailure | Unsigned>>({
  members: ['ok'],
})(() => '/api/proposals');
