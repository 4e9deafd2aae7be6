import { Decimal } from 'decimal.js';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { type Item, readAll } from '@/e2e/mirrored';
import { groupDigits, writeDecimals } from '@/lib/money/format-amount';

const main = (page: Page) => page.getByRole('main');
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });

const Exact = Decimal.clone({ precision: 100 });
const textOf = (item: Item, name: string) => (typeof item[name] === 'string' ? item[name] : '');

const balanceOf = (item: Item) => textOf(item, 'balance_asset') || textOf(item, 'asset');

/** Sums what completed transfers of a direction changed a balance by. */
function sum(items: readonly Item[], direction: string): Decimal {
  return items
    .filter((item) => item.status === 'COMPLETED' && item.direction === direction)
    .reduce((total, item) => total.plus(textOf(item, 'total')), new Exact(0));
}

test('totals say in, out and net of completed transfers in the asset of the balance', async ({
  page,
  signInAs,
  sandbox,
  expectGoodLooks,
}) => {
  await signInAs('support');
  // Nothing else sends PYUSD during the tests.
  const items = (await readAll(page, sandbox)).filter(({ asset }) => asset === 'PYUSD');
  expect([...new Set(items.map(balanceOf))].toSorted()).toEqual(['PYUSD', 'USD']);
  await page.goto('/transfers?asset=PYUSD');
  await expect(totals(page)).toContainText(`${items.length.toLocaleString('en-GB')} matches`);
  const failed = items.filter(({ status }) => status === 'FAILED').length;
  await expect(totals(page)).toContainText(`${failed.toLocaleString('en-GB')} failed`);
  await totals(page).getByRole('button', { name: 'Totals by asset' }).click();
  const table = totals(page).getByRole('table', { name: 'Totals by asset' });
  for (const asset of ['PYUSD', 'USD']) {
    const own = items.filter((item) => balanceOf(item) === asset);
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: asset, exact: true }) });
    const [came, went] = [sum(own, 'CREDIT'), sum(own, 'DEBIT')];
    const net = came.minus(went);
    const write = (value: Decimal) => groupDigits(writeDecimals(value.toFixed(), asset));
    await expect(row.getByRole('cell').nth(1)).toContainText(write(came));
    await expect(row.getByRole('cell').nth(2)).toContainText(write(went));
    await expect(row.getByRole('cell').nth(3)).toContainText(write(net.abs()));
    await expect(row.getByRole('cell').nth(3)).toContainText(net.isNegative() ? 'minus' : 'plus');
  }
  await expect(totals(page)).toContainText('USD value of completed transfers');
  await expect(totals(page)).toContainText('the service gives none for the others');
  await expectGoodLooks(page);
});

test('the page of networks says what is pending and delayed, and leads to these transfers', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  await page.goto('/networks');
  await expect(main(page)).toContainText('the service does not report the state of networks');
  const closed = main(page).getByRole('button', { expanded: false });
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click();
  const delayed = main(page)
    .getByRole('link', { name: /^\d+ delayed$/ })
    .first();
  const count = Number.parseInt((await delayed.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(0);
  await delayed.click();
  await expect(page).toHaveURL(/status=PENDING.*created_to=/);
  await expect(totals(page)).toContainText(new RegExp(`^${count} match`));

  // A pending transfer leads to its network.
  const pending = items.find(({ status, asset, crypto_network: network }) => {
    return status === 'PENDING' && asset !== 'ETH' && typeof network === 'string';
  });
  await page.goto(`/transfers/${pending?.id}`);
  await main(page)
    .getByRole('link', { name: /at the moment$/ })
    .click();
  await expect(page).toHaveURL(`/networks#network-${textOf(pending as Item, 'crypto_network')}`);
});
