import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import type { PasskeyFailure, SigningOptions } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { pool } from '@/lib/server/database/client';
import { readStoredMetrics } from '@/lib/server/database/stored-metrics';
import { log } from '@/lib/server/observability/log';
import { logProofHead } from '@/lib/server/passkeys/key-list/head-log';
import { counters } from '@/lib/server/observability/counters';
import { renamePasskey, startConfirming, startRemoving, withdrawPasskey } from '@/lib/server/passkeys/change';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { addPasskey, joinWithPasskey, registerPasskey } from '@/lib/server/passkeys/set-up/enrol';
import { findMissingProof, runSetUp } from '@/lib/server/passkeys/set-up/init';
import { readPasskeys } from '@/lib/server/passkeys/list';
import { beginSetUp, cancelSetUp, closeSetUp, readSetUp, startAgreeing } from '@/lib/server/passkeys/set-up/set-up';
import { signStatement } from '@/lib/server/passkeys/sign';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { caller } from '@/scripts/testing/people/caller';
import {
  type AssertionChanges,
  createSoftwarePasskey,
  type SoftwarePasskey,
} from '@/scripts/testing/passkeys/software-passkey';
import { register, type RegistrationChanges } from '@/scripts/testing/passkeys/software-registration';
import { changeSettings, setUpTestDatabase, signInAs, signInWith } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpTestDatabase({ NEXTAUTH_URL: 'http://localhost:3000' });

interface Member {
  name: string;
  sessionId: string;
  person: Awaited<ReturnType<typeof signInAs>>['person'];
  passkey: SoftwarePasskey;
}

let turn = 0;
let admins: [Member, Member, Member];

/** Signs in a person who has a passkey in software; each test has people of its own. */
async function createMember(role: Role): Promise<Member> {
  const name = `${role}-${(turn += 1)}`;
  const signedIn = await signInAs(name, [role]);
  return { name, ...signedIn, passkey: await createSoftwarePasskey() };
}

const as = ({ sessionId }: Pick<Member, 'sessionId'>) => {
  caller.sessionId = sessionId;
};

const reasonOf = (result: Result<unknown, PasskeyFailure>) =>
  !result.ok && 'reason' in result.error ? result.error.reason : JSON.stringify(result);

async function answer(
  options: SigningOptions,
  { passkey }: Pick<Member, 'passkey'>,
  changes: AssertionChanges = {},
): Promise<Result<null, PasskeyFailure>> {
  return signStatement({ nonce: options.nonce, assertion: await passkey.sign(options.challenge, changes) });
}

/** Takes both steps of adding a passkey, and gives the credential ID. */
async function add(member: Member, name = 'Laptop'): Promise<string> {
  as(member);
  const { challenge } = surely(await addPasskey({ name }));
  const options = surely(await registerPasskey(await register(member.passkey, challenge)));
  if (!options) throw new Error('a passkey outside a set-up signs at once');
  surely(await answer(options, member));
  return member.passkey.credentialId;
}

async function confirm(admin: Member, credentialId: string): Promise<Result<null, PasskeyFailure>> {
  as(admin);
  const started = await startConfirming({ credentialId });
  return started.ok ? answer(started.value, admin) : started;
}

async function remove(member: Member, credentialId: string): Promise<Result<null, PasskeyFailure>> {
  as(member);
  const started = await startRemoving({ credentialId });
  return started.ok ? answer(started.value, member) : started;
}

/** Signs people in again with one person claim: their accounts then belong to one person. */
async function share(personClaim: string, ...members: Member[]): Promise<void> {
  for (const { name, person } of members) await signInWith({ subject: name, roles: person.roles, personClaim });
}

async function join(member: Member, code = ''): Promise<void> {
  as(member);
  const { challenge } = surely(await joinWithPasskey({ name: `Key of ${member.name}`, code }));
  expect(surely(await registerPasskey(await register(member.passkey, challenge)))).toBeNull();
}

async function agree(member: Member): Promise<Result<null, PasskeyFailure>> {
  as(member);
  return answer(surely(await startAgreeing()), member);
}

async function stateOf(member: Member): Promise<string | undefined> {
  as(member);
  const read = await readPasskeys();
  return read.ok ? read.value.own.at(-1)?.state : undefined;
}

