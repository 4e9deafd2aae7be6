import { randomUUID } from 'node:crypto';
import { ABSENT } from '@/e2e/access-control/actions';
import { WHO, type Who } from '@/e2e/access-control/people';
import { addition, type World } from '@/e2e/access-control/world';
import { filledForm } from '@/scripts/stack/filled-form';

const HASH = '0'.repeat(64);
const JUST = 'As a test of the doors.';

/** What an action answers whom, when it is asked for something. */
interface ActionRow {
  action: string;
  about: string;
  input: (world: World) => unknown;
  answers: Record<Who, string>;
}

/** Whoever is not named has no session or may not. */
function only(answers: Partial<Record<Who, string>>): Record<Who, string> {
  return Object.fromEntries(
    WHO.map((who) => [who, answers[who] ?? (who === 'nobody' ? 'signed-out' : 'forbidden')]),
  ) as Record<Who, string>;
}

/** The same for everybody with a role. */
const staff = (answer: string) => only({ finance: answer, approver: answer, support: answer, admin: answer });

const row = (action: string, about: string, input: ActionRow['input'], answers: ActionRow['answers']): ActionRow => ({
  action,
  about,
  input,
  answers,
});

const decision = { version: 1, bodySha256: HASH, verdict: 'REJECTED', comment: JUST, chosenAddress: '' };
const groupDecision = { groupSha256: HASH, verdict: 'REJECTED', comment: JUST, totals: {}, chosenAddress: '' };

/**
 * Who may do what, with what is there, what is not, and what is somebody else's. Where a row about what is somebody else's
 * says something else than the one about what is absent, everybody with a role can read that it is there.
 */
