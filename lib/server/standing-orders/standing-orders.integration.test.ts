import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { and, eq, sql } from 'drizzle-orm';
import { denialReason } from '@/lib/identity/roles';
import type { PolicyRule } from '@/lib/policy/rules';
import { countNeedsMe } from '@/lib/requests/queue';
import { caller } from '@/scripts/testing/people/caller';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { people } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { suspendPerson } from '@/lib/server/people/suspend';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose as proposeChange } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readRequest } from '@/lib/server/requests/lists/read';
import { listOrders, readOrder } from '@/lib/server/standing-orders/read';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import { requestPlanned } from '@/lib/server/standing-orders/worker';
import { settings } from '@/lib/server/config/settings';
import { type Adjustment, planBankDays } from '@/lib/standing-orders/bank-days';
import { findCalendar } from '@/lib/standing-orders/calendars/calendar';
import { offerCalendars } from '@/lib/standing-orders/calendars/calendar-file';
import { listDates } from '@/lib/standing-orders/schedule';
import { deleteTemplate, saveTemplate } from '@/lib/server/templates/templates';
import { changeSettings } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

setUpTestConsole();
let [owner, first, second, admin, support]: SignedIn[] = [];
const as = (person: SignedIn | undefined) => (caller.sessionId = person?.sessionId);
let count = 0;

beforeEach(async () => {
  count += 1;
  owner = await signInAs(`owner-${count}`, ['finance', 'approver']);
  first = await signInAs('approver-one', ['approver']);
  second = await signInAs('approver-two', ['approver']);
  admin = await signInAs('admin', ['admin']);
  support = await signInAs('support', ['support']);
});

// Of no other test: another that resembles it becomes known.
const SIMILAR = '0xccc0000000000000000000000000000000000ddd';
// Far enough ahead that the clock of the test never reaches them.
const START = '2090-03-25';
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

async function propose(changes: Record<string, unknown> = {}, form: Record<string, unknown> = {}) {
  as(owner);
  const saved = surely(await saveTemplate({ title: randomUUID(), isShared: false, from: { form: filledForm(form) } }));
  return proposeOrder({
    id: randomUUID(),
    from: { template: saved.templateId },
    title: 'Rent',
    firstDate: START,
    every: 'week',
    timeZone: 'Europe/Lisbon',
    lastDate: '2090-12-31',
    maxCount: 3,
    reason: 'The lease',
    ...changes,
  });
}

/** Gives the bank days of the three Saturdays that `propose` plans. */
const onBankDays = (adjust: Adjustment, calendar = 'T2') => {
  const schedule = { firstDate: START, every: 'week', lastDate: '2090-12-31', maxCount: 3 } as const;
  const calendars = offerCalendars(settings().BANK_CALENDARS);
  return planBankDays(listDates(schedule), adjust, findCalendar(calendars, calendar) ?? expect.fail(calendar));
};

const mustPropose = async (...given: Parameters<typeof propose>) => surely(await propose(...given)).orderId;

const BENEFICIARY = { ...EMPTY_BENEFICIARY, kind: 'person', firstName: 'Ada', lastName: 'Byron' } as const;

const step = (orderId: string, what: string, reason = 'Because') => takeOrderStep({ orderId, step: what, reason });
async function approve(orderId: string): Promise<void> {
  for (const person of [first, second]) {
    as(person);
    expect(await step(orderId, 'approve')).toMatchObject({ ok: true });
  }
}
async function active(...given: Parameters<typeof propose>): Promise<string> {
  const orderId = await mustPropose(...given);
  await approve(orderId);
  return orderId;
}
async function read(orderId: string) {
  as(support);
  return surely(await readOrder(orderId));
}
const asking = (approvals: number, role: 'approver' | 'admin'): PolicyRule => ({
  name: 'All',
  when: {},
  then: { kind: 'approve', count: approvals, role },
});

/** Runs something while checks of the recipient cannot run. */
async function withFailingChecks<Value>(run: () => Promise<Value>): Promise<Value> {
  await pool().query('alter table recipients rename to recipients_gone');
  try {
    return await run();
  } finally {
    await pool().query('alter table recipients_gone rename to recipients');
  }
}

