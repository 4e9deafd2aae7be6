import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createRequest } from '@/lib/server/requests/creation/create';
import type { PolicyRule } from '@/lib/policy/rules';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { gatherChecks } from '@/lib/server/requests/checks/checks';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readChecks } from '@/lib/server/requests/checks/read-checks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { addEntry, addPayment } from '@/scripts/testing/data/profile-data';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

// What a clerk of one profile may try: to learn what another profile has from checks, from the trial of the policy, and
// from batches.

setUpTestConsole();
const [OWN, HIDDEN, MISSING] = ['p-sub', 'p-hq', 'p-nowhere'] as const;
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const clerk = signedIn('clerk', ['finance']);
const treasurer = signedIn('treasurer', ['finance']);
let address: string;

beforeAll(async () => {
  await signInAs('approver-one', ['approver']);
  await signInAs('approver-two', ['approver']);
});
beforeEach(async () => {
  address = evmAddress();
  await limitClerk();
  as(clerk);
});

const evmAddress = () => `0x${randomBytes(20).toString('hex')}`;
const similarTo = (other: string) => `${other.slice(0, 20)}${other[20] === '0' ? '1' : '0'}${other.slice(21)}`;
const limitClerk = () => putRightsInForce([{ may: 'see', who: clerk.person.id, profiles: [OWN] }]);
const bodyOf = (profile: string, amount: string) => ({
  ref_id: `t-${randomUUID()}`,
  profile_id: profile,
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: address,
  amount,
});
type Change = Partial<Pick<WithdrawalBody, 'asset' | 'crypto_network' | 'memo'>>;
const pay = (profile: string, amount: string, change: Change = {}) =>
  addPayment({ ...bodyOf(profile, amount), ...change }, treasurer.person.id);
const transfer = (profile: string, amount: string, change: Record<string, unknown> = {}) => ({
  ...bodyOf(profile, amount),
  id: randomUUID(),
  total: amount,
  fee: '0',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:05:05.000Z',
  ...change,
});

const checks = async (profile: string, change: Record<string, string> = {}) => {
  const read = surely(await readChecks({ network: 'ETHEREUM', address, asset: 'ETH', profile, value: '1', ...change }));
  return { ...read, checkedAt: '' };
};
// As they are stored with a request.
const stored = (profile: string, amount: string, change: Change = {}) =>
  gatherChecks({ ...bodyOf(profile, amount), ...change });
const trial = (profile: string, change: Record<string, string> = {}) =>
  dryRunPolicy({ network: 'ETHEREUM', address, asset: 'ETH', profile, amount: '1', ...change });

