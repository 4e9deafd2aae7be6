import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import { MAX_CASE_ENTRIES, MAX_NOTE_LENGTH } from '@/lib/cases/contract';
import { addCaseNote } from '@/lib/server/cases/notes';
import { readCaseFile } from '@/lib/server/cases/read-case';
import { countUnsettled, reopenTransfer, settleTransfer } from '@/lib/server/cases/settlements';
import { pool } from '@/lib/server/database/client';
import { caller } from '@/scripts/testing/people/caller';
import { clearMirror, historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';

setUpTestDatabase();
const [base] = historyRecords(1) as [ServiceRecord];

beforeEach(async () => {
  await as('support', ['support']);
});

async function as(name: string, roles: Role[]) {
  const { sessionId, person } = await signInAs(name, roles);
  caller.sessionId = sessionId;
  return person;
}

/** Stores a transfer, by default one that needs attention, and gives its id. */
async function store(change: Partial<ServiceRecord> = {}): Promise<string> {
  const id = change.id ?? randomUUID();
  await storeRecords([
    { ...base, status: 'PENDING', status_details: { stale_fee_quote: { message: 'old' } }, ...change, id },
  ]);
  return id;
}

async function caseOf(transferId: string) {
  return readCaseFile(await as('support', ['support']), transferId);
}

const problemOf = async (transferId: string) => (await caseOf(transferId)).problem?.fingerprint ?? 'none';

const auditOf = async (transferId: string) =>
  (
    await pool().query<{ action: string; entry: string }>(
      'select action, entry from audit_log where subject = $1 order by seq',
      [`transfer:${transferId}`],
    )
  ).rows;

describe('a case note', () => {
  it('is kept with its author and time, in order, and is audited', async () => {
    const transferId = await store();
    for (const [name, role, note] of [
      ['support', 'support', 'Customer called.'],
      ['finance', 'finance', '  Two lines:\nsecond  '],
      ['approver', 'approver', '=cmd|calc'],
      ['admin', 'admin', 'a\u202Eb'],
    ] as const) {
      await as(name, [role]);
      expect(await addCaseNote({ transferId, note })).toEqual({ ok: true, value: null });
    }
    const { entries, problem, noteDenialReason } = await caseOf(transferId);
    expect(entries.map(({ kind, by, text }) => [kind, by, text])).toEqual([
      ['note', 'support', 'Customer called.'],
      ['note', 'finance', 'Two lines:\nsecond'],
      ['note', 'approver', '=cmd|calc'],
      ['note', 'admin', 'a\u202Eb'],
    ]);
    expect(Math.abs(Date.now() - Date.parse(entries[0]?.at ?? ''))).toBeLessThan(60_000);
    expect(problem?.state).toBe('unsettled');
    expect(noteDenialReason).toBeNull();
    const audit = await auditOf(transferId);
    expect(audit.map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => 'transfer.noted'));
    expect(JSON.parse(audit[1]?.entry ?? '')).toMatchObject({ after: { note: 'Two lines:\nsecond' } });
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n '],
    ['too long', 'x'.repeat(MAX_NOTE_LENGTH + 1)],
    ['not storable', 'a\0b'],
    ['a lone surrogate', '\uD800'],
    ['no text', 7],
  ])('that is %s is refused, and nothing is saved', async (_name, note) => {
    const transferId = await store();
    expect(await addCaseNote({ transferId, note })).toMatchObject(failure('invalid'));
    expect((await caseOf(transferId)).entries).toEqual([]);
    expect(await auditOf(transferId)).toEqual([]);
  });

  it('can be as long as promised, in any script', async () => {
    const transferId = await store();
    for (const note of ['x'.repeat(MAX_NOTE_LENGTH), '\u{1F4B8}'.repeat(MAX_NOTE_LENGTH / 2)])
      expect(await addCaseNote({ transferId, note })).toEqual({ ok: true, value: null });
    expect((await caseOf(transferId)).entries).toHaveLength(2);
  });

  it('needs a transfer that the mirror has, input that a form sends, and a session with a role', async () => {
    const transferId = await store();
    for (const id of [randomUUID(), '%', 'x'.repeat(200)])
      expect(await addCaseNote({ transferId: id, note: 'x' })).toEqual(failure('not-found'));
    for (const input of [
      undefined,
      7,
      {},
      { transferId },
      { transferId: '\0', note: 'x' },
      { transferId, note: 'x', more: 1 },
    ])
      expect(await addCaseNote(input)).toMatchObject(failure('invalid'));
    await as('without a role', []);
    expect(await addCaseNote({ transferId, note: 'x' })).toMatchObject(failure('forbidden'));
    caller.sessionId = undefined;
    expect(await addCaseNote({ transferId, note: 'x' })).toEqual(failure('signed-out'));
  });

  it('never changes, and outlives the mirror', async () => {
    const transferId = await store();
    await addCaseNote({ transferId, note: 'Kept.' });
    for (const change of [`update case_notes set note = 'other'`, 'delete from case_notes', 'truncate case_notes'])
      await expect(pool().query(change)).rejects.toThrow(/append-only|change/);
    await clearMirror();
    expect((await caseOf(transferId)).entries).toHaveLength(1);
  });

  it('is listed with the latest ones only, where there are many', async () => {
    const transferId = await store();
    const { id } = await as('support', ['support']);
    await pool().query(
      `insert into case_notes (transfer_id, person_id, note) select $1, $2, 'note ' || n from generate_series(1, $3) as n`,
      [transferId, id, MAX_CASE_ENTRIES + 5],
    );
    const { entries, hasEarlier } = await caseOf(transferId);
    expect(hasEarlier).toBe(true);
    expect([entries.length, entries[0]?.text, entries.at(-1)?.text]).toEqual([MAX_CASE_ENTRIES, 'note 6', 'note 105']);
  });
});

