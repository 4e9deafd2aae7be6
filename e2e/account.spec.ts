import { expect, newPage, signInAt, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';

test('a person reads who they are and what they can do, and ends their other sessions', async ({
  browser,
  signInAs,
  page,
  expectNoAxeViolations,
}) => {
  await signInAs('finance-two', { isFresh: true });
  const elsewhere = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  const other = await newPage(elsewhere);
  await signInAt(other, 'finance-two');

  await page.goto('/');
  await page.getByRole('link', { name: 'Account: signed in as finance-two' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  const you = page.getByRole('region', { name: 'You', exact: true });
  await expect(you).toContainText('Your ID there');
  await expect(you).toContainText('or after 15 minutes without use');
  await expect(page.getByRole('list', { name: 'You can', exact: true })).toContainText('request withdrawals');
  await page.getByText('What only others can do').click();
  await expect(page.getByRole('list', { name: 'Only others can' })).toContainText(
    'Only approvers and administrators: approve or reject withdrawals',
  );
  await expect(page.getByRole('list', { name: 'Recent sign-ins' }).getByRole('listitem').nth(1)).toBeVisible();
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }

  const own = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  expect(await own.count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await dialog.getByLabel('Reason').fill('a shared desk');
  await dialog.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('this session');
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await elsewhere.close();
});