describe('the checks of a payment', () => {
  it('answer for a hidden profile as for one that does not exist', async () => {
    await storeRecords(Array.from({ length: 6 }, () => transfer(HIDDEN, '777', { destination_address: evmAddress() })));
    await addEntry({ name: 'Quiet fund', address: similarTo(address), profiles: [HIDDEN] });
    const hidden = await checks(HIDDEN);
    expect(hidden).toEqual(await checks(MISSING));
    expect(hidden.card.signals).toContain('profile-unknown');
    expect(JSON.stringify(hidden)).not.toMatch(/\b777\b|Quiet/);
    as(treasurer);
    const seen = JSON.stringify(await checks(HIDDEN));
    expect([seen.includes('777 ETH'), seen.includes('Quiet fund')]).toEqual([true, true]);
  });

  it('count what other profiles paid once they are stored, without amounts and memos', async () => {
    for (const amount of ['111', '222', '333', '444', '555']) await pay(HIDDEN, amount);
    await storeRecords([transfer(HIDDEN, '666')]);
    const found = await stored(OWN, '9999');
    expect(found.card.signals).toEqual(expect.arrayContaining(['new-recipient', 'amount-unusual']));
    const text = JSON.stringify(found).replaceAll(address, '');
    expect(text).toContain('Paid 5 times from this console (by another profile)');
    expect(text).toContain('but never more than a tenth of this amount');
    expect(text).toContain(
      'Far above the typical amount (6 payments in ETH to this recipient, some by another profile)',
    );
    expect(text).not.toMatch(/\b(?:111|222|333|444|555|666)\b|p-hq|times the typical/);
    for (const amount of ['10', '11', '12', '13', '14']) await pay(OWN, amount);
    expect(JSON.stringify(await stored(OWN, '12'))).toContain(
      'By this profile alone: About the typical amount. Median of 5 payments in ETH to this recipient: 12 ETH',
    );
  });

  it('compare the memo with those of other profiles once they are stored, and quote none', async () => {
    address = STELLAR;
    const onStellar = { crypto_network: 'STELLAR', asset: 'XLM' } as const;
    await pay(HIDDEN, '1', { ...onStellar, memo: 'secret-memo' });
    await pay(OWN, '1', { ...onStellar, memo: 'own-memo' });
    await addEntry({ name: 'Quiet fund', address, network: 'STELLAR', memo: 'saved-memo', profiles: [HIDDEN] });
    const text = JSON.stringify(await stored(OWN, '1', { ...onStellar, memo: 'new' }));
    expect(text).toContain('Earlier payments used “own-memo” and a memo of another profile.');
    expect(text).toContain(
      'In the address book for another profile with a memo. This withdrawal has a different memo.',
    );
    expect(text).not.toMatch(/secret-memo|saved-memo|Quiet/);
  });

  it('name no entry of another profile: not shown, not stored, not in a batch', async () => {
    await addEntry({ name: 'Quiet fund', address, profiles: [HIDDEN] });
    await addEntry({ name: 'Quiet twin', address: similarTo(address), profiles: [HIDDEN] });
    const found = await checks(OWN);
    expect(found.similarAddresses).toEqual([{ isHidden: true }]);
    expect(JSON.stringify((await stored(OWN, '1')).card)).toContain(
      'In the address book, but only for another profile.',
    );
    const form = filledForm({ profileId: OWN, destinationAddress: address });
    const refused = await createRequest({ formKey: randomUUID(), form });
    expect(refused).toMatchObject({ error: { kind: 'similar-addresses', similarAddresses: [{ isHidden: true }] } });
    const made = surely(await createRequest({ formKey: randomUUID(), form: { ...form, chosenAddress: address } }));
    const saved = await readRequest(made.requestId);
    const batch = await checkBatch({ items: [form] });
    const items = [filledForm({ profileId: OWN, destinationAddress: address })];
    const created = await createBatch({ batchKey: randomUUID(), name: 'Batch', items });
    expect(created).toMatchObject({ error: { kind: 'invalid' } });
    const all = JSON.stringify([found, refused, saved.ok && saved.value.checks, batch, created]);
    expect(all).toContain('closely resembles');
    expect(all).not.toMatch(/Quiet|p-hq/);
    expect(all).not.toContain(similarTo(address));
    // Everybody sees every profile: the findings name what they find.
    await putRightsInForce([]);
    expect(await checks(OWN)).toMatchObject({ similarAddresses: [{ name: 'Quiet twin' }] });
    expect(JSON.stringify(await checks(OWN))).toContain(
      'In the address book as “Quiet fund”, but only for other profiles: p-hq',
    );
  });

  it('tell of a hidden profile in a batch and at a submission what they tell of one that does not exist', async () => {
    await storeRecords(Array.from({ length: 6 }, () => transfer(HIDDEN, '777', { destination_address: evmAddress() })));
    await addEntry({ name: 'Quiet twin', address: similarTo(address), profiles: [HIDDEN] });
    const items = (profileId: string) => ({ items: [filledForm({ profileId, destinationAddress: address })] });
    const submit = (profileId: string) =>
      createRequest({ formKey: randomUUID(), form: filledForm({ profileId, destinationAddress: address }) });
    const write = (answer: unknown) => JSON.stringify(answer).replaceAll(MISSING, HIDDEN);
    expect(write(await checkBatch(items(HIDDEN)))).toBe(write(await checkBatch(items(MISSING))));
    expect(write(await submit(HIDDEN))).toBe(write(await submit(MISSING)));
  });
});

