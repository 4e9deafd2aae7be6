import { randomUUID } from 'node:crypto';
import { FILE_NAME_HEADER, type StoredFile } from '@/lib/attachments/contract';
import { planBankDays } from '@/lib/standing-orders/bank-days';
import { findCalendar } from '@/lib/standing-orders/calendars/calendar';
import { RULE_CALENDARS } from '@/lib/standing-orders/calendars/rules';
import { listDates } from '@/lib/standing-orders/schedule';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { addressOf, BOOK, lookAlikeOf, PROFILES, SUPPLIERS } from '@/scripts/stack/demo/book';
import {
  act,
  approve,
  changeByTwo,
  type Desk,
  pageOf,
  readRequest,
  request,
  type Requested,
  takeResult,
  untilCompleted,
  vote,
} from '@/scripts/stack/demo/steps';
import { filledForm } from '@/scripts/stack/filled-form';
import { samplePdf } from '@/scripts/stack/sample-files';

/**
 * Makes the desk of the demo by what its people do at the console: names of profiles, an address book, twelve requests
 * in the states that a person meets, a template and a planned payment. Every rule applies, and everything is of now.
 * Throws an error that names the step which failed; what was done before it stays.
 */
export async function makeDesk(desk: Desk): Promise<void> {
  await nameProfiles(desk);
  await fillAddressBook(desk);
  await planRent(desk);
  const begun = await startPayments(desk);
  await startFaultyPayments(desk);
  await requestSuppliers(desk);
  await leaveToOthers(desk);
  for (const one of begun) await untilCompleted(desk, one);
  // What is unusual only shows beside what was paid.
  await requestUnusual(desk);
}

async function nameProfiles({ people }: Desk): Promise<void> {
  const change = { kind: 'profile-names', subject: 'profile-names', payload: { basedOn: 0, value: PROFILES } };
  await changeByTwo({ by: people.admin, confirmedBy: people['admin-two'], page: '/profiles' }, change);
}

async function fillAddressBook({ people }: Desk): Promise<void> {
  const changes = Object.values(BOOK).map((entry) => ({ kind: 'add', ...entry }));
  const change = { kind: 'recipient', subject: randomUUID(), payload: { changes } };
  await changeByTwo({ by: people.finance, confirmedBy: people['approver-one'], page: '/recipients/new' }, change);
}

/** A template for the rent and a planned payment from it, with which two people agree. */
async function planRent({ people }: Desk): Promise<void> {
  const title = 'Office rent';
  const form = fill('quarry', {
    referenceId: '',
    value: '4800',
    asset: 'USDC',
    profileId: 'p-ops',
    note: 'The lease, clause 4.',
  });
  const { templateId } = await act<{ templateId: string }>(people.finance, {
    page: '/withdrawals/new',
    action: 'saveTemplateAction',
    input: { title, isShared: true, from: { form } },
  });
  const orderId = randomUUID();
  const firstDate = firstOfNextMonth();
  const lastDate = `${Number(firstDate.slice(0, 4)) + 1}${firstDate.slice(4)}`;
  const schedule = { firstDate, lastDate, every: 'month', maxCount: 12 } as const;
  const fedwire = findCalendar(RULE_CALENDARS, 'Fedwire');
  await act(people.finance, {
    page: '/withdrawals/planned/new',
    action: 'proposeOrderAction',
    input: {
      id: orderId,
      from: { template: templateId },
      title,
      timeZone: 'UTC',
      reason: 'The lease runs for a year.',
      ...schedule,
      ...(fedwire && { bankDays: planBankDays(listDates(schedule), 'after', fedwire) }),
    },
  });
  for (const name of ['approver-one', 'approver-two'] as const)
    await act(people[name], {
      page: `/withdrawals/planned/${orderId}`,
      action: 'orderStepAction',
      input: { orderId, step: 'approve', reason: '' },
    });
}

/** Two payments that arrive at once, and a test payment that arrives and then waits for its confirmation. */
async function startPayments(desk: Desk): Promise<Requested[]> {
  const { finance } = desk.people;
  // Four decimals of an amount tell the sandbox that it settles at once (sandbox/README.md, “Sentinels”).
  const settlement = fill('northwind', {
    referenceId: 'northwind-48',
    value: '12.0200',
    profileId: 'p-treasury',
    note: 'Settlement of this week.',
  });
  const custody = fill('harbour', { referenceId: 'harbour-reserve', ...CUSTODY });
  const test = fill('meridian', {
    referenceId: 'meridian-first',
    value: '640',
    testAmount: '0.0200',
    asset: 'SOL',
    profileId: 'p-treasury',
    note: 'First payment to the new account.',
  });
  const begun = [
    await request(finance, settlement),
    await request(desk.people['finance-two'], custody),
    await request(finance, test, { action: 'createTestPaymentAction' }),
  ];
  for (const one of begun) await approve(desk, one);
  return begun;
}

const CUSTODY = { value: '18400.0200', asset: 'USDC', profileId: 'p-ops', note: 'Reserve for the month.' };

