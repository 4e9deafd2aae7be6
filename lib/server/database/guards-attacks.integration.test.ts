import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { make } from '@/scripts/testing/data/requests';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { filledForm } from '@/scripts/stack/filled-form';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { SETTING_KINDS } from '@/lib/proposals/settings';
import { pool } from '@/lib/server/database/client';
import { sendNext } from '@/lib/server/sends/worker';

// SQL with the very role that a console has, which owns nothing. Each statement once paid, or could have.

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
/** The console's own role. */
let role: Pool;

beforeAll(async () => {
  role = openPool({ connectionString: await prepareDatabase(running.databaseUrl), max: 1 });
});
afterAll(() => role.end());
beforeEach(() => {
  as(finance);
});

const REFUSED = { code: '42501' };

async function approved(change = {}): Promise<string> {
  const id = await make(change);
  await approveRequest(id, one.person, two.person);
  return id;
}

async function sent(): Promise<string> {
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
  const id = await approved();
  expect(await sendNext()).toBe(1);
  return id;
}

/** Runs a statement as the console's role; `$1` is the request. */
const attack = (statement: string, id: string) => role.query(statement.replaceAll('$1', `'${id}'`));
const stateOf = async (id: string) =>
  (await pool().query<{ state: string }>('select state from withdrawal_requests where id = $1', [id])).rows[0]?.state;

const body = (refId: string) =>
  `{"ref_id":"${refId}","profile_id":"p-ops","asset":"ETH","crypto_network":"ETHEREUM","destination_address":"0x000000000000000000000000000000000000dEaD","amount":"9999.5"}`;
const insertVersion = (
  id: string,
  refId: string,
  {
    version = 1,
    approvals = 1,
    rule = 5,
    role: asked = 'approver',
    policy = '(select max(version) from policy_versions)',
    at = 'now()',
    groups = '[]',
  } = {},
) => ({
  text: `insert into request_versions (request_id, version, form_key, body, body_sha256, recipient_key, policy_version, rule_number, required_approvals, required_role, required_groups, facts, created_at)
    values ($1, ${version}, gen_random_uuid(), convert_to($2, 'UTF8'), $3, 'x', ${policy}, ${rule}, ${approvals}, '${asked}', '${groups}', '{}', ${at})`,
  values: [id, body(refId), createHash('sha256').update(body(refId)).digest('hex')],
});
const insertRequest = (id: string, refId: string, { state = 'AWAITING_APPROVAL', version = 1 } = {}) => ({
  text: `insert into withdrawal_requests (id, ref_id, requester_id, state, version, expires_at) values ($1, $2, $3, '${state}', ${version}, now() + interval '1 day')`,
  values: [id, refId, finance.person.id],
});

const insertProposal = (kind: string) =>
  role.query<{ id: string }>({
    text: `insert into proposals (kind, subject, payload, comment, proposed_by) values ($1, $2, '{}', 'x', $3) returning id`,
    values: [kind, randomUUID(), one.person.id],
  });

describe('a change that takes two people', () => {
  it.each(['policy', ...SETTING_KINDS])('does not come into force by a row: %s', async (kind) => {
    const insert = (proposalId: string | null) =>
      role.query(
        kind === 'policy'
          ? {
              text: `insert into policy_versions (version, rules, proposal_id)
                select 1 + coalesce(max(version), 0), '[]', $1 from policy_versions`,
              values: [proposalId],
            }
          : {
              text: `insert into setting_versions (kind, version, value, proposal_id)
                select $1, 1 + coalesce(max(version), 0), '[]', $2 from setting_versions where kind = $1`,
              values: [kind, proposalId],
            },
      );
    await expect(insert(null)).rejects.toMatchObject(REFUSED);
    const [open] = (await insertProposal(kind)).rows;
    await expect(insert(open?.id ?? null)).rejects.toMatchObject(REFUSED);
    const [other] = (await insertProposal('recipient')).rows;
    await role.query(`update proposals set state = 'CONFIRMED', decided_by = $2 where id = $1`, [
      other?.id,
      two.person.id,
    ]);
    await expect(insert(other?.id ?? null)).rejects.toMatchObject(REFUSED);
  });
});

