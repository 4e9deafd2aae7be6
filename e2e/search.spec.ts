import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ADDRESS, callActionAs, createRequest, newAddress, newReference, rejectAs } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { type Item, newestFirst, pickOwnText, readAll } from '@/e2e/mirrored';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find a transfer' });
const boxOf = (page: Page) => dialogOf(page).getByRole('searchbox', { name: 'Find a transfer' });
const optionsOf = (page: Page) => dialogOf(page).getByRole('option');
const groupOf = (page: Page, name: string) => dialogOf(page).getByRole('group', { name }).getByRole('option');

/** Opens the search from an unrelated page. */
async function openSearchElsewhere(page: Page) {
  await page.goto('/policy');
  await openSearch(page);
}

test('by keyboard alone, a transfer is found, opened here or in a new tab, and offered again before typing', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const { id, text } = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  const address = new RegExp(`/transfers/${id}$`);
  await page.goto('/policy');

  await test.step('arrow keys move through the results, and closing gives the focus back', async () => {
    const opener = page.getByRole('button', { name: 'Find a transfer' });
    await opener.press('Enter');
    await expect(boxOf(page)).toBeFocused();
    await page.keyboard.insertText('inv-');
    await expect(optionsOf(page).nth(2)).toBeVisible();
    await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(optionsOf(page).nth(2)).toHaveAttribute('aria-selected', 'true');
    await expect(boxOf(page)).toHaveAttribute(
      'aria-activedescendant',
      (await optionsOf(page).nth(2).getAttribute('id')) ?? 'none',
    );
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('Enter before the answer opens an exact match, with Ctrl in a new tab', async () => {
    await openSearch(page);
    await page.keyboard.type(text);
    const inNewTab = context.waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    const tab = await inNewTab;
    await expect(tab).toHaveURL(address);
    await tab.close();
    await expect(boxOf(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await openSearch(page);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('main')).toContainText(id);
  });

  await test.step('an option says why it matches, and what was searched', async () => {
    await openSearch(page);
    await expect(groupOf(page, 'Recently opened').first()).toHaveText(text);
    await page.keyboard.insertText(text.toUpperCase());
    await expect(optionsOf(page).first()).toHaveAttribute('href', `/transfers/${id}`);
    await expect(optionsOf(page).first()).toHaveAccessibleName(/Reference matches exactly/);
    await expect(dialogOf(page)).toContainText(/Searched [\d,]+ transfers, up to date \d+ s ago/);
  });

  await test.step('pages are found by their names', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('monthly');
    await expect(optionsOf(page).first()).toHaveAccessibleName('Monthly statements');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/statements$/);
  });
});

test('a missing reference is reported with what was searched, and not while the service fails', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await openSearchElsewhere(page);
  await page.keyboard.insertText('inv-of-nobody-1');
  await expect(dialogOf(page)).toContainText('No transfer found for “inv-of-nobody-1”. Not requested here either.');
  await expect(dialogOf(page)).toContainText(
    /Searched [\d,]+ transfers, up to date \d+ s ago\. The service was also checked at [\d:]+ and found no match\./,
  );
  await expectNoAxeViolations(page);
  await sandbox.addFault({ on: 'any', kind: 'error', status: 400 });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('inv-of-nobody-2');
  await expect(dialogOf(page)).toContainText('so the transfer may still exist');
});

test('a reference that was requested here and never sent is the answer, wherever it is looked up', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  const requestUrl = await createRequest(page, { value: '0.3', referenceId });
  const approver = await openAs('approver-one');
  await rejectAs(approver.context(), requestUrl, 'The invoice was paid last week');

  await signInAs('support');
  const answer = /rejected by .+ on .+: The invoice was paid last week\. Never sent\./;
  await openSearchElsewhere(page);
  // The request comes last, above the options that are there already, and Enter must lead to it all the same.
  const noTransfer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/transfers');
  await page.route('**/api/search?*', async (route) => {
    await noTransfer;
    await route.continue();
  });
  await page.keyboard.insertText(referenceId.toUpperCase());
  await expect(optionsOf(page).first()).toHaveAccessibleName(answer);
  await expect(dialogOf(page)).toContainText('There is no transfer. The withdrawal request is the answer.');
  await expect(dialogOf(page)).not.toContainText('No transfer found');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(requestUrl);

  await page.goto(`/transfers?q=${referenceId}`);
  const beside = page.getByRole('region', { name: 'Requests and recipients' });
  await expect(beside).toContainText(answer);
  await expect(page.getByRole('main')).toContainText('There is no transfer. The withdrawal request is the answer.');
  await expect(page.getByRole('main')).not.toContainText('No transfer found');
  await expectNoAxeViolations(page);
  await beside.getByRole('link').click();
  await expect(page).toHaveURL(requestUrl);
});

