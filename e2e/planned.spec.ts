import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { fillIn, newAddress } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');
const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

async function saveTemplate(page: Page, title: string, address: string) {
  await fillIn(page, { value: '0.75', address, note: 'The lease' });
  await page.getByRole('button', { name: 'Save as template' }).click();
  await dialog(page).getByLabel('Title').fill(title.padEnd(61, '.'));
  await dialog(page).getByRole('button', { name: 'Save template' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a title of at most 60 characters.');
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Template saved.')).toBeVisible();
}

test('a template fills in the next withdrawal, without a reference, for its person alone', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  const [title, address] = [`Rent ${newAddress().slice(2, 10)}`, newAddress()];
  await page.setViewportSize({ width: 360, height: 900 });
  await signInAs('finance');
  await saveTemplate(page, title, address);
  await page.getByRole('link', { name: 'View templates' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole('link', { name: `Use ${title}` }).click();
  await expect(page.getByLabel('Destination address')).toHaveValue(address);
  await expect(page.getByLabel('Reference ID')).toHaveValue('');

  const other = await openAs('finance-two');
  await other.goto('/withdrawals/templates');
  await expect(other.getByRole('heading', { name: 'Templates' })).toBeVisible();
  await expect(other.getByRole('heading', { name: title })).toHaveCount(0);

  await page.goto('/withdrawals/templates');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
});

test('a payment is planned by one person, approved by two others, and ended by its owner', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const title = `Plan ${newAddress().slice(2, 10)}`;
  await signInAs('finance');
  await saveTemplate(page, title, newAddress());
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
  await expect(page.getByText('3 dates, the last on 2090-03-31.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Propose planned payment' }).click();
  await expect(page.getByText('Awaiting approval (0 of 2)')).toBeVisible();
  await expect(page.getByText('You proposed this planned payment.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree to plan' })).toHaveCount(0);

  for (const [index, who] of (['approver-one', 'approver-two'] as const).entries()) {
    const approver = await openAs(who);
    await approver.setViewportSize({ width: 360, height: 900 });
    await approver.goto('/approvals');
    await expectNoAxeViolations(approver);
    await approver
      .getByRole('region', { name: /^Planned payments to approve/ })
      .getByRole('link', { name: title })
      .click();
    await expect(approver.getByText('2090-01-31, 2090-02-28, 2090-03-31')).toBeVisible();
    await expectNoAxeViolations(approver);
    expect(await fitsWidth(approver)).toBe(true);
    await approver.getByRole('button', { name: 'Agree to plan' }).click();
    await dialog(approver).getByRole('button', { name: 'Agree to plan' }).click();
    await expect(approver.getByRole('heading', { name: `Approved by ${index + 1} of 2` })).toBeVisible();
  }

  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'End plan' }).click();
  await dialog(page).getByLabel('Reason').fill('The lease was not renewed');
  await dialog(page).getByRole('button', { name: 'End plan' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Ended by finance' })).toContainText(
    '“The lease was not renewed”',
  );
  await page.goto('/withdrawals/planned');
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expectNoAxeViolations(page);
});