describe('three INSERTs', () => {
  it.each(['APPROVED', 'SENT', 'REJECTED', 'DRAFT'])(
    'are refused at the first: a request that begins as %s',
    async (state) => {
      await expect(role.query(insertRequest(randomUUID(), randomUUID(), { state }))).rejects.toMatchObject(REFUSED);
    },
  );

  it('are refused at the second: a version that asks for other approvals than its rule, or of an earlier policy', async () => {
    const [id, refId] = [randomUUID(), `evil-${randomUUID()}`];
    await expect(role.query(insertRequest(id, refId, { version: 2 }))).rejects.toMatchObject(REFUSED);
    await role.query(insertRequest(id, refId));
    for (const change of [
      { approvals: 0 },
      { approvals: 2 },
      { rule: 0 },
      { rule: 99 },
      { rule: 1 },
      { role: 'admin' },
      { policy: '99' },
      { version: 3 },
      { at: `now() - interval '1 hour'` },
      ...[
        '[{"group":"A","count":1},{"group":"B","count":-1}]',
        '[{"group":"A","count":0.5}]',
        '[{"group":"A","count":"1"}]',
        '[{"group":"A","count":1},{"group":"A","count":1}]',
        '[{"count":1}]',
        '[1]',
        'null',
        '{}',
      ].map((groups) => ({ groups, approvals: 2 })),
    ])
      await expect(role.query(insertVersion(id, refId, change))).rejects.toThrow(
        /its rule|whole people|no such version|made now|check constraint|foreign key/,
      );
    await pool().query(
      `insert into policy_versions (version, rules, active_from) select max(version) + 1, (array_agg(rules order by version desc))[1], now() - interval '2 minutes' from policy_versions`,
    );
    await expect(
      role.query(insertVersion(id, refId, { policy: '(select max(version) - 1 from policy_versions)' })),
    ).rejects.toMatchObject(REFUSED);
    // What its rule asks for is accepted, and waits for its votes.
    await role.query(insertVersion(id, refId));
    for (const statement of [
      'insert into sends (request_id) values ($1)',
      `update withdrawal_requests set state = 'APPROVED' where id = $1`,
      `update withdrawal_requests set state = 'SENT' where id = $1`,
    ])
      await expect(attack(statement, id)).rejects.toMatchObject(REFUSED);
    expect(await sendNext()).toBe(0);
    expect(await running.sandbox.api.countByRefId(refId)).toBe(0);
  });
});

describe('a swap with version 2', () => {
  it('is refused while the request awaits approval: its state stays, and the votes are void', async () => {
    const form = filledForm();
    const id = await make(form);
    await approveRequest(id, one.person);
    await role.query(insertVersion(id, form.referenceId, { version: 2 }));
    await expect(
      attack(`update withdrawal_requests set version = 2, state = 'APPROVED' where id = $1`, id),
    ).rejects.toMatchObject(REFUSED);
    await role.query('update withdrawal_requests set version = 2 where id = $1', [id]);
    await expect(attack(`update withdrawal_requests set state = 'APPROVED' where id = $1`, id)).rejects.toMatchObject(
      REFUSED,
    );
    await expect(attack('insert into sends (request_id) values ($1)', id)).rejects.toMatchObject(REFUSED);
  });

  it('is refused once the request is approved', async () => {
    const form = filledForm();
    const id = await approved(form);
    await expect(role.query(insertVersion(id, form.referenceId, { version: 2 }))).rejects.toMatchObject(REFUSED);
    await expect(attack('update withdrawal_requests set version = 2 where id = $1', id)).rejects.toMatchObject(REFUSED);
  });
});

describe('a request', () => {
  it.each([
    ['AWAITING_APPROVAL', 'APPROVED'],
    ['AWAITING_APPROVAL', 'SENT'],
    ['AWAITING_APPROVAL', 'DRAFT'],
    ['APPROVED', 'SENT'],
    ['APPROVED', 'REJECTED'],
    ['REJECTED', 'AWAITING_APPROVAL'],
    ['REJECTED', 'APPROVED'],
    ['CANCELLED', 'APPROVED'],
    ['CANCELLED', 'AWAITING_APPROVAL'],
    ['EXPIRED', 'AWAITING_APPROVAL'],
    ['EXPIRED', 'APPROVED'],
  ])('in %s does not become %s', async (from, to) => {
    const id = from === 'APPROVED' ? await approved() : await make();
    if (from !== 'APPROVED' && from !== 'AWAITING_APPROVAL')
      await pool().query(`update withdrawal_requests set state = '${from}' where id = $1`, [id]);
    await expect(attack(`update withdrawal_requests set state = '${to}' where id = $1`, id)).rejects.toMatchObject(
      REFUSED,
    );
    expect(await stateOf(id)).toBe(from);
  });

  it('takes no version that is not there, nor one beyond the next', async () => {
    const id = await make();
    for (const version of [0, 2, 3])
      await expect(
        attack(`update withdrawal_requests set version = ${version} where id = $1`, id),
      ).rejects.toMatchObject(REFUSED);
  });

  it('takes no vote before it awaits approval again, nor on an earlier version', async () => {
    const id = await approved();
    await expect(
      attack(
        `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles)
         select $1, 1, (select id from people where subject = 'admin-voter'), requester_id, body_sha256, 'APPROVED', '{approver}'
         from withdrawal_requests r join request_versions v on v.request_id = r.id where r.id = $1`,
        id,
      ),
    ).rejects.toThrow(/null value|does not await approval/);
  });
});

