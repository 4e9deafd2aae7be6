import type { Page } from '@playwright/test';
import { fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const panel = (page: Page) => page.getByRole('region', { name: 'Test payment', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const CONFIRM = 'Confirm receipt';

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
  await fillIn(page, { value: '1.5', referenceId, address: newAddress() });
  await page.getByRole('button', { name: 'Test payment first' }).click();
  await page.getByLabel('Test amount').fill('0.0200');
  const url = await submit(page);
  await expect(panel(page)).toContainText('Total: 1.5 ETH');
  await expect(panel(page)).toContainText('Both are approved together');

  await test.step('one decision covers both, and shows both', async () => {
    const approver = await openAs('approver-one');
    await approver.goto(url);
    await approver.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver)).toContainText('Approve the test payment and its remainder?');
    for (const text of ['0.02 ETH', '1.48 ETH', '1.5 ETH in total']) await expect(dialog(approver)).toContainText(text);
    await expectNoAxeViolations(approver);
    await dialog(approver).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver)).toHaveCount(0);
    await approve(url, 'approver-two');
  });

  await test.step('the test payment arrives; the remainder stays locked', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(stateOf(page)).toHaveText('Completed', { timeout: 20_000 });
    await panel(page).getByRole('link', { name: referenceId, exact: true }).click();
    await expect(stateOf(page)).toHaveText('Approved, locked');
    await expect(page.getByRole('list', { name: 'Progress' })).toContainText('Test to be confirmed');
    await expect(panel(page)).toContainText('Ask the recipient whether they have received it');
    expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  });

  await test.step('nobody confirms its receipt without saying how they know', async () => {
    await panel(page).getByRole('button', { name: CONFIRM }).click();
    await dialog(page).getByRole('button', { name: CONFIRM }).click();
    await expect(dialog(page).getByLabel('How you know')).toHaveAccessibleDescription(
      'Enter how you know that the recipient has received it.',
    );
    await dialog(page).getByLabel('How you know').fill('They wrote from the address that we know.');
    await dialog(page).getByRole('button', { name: CONFIRM }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(stateOf(page)).toHaveText(/Pending at the service|Completed/);
    await expect(panel(page)).toContainText('finance confirmed receipt of the test payment on');
    expect((await sandbox.transfersByRef(referenceId)).items).toMatchObject([{ amount: '1.48' }]);
    expect((await sandbox.transfersByRef(`${referenceId}-test`)).items).toMatchObject([{ amount: '0.02' }]);
  });
});