/** Sets up a root of its own for each test: the newest one counts. */
beforeEach(async () => {
  await pool().query(`update proof_set_ups set ended_at = now(), outcome = 'cancelled' where ended_at is null`);
  admins = [await createMember('admin'), await createMember('admin'), await createMember('admin')];
  let code = '';
  await runSetUp({
    write: (line) => {
      code ||= line.replace('One-time code: ', '');
    },
    async wait() {
      for (const admin of admins) await join(admin, code);
      surely(await closeSetUp());
      for (const admin of admins) surely(await agree(admin));
    },
  });
});

describe('the set-up', () => {
  it('stores a root once every member signed it, and prints its fingerprint last', async () => {
    const [one, two] = [await createMember('admin'), await createMember('admin')];
    const lines: string[] = [];
    let isSecondWait = false;
    await runSetUp({
      write: (line) => lines.push(line),
      async wait() {
        if (isSecondWait) {
          surely(await agree(two));
          return;
        }
        isSecondWait = true;
        const code = lines[0]?.replace('One-time code: ', '').toLowerCase() ?? '';
        await join(one, code);
        expect(reasonOf(await closeSetUp())).toContain('At least two administrators');
        await join(two, code);
        surely(await closeSetUp());
        surely(await agree(one));
        const seen = await readSetUp();
        expect(seen).toMatchObject({
          value: { step: 'compare', hasAgreed: true, members: [{}, { hasAgreed: false }] },
        });
      },
    });
    expect(lines.at(-1)).toMatch(/^[0-9a-f]{64}$/);
    const read = await readKeyList();
    expect(read?.root).toMatchObject({ fingerprint: lines.at(-1), isPinned: false });
    expect(read?.list.root.previous?.root).toMatch(/^[0-9a-f]{64}$/);
    expect(await stateOf(one)).toBe('active');
    // The former root’s administrators have no passkey under the new one.
    expect(await stateOf(admins[0])).toBeUndefined();
  });

  it('takes no wrong code, no second passkey of a person and no newcomer after the comparison began', async () => {
    const [one, two, late] = [await createMember('admin'), await createMember('admin'), await createMember('admin')];
    const opened = runSetUp({
      write: () => undefined,
      async wait() {
        as(one);
        expect(reasonOf(await joinWithPasskey({ name: 'Key', code: 'AAAA-AAAA' }))).toContain('one-time code');
        await pool().query(`update proof_set_ups set code_hash = null where ended_at is null`);
        await join(one);
        expect(reasonOf(await joinWithPasskey({ name: 'Key', code: '' }))).toContain('You have added a passkey');
        await join(two);
        surely(await closeSetUp());
        as(late);
        expect(reasonOf(await joinWithPasskey({ name: 'Key', code: '' }))).toContain('takes no further passkeys');
        expect(reasonOf(await startAgreeing())).toContain('takes no further passkeys');
        expect(reasonOf(await beginSetUp())).toContain('npm run proof:init');
        surely(await cancelSetUp());
      },
    });
    await expect(opened).rejects.toThrow('cancelled or ran out. Nothing was kept.');
  });

  it('refuses an agreement by another passkey than the one that was added', async () => {
    const [one, two] = [await createMember('admin'), await createMember('admin')];
    const opened = runSetUp({
      write: () => undefined,
      async wait() {
        await pool().query(`update proof_set_ups set code_hash = null where ended_at is null`);
        await join(one);
        await join(two);
        surely(await closeSetUp());
        expect(reasonOf(await agree({ ...one, passkey: two.passkey }))).toBe('The passkey is not on the key list.');
        const credentialId = one.passkey.credentialId;
        const forger = {
          ...one.passkey,
          sign: async (challenge: string) => ({ ...(await two.passkey.sign(challenge)), credentialId }),
        };
        expect(reasonOf(await agree({ ...one, passkey: forger }))).toContain('does not belong to these bytes');
        surely(await cancelSetUp());
      },
    });
    await expect(opened).rejects.toThrow('cancelled');
  });

  it('is not for an address by number, which cannot hold passkeys', async () => {
    changeSettings({ NEXTAUTH_URL: 'http://127.0.0.1:3000' });
    as(admins[0]);
    expect(await readSetUp()).toMatchObject({
      value: { step: 'blocked', reason: expect.stringContaining('127.0.0.1') },
    });
    expect(reasonOf(await beginSetUp())).toContain('only for an address with a name');
    expect(reasonOf(await addPasskey({ name: 'Key' }))).toContain('only for an address with a name');
    await expect(runSetUp({ write: () => undefined, wait: async () => undefined })).rejects.toThrow('127.0.0.1');
  });
});

