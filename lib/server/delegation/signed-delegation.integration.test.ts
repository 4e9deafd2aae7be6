import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, pool } from '@/lib/server/database/client';
import { describeFinding } from '@/lib/proof/evidence/describe-finding';
import { verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { exportEvidence } from '@/lib/server/evidence/export';
import { createDelegation } from '@/lib/server/delegation/create';
import { endDelegation } from '@/lib/server/delegation/end';
import { readDelegations } from '@/lib/server/delegation/read';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { lockRequest } from '@/lib/server/requests/load';
import { readRequest } from '@/lib/server/requests/lists/read';
import { checkSignatures } from '@/lib/server/sends/claim/signature-check';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import {
  createSigner,
  enrol,
  removePasskey,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { changeSettings } from '@/scripts/testing/test-process';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { findPerson } from '@/lib/server/auth/sessions';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { makeSigned } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let administrators: readonly SigningPerson[];
let requester: SigningPerson;
let ada: SigningPerson;
let ben: SigningPerson;
let cyd: SigningPerson;
let id: string;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  administrators = await setUpKeyList();
});
beforeEach(async () => {
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
  requester = await enrol(await createSigner('finance'), administrators);
  ada = await enrol(await createSigner('approver'), administrators);
  ben = await enrol(await createSigner('approver'), administrators);
  cyd = await enrol(await createSigner('approver'), administrators);
  id = await request();
});

async function request(): Promise<string> {
  const destinationAddress = `0x${randomBytes(20).toString('hex')}`;
  return makeSigned(requester, { destinationAddress });
}

async function idOf({ sessionId }: SigningPerson): Promise<string> {
  const person = await findPerson(sessionId, { isSeen: false, origin: null });
  return person?.id ?? '';
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

async function delegate(from: SigningPerson, to: SigningPerson): Promise<string> {
  const wanted = {
    id: randomUUID(),
    delegateId: await idOf(to),
    role: 'approver',
    startsAt: hours(-1),
    endsAt: hours(24),
    reason: 'On leave',
  };
  surely(await signAs(from, (signed) => createDelegation({ ...wanted, ...signed })));
  return wanted.id;
}

async function approve(person: SigningPerson, of?: SigningPerson) {
  as(person);
  const { version, bodySha256 } = surely(await readRequest(id));
  const decision = {
    requestId: id,
    version,
    bodySha256,
    verdict: 'APPROVED',
    comment: '',
    chosenAddress: '',
    ...(of && { forPersonId: await idOf(of) }),
  };
  return signAs(person, (signed) => decideOnRequest({ ...decision, ...signed }));
}

async function* toStream(lines: readonly string[]) {
  yield* lines;
}

/** Gives what the claim says of the signatures of the request. */
function check() {
  return inTransaction(async (transaction) => {
    const found = await lockRequest(transaction, SYSTEM_READER, id);
    if (!found) throw new Error('no request');
    return checkSignatures(transaction, found);
  });
}

const asOwner = (...statements: string[]) =>
  withoutTriggers(async (transaction) => {
    for (const statement of statements) await transaction.execute(sql.raw(statement));
  });

describe('a signed delegation', () => {
  it('lets the delegate sign for the delegator, and the claim verifies both signatures', async () => {
    await delegate(ada, ben);
    surely(await approve(ben, ada));
    surely(await approve(cyd));
    expect(await check()).toMatchObject({ ok: true, value: { lapsed: [] } });
    as(ada);
    expect(surely(await readDelegations()).delegations[0]).toMatchObject({ part: 'delegator', isSigned: true });
  });

  it('is not given to somebody whose passkeys do not count for the role', async () => {
    const without = await createSigner('approver');
    as(ada);
    const wanted = { id: randomUUID(), delegateId: await idOf(without), role: 'approver', reason: 'On leave' };
    const outcome = await createDelegation({ ...wanted, startsAt: hours(0), endsAt: hours(1) });
    expect(outcome).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringMatching(/has no passkey that counts for the role approver\.$/) },
    });
  });

  it('lapses with the passkey of the delegator, and the approval with it', async () => {
    await delegate(ada, ben);
    surely(await approve(ben, ada));
    surely(await approve(cyd));
    await removePasskey(ada);
    expect(await check()).toMatchObject({ ok: true, value: { lapsed: [{ personId: await idOf(ben) }] } });
    as(cyd);
    expect(surely(await readRequest(id))).toMatchObject({
      decisions: [{ voidReason: 'the passkey that signed it no longer counts' }, { voidReason: null }],
    });
  });

  it('ends with a signature or without one; what was signed before counts', async () => {
    const given = await delegate(ada, ben);
    surely(await approve(ben, ada));
    surely(await signAs(ada, (signed) => endDelegation({ id: given, ...signed })));
    surely(await approve(cyd));
    expect(await check()).toMatchObject({ ok: true, value: { lapsed: [] } });
    const other = await delegate(ada, cyd);
    as(cyd);
    surely(await endDelegation({ id: other, signature: 'declined' }));
    as(ada);
    expect(surely(await readDelegations()).delegations.map(({ state }) => state)).toEqual(['over', 'over']);
  });

  it('that nobody signed stands in no statement, and the signature of the delegate counts as their own', async () => {
    changeSettings({ CONSOLE_PROOF: 'optional' });
    const without = await createSigner('approver');
    await delegate(without, ben);
    surely(await approve(ben, without));
    surely(await approve(cyd));
    expect(await check()).toMatchObject({ ok: true, value: { lapsed: [] } });
    as(requester);
    const { decisions } = surely(await readRequest(id));
    expect(decisions.map(({ forPersonName }) => forPersonName !== null)).toEqual([true, false]);
    as(without);
    expect(await approve(without)).toMatchObject({ ok: false });
    changeSettings({ CONSOLE_PROOF: 'required' });
  });

  it('is in the evidence, where the approval names both', async () => {
    await delegate(ada, ben);
    surely(await approve(ben, ada));
    surely(await approve(cyd));
    as(ada);
    const { stream } = surely(await exportEvidence({ kind: 'request', id }));
    const lines = (await new Response(stream).text()).trim().split('\n');
    const root = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots');
    const found: string[] = [];
    const reading = verifyEvidence(toStream(lines), root.rows[0]?.fingerprint ?? '');
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next())
      if (next.value.kind === 'withdrawal') found.push(...describeFinding(next.value));
    expect(next.value.holds).toBe(true);
    expect(found.join('\n')).toContain(`as approver for ${await idOf(ada)}`);
  });
});

