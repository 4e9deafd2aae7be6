import { fillIn } from '@/e2e/asking';
import { expect, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';

test('an admin ends somebody’s session: their next click leads to sign-in, and what they typed is kept', async ({
  page,
  browser,
  signInAs,
  expectNoAxeViolations,
}) => {
  // A sign-in of its own, so that no other test works on in the session that ends.
  const context = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  const clerk = await context.newPage();
  const signIn = async () => {
    await clerk.getByRole('button', { name: 'Sign in', exact: true }).click();
    await clerk.getByRole('button', { name: 'Sign in as finance-two', exact: true }).click();
  };
  await clerk.goto('/sign-in');
  await signIn();
  await expect(clerk.getByRole('heading', { level: 1 })).toBeVisible();
  await fillIn(clerk, { value: '6.54', referenceId: 'kept-by-the-browser' });
  await clerk.getByRole('button', { name: 'Review' }).click();
  await expect(clerk.getByRole('main')).toContainText('6.54');

  await signInAs('support');
  await page.goto('/status');
  const own = page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem');
  await expect(own.filter({ hasText: 'in use here' })).toHaveCount(1);
  await expect(own.filter({ hasNotText: 'support' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await signInAs('admin');
  await page.goto('/status');
  const panel = page.getByRole('region', { name: 'Sessions', exact: true });
  const rows = panel.getByRole('list', { name: 'Sessions that run' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'this one is in use here' })).toHaveCount(1);
  await panel.getByLabel('Name holds').fill('nobody like this');
  await panel.getByRole('button', { name: 'Filter' }).click();
  await expect(panel).toContainText('Nobody is signed in whose name holds this.');
  await panel.getByLabel('Name holds').fill('FINANCE-TWO');
  await panel.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/name=FINANCE-TWO/);
  await expect(rows.first()).toContainText('Chrome on Linux');
  await expect(rows.first()).toContainText('finance');
  const before = await rows.count();

  // The newest of them is the one that was just begun.
  await rows.first().getByRole('button', { name: 'End session' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Say why the session is to end.');
  await dialog.getByLabel('Reason').fill('the laptop was left in a train');
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(before - 1);

  await clerk.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(clerk.getByRole('alert').filter({ hasText: 'Your session has ended' })).toContainText('nothing was sent');
  await clerk.getByRole('navigation').getByRole('link', { name: 'Withdrawals' }).first().click();
  await expect(clerk).toHaveURL(/\/sign-in\?callbackUrl=/);
  await signIn();
  await clerk.goto('/withdrawals/new');
  await expect(clerk.getByLabel('Amount')).toHaveValue('6.54');
  await clerk.getByRole('button', { name: 'Start with an empty form' }).click();
  await context.close();

  await page.goto('/audit?action=session.revoked');
  await expect(page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first()).toContainText('the laptop was left in a train');
});
