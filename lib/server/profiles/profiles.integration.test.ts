import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { putRightsInForce, putSettingInForce } from '@/scripts/testing/data/settings';
import { caller } from '@/scripts/testing/people/caller';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Role } from '@/lib/identity/roles';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { checkProfile, readProfileChoices, readUsualProfile } from '@/lib/server/profiles/choices';
import { readProfileNames, readProfiles } from '@/lib/server/profiles/profile-names';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { withdrawProposal } from '@/lib/server/proposals/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

setUpTestConsole();
const as = async (subject: string, role: Role) => {
  const signedIn = await signInAs(subject, [role]);
  caller.sessionId = signedIn.sessionId;
  return signedIn.person;
};
const UUID = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const OPS = { id: 'p-ops', name: 'Operations' };
const CLIENTS = { id: UUID, name: 'Client funds' };

const proposeNames = (basedOn: number, profiles: unknown, subject = 'profile-names') =>
  propose({ kind: 'profile-names', subject, payload: { basedOn, value: profiles }, comment: 'agreed' });
const confirm = (proposed: Awaited<ReturnType<typeof propose>>) => {
  if (!proposed.ok) throw new Error(`the change must be proposed: ${JSON.stringify(proposed.error)}`);
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
};
async function byTwo(basedOn: number, profiles: unknown) {
  await as('admin', 'admin');
  const proposed = await proposeNames(basedOn, profiles);
  await as('admin-two', 'admin');
  return confirm(proposed);
}
const make = async (profileId: string) =>
  surely(await createRequest({ formKey: randomUUID(), form: filledForm({ profileId }) })).requestId;
const named = () => readProfileNames(SYSTEM_READER);

describe('names of profiles', () => {
  it('come into force by two administrators, and are kept as history', async () => {
    expect(await named()).toEqual([]);
    await as('finance', 'finance');
    expect(await proposeNames(0, [OPS])).toMatchObject(failure('forbidden'));
    await as('admin', 'admin');
    expect(await proposeNames(0, [])).toMatchObject(failure('not-possible'));
    expect(await proposeNames(3, [OPS])).toMatchObject(failure('not-possible'));
    expect(await proposeNames(0, [OPS, { id: 'p-two', name: 'operations ' }])).toMatchObject(
      failure('invalid', { reason: expect.stringContaining('the name of another profile') }),
    );
    expect(await proposeNames(0, [{ id: 'p-ops', name: 'Ops\u202e' }])).toMatchObject({ error: { kind: 'invalid' } });
    expect(await proposeNames(0, [OPS], 'another')).toMatchObject({ error: { kind: 'not-found' } });
    const proposed = await proposeNames(0, [OPS, { ...CLIENTS, id: UUID.toUpperCase() }]);
    expect(await confirm(proposed)).toMatchObject(failure('not-now'));
    expect(await named()).toEqual([]);
    await as('admin-two', 'admin');
    expect(await confirm(proposed)).toMatchObject({ ok: true });
    expect(await named()).toEqual([CLIENTS, OPS]);

    await as('support', 'support');
    expect(await readProfiles()).toMatchObject({
      value: {
        current: { version: 1, proposedBy: 'admin', confirmedBy: 'admin-two', comment: 'agreed' },
        history: [{ version: 0, profiles: [] }],
      },
    });
    const [entry] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(eq(auditLog.action, 'profiles.named'));
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({
      subject: 'profiles',
      before: { version: 0, value: [] },
      after: { version: 1, value: [OPS, CLIENTS] },
    });
  });

  it('are taken away by two administrators too, and never changed by a proposal against earlier names', async () => {
    expect(await byTwo(1, [CLIENTS])).toMatchObject({ ok: true });
    expect(await named()).toEqual([CLIENTS]);
    await as('admin', 'admin');
    expect(await proposeNames(1, [OPS])).toMatchObject(failure('not-possible'));
    // Another version comes into force between proposal and confirmation.
    const late = await proposeNames(2, [OPS, CLIENTS]);
    await putSettingInForce('profile-names', [CLIENTS]);
    await as('admin-two', 'admin');
    expect(await confirm(late)).toMatchObject(failure('not-possible'));
    await as('admin', 'admin');
    if (!late.ok) throw new Error('the change must be proposed');
    expect(await withdrawProposal({ proposalId: late.value.proposalId, comment: '' })).toMatchObject({ ok: true });
    expect(await named()).toEqual([CLIENTS]);
    expect(await byTwo(3, [OPS, CLIENTS])).toMatchObject({ ok: true });
  });

  it('are history that nobody changes', async () => {
    for (const statement of [
      `update setting_versions set value = '[]'`,
      'delete from setting_versions',
      'truncate setting_versions cascade',
    ])
      await expect(pool().query(statement)).rejects.toThrow(/never changed or deleted/);
  });

  it('are read for the profiles that a reader may see', async () => {
    expect(await readProfileNames({ ...SYSTEM_READER, visibleProfiles: [UUID.toUpperCase()] })).toEqual([CLIENTS]);
    expect(await readProfileNames({ ...SYSTEM_READER, visibleProfiles: [] })).toEqual([]);
    caller.sessionId = undefined;
    expect(await readProfiles()).toEqual(failure('signed-out'));
  });
});

