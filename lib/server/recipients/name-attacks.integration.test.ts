import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn } from '@/scripts/testing/test-process';
import { database } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readRecipients } from '@/lib/server/recipients/read';
import { readRecipient } from '@/lib/server/recipients/view';

// Entries whose names look the same: a requester who chooses by name would pay the other one.

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const approver = signedIn('approver', ['approver']);
beforeEach(() => as(finance));
let count = 0;
function entry(name: string, network = 'ETHEREUM') {
  count += 1;
  const address = `0x${randomUUID().replaceAll('-', '')}${String(count).padStart(8, '0')}`;
  return { name, network, address, memo: null, note: '', profiles: [] };
}
function offer(...names: string[]) {
  const changes = names.map((name) => ({
    kind: 'add' as const,
    id: randomUUID(),
    after: entry(name),
    chosen: '',
    lookAlikes: [],
  }));
  return {
    id: changes[0]?.id ?? '',
    done: () => proposeChange(names.length === 1 ? (changes[0]?.id ?? '') : randomUUID(), changes),
  };
}
const proposeChange = (subject: string, changes: unknown[]) =>
  propose({ kind: 'recipient', subject, payload: { changes }, comment: 'a new customer' });

async function confirmAs(person: SignedIn, subject: string) {
  const [open] = await database().select({ id: proposals.id }).from(proposals).where(eq(proposals.subject, subject));
  as(person);
  const outcome = await confirmProposal({ proposalId: open?.id ?? '', comment: '', choices: {} });
  as(finance);
  return outcome;
}
async function add(name: string): Promise<string> {
  const { id, done } = offer(name);
  expect(await done()).toMatchObject({ ok: true });
  expect(await confirmAs(approver, id)).toMatchObject({ ok: true });
  return id;
}

describe('two entries whose names look the same', () => {
  it.each([
    ['the same name', 'Atlas Bank', 'Atlas Bank'],
    ['other capitals and spaces', 'Borealis Bank', 'borealis  bank'],
    ['a Cyrillic letter', 'Corona Bank', 'Cоrona Bank'],
    ['an I for an l', 'Delphi Alliance', 'DeIphi AIliance'],
  ])('are refused: %s', async (_, first, second) => {
    await add(first);
    const refused = await offer(second).done();
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).toContain('or one that looks the same');
  });

  it('are refused within one import', async () => {
    const refused = await offer('Echo Bank', 'Еcho Bank').done();
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).toContain('Give the entry a name of its own');
  });

  it('are refused at the confirmation, where both were proposed before', async () => {
    const [one, two] = [offer('Foxtrot Bank'), offer('Fохtrot Bank')];
    expect(await one.done()).toMatchObject({ ok: true });
    expect(await two.done()).toMatchObject({ ok: true });
    expect(await confirmAs(approver, one.id)).toMatchObject({ ok: true });
    expect(await confirmAs(approver, two.id)).toMatchObject({ ok: false });
    expect(await database().select().from(recipients).where(eq(recipients.id, two.id))).toEqual([]);
  });

  it('are allowed on two networks', async () => {
    await add('Golf Bank');
    const id = randomUUID();
    const after = entry('Golf Bank', 'BASE');
    expect(await proposeChange(id, [{ kind: 'add', id, after, chosen: after.address, lookAlikes: [] }])).toMatchObject({
      ok: true,
    });
  });

  it('from before stay readable and are marked, and a change of something else is no reason', async () => {
    const id = await add('Hotel Bank');
    const [saved] = await database().select().from(recipients).where(eq(recipients.id, id));
    const twin = { ...entry('Hоtel Bank'), id: randomUUID() };
    await database()
      .insert(recipients)
      .values({
        ...saved!,
        ...twin,
        normalAddress: twin.address,
        recipientKey: JSON.stringify(['ETHEREUM', twin.address]),
      });
    const list = await readRecipients({ q: 'tel Bank' });
    expect(list.ok && list.value.items.map(({ hasSharedName }) => hasSharedName)).toEqual([true, true]);
    expect(await readRecipient(id)).toMatchObject({ ok: true, value: { entry: { hasSharedName: true } } });
    const { name, network, address, memo, profiles } = saved!;
    const before = { name, network, address, memo, note: '', profiles };
    const changed = { kind: 'change', id, before, after: { ...before, note: 'by phone' }, chosen: '', lookAlikes: [] };
    expect(await proposeChange(id, [changed])).toMatchObject({ ok: true });
  });
});