async function decideAs(person: SignedIn | undefined, requestId: string, verdict: 'APPROVED' | 'REJECTED') {
  as(person);
  const { version, bodySha256 } = surely(await readRequest(requestId));
  return decideOnRequest({ requestId, version, bodySha256, verdict, comment: 'Checked' });
}

const pastOf = async (orderId: string) => (await read(orderId)).past;

describe('a planned payment', () => {
  it('requests nothing before two people other than its owner approved it', async () => {
    const orderId = await mustPropose();
    as(owner);
    expect(await step(orderId, 'approve')).toMatchObject({
      error: { reason: expect.stringContaining('You proposed') },
    });
    as(support);
    expect(await step(orderId, 'approve')).toMatchObject({ error: { reason: expect.stringContaining('Only') } });
    as(first);
    expect(await step(orderId, 'approve')).toMatchObject({ ok: true });
    expect(await step(orderId, 'approve')).toMatchObject({
      error: { reason: expect.stringContaining('Another person') },
    });
    await requestPlanned(noon(START));
    expect(await read(orderId)).toMatchObject({ state: 'PROPOSED', past: [] });
    as(second);
    expect(await step(orderId, 'approve')).toMatchObject({ ok: true });
    expect(await read(orderId)).toMatchObject({
      state: 'ACTIVE',
      approvals: [{ by: 'approver-one' }, { by: 'approver-two' }],
    });
    as(admin);
    expect(await step(orderId, 'approve')).toMatchObject({
      error: { reason: expect.stringContaining('approved already') },
    });
  });

  it('requests on its date what it says, for its owner, under a reference of its own, awaiting approval', async () => {
    const orderId = await active({}, { note: 'Flat 3', feeId: 'fee-1', referenceId: 'never-again' });
    await requestPlanned(noon('2090-03-24'));
    expect(await pastOf(orderId)).toEqual([]);
    await requestPlanned(noon(START));
    const [made] = await pastOf(orderId);
    const [request] = await database()
      .select()
      .from(withdrawalRequests)
      .innerJoin(requestVersions, eq(requestVersions.requestId, withdrawalRequests.id))
      .where(eq(withdrawalRequests.id, made?.requestId ?? ''));
    expect(request?.withdrawal_requests).toMatchObject({ state: 'AWAITING_APPROVAL', requesterId: owner?.person.id });
    expect(request?.request_versions.requiredApprovals).toBeGreaterThanOrEqual(1);
    expect(request?.request_versions.note).toBe(`Planned payment “Rent” of ${START}. Flat 3`);
    const { ref_id: refId, ...body } = parseWithdrawalBody(request?.request_versions.body ?? '');
    expect(JSON.parse((await read(orderId)).bytes)).toEqual(body);
    expect(refId).not.toBe('never-again');
    const entries = await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `standing-order:${orderId}`))
      .orderBy(auditLog.seq);
    expect(entries.map(({ action }) => action)).toEqual([
      'planned.proposed',
      'planned.approved',
      'planned.approved',
      'planned.requested',
    ]);
  });

  it('requests once for a date, however often and by however many it is tried', async () => {
    const orderId = await active();
    await Promise.all(Array.from({ length: 8 }, () => requestPlanned(noon(START))));
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toEqual([{ date: START, day: START, requestId: expect.any(String), skipped: null }]);
    const made = await database()
      .select()
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.requesterId, owner?.person.id ?? ''));
    expect(made).toHaveLength(1);
  });

  it('follows the calendar of its zone: a date begins and ends there', async () => {
    const orderId = await active({ timeZone: 'Pacific/Auckland' });
    await requestPlanned(new Date('2090-03-24T10:59:00Z'));
    expect(await pastOf(orderId)).toEqual([]);
    await requestPlanned(new Date('2090-03-24T11:01:00Z'));
    expect(await pastOf(orderId)).toMatchObject([{ date: START, skipped: null }]);
  });

  it('is requested on the bank day before or after its date, in its own zone', async () => {
    const before = await active({ bankDays: onBankDays('before'), timeZone: 'America/New_York' });
    const after = await active({ bankDays: onBankDays('after') });
    expect(await read(before)).toMatchObject({
      nextDate: '2090-03-24',
      coming: [{ date: START, day: '2090-03-24' }, {}, {}],
    });
    await requestPlanned(new Date('2090-03-24T03:59:00Z'));
    expect(await pastOf(before)).toEqual([]);
    await requestPlanned(new Date('2090-03-24T04:01:00Z'));
    const [made] = await pastOf(before);
    expect(made).toEqual({ date: START, day: '2090-03-24', requestId: expect.any(String), skipped: null });
    expect(surely(await readRequest(made?.requestId ?? '')).note).toBe(
      `Planned payment “Rent” of 2090-03-24, moved from ${START}.`,
    );
    await requestPlanned(noon('2090-03-26'));
    expect(await pastOf(after)).toEqual([]);
    await requestPlanned(noon('2090-03-27'));
    expect(await pastOf(after)).toMatchObject([{ date: START, day: '2090-03-27', requestId: expect.any(String) }]);
    // The last Saturday is 8 April, and Monday the 10th its bank day.
    await requestPlanned(noon('2090-04-10'));
    expect(await read(after)).toMatchObject({ state: 'ACTIVE', past: [{ skipped: null }, {}, {}] });
    await requestPlanned(noon('2090-04-11'));
    expect((await read(after)).state).toBe('ENDED');
  });

  it('skips what its calendar does not know, and a day on which it closed since, with the reason', async () => {
    const file = { name: 'Home', weekend: [0], closed: ['2090-03-24'] };
    changeSettings({ BANK_CALENDARS: [file] });
    const orderId = await active({ bankDays: onBankDays('after', 'Home') });
    changeSettings({ BANK_CALENDARS: [{ ...file, closed: [...file.closed, START] }] });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ skipped: `Home closed on ${START} after this was planned.` }]);
    changeSettings({ BANK_CALENDARS: [] });
    await requestPlanned(noon('2090-04-01'));
    expect((await pastOf(orderId))[0]).toMatchObject({ date: '2090-04-01', requestId: expect.any(String) });
    changeSettings({ BANK_CALENDARS: [{ ...file, closed: ['2090-03-24', '2091-01-01'] }] });
    const days = { firstDate: '2089-12-31', every: 'week', lastDate: '2091-01-31', maxCount: 2 } as const;
    const home = findCalendar(offerCalendars(settings().BANK_CALENDARS), 'Home') ?? expect.fail('no calendar');
    const unknown = await active({ ...days, bankDays: planBankDays(listDates(days), 'after', home) });
    changeSettings({ BANK_CALENDARS: [] });
    await requestPlanned(noon('2089-12-31'));
    expect(await pastOf(unknown)).toMatchObject([{ skipped: 'Beyond the calendar Home.' }]);
  });

  it('is proposed with the bank days that the calendar gives, and keeps them', async () => {
    const bankDays = onBankDays('before');
    const error = { kind: 'not-possible', reason: expect.stringContaining('Load it again') };
    expect(await propose({ bankDays: { ...bankDays, moved: {} } })).toMatchObject({ error });
    expect(await propose({ bankDays: { ...bankDays, calendar: 'Gone' } })).toMatchObject({ error });
    expect(await propose({ bankDays, maxCount: 2 })).toMatchObject({ error });
    const orderId = await mustPropose({ bankDays });
    await expect(pool().query(`update standing_orders set bank_days = null where id = '${orderId}'`)).rejects.toThrow(
      'is changed only by a new one',
    );
  });

  it('skips the dates on which the console did not run, says so, and ends after the last', async () => {
    const orderId = await active();
    await requestPlanned(noon('2090-04-01'));
    expect(await pastOf(orderId)).toMatchObject([
      { date: '2090-04-01', skipped: null },
      { date: START, requestId: null, skipped: expect.stringContaining('did not run') },
    ]);
    await requestPlanned(noon('2090-05-01'));
    expect(await read(orderId)).toMatchObject({ state: 'ENDED', coming: [], past: { length: 3 } });
    as(owner);
    expect(await step(orderId, 'pause')).toMatchObject({ error: { reason: expect.stringContaining('has ended') } });
  });

  it('skips its dates while it is paused, and is resumed by an administrator other than its owner', async () => {
    const orderId = await active();
    as(first);
    expect(await step(orderId, 'pause')).toMatchObject({ error: { kind: 'not-now' } });
    as(owner);
    expect(await step(orderId, 'pause', '')).toMatchObject({ error: { kind: 'invalid' } });
    expect(await step(orderId, 'pause')).toMatchObject({ ok: true });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toEqual([]);
    await requestPlanned(noon('2090-03-26'));
    expect(await pastOf(orderId)).toMatchObject([{ skipped: 'The planned payment was paused.' }]);
    as(owner);
    expect(await step(orderId, 'resume')).toMatchObject({ error: { kind: 'not-now' } });
    as(admin);
    expect(await step(orderId, 'resume')).toMatchObject({ ok: true });
    await requestPlanned(noon('2090-04-01'));
    expect((await pastOf(orderId))[0]).toMatchObject({ date: '2090-04-01', skipped: null });
    as(admin);
    expect(await step(orderId, 'end')).toMatchObject({ ok: true });
    await requestPlanned(noon('2090-04-08'));
    expect(await pastOf(orderId)).toHaveLength(2);
  });

  it('goes on where its form was stored before a field was added', async () => {
    const orderId = await active();
    const { bytes } = await read(orderId);
    await withoutTriggers((transaction) =>
      transaction.execute(
        sql`update standing_orders set form = (form::jsonb - 'identityId' - 'beneficiary')::json where id = ${orderId}`,
      ),
    );
    expect((await read(orderId)).bytes).toBe(bytes);
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ date: START, skipped: null, requestId: expect.any(String) }]);
  });

  it('is declined by an approver before it is approved', async () => {
    const orderId = await mustPropose();
    as(first);
    expect(await step(orderId, 'end')).toMatchObject({ ok: true });
    expect(await read(orderId)).toMatchObject({ state: 'ENDED' });
  });

  it('stands in the queue of those who can approve it, and in their number', async () => {
    const orderId = await mustPropose();
    const isListed = async (person: SignedIn | undefined) => {
      as(person);
      const queue = await readQueue();
      if (!queue.ok || !person) throw new Error('the queue must be readable');
      expect(await countWaiting(person.person)).toBe(
        denialReason('decideOnWithdrawals', person.person.roles) === undefined ? countNeedsMe(queue.value) : null,
      );
      return queue.value.planned.some(({ id }) => id === orderId);
    };
    const listed = async () => {
      const found: boolean[] = [];
      for (const person of [owner, first, second, support]) found.push(await isListed(person));
      return found;
    };
    expect(await listed()).toEqual([false, true, true, false]);
    as(first);
    await step(orderId, 'approve');
    expect(await listed()).toEqual([false, false, true, false]);
    as(second);
    await step(orderId, 'approve');
    expect(await listed()).toEqual([false, false, false, false]);
  });

  it('ends after its last date though two people never approved it, and says so', async () => {
    const orderId = await mustPropose();
    await requestPlanned(noon('2090-04-08'));
    expect((await read(orderId)).state).toBe('PROPOSED');
    await requestPlanned(noon('2090-04-09'));
    expect(await read(orderId)).toMatchObject({ state: 'ENDED', past: [], endedBy: null });
    const [ended] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(and(eq(auditLog.subject, `standing-order:${orderId}`), eq(auditLog.action, 'planned.ended')));
    expect(ended?.entry).toContain('Two people did not approve it before its last date.');
  });

  it('shows what the checks found when it was proposed', async () => {
    const { findings, recipientName } = await read(await mustPropose());
    expect(findings).toContain('The recipient is not in the address book.');
    expect(recipientName).toBeNull();
  });

  it('exempts no date from a check that failed when it was proposed', async () => {
    const orderId = await withFailingChecks(() => mustPropose());
    await approve(orderId);
    await withFailingChecks(() => requestPlanned(noon(START)));
    expect(await pastOf(orderId)).toEqual([]);
    expect((await read(orderId)).findings.join(' ')).not.toContain('could not run');
  });

  it('lets what waits only be rejected once somebody ended it, and lists it', async () => {
    const orderId = await active();
    await requestPlanned(noon(START));
    const requestId = (await pastOf(orderId))[0]?.requestId ?? '';
    expect(await read(orderId)).toMatchObject({ waiting: [{ day: START, requestId }], endedBy: null });
    as(admin);
    expect(await step(orderId, 'end', 'The flat was sold')).toMatchObject({ ok: true });
    expect(await read(orderId)).toMatchObject({
      waiting: [{ day: START, requestId }],
      endedBy: { by: 'admin', reason: 'The flat was sold' },
    });
    const reason =
      'admin ended the planned payment. Reject this request: its requester can request the withdrawal again.';
    expect(await decideAs(second, requestId, 'APPROVED')).toMatchObject({ error: { kind: 'not-now', reason } });
    const found = await readRequest(requestId);
    expect(found.ok && found.value.denialReason).toMatchObject({ approve: reason, reject: null });
    expect(await decideAs(second, requestId, 'REJECTED')).toMatchObject({ ok: true });
    expect(await read(orderId)).toMatchObject({ waiting: [] });
  });

  it('lets what waits be approved after its last date', async () => {
    const orderId = await active({ maxCount: 1 });
    await requestPlanned(noon(START));
    await requestPlanned(noon('2090-03-26'));
    const { state, endedBy, waiting } = await read(orderId);
    expect([state, endedBy]).toEqual(['ENDED', null]);
    expect(await decideAs(second, waiting[0]?.requestId ?? '', 'APPROVED')).toMatchObject({ ok: true });
  });

  it.each([
    [
      'was suspended',
      async (personId: string) => {
        as(admin);
        expect(await suspendPerson({ personId, reason: 'Left' })).toMatchObject({ ok: true });
      },
    ],
    [
      'lost the role',
      async (personId: string) => {
        await database()
          .update(people)
          .set({ roles: ['support'] })
          .where(eq(people.id, personId));
      },
    ],
  ])('is not put in force by a second approval once the first person %s', async (_, leave) => {
    const leaver = await signInAs(`leaver-${randomUUID()}`, ['approver']);
    const orderId = await mustPropose();
    as(leaver);
    expect(await step(orderId, 'approve')).toMatchObject({ ok: true });
    await leave(leaver.person.id);
    as(second);
    const reason = expect.stringContaining('was suspended or lost the role. End the plan') as unknown;
    expect(await readOrder(orderId)).toMatchObject({ value: { denied: { approve: reason, end: null } } });
    expect(await step(orderId, 'approve')).toMatchObject({ error: { kind: 'not-now', reason } });
    // As if the console had not asked.
    const insert = 'insert into standing_order_approvals (order_id, person_id) values ($1, $2)';
    await pool().query(insert, [orderId, second?.person.id]);
    await expect(
      pool().query(`update standing_orders set state = 'ACTIVE', active_from = now() where id = $1`, [orderId]),
    ).rejects.toThrow(/who can still decide/);
    as(second);
    expect(await step(orderId, 'end')).toMatchObject({ ok: true });
  });

  it('does not outlive the role of its owner', async () => {
    const orderId = await active();
    await database()
      .update(people)
      .set({ roles: ['support'] })
      .where(eq(people.id, owner?.person.id ?? ''));
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([
      { requestId: null, skipped: expect.stringContaining('lost the role') },
    ]);
  });

  it('stays as it was proposed when its template is deleted', async () => {
    const created = await (async () => {
      as(owner);
      return saveTemplate({ title: 'Gone', isShared: false, from: { form: filledForm() } });
    })();
    if (!created.ok) throw new Error('not saved');
    const orderId = await mustPropose({ from: { template: created.value.templateId } });
    as(owner);
    await deleteTemplate({ templateId: created.value.templateId });
    expect(JSON.parse((await read(orderId)).bytes)).toMatchObject({ profile_id: filledForm().profileId });
  });

  it('comes from a request as well', async () => {
    as(owner);
    const created = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
    expect(await propose({ from: { request: created.requestId } })).toMatchObject({ ok: true });
  });

  it('waits where decisions must be signed and there is no key list yet', async () => {
    const orderId = await active();
    const waiting = await mustPropose();
    changeSettings({ CONSOLE_PROOF: 'required' });
    expect(await propose()).toMatchObject({ error: { reason: expect.stringContaining('not set up yet') } });
    as(first);
    expect(await step(waiting, 'approve')).toMatchObject({ error: { kind: 'not-possible' } });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toEqual([]);
    changeSettings({ CONSOLE_PROOF: 'optional' });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ skipped: null }]);
  });

  it('does not request where the checks of its recipient say something new', async () => {
    const orderId = await active({}, { destinationAddress: SIMILAR });
    const address = `${SIMILAR.slice(0, 6)}${'1'.repeat(32)}${SIMILAR.slice(-4)}`;
    await inTransaction((transaction) =>
      recordAddresses(transaction, [{ network: 'ETHEREUM', address, paidAt: new Date() }]),
    );
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([
      { requestId: null, skipped: expect.stringContaining('closely resembles') },
    ]);
  });

  it('does not request for a suspended owner', async () => {
    const orderId = await active();
    as(admin);
    const personId = owner?.person.id;
    expect(await suspendPerson({ personId, reason: 'Left' })).toMatchObject({ ok: true });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ requestId: null, skipped: expect.stringContaining('suspended') }]);
  });

  it('says why a date is skipped in words about its owner', async () => {
    const orderId = await active();
    await putPolicyInForce([asking(5, 'admin')]);
    await requestPlanned(noon(START));
    const [skipped] = await pastOf(orderId);
    expect(skipped?.skipped).toMatch(/Apart from the owner, only .+ can approve\./);
    await putPolicyInForce([asking(2, 'approver')]);
  });

  it('does not request what the policy refuses by then', async () => {
    const orderId = await active();
    const { version } = await currentPolicy();
    const refuse = { name: 'No', when: { makers: [owner?.person.id] }, then: { kind: 'refuse', reason: 'Closed.' } };
    const rest = { name: 'All', when: {}, then: { kind: 'approve', count: 2 } };
    as(admin);
    const change = { basedOn: version, value: [refuse, rest] };
    const proposed = surely(
      await proposeChange({ kind: 'policy', subject: 'policy', payload: change, comment: 'Closing' }),
    );
    as(await signInAs('admin-two', ['admin']));
    expect(await confirmProposal({ ...proposed, comment: '' })).toMatchObject({ ok: true });
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ requestId: null, skipped: expect.stringContaining('Closed.') }]);
  });
});

