'use server';

import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import { countAction } from '@/lib/server/observability/measure-action';
import { confirmProposal, declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';
import { propose } from '@/lib/server/proposals/propose';

type Outcome = Promise<Result<{ proposalId: string }, ProposalFailure>>;

export async function proposeAction(input: unknown): Outcome {
  return countAction('propose', propose, input);
}

export async function confirmProposalAction(input: unknown): Outcome {
  return countAction('confirmProposal', confirmProposal, input);
}

export async function declineProposalAction(input: unknown): Outcome {
  return countAction('declineProposal', declineProposal, input);
}

export async function withdrawProposalAction(input: unknown): Outcome {
  return countAction('withdrawProposal', withdrawProposal, input);
}