describe('a passkey', () => {
  it('counts once two other administrators confirmed it, and waits for each of them until then', async () => {
    const approver = await createMember('approver');
    const id = await add(approver, 'Phone');
    expect(await stateOf(approver)).toBe('waiting');
    const [one, two, three] = admins;
    for (const admin of admins) {
      as(admin);
      expect(await listConfirmable()).toMatchObject({ value: [{ kind: 'passkey', proposedBy: approver.name }] });
      expect(await countWaiting(admin.person)).toBe(1);
    }
    surely(await confirm(one, id));
    expect(await stateOf(approver)).toBe('waiting');
    expect(await countWaiting(one.person)).toBe(0);
    expect(await countWaiting(three.person)).toBe(1);
    surely(await confirm(two, id));
    expect(await stateOf(approver)).toBe('active');
    expect(await countWaiting(three.person)).toBe(0);
    const read = await readKeyList();
    expect(read?.list.keys.find(id)?.record).toMatchObject({ name: 'Phone', roles: ['approver'] });
    expect(read?.entries.map(({ kind, position }) => `${position} ${kind}`)).toEqual([
      '1 key.add',
      '2 key.confirm',
      '3 key.confirm',
    ]);
  });

  it('is confirmed by two administrators at the same moment, one after the other in the chain', async () => {
    const id = await add(await createMember('finance'));
    const [one, two] = admins;
    as(one);
    const first = surely(await startConfirming({ credentialId: id }));
    as(two);
    const second = surely(await startConfirming({ credentialId: id }));
    const signed = await Promise.all([one.passkey.sign(first.challenge), two.passkey.sign(second.challenge)]);
    as(one);
    const answers = [signStatement({ nonce: first.nonce, assertion: signed[0] })];
    as(two);
    answers.push(signStatement({ nonce: second.nonce, assertion: signed[1] }));
    for (const each of await Promise.all(answers)) surely(each);
    expect((await readKeyList())?.list.listPending()).toEqual([]);
  });

  it('is not confirmed by its owner, by one person twice, by somebody else, or without a passkey', async () => {
    const [one, two, three] = admins;
    const spare = { ...three, passkey: await createSoftwarePasskey() };
    const id = await add(spare, 'Spare');
    expect(reasonOf(await confirm(three, id))).toContain('other administrators must confirm');
    surely(await confirm(one, id));
    expect(reasonOf(await confirm(one, id))).toContain('You have confirmed this passkey.');
    expect(await confirm(await createMember('approver'), id)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(reasonOf(await confirm(await createMember('admin'), id))).toContain('You need a passkey of your own');
    surely(await confirm(two, id));
    as(three);
    expect(await readPasskeys()).toMatchObject({ value: { own: [{ state: 'active' }, { state: 'active' }] } });
  });

  it('is not confirmed by another account of its owner or of who confirmed first, nor for somebody suspended', async () => {
    const [one, two, three] = admins;
    const finance = await createMember('finance');
    const id = await add(finance);
    await share('a', finance, one);
    expect(reasonOf(await confirm(one, id))).toContain('belong to one person');
    surely(await confirm(two, id));
    await share('b', two, three);
    expect(reasonOf(await confirm(three, id))).toContain('belong to one person');
    await pool().query(
      `insert into person_suspensions (person_id, event, by_person_id, reason) values ($1, 'SUSPENDED', $2, 'left')`,
      [finance.person.id, two.person.id],
    );
    const fourth = await createMember('admin');
    const spare = await add(fourth);
    surely(await confirm(one, spare));
    surely(await confirm(two, spare));
    expect(reasonOf(await confirm(fourth, id))).toContain('is suspended');
  });

  it('is not confirmed by a passkey that was removed after its statement was issued', async () => {
    const id = await add(await createMember('finance'));
    const [one, two, three] = admins;
    as(three);
    const issued = surely(await startConfirming({ credentialId: id }));
    surely(await remove(one, three.passkey.credentialId));
    expect(reasonOf(await remove(one, three.passkey.credentialId))).toContain('You have signed this removal.');
    expect(await stateOf(three)).toBe('active');
    surely(await remove(two, three.passkey.credentialId));
    expect(await stateOf(three)).toBe('removed');
    as(three);
    expect(reasonOf(await answer(issued, three))).toBe('The passkey was removed from the key list.');
    expect(reasonOf(await confirm(three, id))).toContain('You need a passkey of your own');
  });

  it('is renamed and removed by its owner alone, and withdrawn while it waits', async () => {
    const approver = await createMember('approver');
    const id = await add(approver, 'Old');
    surely(await confirm(admins[0], id));
    surely(await confirm(admins[1], id));
    as(approver);
    surely(await renamePasskey({ credentialId: id, name: ' New ' }));
    expect(await readPasskeys()).toMatchObject({ value: { own: [{ name: 'New' }] } });
    expect(reasonOf(await withdrawPasskey({ credentialId: id }))).toContain('while it waits');
    as(admins[0]);
    expect(reasonOf(await renamePasskey({ credentialId: id, name: 'Mine' }))).toContain('not yours');
    surely(await remove(approver, id));
    expect(await stateOf(approver)).toBe('removed');
    const finance = await createMember('finance');
    const other = await add(finance);
    as(admins[1]);
    const issued = surely(await startConfirming({ credentialId: other }));
    as(finance);
    surely(await withdrawPasskey({ credentialId: other }));
    expect(await stateOf(finance)).toBe('withdrawn');
    as(admins[1]);
    expect(reasonOf(await answer(issued, admins[1]))).toContain('withdrew');
    expect(reasonOf(await confirm(admins[0], other))).toContain('withdrew');
  });

  it.each(['', '  ', 'a'.repeat(81), 'nul\0', 'lone \ud800'])('takes no name like %j', async (name) => {
    as(await createMember('finance'));
    expect(await addPasskey({ name })).toMatchObject({ error: { kind: 'invalid' } });
  });

  it('keeps a name that reads from right to left, or like a formula, as it was given', async () => {
    const finance = await createMember('finance');
    await add(finance, '=cmd \u202egnp.exe');
    as(finance);
    expect(await readPasskeys()).toMatchObject({ value: { own: [{ name: '=cmd \u202egnp.exe' }] } });
  });
});

describe('bad input', () => {
  it.each<[string, RegistrationChanges, string]>([
    ['from another origin', { origin: 'http://localhost:3001' }, 'on a web address that is not this console’s'],
    ['for another web site', { rpId: 'example.com' }, 'for another web site'],
    ['without user verification', { flags: 0x41 }, 'did not check who used it'],
  ])('a registration %s is refused', async (_name, changes, sentence) => {
    const member = await createMember('finance');
    as(member);
    const { challenge } = surely(await addPasskey({ name: 'Key' }));
    expect(reasonOf(await registerPasskey(await register(member.passkey, challenge, changes)))).toContain(sentence);
    // The challenge is used up.
    expect(reasonOf(await registerPasskey(await register(member.passkey, challenge)))).toContain('answered already');
  });

  it('a registration for another challenge, or in another session, is refused', async () => {
    const member = await createMember('finance');
    as(member);
    const { challenge } = surely(await addPasskey({ name: 'Key' }));
    const registered = await register(member.passkey, 'b'.repeat(43));
    expect(reasonOf(await registerPasskey({ ...registered, nonce: challenge }))).toContain('another prompt');
    const { challenge: next } = surely(await addPasskey({ name: 'Key' }));
    as(await signInAs(member.name, ['finance']));
    expect(reasonOf(await registerPasskey(await register(member.passkey, next)))).toContain('another sign-in');
    as(await createMember('finance'));
    expect(reasonOf(await registerPasskey(await register(member.passkey, next)))).toContain('another sign-in');
  });

  it.each<[string, AssertionChanges, string]>([
    ['from another origin', { origin: 'https://evil.example' }, 'on a web address that is not the address'],
    ['for another web site', { rpId: 'evil.example' }, 'belongs to another web site'],
    ['without user verification', { flags: 0x01 }, 'did not check who used it'],
    ['of another ceremony', { type: 'webauthn.create' }, 'used for something else'],
  ])('a signature %s is refused and not stored', async (_name, changes, sentence) => {
    const id = await add(await createMember('finance'));
    as(admins[0]);
    const options = surely(await startConfirming({ credentialId: id }));
    expect(reasonOf(await answer(options, admins[0], changes))).toContain(sentence);
    expect(reasonOf(await answer(options, admins[0]))).toContain('answered already');
    expect((await readKeyList())?.entries.map(({ kind }) => kind)).toEqual(['key.add']);
  });

  it('a signature by the passkey of somebody else, over another challenge, or replayed is refused', async () => {
    const id = await add(await createMember('finance'));
    const [one, two] = admins;
    as(one);
    const first = surely(await startConfirming({ credentialId: id }));
    expect(reasonOf(await answer(first, two))).toBe('The passkey belongs to another person than the statement names.');
    const second = surely(await startConfirming({ credentialId: id }));
    const assertion = await one.passkey.sign('c'.repeat(43));
    expect(reasonOf(await signStatement({ nonce: second.nonce, assertion }))).toContain('signed other bytes');
    const third = surely(await startConfirming({ credentialId: id }));
    surely(await answer(third, one));
    expect(reasonOf(await answer(third, one))).toContain('answered already');
    as(two);
    expect(reasonOf(await answer(third, one))).toContain('another sign-in');
  });

  it('a statement with another order, an added member or a later time is refused by name', async () => {
    const id = await add(await createMember('finance'));
    const [one] = admins;
    const forge = async (change: (statement: Record<string, unknown>) => unknown) => {
      as(one);
      const options = surely(await startConfirming({ credentialId: id }));
      const { rows } = await pool().query<{ statement: string }>(
        'select statement from proof_challenges where nonce = $1',
        [options.nonce],
      );
      const forged = JSON.stringify(change(JSON.parse(rows[0]?.statement ?? '{}') as Record<string, unknown>));
      await pool().query('update proof_challenges set statement = $2 where nonce = $1', [options.nonce, forged]);
      return reasonOf(await answer(options, one));
    };
    expect(await forge(({ as: role, ...rest }) => ({ ...rest, as: role }))).toContain('canonical form');
    expect(await forge((statement) => ({ ...statement, extra: 1 }))).toContain('was added');
    expect(
      await forge((statement) => ({
        ...statement,
        answerBy: '2020-01-01T00:01:00.000Z',
        issued: '2020-01-01T00:00:00.000Z',
      })),
    ).toContain('answer came after');
  });

  it.each(['\0', '\ud800', 'a'.repeat(3000), '../x', ''])('an ID or a nonce like %j is refused', async (text) => {
    as(admins[0]);
    const assertion = await admins[0].passkey.sign('d'.repeat(43));
    const registered = await register(admins[0].passkey, 'd'.repeat(43));
    const answers = [
      await startConfirming({ credentialId: text }),
      await startRemoving({ credentialId: text }),
      await renamePasskey({ credentialId: text, name: 'Key' }),
      await withdrawPasskey({ credentialId: text }),
      await signStatement({ nonce: text, assertion }),
      await signStatement({ nonce: 'none', assertion: { ...assertion, credentialId: text } }),
      await registerPasskey({ ...registered, nonce: text }),
    ];
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: { kind: 'invalid', reason: expect.any(String) } })));
  });

  it('a counter that goes back is refused, and counted as an alarm', async () => {
    const [one] = admins;
    const [first, second] = [await add(await createMember('finance')), await add(await createMember('finance'))];
    as(one);
    surely(await answer(surely(await startConfirming({ credentialId: first })), one, { counter: 7 }));
    const before = (await counters().passkeyCounters.get()).values[0]?.value ?? 0;
    const back = await answer(surely(await startConfirming({ credentialId: second })), one, { counter: 6 });
    expect(reasonOf(back)).toContain('counter of the passkey went back');
    expect((await counters().passkeyCounters.get()).values[0]?.value).toBe(before + 1);
  });
});