describe('a proposal', () => {
  it.each([
    ['a date of the past', { firstDate: '2020-01-01' }, 'The first date is over'],
    ['an end before it begins', { lastDate: '2090-03-24' }, 'before the first date'],
    ['an end too far away', { lastDate: '2099-01-01' }, 'five years'],
    ['a date that no calendar has', { firstDate: '2090-02-30' }, 'Enter the first date'],
    ['no time zone', { timeZone: 'Mars/Olympus' }, 'time zone'],
    ['no count', { maxCount: 0 }, 'at least 1'],
    ['too many', { maxCount: 261 }, 'at most 260'],
    ['half a count', { maxCount: 1.5 }, 'how many times'],
    ['no title', { title: ' ' }, 'Enter a title'],
    ['no reason', { reason: '' }, 'Enter a reason'],
    ['an owner', { ownerId: randomUUID() }, 'Unrecognized key'],
  ])('is refused with %s', async (_, changes, reason) => {
    expect(await propose(changes)).toMatchObject({ ok: false, error: { reason: expect.stringContaining(reason) } });
  });

  it('is refused from what is not there, or leaves something open', async () => {
    expect(await propose({ from: { template: randomUUID() } })).toMatchObject({ error: { kind: 'not-found' } });
    as(owner);
    const open = await saveTemplate({ title: 'Open', isShared: false, from: { form: EMPTY_WITHDRAWAL_FORM } });
    if (!open.ok) throw new Error('not saved');
    expect(await propose({ from: { template: open.value.templateId } })).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('leaves something open') },
    });
  });

  it('is the same when its form comes again, and nobody else’s', async () => {
    const id = randomUUID();
    expect(await mustPropose({ id })).toBe(id);
    expect(await mustPropose({ id })).toBe(id);
    owner = await signInAs('another-owner', ['finance']);
    expect(await propose({ id })).toMatchObject({ error: { kind: 'not-found' } });
    as(support);
    const listed = await listOrders();
    expect(listed.ok && listed.value.filter((order) => order.id === id)).toHaveLength(1);
    expect(await proposeOrder({})).toMatchObject({ error: { kind: 'forbidden' } });
  });
});

