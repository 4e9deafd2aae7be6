import type { Page } from '@playwright/test';
import { decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { type Item, pickOwnText, readAll } from '@/e2e/mirrored';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find a transfer' });
const boxOf = (page: Page) => dialogOf(page).getByRole('searchbox', { name: 'Find a transfer' });
const optionsOf = (page: Page) => dialogOf(page).getByRole('option');

/** Opens the search from an unrelated page. */
async function openSearchElsewhere(page: Page) {
  await page.goto('/policy');
  await openSearch(page);
}

const firstMetadata = (item: Item) =>
  Object.values((item.metadata ?? {}) as Record<string, string>).find((value) => /^[A-Z]+-\d{6}$/.test(value));
// With so many digits that no other amount is the same.
const longAmount = (item: Item) =>
  /\.\d{9,}$/.test(String(item.amount)) ? `${String(item.amount)} ${String(item.asset)}` : '';

const KINDS: Record<string, { textOf: (item: Item) => unknown; why: RegExp }> = {
  'its reference': { textOf: (item) => item.ref_id, why: /Reference matches exactly/ },
  'its reference in capitals': {
    textOf: (item) => (item.ref_id as string | undefined)?.toUpperCase(),
    why: /Reference matches exactly/,
  },
  'the beginning of its ID': { textOf: (item) => item.id.slice(0, 13), why: /Transfer ID starts with the search term/ },
  'its transaction hash': { textOf: (item) => item.crypto_tx_hash, why: /Transaction hash matches exactly/ },
  'its address': { textOf: (item) => item.destination_address, why: /Destination address matches exactly/ },
  'its memo': { textOf: (item) => (/^\d{6,}$/.test(String(item.memo)) ? item.memo : ''), why: /Memo matches exactly/ },
  'a value of its metadata': { textOf: firstMetadata, why: /Metadata “.+” matches exactly/ },
  'its amount with its asset': { textOf: longAmount, why: /Amount matches exactly/ },
};

test('Ctrl+K finds a transfer by each of its unique texts', async ({ page, signInAs, sandbox }) => {
  test.setTimeout(120_000);
  await signInAs('support');
  const all = await readAll(page, sandbox);
  for (const [kind, { textOf, why }] of Object.entries(KINDS)) {
    await test.step(kind, async () => {
      const { id, text } = pickOwnText(all, textOf);
      await openSearchElsewhere(page);
      await page.keyboard.insertText(text);
      await expect(optionsOf(page).first()).toHaveAttribute('href', `/transfers/${id}`);
      await expect(optionsOf(page).first()).toHaveAccessibleName(why);
      await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true');
      await expect(dialogOf(page)).toContainText(/Searched [\d,]+ transfers, complete as of \d+ s ago/);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/transfers/${id}$`));
      await expect(page.getByRole('main')).toContainText(id);
    });
  }
});

test('Enter before the answer opens an exact match, with Ctrl in a new tab', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const { id, text } = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  await openSearchElsewhere(page);
  await page.keyboard.type(text);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(new RegExp(`/transfers/${id}$`));
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);

  await openSearchElsewhere(page);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/transfers/${id}$`));
});

test('a missing reference is reported with what was searched', async ({
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
    /Searched [\d,]+ transfers, complete as of \d+ s ago\. The service was also checked at [\d:]+ and found no match\./,
  );
  await expectNoAxeViolations(page);
});

test('while the service is unavailable, no reference is reported as missing', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await openSearchElsewhere(page);
  await sandbox.addFault({ on: 'any', kind: 'error', status: 503 });
  await page.keyboard.insertText('inv-of-nobody-2');
  await expect(dialogOf(page)).toContainText('so the transfer may still exist', { timeout: 30_000 });
});

test('arrow keys move through the results, and closing gives the focus back', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await page.goto('/policy');
  const opener = page.getByRole('button', { name: 'Find a transfer' });
  await expect(async () => {
    await opener.press('Enter');
    await expect(boxOf(page)).toBeFocused({ timeout: 300 });
  }).toPass();
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

test('pages are found by their names, and recently opened transfers are offered before typing', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const { id, text } = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  await openSearchElsewhere(page);
  await page.keyboard.insertText(text);
  await expect(optionsOf(page).first()).toHaveAttribute('href', `/transfers/${id}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/transfers/${id}$`));
  await openSearchElsewhere(page);
  await expect(dialogOf(page).getByRole('group', { name: 'Recently opened' }).getByRole('option').first()).toHaveText(
    text,
  );
  await page.keyboard.insertText('approvals');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/approvals$/);
});

