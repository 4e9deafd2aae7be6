import { createHash, randomUUID } from 'node:crypto';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { caller } from '@/scripts/testing/people/caller';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { startForTest } from '@/sandbox/testing/start-for-test';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { PolicyRule } from '@/lib/policy/rules';
import { coverItems } from '@/lib/requests/bundles/cover-items';
import { endSession } from '@/lib/server/auth/sessions';
import { revokeSession } from '@/lib/server/auth/revoke';
import { pool } from '@/lib/server/database/client';
import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { expireRequests } from '@/lib/server/requests/expire';
import { confirmTestAs } from '@/lib/server/requests/bundles/confirm-test';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend, reapSends } from '@/lib/server/sends/claim/claim';
import { checkCosts } from '@/lib/server/sends/costs';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';
import { saveTemplate } from '@/lib/server/templates/templates';
import { saveView } from '@/lib/server/views/saved-views';
import { takeLease } from '@/lib/server/workers/lease';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

type SignedIn = Awaited<ReturnType<typeof signInAs>>;
type Sandbox = Awaited<ReturnType<typeof startForTest>>;

const ROLES = {
  finance: ['finance'],
  financeTwo: ['finance'],
  approverOne: ['approver'],
  approverTwo: ['approver'],
  support: ['support'],
  admin: ['admin'],
  adminTwo: ['admin'],
} as const;
type Name = keyof typeof ROLES;

/**
 * Writes a history with requests, sends, proposals and entries of the address book in every state, by the product's own
 * functions, in front of a sandbox. What only a forger or a lost process brings about is written as they would.
 */
export async function writeHistory(sandbox: Sandbox): Promise<void> {
  const desk = await openDesk();
  await copyMirror();
  await writeDecisions(desk);
  await writeOutcomes(desk, sandbox);
  await writeGroups(desk, sandbox);
  await writeAddressBook(desk);
  await writeRegistry(desk);
  await writePolicies(desk);
  await writeOpenSends(desk, sandbox);
  await writePlanned(desk);
  await writeStop(desk);
  await writeSessions(desk);
}

type Desk = Record<Name, SignedIn>;

async function openDesk(): Promise<Desk> {
  const entries = [];
  for (const [name, roles] of Object.entries(ROLES)) entries.push([name, await signInAs(name, [...roles])] as const);
  return Object.fromEntries(entries) as Desk;
}

const as = ({ sessionId }: SignedIn) => {
  caller.sessionId = sessionId;
};

let payments = 0;
/** The same address for everything, unless said otherwise; each amount is another. */
const nextForm = (change: Partial<WithdrawalForm> = {}) => {
  payments += 1;
  return filledForm({
    value: `1.${String(payments).padStart(5, '0')}1`,
    referenceId: `history-${payments}`,
    ...change,
  });
};
const newAddress = () =>
  `0x${createHash('sha256')
    .update(`history ${(payments += 1)}`)
    .digest('hex')
    .slice(0, 40)}`;

async function create(desk: Desk, change: Partial<WithdrawalForm> = {}): Promise<string> {
  as(desk.finance);
  return surely(await createRequest({ formKey: randomUUID(), form: nextForm(change) })).requestId;
}

async function vote(person: SignedIn, requestId: string, verdict: 'APPROVED' | 'REJECTED' = 'APPROVED') {
  as(person);
  const { version, bodySha256 } = surely(await readRequest(requestId));
  const comment = verdict === 'REJECTED' ? 'Wrong amount.' : '';
  return surely(await decideAs(person.person, { requestId, version, bodySha256, verdict, comment })).state;
}

/** Creates a request and has it approved by as many as it takes. */
async function createApproved(desk: Desk, change: Partial<WithdrawalForm> = {}): Promise<string> {
  const id = await create(desk, change);
  if ((await vote(desk.approverOne, id)) !== 'APPROVED') await vote(desk.approverTwo, id);
  return id;
}

/** Sends an approved withdrawal once. The amount selects the answer (sandbox/README.md, "Sentinels"). */
async function createSent(desk: Desk, change: Partial<WithdrawalForm> = {}): Promise<string> {
  const id = await createApproved(desk, change);
  await sendOnly(id);
  return id;
}

async function sendOnly(id: string): Promise<void> {
  await makeOnlyDue(id);
  if ((await sendNext()) !== 1) throw new Error('a step of the history sent nothing');
}

async function makeOnlyDue(id: string): Promise<void> {
  await pool().query(
    `update sends set next_at = case when request_id = $1 then now() else now() + interval '1 day' end where state = 'QUEUED'`,
    [id],
  );
}