describe('a send', () => {
  it.each([
    `update sends set state = 'QUEUED' where request_id = $1`,
    `update sends set state = 'UNKNOWN' where request_id = $1`,
    `update sends set state = 'REFUSED' where request_id = $1`,
    `update sends set fence = fence - 1 where request_id = $1`,
    `update sends set posts = 0 where request_id = $1`,
    `update sends set transfer_id = 'another' where request_id = $1`,
    `update sends set transfer_id = null where request_id = $1`,
    `update sends set request_id = gen_random_uuid() where request_id = $1`,
    `delete from sends where request_id = $1`,
    `delete from send_attempts where request_id = $1`,
    `update send_attempts set fence = 99 where request_id = $1`,
    `truncate sends`,
    `update withdrawal_requests set state = 'APPROVED' where id = $1`,
  ])('that was accepted does not leave again: %s', async (statement) => {
    const id = await sent();
    await expect(attack(statement, id)).rejects.toMatchObject(REFUSED);
    expect(await sendNext()).toBe(0);
    expect(await stateOf(id)).toBe('SENT');
  });

  it.each([
    [`state = 'ACCEPTED', transfer_id = 'made-up'`],
    [`state = 'SENDING'`],
    [`state = 'SENDING', fence = fence + 2`],
    [`fence = -1`],
    [`posts = -1`],
  ])('that is queued does not become: %s', async (change) => {
    const id = await approved();
    await expect(attack(`update sends set ${change} where request_id = $1`, id)).rejects.toMatchObject(REFUSED);
  });

  it.each([
    `insert into sends (request_id, state) values ($1, 'ACCEPTED')`,
    `insert into sends (request_id, state) values ($1, 'UNKNOWN')`,
    `insert into sends (request_id, fence) values ($1, 5)`,
    `insert into sends (request_id, transfer_id) values ($1, 'x')`,
  ])('begins at the beginning: %s', async (statement) => {
    const id = await approved();
    await pool().query('delete from sends where request_id = $1', [id]);
    await expect(attack(statement, id)).rejects.toMatchObject(REFUSED);
  });

  it('that two people closed, or that is held as changed, is neither sent nor deleted', async () => {
    for (const change of [
      `state = 'REFUSED', closed_at = now()`,
      `state = 'HOLD', hold = '{"kind":"changed","detail":"x"}'`,
    ]) {
      const id = await approved();
      await pool().query(`update sends set ${change} where request_id = $1`, [id]);
      for (const statement of [
        `update sends set state = 'QUEUED', hold = null where request_id = $1`,
        'delete from sends where request_id = $1',
      ])
        await expect(attack(statement, id)).rejects.toMatchObject(REFUSED);
    }
  });

  it('with an unknown outcome stays ambiguous', async () => {
    const id = await approved();
    await pool().query(`update sends set state = 'UNKNOWN', is_ambiguous = true where request_id = $1`, [id]);
    await expect(
      attack(`update sends set state = 'QUEUED', is_ambiguous = false where request_id = $1`, id),
    ).rejects.toMatchObject(REFUSED);
  });

  it('needs its votes, whatever temporary tables say', async () => {
    const id = await make();
    await pool().query(
      `grant temporary on database ${new URL(running.databaseUrl).pathname.slice(1)} to countersign_console`,
    );
    const client = await role.connect();
    try {
      await client.query('create temporary table decisions (like public.decisions)');
      await client.query(
        `insert into pg_temp.decisions (request_id, version, person_id, requester_id, body_sha256, verdict, comment, roles, groups, decided_at)
         select r.id, 1, gen_random_uuid(), requester_id, body_sha256, 'APPROVED', '', '{approver}', '{}', now()
         from withdrawal_requests r join request_versions v on v.request_id = r.id, generate_series(1, 3) where r.id = $1`,
        [id],
      );
      await expect(
        client.query(`update withdrawal_requests set state = 'APPROVED' where id = $1`, [id]),
      ).rejects.toMatchObject(REFUSED);
    } finally {
      client.release(true);
    }
  });
});

it('has no function that looks into temporary tables before its own', async () => {
  const { rows } = await pool().query<{ name: string }>(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      -- What a body written with RETURN names was found when the function was created.
      and prosqlbody is null and not coalesce(proconfig @> array['search_path=pg_catalog, public, pg_temp'], false)
      and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by 1`);
  expect(rows).toEqual([]);
});
