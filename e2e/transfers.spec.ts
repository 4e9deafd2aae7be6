import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { newReference } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { type Item, newestFirst, pickOwnText, readAll } from '@/e2e/mirrored';

const list = (page: Page) => page.getByRole('region', { name: 'List of transfers' });
const rowLinks = (page: Page) => list(page).getByRole('row').getByRole('link');
const box = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Opens a field of the menu of filters. */
async function openFilter(page: Page, name: string): Promise<void> {
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await filters.getByRole('button', { name, exact: true }).click();
}

/** Opens one of the actions in the menu of the list. */
async function chooseMore(page: Page, name: string): Promise<void> {
  await button(page, 'More').click();
  await button(page, name).click();
}

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });

// The visible text, without texts for screen readers or narrower screens.
const SEEN = { useInnerText: true };

const hrefOf = (item: Item) => `/transfers/${item.id}`;

test('the first HTML has the rows of the query in the address', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const html = await (await page.request.get('/transfers')).text();
  expect(html.match(/href="\/transfers\//g)?.length ?? 0).toBeGreaterThan(10);
  const [failed] = newestFirst(items.filter(({ status }) => status === 'FAILED'));
  const narrowed = await (await page.request.get('/transfers?status=FAILED')).text();
  expect(narrowed).toContain(`href="/transfers/${failed?.id}"`);
  expect(narrowed).toMatch(/Remove <\/span><bdi[^>]*>Status: Failed</);
  expect(narrowed).toMatch(/role="cell"[^>]*>Failed</);
  expect(narrowed).not.toMatch(/role="cell"[^>]*>Completed</);
});

test('filters and order are in the address, which shows the same again, and in the export', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  const items = await readAll(page, sandbox);
  await page.goto('/transfers');

  await openFilter(page, 'Status');
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('checkbox', { name: /^Failed/ })
    .focus();
  // By keyboard: a letter leads to an entry, Enter ticks it.
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?status=FAILED$/);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await openFilter(page, 'Asset');
  for (const asset of ['BTC', 'ETH'])
    await page
      .getByRole('group', { name: 'Asset' })
      .getByRole('checkbox', { name: new RegExp(`^${asset} `) })
      .check();
  await page.keyboard.press('Escape');
  const fits = newestFirst(
    items.filter(({ status, asset }) => status === 'FAILED' && (asset === 'BTC' || asset === 'ETH')),
  );
  await expect(totals(page)).toContainText(`${fits.length.toLocaleString('en-GB')} matches`);
  await expect(rowLinks(page).first()).toHaveAttribute('href', hrefOf(fits[0] as Item));

  await list(page).getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(list(page).getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  const largest = fits.toSorted((a, b) => Number(b.amount) - Number(a.amount))[0] as Item;
  await expect(rowLinks(page).first()).toHaveAttribute('href', hrefOf(largest));
  await list(page).getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(list(page).getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(list(page)).toHaveAttribute('aria-busy', 'false');

  const first = (await rowLinks(page).first().getAttribute('href')) ?? '';
  await page.reload();
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('button')).toHaveText([
    /Status: Failed/,
    /Asset: BTC or ETH/,
    /Clear all/,
  ]);
  await expect(rowLinks(page).first()).toHaveAttribute('href', first);

  await page.getByRole('button', { name: 'Remove Asset: BTC or ETH' }).click();
  await expect(page).toHaveURL(/\?status=FAILED&sort=amount$/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove Asset: BTC' })).toBeVisible();
  // Back in the same moment, before the router has seen the step.
  await page.getByRole('button', { name: 'Remove Asset: BTC' }).evaluate((remove: HTMLElement) => {
    remove.click();
    window.history.back();
  });
  await expect(page).toHaveURL(/\?status=FAILED&asset=BTC&asset=ETH&sort=amount$/);
  await expect(page.getByRole('button', { name: 'Remove Asset: BTC' })).toBeVisible();
  await button(page, 'Clear all filters').click();
  await openFilter(page, 'Needs attention');
  await expect(page).toHaveURL(/\?problem=1&sort=amount$/);
  await expect(button(page, 'Needs attention')).toHaveAttribute('aria-pressed', 'true');

  // A day is a day of the reader's zone, with both bounds included.
  await page.goto('/transfers');
  const day = String(newestFirst(items)[40]?.created_at).slice(0, 10);
  await openFilter(page, 'Created');
  await page.getByLabel('Created from').fill(day);
  await page.getByLabel('Created to').fill(day);
  await page.getByRole('button', { name: 'Apply' }).click();
  const ofDay = items.filter(
    ({ created_at }) => new Date(String(created_at)).toDateString() === new Date(`${day}T12:00:00`).toDateString(),
  );
  await expect(totals(page)).toContainText(`${ofDay.length.toLocaleString('en-GB')} matches`);

  // So is any field of the record.
  const [withMemo] = newestFirst(items.filter(({ memo, ref_id }) => memo !== undefined && ref_id !== undefined));
  const memo = String(withMemo?.memo);
  await page.goto('/transfers');
  await openFilter(page, 'More fields');
  await page.getByLabel('Filter by').selectOption({ label: 'Memo' });
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page.getByText('Enter the value to find.')).toBeVisible();
  await page.getByLabel('Exact value').fill(memo);
  await page.getByLabel('Exact value').press('Enter');
  await expect(page).toHaveURL((url) => url.searchParams.get('f') === `memo:is:${memo}`);
  const sameMemo = newestFirst(items.filter((item) => item.memo === memo));
  await expect(rowLinks(page)).toHaveCount(sameMemo.length);
  await expect(rowLinks(page).first()).toHaveAttribute('href', hrefOf(sameMemo[0] as Item));

  await openFilter(page, 'More fields');
  await page.getByLabel('Filter by').selectOption({ label: 'Reference' });
  await page.getByLabel('Condition').selectOption({ label: 'is empty' });
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.getAll('f').includes('ref_id:empty'));
  await page.getByRole('button', { name: `Remove Memo is ${memo}` }).click();
  await expect(page).toHaveURL((url) => url.searchParams.getAll('f').join(' ') === 'ref_id:empty');
  const nameless = items.filter(({ ref_id }) => ref_id === undefined);
  await chooseMore(page, 'Export');
  await expect(page.getByRole('dialog', { name: 'Export transfers' })).toContainText(
    `Exports ${nameless.length.toLocaleString('en-GB')} transfers. Filters: Reference is empty.`,
  );
});

