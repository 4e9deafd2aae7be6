import { randomUUID } from 'node:crypto';
import { ABSENT } from '@/e2e/access-control/actions';
import { VISITORS, type Visitor } from '@/e2e/access-control/people';
import { addEntryProposal, type World } from '@/e2e/access-control/world';
import { filledForm } from '@/scripts/stack/filled-form';

const HASH = '0'.repeat(64);
const COMMENT = 'Access-control test.';

/** The expected outcome of an action for each person. */
interface ActionRow {
  action: string;
  about: string;
  input: (world: World) => unknown;
  answers: Record<Visitor, string>;
}

/** Completes a row: visitors that are not named are signed out or lack the permission. */
function only(answers: Partial<Record<Visitor, string>>): Record<Visitor, string> {
  return Object.fromEntries(
    VISITORS.map((who) => [who, answers[who] ?? (who === 'nobody' ? 'signed-out' : 'forbidden')]),
  ) as Record<Visitor, string>;
}

/** The same outcome for every person with a role. */
const staff = (answer: string) => only({ ...desk(answer), auditor: answer });

/** The same outcome for every person with a role that may change something; auditors lack the permission. */
const workers = (answer: string) => only(desk(answer));

function desk(answer: string) {
  return { finance: answer, approver: answer, support: answer, admin: answer };
}

const row = (
  [action, about]: [action: string, about: string],
  input: ActionRow['input'],
  answers: ActionRow['answers'],
): ActionRow => ({ action, about, input, answers });

const decision = { version: 1, bodySha256: HASH, verdict: 'REJECTED', comment: COMMENT, chosenAddress: '' };
const bundleDecision = {
  bundleSha256: HASH,
  verdict: 'REJECTED',
  rows: { 0: 1 },
  comment: COMMENT,
  totals: {},
  chosenAddress: '',
};

/**
 * Expected outcomes for existing data, absent data and other people's data. Where a row about other people's data
 * differs from the row about absent data, everyone with a role can see that the data exists.
 */