test('a withdrawal request is found before it is sent', async ({ page, signInAs }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '0.2', referenceId });
  const requestUrl = await submit(page);
  await openSearchElsewhere(page);
  await page.keyboard.insertText(referenceId.slice(0, -2));
  await dialogOf(page).getByRole('option', { name: referenceId }).click();
  await expect(page).toHaveURL(requestUrl);
});

test('a reference that was requested here and never sent is the answer, wherever it is looked up', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '0.3', referenceId });
  const requestUrl = await submit(page);
  const approver = await openAs('approver-one');
  await approver.goto(requestUrl);
  await decide(approver, 'Reject', 'The invoice was paid last week');

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
  await expect(dialogOf(page)).toContainText('There is no transfer. The match above is the answer.');
  await expect(dialogOf(page)).not.toContainText('No transfer found');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(requestUrl);

  await page.goto('/');
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' });
  await expect(async () => {
    await box.fill('');
    await box.fill(referenceId);
    await expect(page.getByRole('main').getByRole('option', { name: answer })).toBeVisible({ timeout: 1000 });
  }).toPass();

  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/transfers?q=${referenceId}`);
    await expect(page.getByRole('region', { name: 'Requests and recipients' })).toContainText(answer);
    await expect(page.getByRole('main')).toContainText('There is no transfer. The match above is the answer.');
    await expect(page.getByRole('main')).not.toContainText('No transfer found');
    await expectNoAxeViolations(page);
  }
  await page.getByRole('region', { name: 'Requests and recipients' }).getByRole('link').click();
  await expect(page).toHaveURL(requestUrl);
});

test('a recipient is found by name with the transfers, which carry the name', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectNoAxeViolations,
}) => {
  test.setTimeout(180_000);
  const [name, address, referenceId] = [`Nordwind ${newReference()}`, newAddress(), newReference()];
  await signInAs('finance');
  await page.goto('/recipients/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Network').selectOption('ETHEREUM');
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByLabel('Comment').fill('checked by phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Propose change' }).click();
  await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);
  const entryUrl = page.url();
  const approver = await openAs('approver-one');
  await approver.goto(entryUrl);
  await approver.getByRole('button', { name: 'Confirm' }).click();
  await approver.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(approver.getByRole('dialog')).toHaveCount(0);
  await fillIn(page, { value: '0.4', referenceId, address });
  const requestUrl = await submit(page);
  await approve(requestUrl);
  await page.goto(requestUrl);
  await expect(stateOf(page)).toContainText(/Pending|Completed/, { timeout: 30_000 });

  await signInAs('support');
  await openSearchElsewhere(page);
  await page.keyboard.insertText(name.split(' ').toReversed().join(' '));
  const option = dialogOf(page).getByRole('group', { name: 'Recipients' }).getByRole('option');
  await expect(option).toHaveAccessibleName(/Ethereum · 1 transfer/);
  await expectNoAxeViolations(page);
  await option.click();
  await expect(page).toHaveURL(entryUrl);
  const transfers = page.getByRole('region', { name: 'Transfers to this recipient' });
  await expect(transfers.getByRole('link', { name: referenceId })).toBeVisible();
  await expectNoAxeViolations(page);
  await transfers.getByRole('link', { name: 'All transfers to this address' }).click();
  await expect(page).toHaveURL(/\/transfers\?q=/);
  await expect(page.getByRole('row', { name: referenceId })).toContainText(`to ${name}`);
  await page.goto(`/transfers?q=${referenceId}`);
  await page.getByRole('link', { name: referenceId, exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Transfer details' })).toContainText(name);
});

test('an answer names who approved, when it was completed, its case notes, and what was paid to the address', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectNoAxeViolations,
}) => {
  test.setTimeout(180_000);
  const [address, referenceId] = [newAddress(), newReference()];
  await signInAs('finance');
  await fillIn(page, { value: '0.4', referenceId, address });
  const requestUrl = await submit(page);
  await approve(requestUrl);
  await page.goto(requestUrl);
  await expect(stateOf(page)).toContainText('Completed', { timeout: 30_000 });

  const support = await openAs('support');
  await openSearchElsewhere(support);
  await support.keyboard.insertText(referenceId);
  const request = dialogOf(support).getByRole('group', { name: 'Withdrawal requests' }).getByRole('option');
  await expect(request).toHaveAccessibleName(/approved by approver-one(?: and approver-two)? on .+: Completed by \d+/);
  const transfer = dialogOf(support).getByRole('group', { name: 'Transfers' }).getByRole('option');
  await expect(transfer).toHaveAccessibleName(/completed by \d+/);
  await transfer.click();
  await expect(support).toHaveURL(/\/transfers\/[^/]+$/);
  const transferUrl = support.url();
  await expect(support.getByRole('main')).toContainText(/Completed\s*by .+ \(the last change of the record\)/);
  const words = `voucher ${referenceId.slice(-6)}`;
  await support.getByLabel('Case note').fill(`ÜBERWEISUNG arrived, ${words} sent.`);
  await support.getByRole('button', { name: 'Add note' }).click();
  await expect(support.getByRole('list', { name: 'Case entries' })).toContainText(words);

  for (const { width, colorScheme } of [
    { width: 360, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ] as const) {
    await support.setViewportSize({ width, height: 900 });
    await support.emulateMedia({ colorScheme });
    await openSearchElsewhere(support);
    await support.keyboard.insertText(`überweisung ${words}`);
    const note = dialogOf(support).getByRole('group', { name: 'Case notes' }).getByRole('option');
    await expect(note).toHaveAccessibleName(
      new RegExp(`${referenceId}.*Case note by support on .+: ÜBERWEISUNG arrived`),
    );
    await expect(note).toHaveAttribute('href', new URL(transferUrl).pathname);
    await expectNoAxeViolations(support);
    await support.keyboard.press('Control+a');
    await support.keyboard.insertText(address.toUpperCase().replace('0X', '0x'));
    await expect(dialogOf(support)).toContainText('Paid to this address: 1 completed: 0.4 ETH.');
    await expectNoAxeViolations(support);
  }
  await dialogOf(support).getByRole('link', { name: 'Show what was sent there' }).click();
  await expect(support).toHaveURL(/\/transfers\?q=0x.+&direction=DEBIT$/i);
  await expect(dialogOf(support)).toHaveCount(0);
  await expect(support.getByRole('row', { name: referenceId })).toBeVisible();
});

test('what only mentions a reference stands below the transfer that has it', async ({ page, signInAs, sandbox }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await readAll(page, sandbox);
  await sandbox.addDeposit({ destination_address: newAddress(), ref_id: referenceId });
  await fillIn(page, { value: '0.2', referenceId: newReference(), note: `Refund of ${referenceId}` });
  const requestUrl = await submit(page);
  await openSearchElsewhere(page);
  await page.keyboard.insertText(referenceId);
  await expect(optionsOf(page).first()).toHaveAccessibleName(/Reference matches exactly/);
  const mentions = dialogOf(page).getByRole('group', { name: 'Also mentioned in' }).getByRole('option');
  await expect(mentions).toHaveAttribute('href', new URL(requestUrl).pathname);
  await expect(dialogOf(page).getByRole('group', { name: 'Withdrawal requests' })).toHaveCount(0);
  await page.goto(`/transfers?q=${referenceId}`);
  await page.getByText('Also mentioned in 1 withdrawal request').click();
  await page.getByRole('region', { name: 'Requests and recipients' }).getByRole('link').click();
  await expect(page).toHaveURL(requestUrl);
});

test('a reference with spaces and umlauts is found, also before the mirror has it', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  await readAll(page, sandbox);
  const referenceId = `Märzmiete, Haus ${newReference().slice(4)} Süd`;
  await sandbox.addDeposit({ destination_address: newAddress(), ref_id: referenceId });
  await openSearchElsewhere(page);
  await page.keyboard.insertText(referenceId);
  await expect(optionsOf(page).first()).toHaveAccessibleName(/Reference matches exactly/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/transfers\/[^/]+$/);
  await expect(page.getByRole('main')).toContainText(referenceId);
});

test('the search box of the home page suggests, and leads to the list, also without script', async ({
  page,
  signInAs,
  sandbox,
  browser,
  baseURL,
}) => {
  await signInAs('support');
  const { id, text } = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  await page.goto('/');
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' });
  await expect(async () => {
    await box.fill('');
    await box.fill(text);
    await expect(page.getByRole('main').getByRole('option', { name: text }).nth(1)).toHaveAttribute(
      'href',
      `/transfers/${id}`,
      { timeout: 1000 },
    );
  }).toPass();
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/transfers\\?q=${text}$`));

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
    storageState: await page.context().storageState(),
  });
  const plainPage = await plain.newPage();
  await plainPage.goto('/');
  await plainPage.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' }).fill(text);
  await plainPage.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' }).press('Enter');
  await expect(plainPage).toHaveURL(new RegExp(`/transfers\\?q=${text}$`));
  await plain.close();
});