export const ACTION_ROWS: ActionRow[] = [
  row(
    'createRequestAction',
    'a new request',
    () => ({ formKey: randomUUID(), form: filledForm() }),
    only({ finance: 'ok' }),
  ),
  row(
    'createRequestAction',
    'with the key of another’s form',
    ({ formKey }) => ({ formKey, form: filledForm() }),
    only({ finance: 'reference-taken' }),
  ),
  row(
    'createTestPaymentAction',
    'a new pair',
    () => ({ formKey: randomUUID(), form: filledForm({ testAmount: '0.1' }) }),
    only({ finance: 'ok' }),
  ),
  row(
    'createTestPaymentAction',
    'with the key of another’s form',
    ({ formKey }) => ({ formKey, form: filledForm({ testAmount: '0.1' }) }),
    only({ finance: 'already-submitted' }),
  ),
  row(
    'createBatchAction',
    'a new batch',
    () => ({ batchKey: randomUUID(), name: 'Payroll', items: [filledForm()] }),
    only({ finance: 'ok' }),
  ),
  row(
    'createBatchAction',
    'with the key of another’s batch',
    ({ batchKey }) => ({ batchKey, name: 'Payroll', items: [filledForm()] }),
    only({ finance: 'unreadable' }),
  ),
  row('amendRequestAction', 'an absent request', () => amendment(ABSENT), only({ finance: 'not-found' })),
  row(
    'amendRequestAction',
    'a request of somebody else',
    ({ requestId }) => amendment(requestId),
    only({ finance: 'not-found' }),
  ),
  row('cancelAction', 'an absent request', () => ({ requestId: ABSENT }), only({ finance: 'not-found' })),
  row('cancelAction', 'a request of somebody else', ({ requestId }) => ({ requestId }), only({ finance: 'not-found' })),
  row(
    'decideAction',
    'an absent request',
    () => ({ requestId: ABSENT, ...decision }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    'decideAction',
    'other bytes than there are',
    ({ requestId }) => ({ requestId, ...decision }),
    only({ approver: 'changed', admin: 'not-now' }),
  ),
  row(
    'decideOnGroupAction',
    'an absent batch',
    () => ({ groupId: ABSENT, ...groupDecision }),
    only({ approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    'decideOnGroupAction',
    'other bytes than there are',
    ({ groupId }) => ({ groupId, ...groupDecision }),
    only({ approver: 'changed', admin: 'not-now' }),
  ),
  row(
    'confirmTestAction',
    'an absent pair',
    () => ({ groupId: ABSENT, comment: JUST }),
    only({ finance: 'not-found', approver: 'not-found', admin: 'not-found' }),
  ),
  row(
    'confirmTestAction',
    'a batch, which is no pair',
    ({ groupId }) => ({ groupId, comment: JUST }),
    only({ finance: 'not-found', approver: 'not-found', admin: 'not-found' }),
  ),
  row('saveViewAction', 'a view', () => ({ name: 'Mine', parameters: 'asset=ETH' }), staff('ok')),
  row('deleteViewAction', 'an absent view', () => 'There is none', staff('ok')),
  // Of the same name they have none; that the other's is still there is looked at afterwards.
  row('deleteViewAction', 'the name of another’s view', ({ view }) => view, staff('ok')),
  row('stopSendingAction', 'to stop', () => ({ reason: JUST }), only({ admin: 'ok' })),
  row(
    'revokeSessionAction',
    'an absent session',
    () => ({ sessionKey: HASH, isWholePerson: false, reason: JUST }),
    only({ admin: 'not-now' }),
  ),
  row('proposeAction', 'a new entry of the book', () => addition(), only({ finance: 'ok', admin: 'ok' })),
  row(
    'proposeAction',
    'a policy',
    () => asking('policy', { basedOn: 99, rules: RULES }),
    only({ admin: 'not-possible' }),
  ),
  row(
    'proposeAction',
    'a table of assets',
    () => asking('directory', { basedOn: 99, directory: DIRECTORY }),
    only({ admin: 'not-possible' }),
  ),
  row('proposeAction', 'to let sends go on', () => asking('release-stop', {}), only({ admin: 'ok' })),
  row(
    'proposeAction',
    'what becomes of an absent request',
    () => asking('resolve-send', { kind: 'close' }, ABSENT),
    only({ approver: 'not-possible', admin: 'not-possible' }),
  ),
  row('confirmProposalAction', 'an absent proposal', () => ({ proposalId: ABSENT, comment: JUST }), staff('not-found')),
  row(
    'confirmProposalAction',
    'again what was declined',
    ({ proposalId }) => ({ proposalId, comment: JUST }),
    only({ approver: 'ok', admin: 'not-now' }),
  ),
  row('declineProposalAction', 'an absent proposal', () => ({ proposalId: ABSENT, comment: JUST }), staff('not-found')),
  row(
    'declineProposalAction',
    'what was confirmed',
    ({ proposalId }) => ({ proposalId, comment: JUST }),
    only({ approver: 'not-now', admin: 'not-now' }),
  ),
  row(
    'withdrawProposalAction',
    'an absent proposal',
    () => ({ proposalId: ABSENT, comment: JUST }),
    staff('not-found'),
  ),
  row(
    'withdrawProposalAction',
    'a proposal of somebody else',
    ({ proposalId }) => ({ proposalId, comment: JUST }),
    only({ finance: 'not-now', admin: 'not-now' }),
  ),
];

const RULES = [{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }];
const DIRECTORY = {
  assets: [{ ticker: 'ETH', networks: ['ETHEREUM'] }],
  networks: [{ id: 'ETHEREUM', label: 'Ethereum' }],
};

function amendment(requestId: string) {
  return { formKey: randomUUID(), form: filledForm(), requestId, basedOnVersion: 1 };
}

function asking(kind: string, payload: unknown, subject = kind) {
  return { kind, subject, payload, comment: JUST };
}

/** How an action refuses what it cannot read, and by whom that is asked: somebody who may. */
export const UNREADABLE: Record<string, { as: Who; word: string }> = {
  createRequestAction: { as: 'finance', word: 'invalid' },
  createTestPaymentAction: { as: 'finance', word: 'invalid' },
  createBatchAction: { as: 'finance', word: 'unreadable' },
  amendRequestAction: { as: 'finance', word: 'invalid' },
  cancelAction: { as: 'finance', word: 'invalid' },
  decideAction: { as: 'approver', word: 'invalid' },
  decideOnGroupAction: { as: 'approver', word: 'invalid' },
  confirmTestAction: { as: 'approver', word: 'invalid' },
  saveViewAction: { as: 'support', word: 'refused' },
  deleteViewAction: { as: 'support', word: 'ok' },
  stopSendingAction: { as: 'admin', word: 'invalid' },
  revokeSessionAction: { as: 'admin', word: 'invalid' },
  proposeAction: { as: 'admin', word: 'invalid' },
  confirmProposalAction: { as: 'admin', word: 'invalid' },
  declineProposalAction: { as: 'admin', word: 'invalid' },
  withdrawProposalAction: { as: 'admin', word: 'invalid' },
};

/** Everybody may leave, whoever they are. */
export const FOR_EVERYBODY = ['signOutAction'];
