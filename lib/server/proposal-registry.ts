import 'server-only';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { ProposalFailure, ProposalKind } from '@/lib/proposals/proposals';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import type { PolicyRule } from '@/lib/policy/rules';
import type { SettingPayload } from '@/lib/proposals/settings';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import type { Result } from '@/lib/result';
import { analyzeRules, analyzeShortages } from '@/lib/server/analysis/analyze';
import { readCommonInputs } from '@/lib/server/policy/known-inputs';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import type { Person } from '@/lib/server/auth/sessions';
import { registryChange } from '@/lib/server/networks/registry';
import { targetsChange } from '@/lib/server/notifications/targets/read';
import { policyChange } from '@/lib/server/policy/read';
import { liftSuspensionChange } from '@/lib/server/people/lift-suspension';
import { profileNamesChange } from '@/lib/server/profiles/profile-names';
import { type FindChange, type ReadChange, readerOf } from '@/lib/server/proposals/change';
import { confirmProposalOf } from '@/lib/server/proposals/decide';
import { proposeOf } from '@/lib/server/proposals/propose';
import { approverGroupsChange } from '@/lib/server/approver-groups/read';
import { profileRightsChange } from '@/lib/server/rights/read';
import { recipientChange } from '@/lib/server/recipients/change';
import { externalProfilesChange } from '@/lib/server/transfer-watch/external-profiles';
import { knownTransfersChange } from '@/lib/server/transfer-watch/known-transfers';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { resumeSendingChange } from '@/lib/server/stop-switch/stop-switch';

// Composition root: the lifecycle of proposals knows no kind, and no kind knows another.
const CHANGES: Record<ProposalKind, ReadChange> = {
  policy: readerOf({ ...policyChange, analyze: analyzePolicyChange }),
  registry: readerOf(registryChange),
  'external-profiles': readerOf(externalProfilesChange),
  'profile-names': readerOf(profileNamesChange),
  'notification-targets': readerOf(targetsChange),
  'profile-rights': readerOf({ ...profileRightsChange, analyze: analyzeRightsChange }),
  'approver-groups': readerOf({ ...approverGroupsChange, analyze: analyzeGroupsChange }),
  recipient: readerOf(recipientChange),
  'resume-sending': readerOf(resumeSendingChange),
  'resolve-send': readerOf(resolveSendChange),
  'lift-suspension': readerOf(liftSuspensionChange),
  'known-transfers': readerOf(knownTransfersChange),
};

// What is stored names profiles by their IDs alone, since everybody reads it.
async function readCommonSetup(person: Person) {
  const setup = await readApprovalSetup(person);
  return setup && { ...setup, profiles: [] };
}

async function analyzePolicyChange({ value: rules }: SettingPayload<PolicyRule[]>, person: Person) {
  const [known, setup] = await Promise.all([readCommonInputs(), readCommonSetup(person)]);
  return analyzeRules(person, { rules, known, setup });
}

async function analyzeRightsChange({ value: rights }: SettingPayload<ProfileRight[]>, person: Person) {
  const setup = await readCommonSetup(person);
  return analyzeShortages(person, setup && { ...setup, rights });
}

async function analyzeGroupsChange({ value: groups }: SettingPayload<ApproverGroup[]>, person: Person) {
  const setup = await readCommonSetup(person);
  return analyzeShortages(person, setup && { ...setup, groups });
}

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
