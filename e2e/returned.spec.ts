import type { Page } from '@playwright/test';
import { createRequest, idOf, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql } from '@/e2e/stack/database';

const read = async (page: Page, url: string) => (await page.request.get(`/api/withdrawals/${idOf(url)}`)).text();
const dialog = (page: Page) => page.getByRole('dialog');
const returnedTo = (page: Page) => page.getByRole('region', { name: 'Returned to you', exact: true });
const lineOf = (page: Page, reference: string) => returnedTo(page).getByRole('listitem').filter({ hasText: reference });

test('what came back stands on the home page with its reason, and is requested again', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const [rejected, expired, declined] = [newReference(), newReference(), newReference()];
  await signInAs('finance');
  const rejectedUrl = await createRequest(page, { value: '3', referenceId: rejected, address: newAddress() });
  const expiredUrl = await createRequest(page, { value: '4', referenceId: expired, address: newAddress() });
  const form = { value: '5', referenceId: declined, profileId: 'p-empty', address: newAddress() };
  const declinedUrl = await createRequest(page, form);
  const approver = await openAs('approver-two');

  await test.step('one is rejected, one expires, one is declined by the service', async () => {
    await approve(declinedUrl);
    await approve(rejectedUrl, 'approver-one');
    await runSql(`update withdrawal_requests set expires_at = now() where id = $1`, [idOf(expiredUrl)]);
    await approver.goto(rejectedUrl);
    await approver.getByRole('button', { name: 'Reject' }).click();
    await dialog(approver).getByRole('button', { name: 'Reject' }).click();
    await expect(dialog(approver).getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.');
    await dialog(approver).getByLabel('Reason').fill('only half of it is due');
    await dialog(approver).getByRole('button', { name: 'Reject' }).click();
    await expect(stateOf(approver)).toHaveText('Rejected');
    await expect.poll(() => read(page, declinedUrl)).toContain('"REFUSED"');
    await expect.poll(() => read(page, expiredUrl), { timeout: 20_000 }).toContain('"EXPIRED"');
  });

  await test.step('each has its reason and what to do', async () => {
    await page.setViewportSize({ width: 360, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect(lineOf(page, rejected)).toContainText('Rejected by approver-two: only half of it is due');
    await expect(lineOf(page, expired)).toContainText('Expired with 0 of 2 approvals');
    await expect(lineOf(page, declined)).toContainText('Declined by the service: The balance is too low');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectNoAxeViolations(page);
  });

  await test.step('the expired one is done with', async () => {
    await lineOf(page, expired).getByRole('button', { name: 'Done' }).click();
    await expect(lineOf(page, expired)).toHaveCount(0);
    await expect(returnedTo(page).getByRole('heading')).toBeFocused();
  });

  await test.step('the rejected one keeps its reference, and its approvers see only what changed', async () => {
    await lineOf(page, rejected).getByRole('link', { name: 'Request again' }).click();
    await expect(page.getByRole('main')).toContainText(`${rejected} was never sent, so it keeps its reference.`);
    await expect(page.getByRole('main')).toContainText('Rejected by approver-two: only half of it is due');
    await expect(page.getByRole('link', { name: 'start a new withdrawal with these values' })).toBeVisible();
    await expect(page.getByLabel('Reference ID')).toHaveValue(rejected);
    await expect(page.getByLabel('Reference ID')).not.toBeEditable();
    await page.getByLabel('Amount').fill('1.5');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByRole('main')).toContainText('Changed from the rejected version');
    await expect(page.getByRole('main')).toContainText('All earlier approvals become void.');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(page).toHaveURL(rejectedUrl);
    await expect(stateOf(page)).toHaveText('Awaiting approval (0 of 2)');
    await expect(stateOf(approver)).toHaveText('Awaiting approval (0 of 2)');
    const changes = approver.getByRole('main').getByRole('listitem').filter({ hasText: 'becomes' });
    await expect(changes).toHaveText(['Amount: 3 becomes 1.5']);
    await expectNoAxeViolations(approver);
    await approve(rejectedUrl);
    await expect(stateOf(page)).toHaveText(/Pending at the service|Completed/);
    expect((await sandbox.transfersByRef(rejected)).items).toMatchObject([{ amount: '1.5' }]);
  });

  await test.step('the declined one is followed by another, linked both ways', async () => {
    await page.goto('/');
    await expect(lineOf(page, rejected)).toHaveCount(0);
    await lineOf(page, declined).getByRole('link', { name: 'Request again' }).click();
    await expect(page).toHaveURL(/\/withdrawals\/new\?again=/);
    await expect(page.getByLabel('Reference ID')).toHaveValue(`${declined}-2`);
    const reason = page.getByText('Declined by the service: The balance is too low');
    await page.getByLabel('Reference ID').scrollIntoViewIfNeeded();
    await expect(reason).toBeInViewport();
    await expect(page.getByLabel('Amount')).toHaveValue('5');
    await page.getByLabel('Profile ID').fill('p-ops');
    await submit(page);
    await page
      .getByRole('paragraph')
      .filter({ hasText: /^Follows / })
      .getByRole('link')
      .click();
    await expect(page.getByRole('main')).toContainText(`Requested again as ${declined}-2`);
    await expect(page.getByRole('link', { name: 'Request again' })).toHaveCount(0);
  });
});
