import { Client } from 'pg';
import { expect, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';

const STOPPED = 'Sending is stopped: a drill';

test('one person stops all sending, everyone sees it, and two administrators resume it', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  const dialog = page.getByRole('dialog');
  const proposal = page.getByRole('region', { name: 'Resume sending' });
  await signInAs('finance');
  await page.goto('/status');
  await expect(page.getByText('Sending is on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop all sending' })).toBeEnabled();
  await page.goto('/transfers');
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Stop all sending' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await dialog.getByLabel('Reason').fill('a drill');
  await dialog.getByRole('button', { name: 'Stop all sending' }).click();
  await expect(page.getByText(STOPPED)).toBeVisible();
  await expect(page.getByText(/a drill.* by finance/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0);
  await page.goto('/status');
  await expect(page.getByRole('button', { name: 'Propose to resume sending' })).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('Only administrators can resume sending');

  await signInAs('admin', { isFresh: true });
  await page.goto('/');
  const alarms = page.getByRole('region', { name: /^Alarms/ });
  await expect(alarms).toContainText('Stopped by finance: “a drill” Approved withdrawals wait, and nothing is sent.');
  await alarms.getByRole('link', { name: 'Open Status: Sending is stopped' }).click();
  await page.getByRole('button', { name: 'Propose to resume sending' }).click();
  await dialog.getByLabel('Comment').fill('the drill is over');
  await dialog.getByRole('button', { name: 'Propose to resume sending' }).click();
  await expect(proposal).toContainText('You proposed this change. Another person must confirm it.');
  await expect(proposal.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  await signInAs('support');
  for (const path of ['/', '/withdrawals', '/transfers', '/policy']) {
    await page.goto(path);
    await expect(page.getByText(STOPPED), path).toBeVisible();
  }
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'View status' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
  await expect(proposal.getByRole('button', { name: 'Confirm' })).toBeDisabled();

  await signInAs('admin-two', { isFresh: true });
  await page.goto('/status');
  await proposal.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Sending is on')).toBeVisible();
  await expect(page.getByText(STOPPED)).toHaveCount(0);
});

test('the notice comes to a page that is open, and goes', async ({ page, signInAs }) => {
  const database = new Client({ connectionString: stackAddresses().databaseUrl });
  await database.connect();
  const set = (isStopped: boolean) =>
    database.query('update stop_switch set is_stopped = $1, reason = $2, changed_at = now()', [
      isStopped,
      isStopped ? 'a drill' : '',
    ]);
  // Returns to the tab repeatedly: a page may not listen yet when it is first drawn.
  const expectAfterLooking = (count: number) =>
    expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText(STOPPED)).toHaveCount(count, { timeout: 1000 });
    }).toPass();
  await signInAs('support');
  await page.goto('/transfers');
  await expect(page.getByText(STOPPED)).toHaveCount(0);
  try {
    await set(true);
    await expectAfterLooking(1);
    await page.getByRole('navigation', { name: 'Console' }).getByText('Administration').click();
    await page.getByRole('link', { name: 'Policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeVisible();
    await expect(page.getByText(STOPPED)).toBeVisible();
  } finally {
    await set(false);
  }
  await expectAfterLooking(0);
});

test('everyone sees how current the transfers are, and which records were rejected', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  await page.goto('/status');
  const sync = page.getByRole('region', { name: 'Transfer sync' });
  const reads = page.getByRole('region', { name: 'Reads from the service' });
  await expect(async () => {
    await page.reload();
    await expect(sync).toContainText(/[0-9,]+ transfers, complete as of/, { timeout: 1_000 });
  }).toPass();
  await expect(sync).toContainText('newest first');
  await expect(reads).toContainText('limit 200');
  await sandbox.addFault({ on: 'list', kind: 'poisoned-items', times: 1 });
  const rejected = page.getByRole('region', { name: 'Rejected records' });
  await expect(async () => {
    await page.reload();
    await expect(rejected).toContainText('Not a transfer', { timeout: 1_000 });
  }).toPass();
  await expect(rejected).toContainText('42');
  await expectNoAxeViolations(page);
});