/** One payment that the service declines, one that fails on its network in a moment, and one whose post is lost. */
async function startFaultyPayments(desk: Desk): Promise<void> {
  const declined = fill('ostrava', {
    referenceId: 'ostrava-power-q4',
    value: '7250',
    asset: 'USDC',
    note: 'Electricity of the quarter.',
  });
  const lost = fill('larkspur', {
    referenceId: 'larkspur-freight-318',
    value: '3315.60',
    asset: 'USDC',
    note: 'Freight of the order of Monday.',
  });
  // Four decimals of an amount tell the sandbox that the account has no trustline (sandbox/README.md, “Sentinels”).
  const failing = fill('tidewater', {
    referenceId: 'tidewater-payroll-11',
    value: '5120.0451',
    asset: 'PYUSD',
    note: 'Payroll of November.',
  });
  const detail = 'The account of this recipient is under review.';
  await addFault(desk, declined, { kind: 'error', status: 403, type: 'rejected', detail });
  await addFault(desk, lost, { kind: 'reset-before' });
  await approve(desk, await request(desk.people['finance-two'], declined));
  await approve(desk, await request(desk.people['finance-two'], failing));
  await approve(desk, await request(desk.people.finance, lost));
}

/** Orders a fault of the sandbox for the next post of one reference only. */
async function addFault({ sandboxUrl }: Desk, { referenceId }: WithdrawalForm, fault: object): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on: 'create', times: 1, match: { ref_id: referenceId }, ...fault }),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to a fault`);
}

async function requestSuppliers({ people: { finance } }: Desk): Promise<void> {
  const items = SUPPLIERS.map(([name, value], index) =>
    filledForm({
      profileId: 'p-ops',
      asset: 'USDC',
      destinationAddress: addressOf('ETHEREUM', name),
      addressEntry: 'file',
      value,
      referenceId: `suppliers-${String(index + 1).padStart(2, '0')}`,
      note: name,
    }),
  );
  const body = JSON.stringify({ batchKey: randomUUID(), name: 'Suppliers', items });
  const headers = { 'content-type': 'application/json' };
  takeResult('the batch', await finance.ask('/api/withdrawals/batches', { headers, body }));
}

/** What waits for a second approval with its invoice, what was asked about, rejected and cancelled. */
async function leaveToOthers(desk: Desk): Promise<void> {
  const { finance, 'finance-two': financeTwo, 'approver-one': one, 'approver-two': two } = desk.people;
  const headers = { [FILE_NAME_HEADER]: 'Alder%20Foundry%20invoice%204711.pdf' };
  const file = await finance.ask('/api/withdrawals/attachments', { headers, body: samplePdf('Invoice 4711') });
  const { id: fileId } = takeResult('the upload', file) as StoredFile;
  const invoice = fill('alder', {
    referenceId: 'alder-4711',
    value: '0.62',
    asset: 'BTC',
    note: 'Invoice 4711, castings.',
  });
  await vote(one, await request(finance, invoice, { attachmentIds: [fileId] }));

  const asked = await request(
    financeTwo,
    fill('quarry', { referenceId: 'quarry-rent', value: '9600', asset: 'USDC', note: 'Rent.' }),
  );
  const { version } = await readRequest(two, asked);
  const body = 'The lease says 4,800 a month. Is this the rent of two months?';
  await act(two, {
    page: pageOf(asked),
    action: 'discussAction',
    input: { kind: 'QUESTION', requestId: asked.requestId, version, body },
  });

  const twice = await request(
    finance,
    fill('alder', { referenceId: 'alder-4698', value: '0.85', asset: 'BTC', note: 'Invoice 4698.' }),
  );
  const early = await request(
    finance,
    fill('quarry', {
      referenceId: 'quarry-deposit',
      value: '14400',
      asset: 'USDC',
      note: 'Deposit for a second floor.',
    }),
  );
  await act(finance, { page: pageOf(early), action: 'cancelAction', input: early });
  await vote(two, twice, { verdict: 'REJECTED', comment: 'Invoice 4698 was paid last week. Ask for a statement.' });
}

/** What looks wrong beside what was paid: ten times as much, the same again, and an address made to be mistaken. */
async function requestUnusual({ people }: Desk): Promise<void> {
  const treasury = { profileId: 'p-treasury' };
  await request(
    people.finance,
    fill('northwind', { ...treasury, referenceId: 'northwind-49', value: '120.4', note: 'Settlement of next week.' }),
  );
  await request(people.finance, fill('harbour', { referenceId: 'harbour-reserve-2', ...CUSTODY }));
  const address = lookAlikeOf(BOOK.northwind.after.address);
  const note = 'Northwind wrote that they have a new address.';
  const similar = {
    ...treasury,
    referenceId: 'northwind-50',
    value: '14.5',
    destinationAddress: address,
    chosenAddress: address,
    recipientId: '',
    addressEntry: 'pasted',
    note,
  } as const;
  await request(people['finance-two'], fill('northwind', similar));
}

/** Fills the form for a recipient of the address book, who was chosen there. */
function fill(recipient: keyof typeof BOOK, change: Partial<WithdrawalForm>): WithdrawalForm {
  const { id: recipientId, after } = BOOK[recipient];
  const { network, address: destinationAddress, memo } = after;
  return filledForm({ recipientId, network, destinationAddress, memo: memo ?? '', addressEntry: 'book', ...change });
}

function firstOfNextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
