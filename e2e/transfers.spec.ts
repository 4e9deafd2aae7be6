import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';

const list = (page: Page) => page.getByRole('region', { name: 'List of transfers' });
const rowLinks = (page: Page) => list(page).getByRole('row').getByRole('link');

/** Goes down until a text stands at the end of the list. */
async function scrollTo(page: Page, text: RegExp) {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText(text)).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 100_000, intervals: [100] });
}

test('the first rows stand in the first HTML', async ({ page, signInAs, context, baseURL }) => {
  await signInAs('support');
  const html = await (await context.request.get(`${baseURL}/transfers`)).text();
  expect(html.match(/href="\/transfers\//g)?.length ?? 0).toBeGreaterThan(10);
  await page.goto('/transfers');
  await expect(rowLinks(page).first()).toBeVisible();
});

test('the list scrolls to its very end with half of all reads failing', async ({ page, signInAs, sandbox }) => {
  // Fifty pages, each asked for twice on average, with a wait between.
  test.setTimeout(120_000);
  const { history_size, created_size } = await sandbox.stats();
  await signInAs('support');
  await page.goto('/transfers');
  await sandbox.addFault({ on: 'list', kind: 'error', status: 503, share: 0.25 });
  await sandbox.addFault({ on: 'list', kind: 'throttle', retry_after: 0, share: 0.33 });
  await scrollTo(page, /That is every transfer/);
  const total = (history_size + created_size).toLocaleString('en-GB');
  await expect(page.getByText(`That is every transfer: ${total} shown`)).toBeVisible();
});

test('a cursor loop stops the list, and it says so', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await sandbox.addFault({ on: 'list', kind: 'cursor-loop' });
  await page.goto('/transfers');
  await scrollTo(page, /The service repeated a page, so the list stops here and may be incomplete/);
});

test('a page that fails keeps what is there and offers to try again', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await page.goto('/transfers');
  await expect(rowLinks(page).first()).toBeVisible();
  // Longer than any read waits, so that every try gives up at once.
  const { id } = await sandbox.addFault({ on: 'list', kind: 'throttle', retry_after: 900 });
  await scrollTo(page, /asking us to slow down/);
  await expect(page.getByText(/transfers above stay as they were read/)).toBeVisible();
  await fetch(`${sandbox.url}/_sandbox/faults/${id}`, { method: 'DELETE' });
  await list(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/asking us to slow down/)).toHaveCount(0);
});

test('the first page failing is said in words, and trying again mends it', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await sandbox.addFault({ on: 'list', kind: 'throttle', retry_after: 900, times: 1 });
  await page.goto('/transfers');
  await expect(page.getByRole('main')).toContainText('asking us to slow down');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowLinks(page).first()).toBeVisible();
});

test('a transfer opens beside the list under its own address, which is a page too', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('support');
  await page.goto('/transfers');
  const row = rowLinks(page).nth(3);
  const href = (await row.getAttribute('href')) ?? '';
  await row.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await expect(list(page)).toBeVisible();
  const id = decodeURIComponent(href.replace('/transfers/', ''));
  await expect(page.getByRole('main')).toContainText(id);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/transfers$/);
  await expect(row).toBeFocused();

  await page.goto(href);
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(id);
  await page.getByRole('link', { name: 'Back to transfers' }).click();
  await expect(rowLinks(page).first()).toBeVisible();
});

test('coming back to the list finds it where it was', async ({ page, signInAs }) => {
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
  // By key: a click that Playwright has to repeat may scroll the page to bring the link, which sticks, to another edge.
  await page.getByRole('link', { name: 'Withdrawals' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible();
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(100);
});

test('a transfer that nobody knows says so and offers the way back', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/transfers/00000000-1111-2222-3333-444444444444');
  await expect(page.getByRole('main')).toContainText('The service does not know this transfer');
  await page.getByRole('link', { name: 'Back to transfers' }).click();
  await expect(page).toHaveURL(/\/transfers$/);
});

test('odd records are shown as they came and none is lost', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  await sandbox.addFault({ on: 'list', kind: 'poisoned-items', times: 1 });
  await page.goto('/transfers');
  await expect(list(page).getByText('Unreadable record').first()).toBeVisible();
  await sandbox.addFault({ on: 'any', kind: 'unknown-enums' });
  await page.goto('/transfers');
  await rowLinks(page).first().click();
  await expect(page.getByRole('main')).not.toContainText('This page could not be shown');
});
