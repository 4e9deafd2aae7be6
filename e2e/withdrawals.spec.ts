import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { createBatch, createRequest, newAddress, newReference, rejectAs, stateOf } from '@/e2e/request-steps';

const table = (page: Page) => page.getByRole('table', { name: 'Withdrawals' });
const rowOf = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text });
const fitsIn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Opens a field of the menu of filters, chooses a value and closes the menu. */
async function chooseFilter(page: Page, field: string, value: string): Promise<void> {
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await filters.getByRole('button', { name: field, exact: true }).click();
  await filters.getByRole('checkbox', { name: value }).check();
  await page.keyboard.press('Escape');
}

test('withdrawals are filtered and searched in the address, and exported as the list shows them', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const [rejected, waiting] = [newReference(), newReference()];
  const page = await openAs('finance');
  const address = await createRequest(page, { value: '1.125', referenceId: rejected });
  const form = { value: '2.000000000000000001', referenceId: waiting, note: '=cmd|calc' };
  const requestId = (await createRequest(page, form)).slice(-36);
  await rejectAs((await openAs('approver-one')).context(), address, 'Wrong recipient');

  await test.step('a clerk finds their own by status, and goes back', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/withdrawals?state=nonsense');
    await expect(page.getByRole('main')).toContainText('Left out: state “nonsense”.');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).click();
    await page.keyboard.press('Escape');
    await chooseFilter(page, 'Status', 'Rejected');
    await expect(page).toHaveURL(/of=mine&state=rejected/);
    await expect(rowOf(page, rejected)).toContainText('1.125 ETH');
    await expect(rowOf(page, waiting)).toHaveCount(0);
    expect(await fitsIn(page)).toBe(true);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Remove Status: Rejected' }).click();
    await expect(rowOf(page, waiting)).toBeVisible();
    await page.goBack();
    await expect(rowOf(page, waiting)).toHaveCount(0);
    await page.goForward();
  });

  await test.step('the search follows what is typed, and is exported', async () => {
    await page.getByRole('searchbox', { name: 'Find a withdrawal' }).fill(waiting.toUpperCase());
    await expect(page).toHaveURL(/q=/);
    await expect(rowOf(page, waiting)).toContainText('2.000000000000000001 ETH');
    await expect(rowOf(page, rejected)).toHaveCount(0);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [, line = '', rows = ''] = csv.split('\r\n');
    expect(line).toContain(`,${waiting},Awaiting approval,ETH,2.000000000000000001,on top,ETH,`);
    expect(line).toContain(`,'=cmd|calc,${requestId},`);
    expect(rows).toMatch(/^# Rows: 1,/);
    await page.getByRole('searchbox', { name: 'Find a withdrawal' }).fill('no-such-reference-at-all');
    await expect(page.getByRole('main')).toContainText('No withdrawal matches this search and these filters.');
  });
});

