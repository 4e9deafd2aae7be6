import 'server-only';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { ProposalFailure, ProposalKind } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import { registryChange } from '@/lib/server/networks/registry-change';
import { targetsChange } from '@/lib/server/notifications/targets/change';
import { policyChange } from '@/lib/server/policy/change';
import { liftSuspensionChange } from '@/lib/server/people/lift-suspension';
import { profileNamesChange } from '@/lib/server/profiles/names-change';
import type { FindChange } from '@/lib/server/proposals/change';
import { confirmProposalOf } from '@/lib/server/proposals/decide';
import { proposeOf } from '@/lib/server/proposals/propose';
import { approverGroupsChange } from '@/lib/server/approver-groups/change';
import { profileRightsChange } from '@/lib/server/rights/change';
import { recipientChange } from '@/lib/server/recipients/change';
import { externalProfilesChange } from '@/lib/server/transfer-watch/external-profiles';
import { knownTransfersChange } from '@/lib/server/transfer-watch/known-transfers';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { resumeSendingChange } from '@/lib/server/stop-switch/stop-switch';

// Composition root: the lifecycle of proposals knows no kind, and no kind knows another. Each change takes only what
// its own schema gave, which one table of several kinds cannot say in types.
const CHANGES = {
  policy: policyChange,
  recipient: recipientChange,
  directory: registryChange,
  'release-stop': resumeSendingChange,
  'resolve-send': resolveSendChange,
  'lift-suspension': liftSuspensionChange,
  'known-transfers': knownTransfersChange,
  'external-profiles': externalProfilesChange,
  'profile-names': profileNamesChange,
  'notification-targets': targetsChange,
  'profile-rights': profileRightsChange,
  'approver-groups': approverGroupsChange,
} as unknown as Record<ProposalKind, ReturnType<FindChange>>;

const findChange: FindChange = (kind) => CHANGES[kind];

/**
 * Proposes a change that takes two people; takes unchecked input. Proposing the same change again returns the same
 * proposal.
 */
export async function propose(input: unknown): Promise<Result<{ proposalId: string }, ProposalFailure | Unsigned>> {
  return proposeOf(findChange, input);
}

/**
 * Confirms a change that another person proposed and makes it in the same transaction; takes unchecked input.
 * Where the change no longer applies, the proposal becomes void, with the reason.
 */
export async function confirmProposal(
  input: unknown,
): Promise<Result<{ proposalId: string }, ProposalFailure | Unsigned>> {
  return confirmProposalOf(findChange, input);
}
