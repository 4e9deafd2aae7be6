import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { createRequest, decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';

const table = (page: Page) => page.getByRole('table', { name: 'Withdrawals' });
const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text });
const fitsIn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Opens a filter, chooses a value and closes the filter. On a phone, the filters are behind a button. */
async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Filters' });
  const filters = bar.getByRole('button', { name: 'Filters', exact: true });
  if (await filters.isVisible()) await filters.click();
  await bar.getByRole('button', { name: filter, exact: true }).click();
  await bar.getByRole('checkbox', { name: value }).check();
  await page.keyboard.press('Escape');
}

/** Creates a batch from a pasted sheet, as the person who is signed in, and gives the address of its page. */
async function importBatch(
  page: Page,
  name: string,
  rows: readonly { amount: string; reference: string }[],
): Promise<string> {
  const lines = rows.map(({ amount, reference }) =>
    ['p-ops', 'ETH', 'Ethereum', newAddress(), amount, reference].join('\t'),
  );
  await page.goto('/withdrawals/import');
  await page
    .getByLabel('Or paste the cells of a sheet')
    .fill(['Profile\tAsset\tNetwork\tAddress\tAmount\tReference', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Read the sheet' }).click();
  await page.getByLabel('Batch name').fill(name);
  const create = `Create ${rows.length} requests`;
  await page.getByRole('button', { name: create }).click();
  await page.getByRole('dialog').getByRole('button', { name: create }).click();
  await expect(page).toHaveURL(/\/withdrawals\/batches\/[0-9a-f-]{36}$/);
  return page.url();
}

test('a clerk finds their own rejected withdrawals, and the link shows the same to others', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const [rejected, waiting] = [newReference(), newReference()];
  await signInAs('finance');
  const address = await createRequest(page, { value: '1.125', referenceId: rejected });
  await createRequest(page, { value: '1.125', referenceId: waiting });
  const approver = await openAs('approver-one');
  await approver.goto(address);
  await decide(approver, 'Reject', 'Wrong recipient');

  await page.goto('/withdrawals');
  await page.getByRole('link', { name: 'Mine' }).click();
  await chooseFilter(page, 'Status', 'Rejected');
  await expect(page).toHaveURL(/of=mine&state=rejected/);
  await expect(rowOf(page, rejected)).toContainText('1.125 ETH');
  await expect(rowOf(page, rejected)).toContainText('Rejected');
  await expect(rowOf(page, waiting)).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Remove Status: Rejected' }).click();
  await expect(rowOf(page, waiting)).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, waiting)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(table(page).getByRole('row').nth(1).getByRole('link')).toBeFocused();
  await rowOf(page, rejected).getByRole('link').click();
  await expect(stateOf(page)).toHaveText('Rejected');

  // "Mine" is of whoever reads; an address by requester shows the same to everybody.
  await approver.goto('/withdrawals?state=rejected');
  await expect(rowOf(approver, rejected)).toBeVisible();
  await approver.goto('/withdrawals?state=rejected&of=mine');
  await expect(approver.getByRole('main')).toContainText('No withdrawal matches these filters.');
});