export const ACTION_ROWS: ActionRow[] = [
  row(
    ['createRequestAction', 'a new request'],
    () => ({ formKey: randomUUID(), form: filledForm() }),
    only({ finance: 'ok' }),
  ),
  row(
    ['createRequestAction', 'the key of another person’s form'],
    ({ formKey }) => ({ formKey, form: filledForm() }),
    only({ finance: 'reference-taken' }),
  ),
  row(
    ['createTestPaymentAction', 'a new test payment'],
    () => ({ formKey: randomUUID(), form: filledForm({ testAmount: '0.1' }) }),
    only({ finance: 'ok' }),
  ),
  row(
    ['createTestPaymentAction', 'the key of another person’s form'],
    ({ formKey }) => ({ formKey, form: filledForm({ testAmount: '0.1' }) }),
    only({ finance: 'reference-taken' }),
  ),
  // The console of this test asks for no fees.
  row(
    ['quoteFeeAction', 'a withdrawal'],
    () => {
      const { profileId, network, destinationAddress, asset, fixed, value, balanceAsset, identityId } = filledForm();
      return { profileId, network, destinationAddress, asset, fixed, value, balanceAsset, identityId };
    },
    only({ finance: 'not-possible' }),
  ),
  row(['amendRequestAction', 'an absent request'], () => amendment(ABSENT), only({ finance: 'not-found' })),
  row(
    ['amendRequestAction', 'another person’s request'],
    ({ requestId }) => amendment(requestId),
    only({ finance: 'not-found' }),
  ),
  row(['changeFilesAction', 'an absent request'], () => filesOf(ABSENT), only({ finance: 'not-found' })),
  row(
    ['changeFilesAction', 'another person’s request'],
    ({ requestId }) => filesOf(requestId),
    only({ finance: 'not-found' }),
  ),
  row(
    ['withdrawApprovalAction', 'an absent request'],
    () => ({ requestId: ABSENT, version: 1, reason: COMMENT }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['withdrawApprovalAction', 'a request without an approval'],
    ({ requestId }) => ({ requestId, version: 1, reason: COMMENT }),
    only({ approver: 'not-now', admin: 'not-now' }),
  ),
  row(['cancelAction', 'an absent request'], () => ({ requestId: ABSENT }), only({ finance: 'not-found' })),
  row(['cancelAction', 'another person’s request'], ({ requestId }) => ({ requestId }), only({ finance: 'not-found' })),
  // What is not the caller's, or has not come back, stays as it is.
  row(['dismissReturnedAction', 'an absent request'], () => ({ requestIds: [ABSENT] }), only({ finance: 'ok' })),
  row(['cancelBatchAction', 'an absent batch'], () => ({ bundleId: ABSENT }), only({ finance: 'not-found' })),
  row(
    ['cancelBatchAction', 'another person’s batch'],
    ({ bundleId }) => ({ bundleId }),
    only({ finance: 'not-found' }),
  ),
  row(
    ['decideAction', 'an absent request'],
    () => ({ requestId: ABSENT, ...decision }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['decideAction', 'a hash of other bytes'],
    ({ requestId }) => ({ requestId, ...decision }),
    only({ approver: 'changed', admin: 'not-now' }),
  ),
  row(
    ['holdSendAction', 'an absent request'],
    () => ({ requestId: ABSENT, reason: COMMENT }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['holdSendAction', 'a request that is not approved'],
    ({ requestId }) => ({ requestId, reason: COMMENT }),
    only({ approver: 'not-now', admin: 'not-now' }),
  ),
  row(
    ['decideOnBundleAction', 'an absent batch'],
    () => ({ bundleId: ABSENT, ...bundleDecision }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['decideOnBundleAction', 'a hash of other bytes'],
    ({ bundleId }) => ({ bundleId, ...bundleDecision }),
    only({ approver: 'changed', admin: 'not-now' }),
  ),
  row(
    ['confirmTestAction', 'an absent test payment'],
    () => ({ bundleId: ABSENT, comment: COMMENT }),
    only({ finance: 'not-found', approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['confirmTestAction', 'a batch, not a test payment'],
    ({ bundleId }) => ({ bundleId, comment: COMMENT }),
    only({ finance: 'not-found', approver: 'not-found', admin: 'not-found' }),
  ),
  row(['addCaseNoteAction', 'an absent transfer'], () => ({ transferId: ABSENT, note: COMMENT }), workers('not-found')),
  row(
    ['settleTransferAction', 'an absent transfer'],
    () => ({ transferId: ABSENT, problem: HASH, reason: COMMENT }),
    workers('not-found'),
  ),
  row(
    ['reopenTransferAction', 'an absent transfer'],
    () => ({ transferId: ABSENT, problem: HASH, reason: COMMENT }),
    workers('not-found'),
  ),
  row(['watchAction', 'an absent transfer'], () => ({ transferId: ABSENT }), staff('not-found')),
  row(['watchAction', 'an absent request'], () => ({ requestId: ABSENT }), staff('not-found')),
  row(['watchAction', 'another person’s request'], ({ requestId }) => ({ requestId }), staff('ok')),
  row(['dismissWatchesAction', 'an absent watch'], () => ({ watchIds: [0] }), staff('ok')),
  row(['saveViewAction', 'a view'], () => ({ name: 'Mine', parameters: 'asset=ETH' }), staff('ok')),
  row(
    ['saveViewAction', 'a view of withdrawals'],
    () => ({ name: 'Mine', parameters: '', list: 'withdrawals' }),
    staff('ok'),
  ),
  row(['deleteViewAction', 'an absent view'], () => 'Absent view', staff('ok')),
  // The person has no view of this name; a later test checks that the other person's view still exists.
  row(['deleteViewAction', 'the name of another person’s view'], ({ view }) => view, staff('ok')),
  row(
    ['saveTemplateAction', 'a template'],
    () => ({ title: randomUUID(), isShared: false, from: { form: filledForm() } }),
    only({ finance: 'ok' }),
  ),
  row(
    ['saveTemplateAction', 'a template of an absent request'],
    () => ({ title: 'Absent', isShared: false, from: { requestId: ABSENT } }),
    only({ finance: 'not-found' }),
  ),
  row(['deleteTemplateAction', 'an absent template'], () => ({ templateId: ABSENT }), only({ finance: 'not-found' })),
  row(['proposeOrderAction', 'of an absent template'], () => ORDER, only({ finance: 'not-found' })),
  row(
    ['orderStepAction', 'an absent planned payment'],
    () => ({ orderId: ABSENT, step: 'end', reason: COMMENT }),
    staff('not-found'),
  ),
  row(['refreshTransferAction', 'an absent transfer'], () => ABSENT, staff('not-found')),
  row(['lookUpAtServiceAction', 'an absent reference'], () => ({ text: ABSENT }), staff('ok')),
  row(['stopSendingAction', 'stopping'], () => ({ reason: COMMENT }), workers('ok')),
  row(
    ['revokeSessionAction', 'an absent session'],
    () => ({ sessionKey: HASH, isWholePerson: false, reason: COMMENT }),
    only({ admin: 'not-now' }),
  ),
  row(
    ['suspendPersonAction', 'an absent person'],
    () => ({ personId: ABSENT, reason: COMMENT }),
    only({ admin: 'not-found' }),
  ),
  row(['proposeAction', 'a new address book entry'], () => addEntryProposal(), only({ finance: 'ok', admin: 'ok' })),
  // The console of this test saves nothing at the service.
  row(
    ['saveAtServiceAction', 'an absent recipient'],
    () => ({ recipientId: ABSENT, identity: '', dataSha256: HASH }),
    only({ finance: 'not-possible', admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'a policy'],
    () => proposal('policy', { basedOn: 99, value: RULES }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'assets and networks'],
    () => proposal('registry', { basedOn: 99, value: DIRECTORY }),
    only({ admin: 'not-possible' }),
  ),
  row(['proposeAction', 'to resume sending'], () => proposal('resume-sending', {}), only({ admin: 'ok' })),
  row(
    ['proposeAction', 'a resolution for an absent request'],
    () => proposal('resolve-send', { kind: 'close' }, ABSENT),
    only({ approver: 'not-possible', admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'to mark an absent transfer as known'],
    () => proposal('known-transfers', { transferIds: [ABSENT] }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'profiles of others'],
    () => proposal('external-profiles', { basedOn: 99, value: [] }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'names of profiles'],
    () => proposal('profile-names', { basedOn: 99, value: [] }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'rights to profiles'],
    () => proposal('profile-rights', { basedOn: 99, value: [] }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['proposeAction', 'groups of approvers'],
    () => proposal('approver-groups', { basedOn: 99, value: [] }),
    only({ admin: 'not-possible' }),
  ),
  row(
    ['confirmProposalAction', 'an absent proposal'],
    () => ({ proposalId: ABSENT, comment: COMMENT }),
    staff('not-found'),
  ),
  row(
    ['confirmProposalAction', 'a declined proposal'],
    ({ proposalId }) => ({ proposalId, comment: COMMENT }),
    only({ approver: 'ok', admin: 'not-now' }),
  ),
  row(
    ['declineProposalAction', 'an absent proposal'],
    () => ({ proposalId: ABSENT, comment: COMMENT }),
    staff('not-found'),
  ),
  row(
    ['declineProposalAction', 'a confirmed proposal'],
    ({ proposalId }) => ({ proposalId, comment: COMMENT }),
    only({ approver: 'not-now', admin: 'not-now' }),
  ),
  row(
    ['withdrawProposalAction', 'an absent proposal'],
    () => ({ proposalId: ABSENT, comment: COMMENT }),
    staff('not-found'),
  ),
  row(
    ['withdrawProposalAction', 'another person’s proposal'],
    ({ proposalId }) => ({ proposalId, comment: COMMENT }),
    only({ finance: 'not-now', admin: 'not-now' }),
  ),
  // The address of this console is a number, which holds no passkeys; and without a key list there are none.
  row(['addPasskeyAction', 'a new passkey'], () => ({ name: 'Key' }), workers('not-possible')),
  row(['registerPasskeyAction', 'no registration'], () => ({ nonce: 'none' }), workers('invalid')),
  row(['signStatementAction', 'no signature'], () => ({ nonce: 'none' }), workers('invalid')),
  row(['startConfirmingAction', 'an absent passkey'], () => PASSKEY, only({ admin: 'not-now' })),
  row(['startRemovingAction', 'an absent passkey'], () => PASSKEY, workers('not-now')),
  row(['discussAction', 'an absent request'], () => ({ ...REMARK, requestId: ABSENT }), workers('not-found')),
  row(['discussAction', 'a comment'], ({ requestId }) => ({ ...REMARK, requestId }), workers('ok')),
  row(['nudgeAction', 'an absent request'], () => ({ requestId: ABSENT }), only({ finance: 'not-found' })),
  row(
    ['createDelegationAction', 'an absent person'],
    () => DELEGATION,
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    ['endDelegationAction', 'an absent delegation'],
    () => ({ id: ABSENT }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(['testTargetAction', 'an absent target'], () => ({ id: ABSENT }), only({ admin: 'not-found' })),
  row(
    ['showSigningSecretAction', 'an absent target'],
    () => ({ id: ABSENT, generation: 1 }),
    only({ admin: 'not-found' }),
  ),
  row(['saveNoticeChoicesAction', 'own choices'], () => CHOICES, staff('ok')),
  row(['startChangingRightsAction', 'nobody’s passkeys'], () => NOBODY, only({ admin: 'not-now' })),
  row(['startAddingOriginAction', 'another name'], () => ({ origin: 'https://x.example' }), only({ admin: 'not-now' })),
  row(['renamePasskeyAction', 'an absent passkey'], () => ({ ...PASSKEY, name: 'Key' }), workers('not-now')),
  row(['withdrawPasskeyAction', 'an absent passkey'], () => PASSKEY, workers('not-now')),
  row(['beginSetUpAction', 'a set-up'], () => undefined, only({ admin: 'not-possible' })),
  row(['joinSetUpAction', 'no set-up'], () => ({ name: 'Key', code: '' }), only({ admin: 'not-possible' })),
  row(['closeSetUpAction', 'no set-up'], () => undefined, only({ admin: 'not-possible' })),
  row(['startAgreeingAction', 'no set-up'], () => undefined, only({ admin: 'not-possible' })),
  row(['cancelSetUpAction', 'no set-up'], () => undefined, only({ admin: 'not-now' })),
];

const REMARK = { kind: 'COMMENT', version: 1, body: COMMENT };
const CHOICES = { modes: {}, timeZone: 'UTC', quiet: null };
const DELEGATION = {
  id: ABSENT,
  delegateId: ABSENT,
  role: 'approver',
  startsAt: '2030-01-01T00:00:00Z',
  endsAt: '2030-01-02T00:00:00Z',
  reason: 'Leave',
};
const NOBODY = { personId: randomUUID(), roles: [], groups: [] };
const PASSKEY = { credentialId: 'bm9uZQ' };
const ORDER = {
  id: randomUUID(),
  from: { template: ABSENT },
  title: 'Rent',
  firstDate: '2090-01-31',
  every: 'month',
  timeZone: 'UTC',
  lastDate: '2090-12-31',
  maxCount: 12,
  reason: COMMENT,
};
const RULES = [{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }];
const DIRECTORY = {
  assets: [{ ticker: 'ETH', networks: ['ETHEREUM'] }],
  networks: [{ id: 'ETHEREUM', label: 'Ethereum' }],
};

function amendment(requestId: string) {
  return { formKey: randomUUID(), form: filledForm(), requestId, basedOnVersion: 1 };
}

function filesOf(requestId: string) {
  return { formKey: randomUUID(), attachmentIds: [], requestId, basedOnVersion: 1 };
}

function proposal(kind: string, payload: unknown, subject = kind) {
  return { kind, subject, payload, comment: COMMENT };
}

/** The outcome of each action for invalid input, called by a person who has the permission. */
export const INVALID_INPUT: Record<string, { as: Visitor; outcome: string }> = {
  createRequestAction: { as: 'finance', outcome: 'invalid' },
  createTestPaymentAction: { as: 'finance', outcome: 'invalid' },
  amendRequestAction: { as: 'finance', outcome: 'invalid' },
  quoteFeeAction: { as: 'finance', outcome: 'not-possible' },
  changeFilesAction: { as: 'finance', outcome: 'invalid' },
  cancelAction: { as: 'finance', outcome: 'invalid' },
  cancelBatchAction: { as: 'finance', outcome: 'invalid' },
  dismissReturnedAction: { as: 'finance', outcome: 'invalid' },
  withdrawApprovalAction: { as: 'approver', outcome: 'invalid' },
  decideAction: { as: 'approver', outcome: 'invalid' },
  holdSendAction: { as: 'approver', outcome: 'invalid' },
  decideOnBundleAction: { as: 'approver', outcome: 'invalid' },
  confirmTestAction: { as: 'approver', outcome: 'invalid' },
  addCaseNoteAction: { as: 'support', outcome: 'invalid' },
  saveAtServiceAction: { as: 'finance', outcome: 'invalid' },
  settleTransferAction: { as: 'support', outcome: 'invalid' },
  reopenTransferAction: { as: 'support', outcome: 'invalid' },
  watchAction: { as: 'support', outcome: 'invalid' },
  dismissWatchesAction: { as: 'support', outcome: 'invalid' },
  saveViewAction: { as: 'support', outcome: 'refused' },
  deleteViewAction: { as: 'support', outcome: 'ok' },
  saveTemplateAction: { as: 'finance', outcome: 'invalid' },
  deleteTemplateAction: { as: 'finance', outcome: 'invalid' },
  proposeOrderAction: { as: 'finance', outcome: 'invalid' },
  orderStepAction: { as: 'support', outcome: 'invalid' },
  refreshTransferAction: { as: 'support', outcome: 'not-found' },
  lookUpAtServiceAction: { as: 'support', outcome: 'failed' },
  stopSendingAction: { as: 'support', outcome: 'invalid' },
  revokeSessionAction: { as: 'admin', outcome: 'invalid' },
  suspendPersonAction: { as: 'admin', outcome: 'invalid' },
  proposeAction: { as: 'admin', outcome: 'invalid' },
  confirmProposalAction: { as: 'admin', outcome: 'invalid' },
  declineProposalAction: { as: 'admin', outcome: 'invalid' },
  withdrawProposalAction: { as: 'admin', outcome: 'invalid' },
  addPasskeyAction: { as: 'support', outcome: 'invalid' },
  registerPasskeyAction: { as: 'support', outcome: 'invalid' },
  signStatementAction: { as: 'support', outcome: 'invalid' },
  startConfirmingAction: { as: 'admin', outcome: 'invalid' },
  startRemovingAction: { as: 'support', outcome: 'invalid' },
  discussAction: { as: 'support', outcome: 'invalid' },
  nudgeAction: { as: 'finance', outcome: 'invalid' },
  createDelegationAction: { as: 'approver', outcome: 'invalid' },
  endDelegationAction: { as: 'approver', outcome: 'not-found' },
  testTargetAction: { as: 'admin', outcome: 'not-found' },
  showSigningSecretAction: { as: 'admin', outcome: 'not-found' },
  saveNoticeChoicesAction: { as: 'support', outcome: 'invalid' },
  startChangingRightsAction: { as: 'admin', outcome: 'invalid' },
  startAddingOriginAction: { as: 'admin', outcome: 'invalid' },
  renamePasskeyAction: { as: 'support', outcome: 'invalid' },
  withdrawPasskeyAction: { as: 'support', outcome: 'invalid' },
  joinSetUpAction: { as: 'admin', outcome: 'invalid' },
  // These take no input, and answer as to any.
  beginSetUpAction: { as: 'admin', outcome: 'not-possible' },
  closeSetUpAction: { as: 'admin', outcome: 'not-possible' },
  startAgreeingAction: { as: 'admin', outcome: 'not-possible' },
  cancelSetUpAction: { as: 'admin', outcome: 'not-now' },
};

/** Actions that everyone may call. */
export const PUBLIC_ACTIONS = ['signOutAction'];
