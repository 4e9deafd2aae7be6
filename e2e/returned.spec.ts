import type { Page } from '@playwright/test';
import { createRequest, decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql } from '@/e2e/stack/database';

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const returnedTo = (page: Page) => page.getByRole('region', { name: 'Returned to you', exact: true });
const linkIn = (page: Page, sentence: RegExp) =>
  page.getByRole('paragraph').filter({ hasText: sentence }).getByRole('link');
const lineOf = (page: Page, reference: string) => returnedTo(page).getByRole('listitem').filter({ hasText: reference });

test('what came back stands on the home page with its reason, and is requested again', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const [rejected, expired, declined] = [newReference(), newReference(), newReference()];
  await signInAs('finance');

  await test.step('one is rejected, one expires, one is declined by the service', async () => {
    const rejectedUrl = await createRequest(page, { value: '3', referenceId: rejected, address: newAddress() });
    const approver = await openAs('approver-one');
    await approver.goto(rejectedUrl);
    await decide(approver, 'Reject', 'only half of it is due');

    const expiredUrl = await createRequest(page, { value: '4', referenceId: expired, address: newAddress() });
    await page.goto(expiredUrl);
    await runSql(`update withdrawal_requests set expires_at = now() where id = $1`, [idOf(expiredUrl)]);
    await expect(stateOf(page)).toHaveText('Expired', { timeout: 20_000 });
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    await expect(steps).toContainText(['Requested', 'Expired', 'Never sent']);

    await fillIn(page, { value: '5', referenceId: declined, profileId: 'p-empty', address: newAddress() });
    await approve(await submit(page));
    await expect(stateOf(page)).toHaveText('Declined by the service', { timeout: 20_000 });
  });

  await test.step('each has its reason and what to do', async () => {
    await page.goto('/');
    await expect(lineOf(page, rejected)).toContainText('Rejected by approver-one: only half of it is due');
    await expect(lineOf(page, rejected)).toContainText('Never sent. Correct it and request it again under the same');
    await expect(lineOf(page, expired)).toContainText('Expired with 0 of 2 approvals');
    await expect(lineOf(page, declined)).toContainText('Declined by the service: The balance is too low');
    await expect(lineOf(page, declined)).toContainText('Never sent. Lower the amount or add funds to the profile');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: colorScheme === 'dark' ? 360 : 1440, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        await page.evaluate(() => window.innerWidth),
      );
      await expectNoAxeViolations(page);
    }
  });

  await test.step('the expired one is done with', async () => {
    await lineOf(page, expired).getByRole('button', { name: 'Done' }).click();
    await expect(lineOf(page, expired)).toHaveCount(0);
    await expect(returnedTo(page).getByRole('heading')).toBeFocused();
    await page.reload();
    await expect(lineOf(page, rejected)).toBeVisible();
    await expect(lineOf(page, expired)).toHaveCount(0);
  });

  await test.step('the rejected one keeps its reference', async () => {
    await lineOf(page, rejected).getByRole('link', { name: 'Request again' }).click();
    await expect(page.getByRole('heading', { name: 'Request again' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`${rejected} was never sent, so it keeps its reference.`);
    await expect(page.getByLabel('Reference ID')).toHaveValue(rejected);
    await page.getByLabel('Amount').fill('1.5');
    await submit(page);
    await expect(stateOf(page)).toHaveText('Awaiting approval (0 of 2)');
  });

  await test.step('the declined one is followed by another, linked both ways', async () => {
    await page.goto('/');
    await expect(lineOf(page, rejected)).toHaveCount(0);
    await lineOf(page, declined).getByRole('link', { name: 'Request again' }).click();
    await expect(page).toHaveURL(/\/withdrawals\/new\?again=/);
    await expect(page.getByLabel('Reference ID')).toHaveValue(`${declined}-2`);
    await expect(page.getByLabel('Amount')).toHaveValue('5');
    await expectNoAxeViolations(page);
    await page.getByLabel('Profile ID').fill('p-ops');
    const followerUrl = await submit(page);
    await expect(stateOf(page)).toHaveText('Awaiting approval (0 of 2)');
    await linkIn(page, /^Follows /).click();
    await expect(page.getByRole('main')).toContainText(`Requested again as ${declined}-2`);
    await expect(page.getByRole('link', { name: 'Request again' })).toHaveCount(0);
    await expectNoAxeViolations(page);
    await linkIn(page, /^Requested again as /).click();
    await expect(page).toHaveURL(followerUrl);
    await expect(page.getByRole('main')).toContainText(`Follows ${declined}`);
    await page.goto('/');
    await expect(lineOf(page, declined)).toHaveCount(0);
    await approve(followerUrl);
    await page.goto(followerUrl);
    await expect(stateOf(page)).toHaveText(/Pending at the service|Completed/);
    expect((await sandbox.transfersByRef(declined)).count).toBe(0);
    expect((await sandbox.transfersByRef(`${declined}-2`)).count).toBe(1);
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    await expect(steps).toContainText(['Requested', '1 of 2 approved', 'Approved', 'Sent', 'Accepted by the service']);
  });

  await test.step('a search for the first finds both, and says the link', async () => {
    const support = await openAs('support');
    await support.goto('/');
    const main = support.getByRole('main');
    const box = main.getByRole('searchbox', { name: 'Find a transfer' });
    const found = main.getByRole('option').filter({ hasText: 'Requested here on' });
    await expect(async () => {
      await box.fill('');
      await box.fill(declined);
      await expect(found.filter({ hasText: `Requested again as ${declined}-2.` })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(found.filter({ hasText: `Follows ${declined}.` })).toBeVisible();
  });
});
