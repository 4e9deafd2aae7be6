import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { callActionAs, fillIn, newAddress } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');
const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('a template fills in the next withdrawal, and a payment planned from it is approved by two and ended', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const address = newAddress();
  const title = `Rent ${address.slice(2, 10)}`;
  const page = await openAs('finance');
  await page.setViewportSize({ width: 360, height: 900 });

  await test.step('a template is saved under a title, and used without a reference', async () => {
    await fillIn(page, { value: '0.75', address, note: 'The lease' });
    await page.getByRole('button', { name: 'Save as template' }).click();
    await dialog(page).getByLabel('Title').fill(title.padEnd(61, '.'));
    await dialog(page).getByRole('button', { name: 'Save template' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Enter a title of at most 60 characters.');
    await dialog(page).getByLabel('Title').fill(title);
    await dialog(page).getByRole('button', { name: 'Save template' }).click();
    await expect(page.getByText('Template saved.')).toBeVisible();
    await page.getByRole('link', { name: 'View templates' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectNoAxeViolations(page);
    expect(await fitsWidth(page)).toBe(true);
    await page.getByRole('link', { name: `Use ${title}` }).click();
    await expect(page.getByLabel('Destination address')).toHaveValue(address);
    await expect(page.getByLabel('Reference ID')).toHaveValue('');
  });

  await test.step('a plan says what is missing, and its dates before it is proposed', async () => {
    await page.goto('/withdrawals/templates');
    await page.getByRole('link', { name: `Plan ${title}` }).click();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.getByRole('button', { name: 'Propose planned payment' }).click();
    for (const label of ['First date', 'Last date', 'Reason (required)'])
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('First date')).toBeFocused();
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/withdrawals/templates');
    await page.getByLabel('First date').fill('2090-01-31');
    await page.getByLabel('Last date').fill('2090-03-31');
    await page.getByLabel('Time zone').fill('Europe/Lisbon');
    await page.getByLabel('Reason').fill('The lease');
    await expect(page.getByText('Every month, 3 times, from 31 Jan 2090 to 31 Mar 2090.')).toBeVisible();
    await page.getByLabel('Bank days').selectOption('T2');
    await expect(page.getByText('Friday 31 Mar 2090')).toBeVisible();
    await page.getByLabel('First date').fill('2090-04-30');
    await page.getByLabel('Last date').fill('2090-06-30');
    await expect(page.getByText('Friday 28 Apr 2090, moved from Sunday 30 Apr 2090')).toBeVisible();
    await page.getByLabel('If a date is no bank day').selectOption('after');
    await expect(page.getByText('Tuesday 2 May 2090, moved from Sunday 30 Apr 2090')).toBeVisible();
    // A zone that a person entered is kept.
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Lisbon');
    await expectNoAxeViolations(page);
    expect(await fitsWidth(page)).toBe(true);
    await page.getByRole('button', { name: 'Propose planned payment' }).click();
    await expect(page.getByText('Awaiting approval (0 of 2)')).toBeVisible();
    await expect(page.getByText('You proposed this planned payment.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Agree to plan' })).toHaveCount(0);
  });

  await test.step('two approvers agree, one of them on the page that the queue leads to', async () => {
    const approver = await openAs('approver-one');
    await approver.setViewportSize({ width: 360, height: 900 });
    await approver.goto('/approvals');
    await approver.getByRole('region', { name: 'Needs your decision' }).getByRole('link', { name: title }).click();
    await expect(approver.getByText('Tuesday 2 May 2090, moved from Sunday 30 Apr 2090')).toBeVisible();
    await expectNoAxeViolations(approver);
    expect(await fitsWidth(approver)).toBe(true);
    await approver.getByRole('button', { name: 'Agree to plan' }).click();
    await dialog(approver).getByRole('button', { name: 'Agree to plan' }).click();
    await expect(approver.getByRole('heading', { name: 'Approved by 1 of 2' })).toBeVisible();
    const { pathname: path } = new URL(page.url());
    const orderId = path.slice(path.lastIndexOf('/') + 1);
    const second = (await openAs('approver-two')).context();
    await callActionAs(second, { path, action: 'orderStepAction', input: { orderId, step: 'approve', reason: '' } });
  });

  await test.step('its owner ends it with a reason, and deletes the template', async () => {
    await page.reload();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'End plan' }).click();
    await dialog(page).getByLabel('Reason').fill('The lease was not renewed');
    await dialog(page).getByRole('button', { name: 'End plan' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Ended by finance' })).toContainText(
      '“The lease was not renewed”',
    );
    await page.goto('/withdrawals/templates');
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  });
});