const makeReconciliationDue = () => pool().query(`update sends set reconcile_at = now() where state = 'UNKNOWN'`);

async function track(sandbox: Sandbox): Promise<void> {
  sandbox.clock.nowMs += 60_000;
  await pool().query(`update sends set track_at = now() where track_at is not null`);
  await trackSends();
  await checkCosts();
}

async function proposeAs(person: SignedIn, change: object): Promise<string> {
  as(person);
  return surely(await propose({ comment: 'Agreed by telephone.', ...change })).proposalId;
}

async function confirmAs(person: SignedIn, proposalId: string): Promise<void> {
  as(person);
  surely(await confirmProposal({ proposalId, comment: '' }));
}

/** Copies the service's whole list. */
async function copyMirror(): Promise<void> {
  const lease = await takeLease('mirror', 600_000);
  if (!lease) throw new Error('the mirror must be free');
  await continueWalk(lease, () => true);
  await lease.release();
}

async function writeDecisions(desk: Desk): Promise<void> {
  await create(desk);
  await vote(desk.approverOne, await create(desk, { destinationAddress: newAddress(), memo: 'needs two' }));
  await vote(desk.approverOne, await create(desk), 'REJECTED');
  const overdue = await create(desk);
  await pool().query(`update withdrawal_requests set expires_at = now() where id = $1`, [overdue]);
  await expireRequests();
  const withdrawn = await create(desk);
  as(desk.finance);
  surely(await cancelRequest({ requestId: withdrawn }));
  const approved = await createApproved(desk);
  as(desk.finance);
  surely(await cancelRequest({ requestId: approved }));
  const amended = await create(desk, { destinationAddress: newAddress() });
  await vote(desk.approverOne, amended);
  as(desk.finance);
  const { refId } = surely(await readRequest(amended));
  const form = nextForm({ referenceId: refId });
  surely(await amendRequest({ formKey: randomUUID(), requestId: amended, basedOnVersion: 1, form }));
}