test('the search box searches while typing, and says what matched and what was not found', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const reference = pickOwnText(items, (item) => item.ref_id);
  const hash = pickOwnText(items, (item) => item.crypto_tx_hash);
  await page.goto('/transfers');
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(reference.text);
  await expect(rowLinks(page)).toHaveCount(1);
  await expect(rowLinks(page)).toHaveAttribute('href', `/transfers/${reference.id}`);
  await expect(list(page)).toContainText('Reference matches exactly');
  await expect(list(page).locator('mark')).toHaveText(reference.text);
  await expect(page).toHaveURL(`/transfers?${new URLSearchParams({ q: reference.text }).toString()}`);

  await box(page).fill(hash.text);
  await expect(rowLinks(page).first()).toHaveAttribute('href', `/transfers/${hash.id}`);
  await expect(list(page)).toContainText(`Transaction hash matches exactly: ${hash.text}`);
  await expect(page.getByRole('main')).toContainText(/searched [\d,]+ transfers, up to date \d+ s ago/);

  await box(page).fill('inv-of-nobody-3');
  await expect(list(page)).toContainText('No transfer found for “inv-of-nobody-3”');
  await expect(list(page)).toContainText(
    /Searched [\d,]+ transfers, up to date \d+ s ago\. The service was also checked at [\d:]+ and found no match\./,
  );
  await expectNoAxeViolations(page);

  // All typing is one entry of the history.
  await expect(page).toHaveURL(/q=inv-of-nobody-3$/);
  await page.goBack();
  await expect(box(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/transfers$/);
  await box(page).fill(reference.text);
  await expect(rowLinks(page)).toHaveCount(1);
  await box(page).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/transfers/${reference.id}$`));
});

test('columns, views and opened transfers are saved', async ({ page, signInAs, sandbox, expectNoAxeViolations }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  await readAll(page, sandbox);
  await page.goto('/transfers?type=CRYPTO_WITHDRAWAL');
  const heads = list(page).getByRole('columnheader');
  const first = ['Created', 'Reference', 'Amount', 'Destination', 'Type'];
  await chooseMore(page, 'Columns');
  await page.getByRole('checkbox', { name: 'Memo' }).check();
  const up = page.getByRole('button', { name: 'Move Memo up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(heads).toHaveText([...first, 'Memo', 'Status'], SEEN);
  await heads.getByText('Status').dragTo(heads.getByText('Type'));
  const chosen = ['Created', 'Reference', 'Amount', 'Destination', 'Status', 'Type', 'Memo'];
  await expect(heads).toHaveText(chosen, SEEN);

  // A list of views that was requested before the save and answered after it does not drop the new view.
  const saved = new AbortController();
  await page.route('**/api/saved-views', async (route) => {
    const response = await route.fetch();
    if (!saved.signal.aborted) await once(saved.signal, 'abort');
    await route.fulfill({ response });
  });
  await button(page, 'Views').click();
  await page.getByLabel('Name of the current view').fill('Crypto out');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Crypto out', exact: true })).toBeVisible();
  const late = page.waitForResponse('**/api/saved-views');
  saved.abort();
  await late;
  await expect(page.getByRole('button', { name: 'Crypto out', exact: true })).toHaveAttribute('aria-current', 'true');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Failed this week' }).click();
  await expect(page).toHaveURL(/\?status=FAILED&created_from=/);

  await page.goto('/transfers');
  await expect(heads).toHaveText(chosen, SEEN);
  await button(page, 'Views').click();
  await page.getByRole('button', { name: 'Crypto out', exact: true }).click();
  await expect(page).toHaveURL(/\?type=CRYPTO_WITHDRAWAL$/);
  await button(page, 'Views').click();
  await page.getByRole('button', { name: 'Delete Crypto out' }).click();
  await expect(page.getByRole('list', { name: 'Your views' }).getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await rowLinks(page).nth(2).click();
  await page.keyboard.press('Escape');
  await expect(rowLinks(page).nth(2)).toHaveAccessibleName(/, opened before$/);
  await expect(rowLinks(page).nth(3)).not.toHaveAccessibleName(/, opened before$/);
});

test('the list scrolls to its end while new transfers arrive, without a duplicate or a gap', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  const outgoing = (await readAll(page, sandbox)).filter(({ direction }) => direction === 'DEBIT');
  const before = new Set(outgoing.map(hrefOf));
  await page.goto('/transfers?direction=DEBIT');
  await expect(rowLinks(page).first()).toBeVisible();
  const top = await rowLinks(page).first().getAttribute('href');
  const made: string[] = [];
  const making = (async () => {
    while (made.length < 3) made.push(String((await sandbox.createWithdrawal(newReference(), '0.0101')).id));
  })();

  const seen = await page.evaluate(async () => {
    const hrefs: string[] = [];
    const elements: number[] = [];
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      // Wait until the visible rows are drawn.
      const inSight = document.elementFromPoint(600, window.innerHeight - 30);
      if (inSight?.closest('[role=table]') && !inSight.closest('[data-index], .t-day')) continue;
      for (const row of document.querySelectorAll<HTMLElement>('main [data-index]'))
        hrefs[Number(row.dataset.index)] = row.querySelector('a')?.getAttribute('href') ?? '';
      elements.push(document.querySelectorAll('main [data-index] *').length);
      const isAtBottom = window.innerHeight + window.scrollY > document.documentElement.scrollHeight - 5;
      if (isAtBottom && document.body.innerText.includes('End of the list'))
        return { hrefs, first: Math.max(...elements.slice(0, 20)), last: Math.max(...elements.slice(-20)) };
      window.scrollBy({ top: 700, behavior: 'instant' });
    }
  });
  await making;

  expect(seen.hrefs).not.toContain(undefined);
  expect(new Set(seen.hrefs).size).toBe(seen.hrefs.length);
  expect(seen.hrefs.filter((href) => before.has(href))).toHaveLength(before.size);
  expect(made.map((id) => `/transfers/${id}`)).toEqual(
    expect.arrayContaining(seen.hrefs.filter((href) => !before.has(href))),
  );
  expect(seen.last).toBeLessThan(seen.first * 1.2);

  // New transfers are announced, not inserted under the cursor.
  await expect(rowLinks(page).last()).toBeVisible();
  const announced = button(page, 'Show 3 new');
  await expect(announced).toBeVisible({ timeout: 20_000 });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(rowLinks(page).first()).toHaveAttribute('href', top ?? '');
  await announced.click();
  await expect(rowLinks(page).first()).toHaveAttribute('href', `/transfers/${made.at(-1)}`);
  await expect(announced).toHaveCount(0);
});

test('while the service is unavailable, the list and the search work and say since when they are out of date', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const reference = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  await sandbox.addFault({ on: 'any', kind: 'error', status: 503 });
  const isUnavailable = async () => (await page.request.get('/transfers/today')).text();
  await expect.poll(isUnavailable, { intervals: [500], timeout: 40_000 }).toContain('has been unavailable since');
  await page.goto('/transfers/today');
  await expect(page.getByRole('main')).toContainText(/the service has been unavailable since \d\d:\d\d/);
  await expect(page.getByRole('region', { name: /^Delayed/ })).toBeVisible();

  const notice = page.getByRole('main').getByText(/The service has been unavailable since/);
  await page.goto('/transfers');
  await expect(notice).toBeVisible();
  await expect(rowLinks(page).nth(10)).toBeVisible();
  await expectNoAxeViolations(page);
  await box(page).fill(reference.text);
  await expect(rowLinks(page).first()).toHaveAttribute('href', `/transfers/${reference.id}`);
  await sandbox.clearFaults();
  await box(page).fill('');
  await expect(notice).toHaveCount(0, { timeout: 40_000 });
});

test('an unreachable console keeps the loaded rows and offers to try again', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await page.goto('/transfers?status=COMPLETED');
  await expect(rowLinks(page).first()).toBeVisible();
  await context.setOffline(true);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(list(page)).toContainText('The console cannot be reached', { timeout: 300 });
  }).toPass();
  await expect(list(page)).toContainText(/transfers above are not affected/);
  await context.setOffline(false);
  await list(page).getByRole('button', { name: 'Try again' }).click();
  await expect(list(page)).not.toContainText('The console cannot be reached');
});

test('a transfer opens beside the list under its own address, which is also a page', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  await page.goto('/transfers?direction=DEBIT');
  const row = rowLinks(page).nth(3);
  const href = (await row.getAttribute('href')) ?? '';
  const before = await row.boundingBox();
  await row.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(list(page)).toBeVisible();
  // The tabs stay, and the row where it was.
  await expect(page.getByRole('link', { name: 'Bulk lookup' })).toBeVisible();
  expect((await row.boundingBox())?.y).toBe(before?.y);
  const id = decodeURIComponent(href.replace('/transfers/', ''));
  await expect(page.getByRole('complementary', { name: 'Transfer details' })).toContainText(id);
  // Types and states are whole in the list that is narrower now.
  const table = list(page).getByRole('table', { name: 'Transfers' });
  const cut = await table.getByRole('cell').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.matches('.t-words, .t-status'))
      .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
      .map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
  const firstRow = await row.locator('xpath=ancestor::*[@role="row"]').boundingBox();
  expect(firstRow?.width).toBeLessThanOrEqual((await table.boundingBox())?.width ?? 0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/transfers\?direction=DEBIT$/);
  await expect(row).toBeFocused();

  await page.goto(href);
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(id);
  await page.getByRole('link', { name: 'Back to transfers' }).click();
  await expect(rowLinks(page).first()).toBeVisible();
});

test('going back to the list restores its scroll position, and a search without a match has no room of other rows', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  await page.goto('/transfers');
  await expect(rowLinks(page).first()).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 9000));
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(4000);
  }).toPass({ intervals: [100] });
  await expect(rowLinks(page).first()).toBeVisible();
  const before = await page.evaluate(() => window.scrollY);
  // By key: a click that Playwright repeats may scroll the page to the sticky link.
  await page.getByRole('link', { name: 'Withdrawals' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(100);
  await page.getByRole('searchbox', { name: 'Find a transfer' }).fill('no transfer has this text');
  await expect(page.getByText(/^No transfer found/)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1800);
});