describe('a problem', () => {
  it('is settled and reopened with reasons, by any role, and audited', async () => {
    const transferId = await store();
    const problem = await problemOf(transferId);
    await as('finance', ['finance']);
    expect(await settleTransfer({ transferId, problem, reason: ' Customer informed. ' })).toEqual({
      ok: true,
      value: null,
    });
    expect(await caseOf(transferId)).toMatchObject({
      entries: [{ kind: 'SETTLED', by: 'finance', text: 'Customer informed.' }],
      problem: { state: 'settled', fingerprint: problem },
    });
    expect(await settleTransfer({ transferId, problem, reason: 'again' })).toMatchObject({
      error: { kind: 'not-now', reason: 'Already settled.' },
    });
    await as('admin', ['admin']);
    expect(await reopenTransfer({ transferId, problem, reason: 'Not yet.' })).toEqual({ ok: true, value: null });
    expect(await reopenTransfer({ transferId, problem, reason: 'Not yet.' })).toMatchObject({
      error: { kind: 'not-now', reason: 'Already reopened.' },
    });
    expect(await caseOf(transferId)).toMatchObject({
      problem: { state: 'unsettled' },
      entries: [{}, { kind: 'REOPENED' }],
    });
    expect((await auditOf(transferId)).map(({ action, entry }) => [action, JSON.parse(entry).reason])).toEqual([
      ['transfer.settled', 'Customer informed.'],
      ['transfer.reopened', 'Not yet.'],
    ]);
  });

  it.each<[string, Partial<ServiceRecord>]>([
    ['status', { status: 'FAILED' }],
    ['secondary status', { secondary_status: { name: 'CUSTOMER_REJECTED' } }],
    ['details', { status_details: { missing_trustline: {} } }],
    ['amount, where it is no number', { amount: 'none' }],
    ['amount, where it is missing', { amount: undefined }],
  ])('is unsettled again when the service changes the %s', async (_name, change) => {
    const transferId = await store();
    const problem = await problemOf(transferId);
    await settleTransfer({ transferId, problem, reason: 'known' });
    await store({ ...change, id: transferId });
    const { problem: now } = await caseOf(transferId);
    expect(now?.state).toBe('changed');
    expect(now?.fingerprint).not.toBe(problem);
    expect(await settleTransfer({ transferId, problem, reason: 'old page' })).toMatchObject({
      error: { kind: 'not-now' },
    });
    expect(await settleTransfer({ transferId, problem: now?.fingerprint, reason: 'known too' })).toMatchObject({
      ok: true,
    });
    expect((await caseOf(transferId)).problem?.state).toBe('settled');
  });

  it('stays settled when something else changes, and after the mirror was read again', async () => {
    const transferId = await store();
    await settleTransfer({ transferId, problem: await problemOf(transferId), reason: 'known' });
    await store({ id: transferId, memo: 'other', created_at: '2026-11-20T11:00:00.001Z' });
    expect((await caseOf(transferId)).problem?.state).toBe('settled');
    await clearMirror();
    await store({ id: transferId, memo: 'other' });
    expect((await caseOf(transferId)).problem?.state).toBe('settled');
  });

  it('that is gone needs no settlement; when it comes back as it was, the settlement holds', async () => {
    const transferId = await store();
    const problem = await problemOf(transferId);
    await settleTransfer({ transferId, problem, reason: 'known' });
    await store({ id: transferId, status_details: {} });
    expect((await caseOf(transferId)).problem).toBeNull();
    expect(await reopenTransfer({ transferId, problem, reason: 'x' })).toMatchObject({
      error: { kind: 'not-now', reason: 'This transfer no longer needs attention.' },
    });
    await store({ id: transferId });
    expect((await caseOf(transferId)).problem?.state).toBe('settled');
  });

  it('is counted until it is settled', async () => {
    await clearMirror();
    const reader = await as('support', ['support']);
    const [first] = [await store(), await store(), await store({ status_details: {} })];
    expect(await countUnsettled(reader)).toEqual({ count: 2, hasMore: false });
    await settleTransfer({ transferId: first, problem: await problemOf(first), reason: 'known' });
    expect(await countUnsettled(reader)).toEqual({ count: 1, hasMore: false });
  });

  it('takes a reason and a fingerprint, and a session with a role; nothing changes without them', async () => {
    const transferId = await store();
    const problem = await problemOf(transferId);
    for (const input of [
      undefined,
      { transferId, problem },
      { transferId, problem, reason: ' ' },
      { transferId, problem, reason: 'x'.repeat(301) },
      { transferId, problem: 'none', reason: 'x' },
      { transferId, problem, reason: '\0' },
    ])
      expect(await settleTransfer(input)).toMatchObject(failure('invalid'));
    expect(await settleTransfer({ transferId: randomUUID(), problem, reason: 'x' })).toMatchObject({
      error: { kind: 'not-found' },
    });
    await as('without a role', []);
    for (const act of [settleTransfer, reopenTransfer])
      expect(await act({ transferId, problem, reason: 'x' })).toMatchObject({ error: { kind: 'forbidden' } });
    expect((await caseOf(transferId)).entries).toEqual([]);
  });

  it('is settled once by two people at the same moment', async () => {
    const transferId = await store();
    const problem = await problemOf(transferId);
    const outcomes = await Promise.all(['a', 'b'].map((reason) => settleTransfer({ transferId, problem, reason })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await caseOf(transferId)).entries).toHaveLength(1);
  });
});

describe('a reader who sees other profiles', () => {
  it('sees nothing of the case', async () => {
    const transferId = await store({ profile_id: 'p-ops' });
    await addCaseNote({ transferId, note: 'Internal.' });
    const person = await as('support', ['support']);
    expect((await readCaseFile({ ...person, visibleProfiles: ['p-ops'] }, transferId)).entries).toHaveLength(1);
    const stranger = { ...person, visibleProfiles: ['p-treasury'] };
    expect(await readCaseFile(stranger, transferId)).toMatchObject({ entries: [], problem: null });
    const [of, all] = [await countUnsettled(stranger), await countUnsettled(person)];
    expect(of.count).toBeLessThan(all.count);
  });
});
