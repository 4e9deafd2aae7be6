import { expect, test } from '@/e2e/fixtures';

const STOPPED = 'Sending is stopped: a drill';

test('one person stops all sending, every open page shows it, and two administrators resume it', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const notice = page.getByText(STOPPED);
  // Returns to the tab repeatedly: a page may not listen yet when it is first drawn.
  const expectAfterLooking = (count: number) =>
    expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(notice).toHaveCount(count, { timeout: 1000 });
    }).toPass();
  await signInAs('support');
  await page.goto('/transfers');
  await expect(notice).toHaveCount(0);

  await test.step('finance stops sending, with a reason', async () => {
    const finance = await openAs('finance');
    const dialog = finance.getByRole('dialog');
    await finance.goto('/status');
    await expect(finance.getByText('Sending is on')).toBeVisible();
    await expect(finance.getByRole('button', { name: 'Stop all sending' })).toBeEnabled();
    await finance.getByRole('button', { name: 'Stop sending', exact: true }).click();
    await expectNoAxeViolations(finance);
    await dialog.getByRole('button', { name: 'Stop all sending' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
    await dialog.getByLabel('Reason').fill('a drill');
    await dialog.getByRole('button', { name: 'Stop all sending' }).click();
    await expect(finance.getByText(STOPPED)).toBeVisible();
    await expect(finance.getByText(/a drill.* by finance/).first()).toBeVisible();
    await expect(finance.getByRole('button', { name: 'Stop sending', exact: true })).toHaveCount(0);
    await expect(finance.getByRole('button', { name: 'Propose to resume sending' })).toBeDisabled();
    await expect(finance.getByRole('main')).toContainText('Only administrators can resume sending');
  });

  await test.step('the notice comes to a page that is open, and stays on the next page', async () => {
    await expectAfterLooking(1);
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Recipients' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recipients' })).toBeVisible();
    await expect(notice).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'View status' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
  });

  await test.step('an administrator sees the alarm, proposes to resume, and cannot confirm it', async () => {
    const admin = await openAs('admin');
    const proposal = admin.getByRole('region', { name: 'Resume sending' });
    await admin.goto('/');
    const alarms = admin.getByRole('region', { name: /^Alarms/ });
    await expect(alarms).toContainText('Stopped by finance: “a drill” Approved withdrawals wait, and nothing is sent.');
    await alarms.getByRole('link', { name: 'Open Status: Sending is stopped' }).click();
    await admin.getByRole('button', { name: 'Propose to resume sending' }).click();
    await admin.getByRole('dialog').getByLabel('Comment').fill('the drill is over');
    await admin.getByRole('dialog').getByRole('button', { name: 'Propose to resume sending' }).click();
    await expect(proposal).toContainText('You proposed this change. Another person must confirm it.');
    await expect(proposal.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  });

  await test.step('another administrator confirms, and the notice goes from the open page', async () => {
    const other = await openAs('admin-two');
    await other.goto('/status');
    await other.getByRole('region', { name: 'Resume sending' }).getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(other.getByText('Sending is on')).toBeVisible();
    await expect(other.getByText(STOPPED)).toHaveCount(0);
    await expectAfterLooking(0);
  });
});

test('everyone sees how current the transfers are, and which records were rejected', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const status = async () => (await page.request.get('/status')).text();
  await sandbox.addFault({ on: 'list', kind: 'poisoned-items', times: 1 });
  await expect.poll(status, { intervals: [300] }).toContain('Not a transfer');
  await page.goto('/status');
  const rejected = page.getByRole('region', { name: 'Rejected records' });
  await expect(rejected).toContainText('Not a transfer');
  await expect(rejected).toContainText('42');
  const sync = page.getByRole('region', { name: 'Transfer sync' });
  await expect(sync).toContainText(/[0-9,]+ transfers, up to date/);
  await expect(sync).toContainText('newest first');
  await expect(sync).toContainText('limit 200');
  await expectNoAxeViolations(page);
});