test('support searches, filters by asset and status, and exports what the list shows', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  const [reference, other] = [newReference(), newReference()];
  await signInAs('finance');
  await fillIn(page, { value: '2.000000000000000001', referenceId: reference, note: '=cmd|calc' });
  const requestId = (await submit(page)).slice(-36);
  await createRequest(page, { value: '1.5', referenceId: other });

  await signInAs('support');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/withdrawals?state=awaiting&state=nonsense');
  await expect(page.getByRole('main')).toContainText('Left out: state “nonsense”.');
  await chooseFilter(page, 'Asset', 'ETH');
  await expect(page).toHaveURL(/state=awaiting&asset=ETH/);
  // The search follows what is typed.
  await page.getByRole('searchbox', { name: 'Find a withdrawal' }).fill(reference.toUpperCase());
  await expect(page).toHaveURL(/q=/);
  await expect(rowOf(page, reference)).toContainText('2.000000000000000001 ETH');
  await expect(rowOf(page, other)).toHaveCount(0);
  expect(await fitsIn(page)).toBe(true);
  await expectNoAxeViolations(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const [, line = '', rows = ''] = csv.split('\r\n');
  expect(line).toContain(`,${reference},Awaiting approval,ETH,2.000000000000000001,on top,ETH,`);
  expect(line).toContain(`,'=cmd|calc,${requestId},`);
  expect(rows).toMatch(/^# Rows: 1,/);

  await page.goto(`/withdrawals?q=${requestId}`);
  await expect(rowOf(page, reference)).toBeVisible();
  await page.goto('/withdrawals?q=no-such-reference-at-all');
  await expect(page.getByRole('main')).toContainText('No withdrawal matches this search.');
});

test('a batch is one row that opens in place, and its withdrawals are found one by one', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const prefix = newReference();
  const name = `List ${prefix}`;
  const rows = ['9.5', '10.25', '9.500000000000000001'].map((amount, index) => ({
    amount,
    reference: `${prefix}-${index + 1}`,
  }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('finance');
  await importBatch(page, name, rows);
  await page.goto(`/withdrawals?q=${prefix}-2`);
  await expect(rowOf(page, `${prefix}-2`)).toContainText(`in ${name}`);
  const approver = await openAs('approver-one');
  await approver.goto(
    await rowOf(page, `${prefix}-2`)
      .getByRole('link')
      .evaluate((link) => (link as HTMLAnchorElement).href),
  );
  await decide(approver, 'Reject', 'Not this one');

  await page.goto('/withdrawals?of=mine');
  const batch = rowOf(page, name);
  await expect(batch).toContainText('Batch of 3 withdrawals');
  await expect(batch).toContainText('29.250000000000000001 ETH');
  await expect(batch).toContainText('2 awaiting · 1 rejected');
  await expect(rowOf(page, `${prefix}-1`)).toHaveCount(0);
  await batch.getByRole('button', { name: `Show the 3 withdrawals of ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, `${prefix}-1`)).toContainText('9.5 ETH');
  await expect(rowOf(page, `${prefix}-2`)).toContainText('Rejected');
  await expect(rowOf(page, `${prefix}-3`)).toBeVisible();
  expect(await fitsIn(page)).toBe(true);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, `${prefix}-1`)).toHaveCount(0);

  // By amount, as decimals and not as numbers or texts.
  await page.goto(`/withdrawals?q=${prefix}`);
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  const references = table(page).getByRole('link', { name: new RegExp(`^${prefix}-`) });
  await expect(references).toHaveText([2, 3, 1].map((index) => `${prefix}-${index}`));
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=amount/);
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(references).toHaveText([1, 3, 2].map((index) => `${prefix}-${index}`));

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/withdrawals?of=mine');
  await expect(rowOf(page, name)).toContainText('2 awaiting · 1 rejected');
  expect(await fitsIn(page)).toBe(true);
  await expectNoAxeViolations(page);
});

test('a clerk moves through the list and an open batch by keyboard, and comes back to the same row', async ({
  page,
  signInAs,
}) => {
  const prefix = newReference();
  const name = `Keys ${prefix}`;
  await signInAs('finance');
  const rows = [1, 2, 3].map((index) => ({ amount: `${index}.5`, reference: `${prefix}-${index}` }));
  await importBatch(page, name, rows);

  await page.goto('/withdrawals?of=mine');
  const batch = rowOf(page, name);
  const toggle = batch.getByRole('button', { name: `Show the 3 withdrawals of ${name}` });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, `${prefix}-3`)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = rowOf(page, `${prefix}-2`).getByRole('link');
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  await expect(stateOf(page)).toHaveText(/^Awaiting approval/);

  // The batch is still open, and the row has the focus.
  await page.goBack();
  await expect(second).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, `${prefix}-1`).getByRole('link')).toBeFocused();
  await page.keyboard.press('/');
  const box = page.getByRole('searchbox', { name: 'Find a withdrawal' });
  await expect(box).toBeFocused();
  await box.fill(`${prefix}-3`);
  await expect(page).toHaveURL(/q=/);
  await expect(table(page).getByRole('row')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, `${prefix}-3`).getByRole('link')).toBeFocused();
});

test('columns and views are chosen, kept and shared with nobody', async ({ page, signInAs, expectNoAxeViolations }) => {
  const reference = newReference();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('finance');
  await createRequest(page, { value: '3.5', referenceId: reference });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heads = table(page).getByRole('columnheader');
  const shown = { useInnerText: true };

  await page.goto('/withdrawals?of=mine&state=awaiting');
  await button('Columns').click();
  await page.getByRole('checkbox', { name: 'Request ID' }).check();
  await page.getByRole('checkbox', { name: 'Network and profile' }).uncheck();
  const up = page.getByRole('button', { name: 'Move Request ID up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  const chosen = ['Created', 'Reference', 'Amount', 'Recipient', 'Requester', 'Request ID', 'Status'];
  await expect(heads).toHaveText(chosen, shown);
  await expect(rowOf(page, reference)).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);

  await button('Views').click();
  const view = `My view ${reference}`;
  await page.getByLabel('Name of the current view').fill(view);
  await button('Save view').click();
  await expect(button(view)).toHaveAttribute('aria-current', 'true');
  await expectNoAxeViolations(page);
  await page.goto('/withdrawals');
  await expect(heads).toHaveText(chosen, shown);
  await button('Views').click();
  await button(view).click();
  await expect(page).toHaveURL(/of=mine&state=awaiting$/);
  await expect(rowOf(page, reference)).toBeVisible();

  // The views of transfers are others.
  await page.goto('/transfers');
  await button('Views').click();
  await expect(button('Failed this week')).toBeVisible();
  await expect(button('Save view')).toBeVisible();
  await expect(button(view)).toHaveCount(0);
  await page.goto('/withdrawals');
  await button('Views').click();
  await button(`Delete ${view}`).click();
  await expect(button(view)).toHaveCount(0);
});

test('new withdrawals are announced and move no row; what changes is shown by itself', async ({
  page,
  signInAs,
  openAs,
}) => {
  const [old, added] = [newReference(), newReference()];
  await signInAs('finance');
  const address = await createRequest(page, { value: '4.5', referenceId: old });
  const reader = await openAs('support');
  await reader.goto('/withdrawals?asset=ETH');
  const first = table(reader).getByRole('row').nth(1);
  await expect(rowOf(reader, old)).toContainText('Awaiting approval');
  const top = (await first.getByRole('link').getAttribute('href')) ?? '';

  await createRequest(page, { value: '4.75', referenceId: added });
  const announced = reader.getByRole('button', { name: /^Show \d+ new$/ });
  await expect(announced).toBeVisible({ timeout: 20_000 });
  await expect(first.getByRole('link')).toHaveAttribute('href', top);
  await expect(rowOf(reader, added)).toHaveCount(0);
  await announced.click();
  await expect(rowOf(reader, added)).toBeVisible();

  const approver = await openAs('approver-one');
  await approver.goto(address);
  await decide(approver, 'Reject', 'No invoice');
  await expect(rowOf(reader, old)).toContainText('Rejected', { timeout: 40_000 });
});