const over = (scope: 'profile' | 'requester', limit: number): PolicyRule => ({
  name: scope,
  when: { overTime: { by: [scope], window: { kind: 'hours', hours: 720 }, limit: { kind: 'count', limit } } },
  then: { kind: 'approve', count: 2 },
});
const ALL: PolicyRule = { name: 'All', when: {}, then: { kind: 'approve', count: 1 } };

describe('the trial of the policy', () => {
  it('tells no use of limits by a hidden profile or by another person', async () => {
    await completeMirror();
    for (let index = 0; index < 4; index += 1) await pay(HIDDEN, '1');
    // Exceeded, and with room, where the use of every limit is shown.
    for (const limit of [3, 1000]) {
      await putPolicyInForce([over('profile', limit), over('requester', limit), ALL]);
      expect(await trial(HIDDEN)).toEqual(await trial(MISSING));
      expect(await trial(OWN, { requester: treasurer.person.id })).toEqual(await trial(OWN));
    }
    as(treasurer);
    expect(await trial(HIDDEN)).not.toEqual(await trial(MISSING));
    expect(await trial(OWN, { requester: treasurer.person.id })).not.toEqual(await trial(OWN));
  });

  it('says no largest payment to somebody who does not see every profile', async () => {
    await putPolicyInForce([{ name: 'New', when: { isNewRecipient: true }, then: { kind: 'approve', count: 2 } }, ALL]);
    await pay(HIDDEN, '77');
    const tried = await trial(OWN, { amount: '9999' });
    expect(tried).toMatchObject({ value: { current: expect.stringContaining('was never paid from this console') } });
    const form = filledForm({ profileId: OWN, destinationAddress: address, value: '9999' });
    const made = surely(await createRequest({ formKey: randomUUID(), form }));
    expect(JSON.stringify([tried, await readRequest(made.requestId)])).not.toContain('77 ETH');
    as(treasurer);
    expect(JSON.stringify(await trial(OWN, { amount: '9999' }))).toContain('so far, 77 ETH');
  });
});

describe('a used reference', () => {
  const MAX_HITS = 20;

  it('is counted for each row of a batch that has one, and refuses the whole batch in the end', async () => {
    changeSettings({ CONSOLE_LIMITS: 'normal' });
    const used = await Promise.all(Array.from({ length: 3 }, () => usedReference()));
    const items = [...used, `t-${randomUUID()}`].map((referenceId) =>
      filledForm({ profileId: OWN, destinationAddress: evmAddress(), referenceId }),
    );
    const attempts = [() => checkBatch({ items }), () => createBatch({ batchKey: randomUUID(), name: 'Batch', items })];
    const answers: string[] = [];
    for (let index = 0; index < 8; index += 1) answers.push(JSON.stringify(await attempts[index % 2]?.()));
    const whole = Math.floor(MAX_HITS / used.length);
    for (const answer of answers.slice(0, whole)) {
      expect(answer.match(/This reference cannot be used/g)).toHaveLength(used.length);
      expect(answer).not.toMatch(/Another request|Transfer /);
    }
    for (const answer of answers.slice(whole)) {
      expect(answer).toContain('too-many');
      expect(answer).not.toContain('cannot be used');
    }
    as(treasurer);
    expect(await checkBatch({ items })).toMatchObject({
      value: {
        items: [
          { issues: [{ message: expect.stringContaining('Another request already has this reference.') }] },
          {},
          {},
          {},
        ],
      },
    });
  });
});

async function usedReference(): Promise<string> {
  const body = bodyOf(HIDDEN, '1');
  await addPayment(body, treasurer.person.id);
  return body.ref_id;
}
