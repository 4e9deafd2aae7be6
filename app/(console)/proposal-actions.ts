'use server';

import type { ProposalFailure } from '@/lib/proposals';
import type { Result } from '@/lib/result';
import { confirmProposal, declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';
import { propose } from '@/lib/server/proposals/propose';

type Outcome = Promise<Result<{ proposalId: string }, ProposalFailure>>;

export async function proposeAction(input: unknown): Outcome {
  return propose(input);
}

export async function confirmProposalAction(input: unknown): Outcome {
  return confirmProposal(input);
}

export async function declineProposalAction(input: unknown): Outcome {
  return declineProposal(input);
}

export async function withdrawProposalAction(input: unknown): Outcome {
  return withdrawProposal(input);
}
