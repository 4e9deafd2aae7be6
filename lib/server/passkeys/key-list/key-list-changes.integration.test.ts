import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { startAddingOrigin, startChangingRights } from '@/lib/server/passkeys/key-list/key-list-changes';
import { readPasskeys } from '@/lib/server/passkeys/list';
import { signStatement } from '@/lib/server/passkeys/sign';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { singleton } from '@/lib/server/runtime/singleton';
import { filledForm } from '@/scripts/stack/filled-form';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import {
  answer,
  createSigner,
  enrol,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned, makeSigned } from '@/scripts/testing/data/requests';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { eq } from 'drizzle-orm';

// Which roles the passkeys of a person sign in, and at which addresses of the console: two administrators decide.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let finance: SigningPerson;
let approver: SigningPerson;
let approverId: string;

beforeEach(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  administrators = await setUpKeyList();
  finance = await enrol(await createSigner('finance'), administrators);
  approver = await enrol(await createSigner('approver'), administrators);
  approverId = await idOf(approver);
});

async function idOf(person: SigningPerson): Promise<string> {
  as(person);
  const own = surely(await readPasskeys()).own[0];
  return own!.ownerId;
}

type Start = typeof startChangingRights;

async function sign(person: SigningPerson, start: Start, input: object) {
  as(person);
  const options = await start(input);
  return options.ok ? signStatement(await answer(options.value, person)) : options;
}

const limitTo = (roles: string[]) => ({ personId: approverId, roles, groups: [] as string[] });

async function view() {
  as(administrators[0]);
  return surely(await readPasskeys());
}

async function approved(): Promise<string> {
  const requestId = await makeSigned(finance);
  surely(await decideSigned(approver, requestId));
  return requestId;
}

describe('what the passkeys of a person may sign', () => {
  it('changes once two administrators signed the same, and is shown to both before', async () => {
    const [ada, ben] = administrators;
    expect(await sign(ada, startChangingRights, limitTo([]))).toMatchObject({ ok: true });
    const waiting = await view();
    expect(waiting.changes).toMatchObject([{ kind: 'rights', personId: approverId, roles: [] }]);
    expect(waiting.changes[0]?.blockReason).toContain('You have signed this change');
    expect(waiting.others.find(({ ownerId }) => ownerId === approverId)?.roles).toEqual(['approver']);
    expect(await sign(ada, startChangingRights, limitTo([]))).toMatchObject({ error: { kind: 'not-now' } });
    expect(await sign(ben, startChangingRights, limitTo([]))).toMatchObject({ ok: true });
    const changed = await view();
    expect(changed.changes).toEqual([]);
    expect(changed.others.find(({ ownerId }) => ownerId === approverId)?.roles).toEqual([]);
    const audit = await pool().query(
      `select 1 from audit_log where action = 'passkey.rights-changed' and subject = $1`,
      [`person:${approverId}`],
    );
    expect(audit.rowCount).toBe(2);
  });

  it('returns what was approved in a role that was taken away to its approvers, and takes no approval in it', async () => {
    const id = await approved();
    for (const person of administrators) surely(await sign(person, startChangingRights, limitTo(['support'])));
    expect(await claimSend()).toBeUndefined();
    const request = surely(await readRequest(id));
    expect(request.state).toBe('AWAITING_APPROVAL');
    expect(request.decisions[0]?.voidReason).toContain('passkey');
    await expect(approved()).rejects.toThrow('none that counts for the role approver');
  });

  it('is not for the person themselves, nor for others than administrators', async () => {
    const [ada] = administrators;
    const own = { personId: await idOf(ada), roles: ['admin', 'approver'], groups: [] };
    expect(await sign(ada, startChangingRights, own)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await sign(approver, startChangingRights, limitTo([]))).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await sign(ada, startChangingRights, limitTo(['approver']))).toMatchObject({
      error: { reason: expect.stringContaining('exactly these roles') as unknown },
    });
    expect(await sign(ada, startChangingRights, { ...limitTo([]), personId: randomUUID() })).toMatchObject({
      error: { kind: 'not-now' },
    });
    expect(await sign(ada, startChangingRights, limitTo(['auditor']))).toMatchObject({ error: { kind: 'invalid' } });
  });

  it('cannot be widened again by other rights in the row of the change', async () => {
    for (const person of administrators) surely(await sign(person, startChangingRights, limitTo([])));
    await withoutTriggers(async (transaction) => {
      const content = `{"format":"countersign/rights/1","groups":[],"person":"${approverId}","roles":["approver"]}`;
      await transaction.update(proofEntries).set({ content }).where(eq(proofEntries.kind, 'rights'));
    });
    delete singleton<{ known?: unknown }>('passkeys.key-list', () => ({})).known;
    as(administrators[0]);
    expect(surely(await readPasskeys()).blockReason).toContain('does not verify');
  });
});

describe('a further address of the console', () => {
  const FURTHER = 'http://localhost:3999';

  it('takes signatures once two administrators signed it', async () => {
    const [ada, ben] = administrators;
    surely(await sign(ada, startAddingOrigin, { origin: `${FURTHER}/` }));
    expect(await view()).toMatchObject({ origins: ['http://localhost:3000'], changes: [{ origin: FURTHER }] });
    surely(await sign(ben, startAddingOrigin, { origin: FURTHER }));
    expect(await view()).toMatchObject({ origins: ['http://localhost:3000', FURTHER], changes: [] });
    changeSettings({ NEXTAUTH_URL: FURTHER, CONSOLE_PROOF: 'required' });
    const form = { formKey: randomUUID(), form: filledForm() };
    const create = (signed: object) => createRequest({ ...form, ...signed });
    expect(await signAs(finance, create, { origin: FURTHER })).toMatchObject({ ok: true });
    changeSettings({ NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });
  });

  it.each([
    'https://other.example',
    'http://localhost:3000/path',
    'https://localhost.evil.example',
    'ftp://localhost',
    'x',
  ])('is refused: %s', async (origin) => {
    expect(await sign(administrators[0], startAddingOrigin, { origin })).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('belong to localhost') as unknown },
    });
  });

  it('is refused where it is on the list already', async () => {
    expect(await sign(administrators[0], startAddingOrigin, { origin: 'http://localhost:3000' })).toMatchObject({
      error: { reason: 'This address is on the list already.' },
    });
  });
});
