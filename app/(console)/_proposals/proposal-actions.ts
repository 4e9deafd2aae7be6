'use server';

import type { Unsigned } from '@/lib/passkeys/contract';
import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';

type Outcome = Promise<Result<{ proposalId: string }, ProposalFailure | Unsigned>>;

export async function proposeAction(input: unknown): Outcome {
  return measureAction('propose', propose, input);
}

export async function confirmProposalAction(input: unknown): Outcome {
  return measureAction('confirmProposal', confirmProposal, input);
}

export async function declineProposalAction(input: unknown): Outcome {
  return measureAction('declineProposal', declineProposal, input);
}

export async function withdrawProposalAction(input: unknown): Outcome {
  return measureAction('withdrawProposal', withdrawProposal, input);
}
