import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, type Person, test } from '@/e2e/fixtures';

type SignIn = (person: Person, how?: { isFresh?: boolean }) => Promise<void>;

const state = (page: Page) => page.getByRole('main').getByRole('status').first();
const dialog = (page: Page) => page.getByRole('dialog');

/** Asks for a withdrawal to an address that only this test knows, has both approvers approve it, and gives its address. */
async function sendApproved(page: Page, signInAs: SignIn, referenceId: string): Promise<string> {
  await signInAs('finance');
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill('p-ops');
  await page.getByLabel('Asset', { exact: true }).fill('ETH');
  await page.getByLabel('Destination address').fill(`0x${randomUUID().replaceAll('-', '')}00000000`);
  await page.getByLabel('Reference ID').fill(referenceId);
  await page.getByLabel('Amount').fill('2.5');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  const address = page.url();
  for (const person of ['approver-one', 'approver-two'] as const) {
    await signInAs(person, { isFresh: true });
    await page.goto(address);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
  return address;
}

test('an outcome that nobody knows is found out by walking the list, and nothing is sent twice', async ({ page, signInAs, sandbox, expectNoAxeViolations }) => {
  const referenceId = `doubt-${randomUUID().slice(0, 8)}`;
  await sandbox.addFault({ on: 'create', kind: 'reset-after', times: 1, match: { ref_id: referenceId } });
  await sendApproved(page, signInAs, referenceId);
  await expect(state(page)).toHaveText('Outcome unknown');
  await expect(page.getByRole('region', { name: 'The outcome is unknown' })).toContainText('Do not make this withdrawal again');
  await expectNoAxeViolations(page);
  await expect(state(page)).toHaveText('Completed', { timeout: 30_000 });
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});

test('a send on hold is ended by two people, and neither alone', async ({ page, signInAs, sandbox, expectNoAxeViolations }) => {
  const referenceId = `hold-${randomUUID().slice(0, 8)}`;
  await sandbox.addFault({ on: 'create', kind: 'error', status: 500, times: 1, match: { ref_id: referenceId } });
  const address = await sendApproved(page, signInAs, referenceId);
  await expect(state(page)).toHaveText('On hold', { timeout: 30_000 });
  const hold = page.getByRole('region', { name: 'On hold: two people must decide' });
  await expect(hold).toContainText('two complete looks through all transfers did not find it');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);

  await hold.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog(page)).toContainText('money may leave twice');
  await expectNoAxeViolations(page);
  await dialog(page).getByLabel('Comment').fill('the service says that it never arrived');
  await dialog(page).getByRole('button', { name: 'Send again' }).click();
  const decision = page.getByRole('region', { name: 'What two people decide about it' });
  await expect(decision).toContainText('approver-two asked for it');
  await expect(decision.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(state(page)).toHaveText('On hold');

  await signInAs('finance');
  await page.goto(address);
  await expect(decision.getByRole('button', { name: 'Confirm' })).toBeDisabled();

  await signInAs('approver-one', { isFresh: true });
  await page.goto(address);
  await expect(decision).toContainText('the service says that it never arrived');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});
