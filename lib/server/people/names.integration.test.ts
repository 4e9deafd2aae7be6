import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditPage } from '@/lib/server/audit/read';
import { readPolicy } from '@/lib/server/policy/read';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInWith } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpTestConsole();
let finance: SignedIn;
let approver: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
  finance = await signInWith({ subject: 'one', roles: ['finance'], ...ada });
  // The same to a reader: full-width letters, another space, another case.
  approver = await signInWith({
    subject: 'two',
    roles: ['approver'],
    name: 'ＡＤＡ\u00a0Lovelace',
    email: 'al@example.com',
  });
  admin = await signInWith({ subject: 'three', roles: ['admin', 'finance'], name: 'Grace Hopper' });
});

const shortId = ({ person }: SignedIn) => `id ${person.id.slice(0, 8)}`;

async function makeApprovedOnce(): Promise<string> {
  as(finance);
  const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
  const { version, bodySha256 } = surely(await readRequest(requestId));
  as(approver);
  await decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
  return requestId;
}

describe('people whose names look the same', () => {
  it('are told apart by e-mail address in the history, the queue, the policy and the audit log', async () => {
    const id = await makeApprovedOnce();
    const request = await readRequest(id);
    expect(request).toMatchObject({
      value: {
        requesterName: 'Ada Lovelace (ada@example.com)',
        decisions: [{ personName: 'ＡＤＡ\u00a0Lovelace (al@example.com)' }],
      },
    });
    const queue = await readQueue();
    expect(queue.ok && queue.value.others[0]?.requesterName).toBe('Ada Lovelace (ada@example.com)');
    as(admin);
    const policy = await readPolicy();
    expect(policy.ok && policy.value.requesters.map(({ name }) => name)).toEqual([
      'Ada Lovelace (ada@example.com)',
      'Grace Hopper',
    ]);
    const audit = await listAuditPage(new URLSearchParams({ action: 'request.made' }));
    expect(audit).toMatchObject({ value: { items: [{ actorMark: '(ada@example.com)' }] } });
    const own = await listAuditPage(new URLSearchParams({ person: admin.person.id }));
    expect(own).toMatchObject({ value: { items: [{ actorMark: null }] } });
  });

  it('are told apart by a short id where they share the address as well, or have none', async () => {
    const twin = await signInWith({ subject: 'four', roles: ['finance'], name: 'Grace Hopper' });
    as(admin);
    const policy = await readPolicy();
    const names: Record<string, string> = policy.ok ? policy.value.names.people : {};
    expect(names[admin.person.id]).toBe(`Grace Hopper (${shortId(admin)})`);
    expect(names[twin.person.id]).toBe(`Grace Hopper (${shortId(twin)})`);
    const again = { name: 'Ada Lovelace', email: 'ADA@example.com' };
    const second = await signInWith({ subject: 'five', roles: ['approver'], ...again });
    const later = await readPolicy();
    expect(later.ok && later.value.names.people[second.person.id]).toBe(
      `Ada Lovelace (ADA@example.com, ${shortId(second)})`,
    );
  });
});