/** Inserts a copy of the newest entry with another position and predecessor, both in SQL. */
function insertCopy(position: string, previous: string) {
  return pool().query(
    `insert into proof_entries (root, position, previous, hash, kind, subject, person_id, statement)
     select root, ${position}, ${previous}, hash || 'x', kind, subject, person_id, statement from proof_entries
     order by at desc limit 1`,
  );
}

describe('the chain', () => {
  it('takes no entry that leaves a gap or follows another one, and none is changed', async () => {
    await add(await createMember('finance'));
    await expect(insertCopy('position + 2', 'hash')).rejects.toThrow('must follow the newest');
    await expect(insertCopy('position + 1', 'previous')).rejects.toThrow('must follow the newest');
    await expect(pool().query('update proof_entries set kind = kind')).rejects.toThrow('never changed');
    await expect(pool().query('delete from proof_entries')).rejects.toThrow('never changed');
    await expect(pool().query('update proof_roots set document = document')).rejects.toThrow('never changed');
  });

  it('with an entry changed or missing makes no passkey count, and says so in a metric', async () => {
    const id = await add(await createMember('finance'));
    surely(await confirm(admins[0], id));
    const { rows } = await pool().query<{ root: string }>('select root from proof_entries order by at desc limit 1');
    const owner = async (statement: string) => {
      await pool().query(`alter table proof_entries disable trigger all`);
      await pool().query(statement, [rows[0]?.root]);
      await pool().query(`alter table proof_entries enable trigger all`);
    };
    const before = (await counters().keyLists.get()).values[0]?.value ?? 0;
    await owner('delete from proof_entries where root = $1 and position = 1');
    // Another process, or a restart: this one remembers the list of the same head.
    await owner(`update proof_entries set hash = hash || '0' where root = $1`);
    expect(await readKeyList()).toBeUndefined();
    expect((await counters().keyLists.get()).values[0]?.value).toBe(before + 1);
    as(admins[0]);
    expect(await readPasskeys()).toMatchObject({
      value: { own: [], canSetUp: false, blockReason: expect.stringContaining('does not verify') },
    });
    expect(reasonOf(await addPasskey({ name: 'Key' }))).toContain('does not verify');
  });
});