const countRefused = () => database().$count(auditLog, eq(auditLog.action, 'request.refused'));

it('leaves a date open while the use of a limit over time that refuses it is unknown', async () => {
  const { rules } = await currentPolicy();
  const orderId = await active();
  await putPolicyInForce([
    {
      name: 'Limit',
      when: { overTime: { window: { kind: 'hours', hours: 24 }, by: [], limit: { kind: 'count', limit: 1000 } } },
      then: { kind: 'refuse', reason: 'Too many' },
    },
    ...rules,
  ]);
  try {
    const before = await countRefused();
    await completeMirror(null);
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toEqual([]);
    expect(await countRefused()).toBe(before);
    await completeMirror();
    await requestPlanned(noon(START));
    expect(await pastOf(orderId)).toMatchObject([{ date: START, requestId: expect.any(String) }]);
    await completeMirror(null);
    await requestPlanned(noon('2090-04-01'));
    await requestPlanned(noon('2090-04-02'));
    expect((await pastOf(orderId)).find(({ date }) => date === '2090-04-01')).toMatchObject({
      skipped: expect.stringContaining('could not check the recipient or a limit over time'),
    });
  } finally {
    await putPolicyInForce([...rules]);
  }
});

describe('the database', () => {
  it.each([
    ['the form', `update standing_orders set form = '{}' where id = $1`],
    ['the end', `update standing_orders set last_date = '2095-01-01' where id = $1`],
    ['the count', `update standing_orders set max_count = 9 where id = $1`],
    [
      'the owner',
      `update standing_orders set owner_id = (select id from people where id <> owner_id limit 1) where id = $1`,
    ],
    ['its state back', `update standing_orders set state = 'PROPOSED' where id = $1`],
    ['its row', 'delete from standing_orders where id = $1'],
    ['an approval', 'delete from standing_order_approvals where order_id = $1'],
    [
      'its end',
      `with ended as (insert into standing_order_ends (order_id, person_id, reason) select id, owner_id, 'x'
        from standing_orders where id = $1) select 1`,
      'delete from standing_order_ends where order_id = $1',
    ],
    ['a date', 'delete from standing_order_dates where order_id = $1'],
    ['another date', `insert into standing_order_dates (order_id, date, skipped) values ($1, '2090-01-01', 'x')`],
    ['a second outcome', `insert into standing_order_dates (order_id, date, skipped) values ($1, '${START}', 'x')`],
  ])('keeps an approved order as it is: %s', async (_, before, then?: string) => {
    const orderId = await active();
    await requestPlanned(noon(START));
    if (then !== undefined) await pool().query(before, [orderId]);
    const statement = then ?? before;
    await expect(pool().query(statement, [orderId])).rejects.toThrow(
      /changed only by a new one|never changed|no such date|duplicate key/,
    );
  });

  it('requests its dates without a beneficiary that withdrawals leave out, and says so', async () => {
    const orderId = await active({}, { beneficiary: BENEFICIARY });
    expect(await read(orderId)).toMatchObject({ omitsBeneficiary: false });
    changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'omit' });
    expect(await read(orderId)).toMatchObject({ omitsBeneficiary: true, bytes: expect.stringContaining('Byron') });
    await requestPlanned(noon(START));
    const [occurrence] = await pastOf(orderId);
    const found = await readRequest(occurrence?.requestId ?? '');
    expect(found).toMatchObject({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    expect(found.ok && found.value.bytes).not.toContain('beneficiary');
    const later = await read(await mustPropose({}, { beneficiary: BENEFICIARY }));
    expect(later).toMatchObject({ omitsBeneficiary: false, bytes: expect.not.stringContaining('beneficiary') });
  });

  it('is proposed only with the travel-rule data of its recipient, where its value needs them', async () => {
    changeSettings({ TRAVEL_RULE_FROM_USD: '3000' });
    const reason: unknown = expect.stringContaining('needs the travel-rule data');
    expect(await propose()).toMatchObject(failure('not-possible', { reason }));
  });

  it('takes no approval of the owner, and puts nothing in force with one', async () => {
    const orderId = await mustPropose();
    const insert = 'insert into standing_order_approvals (order_id, person_id) values ($1, $2)';
    await expect(pool().query(insert, [orderId, owner?.person.id])).rejects.toThrow(/other than the owner/);
    await expect(pool().query(insert, [orderId, support?.person.id])).rejects.toThrow(/other than the owner/);
    await pool().query(insert, [orderId, first?.person.id]);
    await expect(
      pool().query(`update standing_orders set state = 'ACTIVE', active_from = now() where id = $1`, [orderId]),
    ).rejects.toThrow(/two people approve/);
  });
});
