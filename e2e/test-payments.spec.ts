import type { Page } from '@playwright/test';
import { decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const panel = (page: Page) => page.getByRole('region', { name: 'Test payment', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const CONFIRM = 'Confirm receipt';

/** Requests a withdrawal with a test payment, and gives the address of the test payment's page. */
async function request(
  page: Page,
  { value, test: amount, referenceId }: { value: string; test: string; referenceId: string },
): Promise<string> {
  await fillIn(page, { value, referenceId, address: newAddress() });
  await page.getByLabel('Send a small test first').check();
  await page.getByLabel('Test amount').fill(amount);
  return submit(page);
}

const fitsIn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a test payment goes first, and the remainder once someone confirms its receipt', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance', { isFresh: true });
  const url = await request(page, { value: '1.5', test: '0.0200', referenceId });
  await expect(panel(page)).toContainText('Total: 1.5 ETH');
  await expect(panel(page)).toContainText('Both are approved together');

  // One decision covers both, and shows both.
  const approver = await openAs('approver-one');
  await approver.goto('/approvals');
  await expect(approver.getByRole('link').filter({ hasText: `${referenceId}-test` })).toContainText(
    'Test payment first, 1.5 ETH in total',
  );
  await expect(approver.getByRole('link').filter({ hasText: new RegExp(`${referenceId}(?!-test)`) })).toHaveCount(0);
  await approver.goto(url);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(approver)).toContainText('Approve the test payment and its remainder?');
  for (const text of ['0.0200 ETH', '1.48 ETH', `${referenceId}-test`, 'One decision covers both'])
    await expect(dialog(approver)).toContainText(text);
  await expectNoAxeViolations(approver);
  await dialog(approver).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(approver)).toHaveCount(0);
  await approve(url, 'approver-two');

  // The test payment is sent and arrives; the remainder stays locked.
  await expect(stateOf(page)).toHaveText('Completed', { timeout: 20_000 });
  await panel(page).getByRole('link', { name: referenceId, exact: true }).click();
  await expect(stateOf(page)).toHaveText('Approved, locked');
  await expect(page.getByRole('list', { name: 'Progress' })).toContainText(
    'Test confirmedremainder locked until confirmed',
  );
  await expect(panel(page)).toContainText('Ask the recipient whether they have received it');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await fitsIn(page)).toBe(true);

  // Support cannot confirm receipt, and nobody can without saying how they know.
  const support = await openAs('support');
  await support.goto(page.url());
  await expect(panel(support).getByRole('button', { name: CONFIRM })).toBeDisabled();
  await expect(panel(support)).toContainText('Only finance, approvers and administrators');
  await panel(page).getByRole('button', { name: CONFIRM }).click();
  await dialog(page).getByRole('button', { name: CONFIRM }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter how you know that the recipient has received it.');
  await expectNoAxeViolations(page);
  await dialog(page).getByLabel('How you know').fill('They wrote from the address that we know.');
  await dialog(page).getByRole('button', { name: CONFIRM }).click();
  await expect(dialog(page)).toHaveCount(0);

  await expect(stateOf(page)).toHaveText(/Pending at the service|Completed/);
  await expect(panel(page)).toContainText('finance confirmed receipt of the test payment on');
  await expect(panel(support)).toContainText('They wrote from the address that we know.');
  expect((await sandbox.transfersByRef(referenceId)).items).toMatchObject([{ amount: '1.48' }]);
  expect((await sandbox.transfersByRef(`${referenceId}-test`)).items).toMatchObject([{ amount: '0.02' }]);
});

test('a failed test payment keeps the remainder locked, which is cancelled alone', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  const referenceId = newReference();
  await signInAs('finance', { isFresh: true });
  const url = await request(page, { value: '2', test: '0.0452', referenceId });
  await approve(url);
  await expect(stateOf(page)).toHaveText('Failed at the service', { timeout: 20_000 });
  await expect(panel(page)).toContainText(
    'the remainder stays locked. Find out why, cancel the remainder, and make a new request.',
  );
  await expect(panel(page).getByRole('button', { name: CONFIRM })).toHaveCount(0);
  await panel(page).getByRole('link', { name: referenceId, exact: true }).click();
  await decide(page, 'Cancel request');
  await expect(stateOf(page)).toHaveText('Cancelled');
  await expect(panel(page)).toContainText('Failed at the service');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
});