test('what only mentions a reference stands below the transfer that has it', async ({ page, signInAs, sandbox }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await sandbox.addDeposit({ destination_address: newAddress(), ref_id: referenceId });
  const requestUrl = await createRequest(page, { value: '0.2', note: `Refund of ${referenceId}` });
  await openSearchElsewhere(page);
  await page.keyboard.insertText(referenceId);
  await expect(optionsOf(page).first()).toHaveAccessibleName(/Reference matches exactly/);
  await expect(groupOf(page, 'Also mentioned in')).toHaveAttribute('href', new URL(requestUrl).pathname);
  await expect(groupOf(page, 'Withdrawal requests')).toHaveCount(0);
  await page.goto(`/transfers?q=${referenceId}`);
  await page.getByText('Also mentioned in 1 withdrawal request').click();
  await page.getByRole('region', { name: 'Requests and recipients' }).getByRole('link').click();
  await expect(page).toHaveURL(requestUrl);
});

test('a recipient is found by name with the transfers, which carry the name', async ({
  page,
  signInAs,
  openAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  const [id, name] = [randomUUID(), `Nordwind ${newReference()}`];
  await signInAs('finance');
  const paid = new Map<string, Item[]>();
  for (const item of newestFirst(await readAll(page, sandbox))) {
    const { direction, crypto_network: network, destination_address: to, ref_id } = item;
    // Of the service's own history: what was requested here is among the withdrawals of the recipient.
    const isOlder = typeof ref_id === 'string' && !ref_id.startsWith('e2e-');
    if (isOlder && direction === 'DEBIT' && network === 'ETHEREUM' && typeof to === 'string' && to !== ADDRESS)
      paid.set(to, [...(paid.get(to) ?? []), item]);
  }
  const [address = '', payments = []] = [...paid].toSorted(([, one], [, other]) => one.length - other.length)[0] ?? [];
  const after = { name, network: 'ETHEREUM', address, memo: null, note: '', profiles: [] };
  const { proposalId } = await callActionAs<{ proposalId: string }>(page.context(), {
    path: '/recipients/new',
    action: 'proposeAction',
    input: {
      kind: 'recipient',
      subject: id,
      payload: { changes: [{ kind: 'add', id, after, chosen: '', lookAlikes: [] }] },
      comment: 'checked by phone',
    },
  });
  await callActionAs((await openAs('approver-one')).context(), {
    path: `/recipients/${id}`,
    action: 'confirmProposalAction',
    input: { proposalId, comment: '' },
  });

  await openSearchElsewhere(page);
  await page.keyboard.insertText(name.split(' ').toReversed().join(' '));
  await expect(groupOf(page, 'Recipients')).toHaveAccessibleName(/Ethereum · \d+ transfers?/);
  await groupOf(page, 'Recipients').click();
  await expect(page).toHaveURL(new RegExp(`/recipients/${id}$`));
  const transfers = page.getByRole('region', { name: 'Transfers to this recipient' });
  await expect(transfers.getByRole('link', { name: String(payments[0]?.ref_id) })).toHaveAttribute(
    'href',
    `/transfers/${payments[0]?.id}`,
  );
  await expectNoAxeViolations(page);
  await transfers.getByRole('link', { name: 'All transfers to this address' }).click();
  await expect(page).toHaveURL(/\/transfers\?q=/);
  const rows = page.getByRole('row').filter({ hasText: `to ${name}` });
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('complementary', { name: 'Transfer details' })).toContainText(name);
});
