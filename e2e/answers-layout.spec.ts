import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { type Item, pickOwnText, readAll } from '@/e2e/mirrored';
import { fillIn, newAddress, newReference, submit } from '@/e2e/request-steps';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

// The looks that pages.spec.ts leaves out: narrow and dark, wide and light.
const LOOKS = [
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 1440 },
] as const;

/** Opens a page of support's day and brings it to the state that is checked. */
const STATES: Record<string, (page: Page, items: readonly Item[]) => Promise<void>> = {
  'search results': async (page, items) => {
    const { text } = pickOwnText(items, (item) => item.ref_id);
    await page.goto(`/transfers?q=${encodeURIComponent(text)}`);
    await expect(main(page)).toContainText('Reference matches exactly');
  },
  'a search without a match': async (page) => {
    await page.goto('/transfers?q=inv-of-nobody-3');
    await expect(main(page)).toContainText('Not requested here either.');
  },
  'a bulk lookup': async (page, items) => {
    const { text } = pickOwnText(items, (item) => item.ref_id);
    await page.goto('/transfers/lookup');
    await expect(async () => {
      await page.getByRole('textbox', { name: 'References' }).fill(`${text}\ninv-of-nobody-4`);
      await button(page, 'Look up').click({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('table', { name: 'Terms' })).toContainText('inv-of-nobody-4');
    await expect(page.getByRole('group', { name: 'Results to show' })).toContainText('Not found 1');
  },
  networks: async (page) => {
    await page.goto('/networks');
    await expect(main(page).getByRole('region').first()).toBeVisible();
  },
  totals: async (page) => {
    await page.goto('/transfers');
    await expect(async () => {
      await page.getByRole('region', { name: 'Totals' }).getByRole('button').first().click({ timeout: 1000 });
      await expect(page.getByRole('table', { name: 'Totals by asset' })).toBeVisible({ timeout: 1000 });
    }).toPass();
  },
  'the export dialog': async (page) => {
    await page.goto('/transfers');
    await expect(async () => {
      await button(page, 'Export').click({ timeout: 1000 });
      await expect(page.getByRole('dialog', { name: 'Export transfers' })).toContainText('Exports', { timeout: 1000 });
    }).toPass();
  },
  'a statement': async (page, items) => {
    const { profile_id: profile, balance_asset, asset, created_at: created } = findCompleted(items);
    const choice = { profile: String(profile), asset: String(balance_asset ?? asset) };
    const query = new URLSearchParams({ ...choice, month: String(created).slice(0, 7) });
    await page.goto(`/statements?${query.toString()}`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Completed transfers');
  },
  'a completed transfer': async (page, items) => {
    await page.goto(`/transfers/${findCompleted(items).id}`);
    await expect(main(page)).toContainText('(the last change of the record)');
  },
};

function findCompleted(items: readonly Item[]): Item {
  const completed = items.find(({ status }) => status === 'COMPLETED');
  if (!completed) throw new Error('the sandbox must have completed transfers');
  return completed;
}

async function expectGoodLooks(page: Page, name: string, expectNoAxeViolations: (page: Page) => Promise<void>) {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${name} scrolls sideways at ${width} px`,
    ).toBe(true);
  }
}

for (const [name, open] of Object.entries(STATES)) {
  test(`support reads ${name}, narrow and dark, wide and light`, async ({
    page,
    signInAs,
    sandbox,
    expectNoAxeViolations,
  }) => {
    await signInAs('support');
    const items = await readAll(page, sandbox);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 900 });
    await open(page, items);
    await expectGoodLooks(page, name, expectNoAxeViolations);
  });
}

test('support watches a request, narrow and dark, wide and light', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '0.9', referenceId, address: newAddress() });
  const requestUrl = await submit(page);
  const support = await openAs('support');
  await support.emulateMedia({ colorScheme: 'dark' });
  await support.setViewportSize({ width: 360, height: 900 });
  await support.goto(requestUrl);
  await button(support, 'Tell me when this completes').click();
  await expect(button(support, 'Stop watching')).toBeVisible();
  await expectGoodLooks(support, 'a watched request', expectNoAxeViolations);
  await support.goto('/');
  const line = support.getByRole('region', { name: /Watched transfers/ }).getByRole('listitem');
  await expect(line.filter({ hasText: referenceId })).toContainText('Awaiting approval');
  await expectGoodLooks(support, 'home with a watched request', expectNoAxeViolations);
  await line
    .filter({ hasText: referenceId })
    .getByRole('button', { name: `Stop watching ${referenceId}` })
    .click();
  await expect(line.filter({ hasText: referenceId })).toHaveCount(0);
});

test('the list shows types and states whole beside the details', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/transfers');
  const list = page.getByRole('table', { name: 'Transfers' });
  await list.getByRole('row').nth(2).getByRole('link').click();
  await expect(page.getByRole('complementary', { name: 'Transfer details' })).toBeVisible();
  const cut = await list.getByRole('cell').evaluateAll((cells) =>
    cells
      .filter((cell) => cell.matches('.t-words, .t-status'))
      .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
      .map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
  const row = await list.getByRole('row').nth(1).boundingBox();
  expect(row?.width).toBeLessThanOrEqual((await list.boundingBox())?.width ?? 0);
});