/** Sends whose outcome is known, or that wait for two people. */
async function writeOutcomes(desk: Desk, sandbox: Sandbox): Promise<void> {
  for (const value of ['1.5', '1.0200', '1.0451', '1.0702', '1.0400']) await createSent(desk, { value });
  await track(sandbox);
  const unknownToService = await createSent(desk);
  const { rows } = await pool().query<{ id: string }>(`select transfer_id as id from sends where request_id = $1`, [
    unknownToService,
  ]);
  await sandbox.api.addFault({ on: 'get', kind: 'error', status: 404, times: 1, match: { id: rows[0]?.id } });
  await track(sandbox);

  const differing = nextForm();
  await sandbox.api.create({ ref_id: differing.referenceId, amount: '9' });
  await createSent(desk, differing);

  const several = nextForm({ value: '2.0501' });
  await createSent(desk, several);
  const deposit = { destination_address: several.destinationAddress, ref_id: several.referenceId };
  await fetch(`${sandbox.url}/_sandbox/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(deposit),
  });
  await makeReconciliationDue();
  await reconcileSends();
  await pool().query(`update stop_switch set is_stopped = false, reason = '', changed_at = now()`);

  await createSearched(desk, '3.0600');

  await createSent(desk, { value: '4.0501' });
  await makeReconciliationDue();
  await reconcileSends();
  await writeResolved(desk);
  await writeChanged(desk);
}

/** Sends a withdrawal that the service never gets, and searches for it twice, which proves its absence. */
async function createSearched(desk: Desk, value: string): Promise<string> {
  const id = await createSent(desk, { value });
  changeSettings({ SEND_MAX_ATTEMPTS: 1 });
  for (let walk = 0; walk < 2; walk += 1) {
    await makeReconciliationDue();
    await reconcileSends();
  }
  changeSettings({ SEND_MAX_ATTEMPTS: 3 });
  return id;
}

/** Sends that two people resolved: closed, adopted, queued again and then accepted. */
async function writeResolved(desk: Desk): Promise<void> {
  const again = await createSearched(desk, '5.0600');
  const close = await createSent(desk, { value: '5.0500' });
  const adopt = await createSent(desk, { value: '5.0604' });
  const { rows } = await pool().query<{ id: string }>(
    `select evidence->>'answeredId' as id from send_attempts where request_id = $1`,
    [adopt],
  );
  for (const [subject, payload] of [
    [close, { kind: 'close' }],
    [adopt, { kind: 'adopt', transferId: rows[0]?.id }],
    [again, { kind: 'send-again' }],
  ] as const)
    await confirmAs(
      desk.approverTwo,
      await proposeAs(desk.approverOne, { kind: 'resolve-send', subject, payload, comment: 'Asked the service.' }),
    );
}

/** A send that the claim puts on hold, because its approval was changed by somebody who may do everything. */
async function writeChanged(desk: Desk): Promise<void> {
  const id = await createApproved(desk);
  await pool().query(`alter table decisions disable trigger user`);
  await pool().query(`update decisions set roles = '{support}' where request_id = $1`, [id]);
  await makeOnlyDue(id);
  if ((await claimSend()) !== undefined) throw new Error('a changed approval must hold the send');
  await pool().query(`update decisions set roles = '{approver}' where request_id = $1`, [id]);
  await pool().query(`alter table decisions enable trigger user`);
}

interface Bundle {
  bundleId: string;
  testId: string;
}

async function createPair(desk: Desk): Promise<Bundle> {
  as(desk.finance);
  const form = nextForm({ value: '7.5', testAmount: '0.01', destinationAddress: newAddress() });
  const { requestId } = surely(await createTestPayment({ formKey: randomUUID(), form }));
  const { rows } = await pool().query<Bundle>(
    `select bundle_id as "bundleId", id as "testId" from withdrawal_requests where id = $1`,
    [requestId],
  );
  if (!rows[0]) throw new Error('the test payment must be there');
  return rows[0];
}

async function approvePair(desk: Desk, { bundleId, testId }: Bundle): Promise<void> {
  for (const person of [desk.approverOne, desk.approverTwo]) {
    as(person);
    const { bundle } = surely(await readRequest(testId));
    if (bundle?.kind !== 'test-payment') throw new Error('the test payment must be a bundle');
    const said = { bundleId, bundleSha256: bundle.sha256, verdict: 'APPROVED', comment: '' };
    surely(await decideOnBundleAs(person.person, said));
  }
}

async function writeGroups(desk: Desk, sandbox: Sandbox): Promise<void> {
  await createPair(desk);
  const approved = await createPair(desk);
  await approvePair(desk, approved);
  const arrived = await createPair(desk);
  const confirmed = await createPair(desk);
  for (const pair of [arrived, confirmed]) {
    await approvePair(desk, pair);
    await sendOnly(pair.testId);
  }
  await track(sandbox);
  const said = { bundleId: confirmed.bundleId, comment: 'They wrote back from their known address.' };
  surely(await confirmTestAs(desk.approverOne.person, said));

  const together: PolicyRule = {
    name: 'Customers',
    when: { profiles: ['p-customers'] },
    then: { kind: 'approve', count: 1, wholeBatch: true },
  };
  const { rules } = await currentPolicy();
  await confirmAs(desk.adminTwo, await proposePolicy(desk, [together, ...rules]));
  for (const name of ['Salaries', 'Suppliers']) {
    as(desk.finance);
    const change = { profileId: 'p-customers', addressEntry: 'file' } as const;
    const items = Array.from({ length: 2 }, () => nextForm(change));
    const { bundleId } = surely(await createBatch({ batchKey: randomUUID(), name, items }));
    if (name === 'Salaries') continue;
    as(desk.approverOne);
    const { items: shown } = surely(await readBatch(bundleId));
    const all = { bundleId, verdict: 'APPROVED', comment: '', ...(await coverItems(shown)) };
    surely(await decideOnBundleAs(desk.approverOne.person, all));
  }
}

const describeRecipient = (name: string) => ({
  name,
  network: 'ETHEREUM',
  address: newAddress(),
  memo: null,
  note: 'Confirmed by telephone.',
  profiles: [] as string[],
});

async function writeAddressBook(desk: Desk): Promise<void> {
  const changes = ['North Ltd', 'South Ltd', 'Żółć 🜚 Ltd'].map(describeRecipient).map((after) => ({
    kind: 'add',
    id: randomUUID(),
    after,
  }));
  const book = { kind: 'recipient', subject: randomUUID(), payload: { changes } };
  await confirmAs(desk.approverOne, await proposeAs(desk.finance, book));
  const [first, second, third] = changes;
  if (!first || !second || !third) throw new Error('three entries must be there');
  const proposeOne = (change: { kind: string; id: string; before: object; after?: object }) =>
    proposeAs(desk.finance, { kind: 'recipient', subject: change.id, payload: { changes: [change] } });
  await confirmAs(desk.approverOne, await proposeOne({ kind: 'retire', id: first.id, before: first.after }));
  const after = { ...second.after, note: 'Changed.' };
  await proposeOne({ kind: 'change', id: second.id, before: second.after, after });
}

async function writeRegistry(desk: Desk): Promise<void> {
  const directory = {
    assets: [...DEFAULT_REGISTRY.assets, { ticker: 'AVAX', networks: ['AVALANCHE'], decimals: 18 }],
    networks: [...DEFAULT_REGISTRY.networks, { id: 'AVALANCHE', label: 'Avalanche', family: 'evm' }],
  };
  const change = { kind: 'registry', subject: 'registry', payload: { basedOn: 0, value: directory } };
  await confirmAs(desk.adminTwo, await proposeAs(desk.admin, change));
}

async function proposePolicy(desk: Desk, rules: PolicyRule[]): Promise<string> {
  const { version } = await currentPolicy();
  return proposeAs(desk.admin, { kind: 'policy', subject: 'policy', payload: { basedOn: version, value: rules } });
}

async function writePolicies(desk: Desk): Promise<void> {
  const simple: PolicyRule[] = [{ name: 'Simple', when: {}, then: { kind: 'approve', count: 1 } }];
  const earlier = (await currentPolicy()).rules;
  await confirmAs(desk.adminTwo, await proposePolicy(desk, simple));
  await create(desk);
  const declined = await proposePolicy(desk, [...earlier].slice(0, 1).concat(simple));
  as(desk.adminTwo);
  surely(await declineProposal({ proposalId: declined, comment: 'Too simple.' }));
  const withdrawn = await proposePolicy(desk, earlier);
  as(desk.admin);
  surely(await withdrawProposal({ proposalId: withdrawn, comment: '' }));
  await confirmAs(desk.adminTwo, await proposePolicy(desk, earlier));
  await proposePolicy(desk, [{ name: 'One for all', when: {}, then: { kind: 'approve', count: 1 } }]);
}

/** Sends that are under way: a lost answer, a lost worker, a claim, a throttled one, and approved ones that wait. */
async function writeOpenSends(desk: Desk, sandbox: Sandbox): Promise<void> {
  await createSent(desk, { value: '6.0501' });
  await createSent(desk, { value: '6.0500' });
  await makeReconciliationDue();
  const lost = await createApproved(desk);
  await makeOnlyDue(lost);
  await claimSend();
  await pool().query(`update sends set lease_until = now() - interval '1 second' where request_id = $1`, [lost]);
  await reapSends();
  const unresolved = await createSent(desk, { value: '6.0600' });
  await proposeAs(desk.approverOne, { kind: 'resolve-send', subject: unresolved, payload: { kind: 'close' } });
  const throttled = nextForm();
  await sandbox.api.addFault({
    on: 'create',
    kind: 'throttle',
    retry_after: 0,
    times: 1,
    match: { ref_id: throttled.referenceId },
  });
  await createSent(desk, throttled);
  const claimed = await createApproved(desk);
  await makeOnlyDue(claimed);
  await claimSend();
  await createApproved(desk);
  await createApproved(desk, { destinationAddress: newAddress() });
  await pool().query(`update sends set next_at = now() where state = 'QUEUED'`);
}

/** Writes a template, and planned payments that wait for their approvals, go on and have ended. */
async function writePlanned(desk: Desk): Promise<void> {
  as(desk.finance);
  const { templateId } = surely(await saveTemplate({ title: 'Rent', isShared: true, from: { form: nextForm() } }));
  for (const steps of [[], ['approve'], ['approve', 'end']]) {
    as(desk.finance);
    const dates = { firstDate: '2090-03-25', lastDate: '2090-12-31', every: 'month', maxCount: 3 };
    const id = randomUUID();
    const order = { id, from: { template: templateId }, title: 'Rent', timeZone: 'UTC', reason: 'The lease', ...dates };
    surely(await proposeOrder(order));
    for (const step of steps)
      for (const person of step === 'approve' ? [desk.approverOne, desk.approverTwo] : [desk.finance]) {
        as(person);
        surely(await takeOrderStep({ orderId: id, step, reason: 'As agreed' }));
      }
  }
}

async function writeStop(desk: Desk): Promise<void> {
  as(desk.admin);
  surely(await stopSending({ reason: 'The end of this history.' }));
  await proposeAs(desk.admin, { kind: 'resume-sending', subject: 'resume-sending', payload: {} });
}

async function writeSessions(desk: Desk): Promise<void> {
  as(desk.finance);
  surely(await saveView({ name: 'Failed', parameters: 'status=FAILED' }));
  // Denied, which is recorded.
  await stopSending({ reason: 'Not for finance.' });
  await endSession(desk.support.sessionId, null);
  as(desk.admin);
  const { sessionKey } = desk.financeTwo.person;
  surely(await revokeSession({ sessionKey, isWholePerson: true, reason: 'Left the company.' }));
}