test('a batch is one row that opens in place, and the keyboard moves through it and comes back', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const prefix = newReference();
  const name = `List ${prefix}`;
  const page = await openAs('finance');
  const rows = ['9.5', '10.25', '9.500000000000000001'].map((value, index) => ({
    value,
    referenceId: `${prefix}-${index + 1}`,
    address: newAddress(),
  }));
  await createBatch(page, name, rows);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/withdrawals?of=mine');
  const batch = rowOf(page, name);

  await test.step('it shows its sum and stages, and opens and closes by a key', async () => {
    await expect(batch).toContainText('Batch of 3 withdrawals');
    await expect(batch).toContainText('29.250000000000000001 ETH');
    await expect(rowOf(page, `${prefix}-1`)).toHaveCount(0);
    await batch.getByRole('button', { name: `Show the 3 withdrawals of ${name}` }).focus();
    await page.keyboard.press('Enter');
    await expect(rowOf(page, `${prefix}-1`)).toContainText('9.5 ETH');
    await expect(rowOf(page, `${prefix}-3`)).toBeVisible();
    expect(await fitsIn(page)).toBe(true);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await expect(rowOf(page, `${prefix}-1`)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(rowOf(page, `${prefix}-3`)).toBeVisible();
  });

  await test.step('a row is opened by keyboard, and has the focus when its reader comes back', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = rowOf(page, `${prefix}-2`).getByRole('link');
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
    await expect(stateOf(page)).toHaveText(/^Awaiting approval/);
    // The batch is still open.
    await page.goBack();
    await expect(second).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rowOf(page, `${prefix}-1`).getByRole('link')).toBeFocused();
  });

  await test.step('its withdrawals are searched, and sorted by amount as decimals', async () => {
    await page.keyboard.press('/');
    const box = page.getByRole('searchbox', { name: 'Find a withdrawal' });
    await expect(box).toBeFocused();
    await box.fill(prefix);
    await expect(page).toHaveURL(/q=/);
    await expect(rowOf(page, `${prefix}-2`)).toContainText(`in ${name}`);
    const amount = page.getByRole('columnheader', { name: 'Amount' });
    await amount.getByRole('button').click();
    await expect(amount).toHaveAttribute('aria-sort', 'descending');
    const references = table(page).getByRole('link', { name: new RegExp(`^${prefix}-`) });
    await expect(references).toHaveText([2, 3, 1].map((index) => `${prefix}-${index}`));
    await amount.getByRole('button').click();
    await expect(page).toHaveURL(/sort=amount/);
    await expect(amount).toHaveAttribute('aria-sort', 'ascending');
    await expect(references).toHaveText([1, 3, 2].map((index) => `${prefix}-${index}`));
  });
});

test('columns and views are chosen, kept and shared with nobody; what is new is announced and moves no row', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const [old, added] = [newReference(), newReference()];
  const page = await openAs('finance');
  const address = await createRequest(page, { value: '3.5', referenceId: old });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/withdrawals?of=mine&state=awaiting');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heads = table(page).getByRole('columnheader');
  const shown = { useInnerText: true };
  const chosen = ['Created', 'Reference', 'Amount', 'Recipient', 'Requester', 'Request ID', 'Status'];

  await test.step('columns are chosen and moved by keyboard', async () => {
    await button('More').click();
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Request ID' }).check();
    await page.getByRole('checkbox', { name: 'Network and profile' }).uncheck();
    const up = page.getByRole('button', { name: 'Move Request ID up' });
    await up.press('Enter');
    await expect(up).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(heads).toHaveText(chosen, shown);
    await expect(rowOf(page, old)).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  await test.step('a view is saved, opened and deleted', async () => {
    await button('Views').click();
    const view = `My view ${old}`;
    await page.getByLabel('Name of the current view').fill(view);
    await button('Save view').click();
    await expect(button(view)).toHaveAttribute('aria-current', 'true');
    await page.goto('/withdrawals');
    await expect(heads).toHaveText(chosen, shown);
    await button('Views').click();
    await button(view).click();
    await expect(page).toHaveURL(/of=mine&state=awaiting$/);
    await button('Views').click();
    await button(`Delete ${view}`).click();
    await expect(button(view)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a new withdrawal is announced, and what changes is shown by itself', async () => {
    await page.goto('/withdrawals?asset=ETH');
    const first = table(page).getByRole('row').getByRole('link').first();
    const top = (await first.getAttribute('href')) ?? '';
    await createRequest(page, { value: '4.75', referenceId: added });
    await rejectAs((await openAs('approver-one')).context(), address, 'No invoice');
    const announced = page.getByRole('button', { name: /^Show \d+ new$/ });
    await expect(announced).toBeVisible({ timeout: 20_000 });
    await expect(first).toHaveAttribute('href', top);
    await expect(rowOf(page, added)).toHaveCount(0);
    await announced.click();
    await expect(rowOf(page, added)).toBeVisible();
    await expect(rowOf(page, old)).toContainText('Rejected', { timeout: 40_000 });
  });
});