it('the end of the chain is in the log and in metrics, as PROOF_HEAD takes it', async () => {
  await add(await createMember('finance'));
  const [entry] = (await readKeyList())?.entries ?? [];
  const info = vi.spyOn(log, 'info');
  await logProofHead();
  expect(info).toHaveBeenCalledWith(
    { proofRoot: entry?.root, proofHead: `1:${entry?.hash}` },
    'head of the signed statements',
  );
  info.mockRestore();
  const metrics = (await (await readStoredMetrics())?.metrics()) ?? '';
  expect(metrics).toContain('countersign_proof_position 1\n');
  const digits = Number(/^countersign_proof_head (\S+)$/m.exec(metrics)?.[1])
    .toString(16)
    .padStart(12, '0');
  expect(entry?.hash.startsWith(digits)).toBe(true);
});

describe('the environment', () => {
  it('names the root that counts, and a production console takes no other', async () => {
    const { root } = (await readKeyList()) ?? { root: undefined };
    const fingerprint = root?.fingerprint ?? '';
    changeSettings({ PROOF_ROOT: fingerprint });
    expect((await readKeyList())?.root.isPinned).toBe(true);
    expect(await findMissingProof()).toEqual([]);
    changeSettings({ PROOF_ROOT: undefined, CONSOLE_ENVIRONMENT: 'production' });
    expect(await readKeyList()).toBeUndefined();
    as(admins[0]);
    expect(await readSetUp()).toMatchObject({ value: { step: 'none', canBegin: false, unpinned: fingerprint } });
    changeSettings({ PROOF_ROOT: 'f'.repeat(64) });
    expect(await readKeyList()).toBeUndefined();
    expect(await findMissingProof()).toMatchObject([{ name: 'PROOF_ROOT' }]);
  });

  it('names the head that the chain must have reached', async () => {
    await add(await createMember('finance'));
    const read = await readKeyList();
    const [entry] = read?.entries ?? [];
    const names = async (PROOF_HEAD: string | undefined, PROOF_ROOT = read?.root.fingerprint) => {
      changeSettings({ PROOF_ROOT, PROOF_HEAD });
      return (await findMissingProof()).map(({ name }) => name);
    };
    expect(await names(`1:${entry?.hash}`)).toEqual([]);
    expect(await names(`2:${entry?.hash}`)).toEqual(['PROOF_HEAD']);
    expect(await names(`1:${'0'.repeat(64)}`)).toEqual(['PROOF_HEAD']);
    changeSettings({ PROOF_ROOT: undefined, PROOF_HEAD: `1:${entry?.hash}` });
    expect(await findMissingProof()).toMatchObject([{ message: 'needs PROOF_ROOT, which is not set' }]);
  });
});
