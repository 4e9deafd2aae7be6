import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { createRequest, newAddress, newReference } from '@/e2e/request-steps';

const main = (page: Page) => page.getByRole('main');
const notes = (page: Page) => page.getByRole('list', { name: 'Case entries' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const optionsIn = (page: Page, group: string) => page.getByRole('dialog').getByRole('group', { name: group });

test('a transfer that needs attention is noted, settled with a reason beside the list, and reopened', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  // Never settles: the service asks for travel rule information (sandbox/README.md).
  const id = String((await sandbox.createWithdrawal(referenceId, '1.0202')).id);
  await signInAs('support');
  await page.goto(`/transfers/${id}`);
  await page.getByLabel('Case note').fill(`ÜBERWEISUNG ${referenceId}\nPromised an answer \u202Eby noon.`);
  await button(page, 'Add note').click();
  await expect(notes(page).getByRole('listitem')).toHaveCount(1);
  await expect(notes(page)).toContainText('Promised an answer ⟨U+202E⟩by noon.');
  await expect(notes(page)).toContainText('support noted');
  await expect(page.getByLabel('Case note')).toHaveValue('');
  await button(page, 'Add note').click();
  await expect(main(page).getByRole('alert')).toContainText('The note is empty.');
  await expectNoAxeViolations(page);

  // A note is found by its words, in any case.
  await openSearch(page);
  await page.keyboard.insertText(`${referenceId} überweisung`);
  const found = optionsIn(page, 'Case notes').getByRole('option');
  await expect(found).toHaveAccessibleName(new RegExp(`${referenceId}.*Case note by support .+: ÜBERWEISUNG`));
  await expect(found).toHaveAttribute('href', `/transfers/${id}`);

  // The page of today leads to what is unsettled; the transfer is settled in the pane, with a reason.
  await page.goto('/transfers/today');
  await page.getByRole('link', { name: /Needs attention: \d+\+? unsettled/ }).click();
  await expect(page).toHaveURL(/\/transfers\?problem=1$/);
  await rowOf(page, referenceId).getByRole('link').click();
  await page.getByRole('button', { name: 'Case: needs attention, 1 entry' }).click();
  await expect(main(page)).toContainText('This transfer needs attention.');
  await button(page, 'Settle').click();
  const dialog = page.getByRole('dialog', { name: 'Settle this problem?' });
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await expect(dialog.getByRole('alert')).toContainText('nothing was sent');
  await dialog.getByLabel('Reason').fill('Waiting for the customer, case 17.');
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(notes(page).getByRole('listitem').last()).toContainText('Waiting for the customer, case 17.');
  await expect(rowOf(page, referenceId)).toContainText('Settled');

  // The list leaves it out until settled transfers are included; the mark is in every list.
  await page.goto('/transfers?problem=1');
  await button(page, 'Filter').click();
  await expect(button(page, 'Include settled')).toHaveAttribute('aria-pressed', 'false');
  await expect(rowOf(page, referenceId)).toHaveCount(0);
  await button(page, 'Include settled').click();
  await expect(page).toHaveURL(/\/transfers\?problem=1&settled=1$/);
  await expect(rowOf(page, referenceId)).toContainText('Settled');
  await button(page, 'Needs attention').click();
  await expect(page).toHaveURL(/\/transfers$/);
  await expect(rowOf(page, referenceId)).toContainText('Settled');

  await page.goto(`/transfers/${id}`);
  await button(page, 'Reopen').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The customer called again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(notes(page).getByRole('listitem').last()).toContainText('The customer called again.');
  await expect(button(page, 'Settle')).toBeVisible();
});

test('a watched request is followed until its transfer has completed, which then says who approved it', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectGoodLooks,
}) => {
  const [referenceId, address] = [newReference(), newAddress()];
  await signInAs('finance');
  const requestUrl = await createRequest(page, { value: '1.75', referenceId, address });

  const support = await openAs('support');
  await support.goto(requestUrl);
  await button(support, 'More').click();
  await button(support, 'Tell me when this completes').click();
  await expect(button(support, 'Stop watching')).toBeVisible();
  await support.goto('/transfers/today');
  const watched = support.getByRole('region', { name: /Watched transfers/ });
  const line = watched.getByRole('listitem').filter({ hasText: referenceId });
  await expect(line).toContainText('Awaiting approval');

  await approve(requestUrl);
  // The page updates by itself.
  await expect(line).toContainText(/Completed \d+ .+ ago/, { timeout: 60_000 });
  await expect(
    main(support)
      .getByRole('status')
      .filter({ hasText: `${referenceId}: Completed.` }),
  ).toHaveCount(1);
  await expectGoodLooks(support);
  await line.getByRole('button', { name: `Dismiss ${referenceId}` }).click();
  await expect(line).toHaveCount(0);

  await test.step('the search says when it completed, with its request, and what was paid to its address', async () => {
    await openSearch(support);
    await support.keyboard.insertText(referenceId);
    const options = optionsIn(support, 'Transfers').getByRole('option');
    const [transfer, request] = [options.first(), options.last()];
    await expect(transfer).toHaveAccessibleName(/completed by today \d+/);
    await expect(request).toHaveAccessibleName(`Request of ${referenceId}`);
    await expect(request).toHaveAttribute('href', new URL(requestUrl).pathname);
    await expect(optionsIn(support, 'Withdrawal requests')).toHaveCount(0);
    await support.keyboard.press('ControlOrMeta+a');
    await support.keyboard.insertText(address);
    await expect(support.getByRole('dialog')).toContainText('Paid to this address: 1 completed: 1.75 ETH.');
    await support.getByRole('dialog').getByRole('link', { name: 'Show what was sent there' }).click();
    await expect(support).toHaveURL(/\/transfers\?q=0x.+&direction=DEBIT$/i);
    await expect(support.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the transfer shows its request, the decisions and every change', async () => {
    const href = await rowOf(support, referenceId).getByRole('link').getAttribute('href');
    await support.goto(href ?? '');
    await expect(main(support)).toContainText(/Completed\s*.+ at the latest/);
    await expect(main(support)).toContainText('approver-one approved');
    await expect(main(support)).toContainText('approver-two approved');
    await expect(support.getByRole('list', { name: 'History' })).toContainText(
      /Status: Pending at the service .+ Completed/,
    );
    await support.getByText('Write a note').click();
    await support.getByLabel('Case note').fill('Customer called at 9.');
    await button(support, 'Add note').click();
    await expect(notes(support)).toContainText('Customer called at 9.');
    await support.getByRole('link', { name: referenceId }).click();
    await expect(support).toHaveURL(requestUrl);
    // The request shows the case of its transfer.
    await expect(notes(support)).toContainText('Customer called at 9.');
    await support.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(support, 'More').click();
    await button(support, 'Copy summary').click();
    await expect(support.getByText('Summary copied')).toBeVisible();
    const copied = await support.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Withdrawal request: Completed/);
    expect(copied).not.toMatch(/approver-one|finance/);
  });
});