describe('the profiles that a form offers', () => {
  it('are those of transfers and open requests, in any spelling once, the last used first', async () => {
    await storeRecords([
      { id: randomUUID(), profile_id: UUID.toUpperCase(), created_at: '2026-10-01T00:00:00Z' },
      { id: randomUUID(), profile_id: 'p-transfers', created_at: '2026-10-01T00:00:00Z' },
    ]);
    const finance = await as('finance', 'finance');
    await make('p-typo').then((requestId) => cancelRequest({ requestId }));
    await make('p-first');
    await make('p-ops');
    const other = await as('finance-two', 'finance');
    await make('p-other');

    const offered = (await readProfileChoices(finance)) ?? [];
    const line = ({ id, name, group, isSeen }: (typeof offered)[number]) =>
      `${group} ${id} ${name ?? '-'} ${isSeen ? 'seen' : 'never'}`;
    expect(offered.slice(0, 2).map(line)).toEqual(['own p-ops Operations seen', 'own p-first - seen']);
    expect(offered.map(({ id }) => id)).not.toContain('p-typo');
    expect(offered.map(line)).toEqual(
      expect.arrayContaining([`named ${UUID} Client funds seen`, 'seen p-transfers - seen', 'seen p-other - seen']),
    );
    expect(new Set(offered.map(({ id }) => id.toLowerCase())).size).toBe(offered.length);
    expect((await readProfileChoices(other))?.[0]).toMatchObject({ id: 'p-other', group: 'own' });
    expect(
      (await readProfileChoices({ ...finance, visibleProfiles: ['p-first'] }))?.map(({ id, group }) => [group, id]),
    ).toEqual([['own', 'p-first']]);
  });

  it('are filled in where all latest requests of a person name one, from which they may still request', async () => {
    const person = await as('finance-three', 'finance');
    await make('p-ops');
    await make('p-ops');
    expect(await readUsualProfile(person)).toBeUndefined();
    await make('p-ops');
    expect(await readUsualProfile(person)).toEqual({ id: 'p-ops', requests: 3 });
    expect(await readUsualProfile({ ...person, visibleProfiles: ['p-first'] })).toBeUndefined();
    await putRightsInForce([{ may: 'request', who: person.id, profiles: ['p-first'] }]);
    expect(await readUsualProfile(person)).toBeUndefined();
    expect(await checkProfile({ profile: 'P-FIRST' })).toEqual({ ok: true, value: { reason: null } });
    // A profile that exists and one that does not get the same answer.
    for (const profile of ['p-ops', 'p-nowhere'])
      expect(await checkProfile({ profile })).toEqual({
        ok: true,
        value: { reason: `You may not request withdrawals from the profile ${profile}.` },
      });
    await putRightsInForce([]);
    await make('p-first');
    expect(await readUsualProfile(person)).toBeUndefined();
  });

  it('are checked for those who request withdrawals alone', async () => {
    await as('support', 'support');
    expect(await checkProfile({ profile: 'p-ops' })).toMatchObject({ error: { kind: 'forbidden' } });
  });
});
