import type { Page } from '@playwright/test';
import { fillIn } from '@/e2e/request-steps';
import { expect, newPage, type Person, signInAt, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';

/** Triggers the poll that a page makes every ten seconds. */
const poll = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('an admin ends another person’s session: the next click leads to sign-in, and the draft is saved', async ({
  page,
  browser,
  signInAs,
  expectNoAxeViolations,
}) => {
  // A sign-in of its own, so that no other test uses the session that ends.
  const context = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  const clerk = await newPage(context);
  await signInAt(clerk, 'finance-two');
  await fillIn(clerk, { value: '6.54', referenceId: 'kept-by-the-browser' });
  await clerk.getByRole('button', { name: 'Review' }).click();
  await expect(clerk.getByRole('main')).toContainText('6.54');

  await signInAs('admin');
  // Where sessions were before.
  await page.goto('/status?name=f');
  await expect(page).toHaveURL(/\/people\?name=f$/);
  await page.goto('/people');
  const panel = page.getByRole('region', { name: 'Sessions', exact: true });
  const rows = panel.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: '· this session' })).toHaveCount(1);
  await panel.getByLabel('Name contains').fill('FINANCE-TWO');
  await panel.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/name=FINANCE-TWO/);
  await expect(rows.first()).toContainText('Chrome on Linux');
  await expect(rows.first()).toContainText('finance');
  const before = await rows.count();

  await clerk.route('**/api/sending', (route) => route.abort());
  // The newest session is the one that has just begun.
  await rows.first().getByRole('button', { name: 'End session' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Reason').fill('the laptop was left in a train');
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(before - 1);

  // Before the page has noticed: a click is answered with an explanation.
  await clerk.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(clerk.getByRole('alert').filter({ hasText: 'Your session has ended' })).toContainText(
    'nothing was sent',
  );
  // After the page has noticed, its content is hidden.
  await clerk.unroute('**/api/sending');
  await poll(clerk);
  await expect(clerk.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await expect(clerk.getByText('6.54', { exact: true })).toBeHidden();
  await expectNoAxeViolations(clerk);
  await clerk.getByRole('link', { name: 'Sign in' }).click();
  await expect(clerk).toHaveURL(/\/sign-in\?callbackUrl=%2Fwithdrawals%2Fnew/);
  await clerk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await clerk.getByRole('button', { name: 'Sign in as finance-two', exact: true }).click();
  await expect(clerk).toHaveURL(/\/withdrawals\/new$/);
  await expect(clerk.getByLabel('Amount')).toHaveValue('6.54');
  await context.close();
});

test('the page of an ended session is hidden, and reappears only for the same person', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  const signInAs = async (person: Person) => {
    const tab = await newPage(context);
    await signInAt(tab, person);
    await expect(tab.getByRole('button', { name: 'Account' })).toHaveAccessibleDescription(person);
    return tab;
  };
  const page = await signInAs('admin-two');
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await page.goto('/status');
  await page.getByRole('button', { name: 'Stop all sending' }).click();
  await reason.fill('half a sentence');
  const ended = page.getByRole('heading', { name: 'Your session has ended' });

  await context.clearCookies();
  await poll(page);
  await expect(ended).toBeVisible();
  await expect(reason).toBeHidden();
  // The cover is above the other dialog and cannot be dismissed.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused();
  await signInAs('admin-two');
  await poll(page);
  await expect(ended).toHaveCount(0);
  await expect(reason).toHaveValue('half a sentence');

  await context.clearCookies();
  await poll(page);
  await expect(ended).toBeVisible();
  await signInAs('support');
  await poll(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Stop switch' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sessions' })).toHaveCount(0);
  await context.close();
});