const UNSIGNED = {
  error: { kind: 'not-now', reason: expect.stringMatching(/^The delegation is not signed/) as string },
};

describe('the owner of the database', () => {
  it('cannot make an approval one for somebody else, nor one of the two into two', async () => {
    await delegate(ada, ben);
    surely(await approve(ben, ada));
    surely(await approve(cyd));
    // The row forgets for whom it was; the statement does not.
    await asOwner(`update decisions set for_person_id = null, delegation_id = null where request_id = '${id}'`);
    expect(await check()).toMatchObject({ ok: true, value: { lapsed: [] } });
    const adaId = await idOf(ada);
    const benId = await idOf(ben);
    await asOwner(
      `update decisions set person_id = '${adaId}' where request_id = '${id}' and person_id = '${benId}'`,
      `update vote_signatures set person_id = '${adaId}' where request_id = '${id}' and person_id = '${benId}'`,
    );
    expect((await check()).ok).toBe(false);
  });

  it('cannot grant a delegation, prolong one, or bring back one that was ended', async () => {
    const given = await delegate(ada, ben);
    surely(await signAs(ben, (signed) => endDelegation({ id: given, ...signed })));
    await asOwner(`update delegations set ended_at = null, ended_by = null where id = '${given}'`);
    expect(await approve(ben, ada)).toMatchObject(UNSIGNED);
    const [adaId, cydId] = [await idOf(ada), await idOf(cyd)];
    await asOwner(
      `update delegations set ended_at = now(), ended_by = delegate_id where id = '${given}'`,
      `insert into delegations (id, delegator_id, delegate_id, role, starts_at, ends_at, reason)
       values ('${randomUUID()}', '${adaId}', '${cydId}', 'approver', now() - interval '1 hour', now() + interval '1 day', 'forged')`,
    );
    expect(await approve(cyd, ada)).toMatchObject(UNSIGNED);
  });
});
