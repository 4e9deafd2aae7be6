import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';

const rowLinks = (page: Page) =>
  page.getByRole('region', { name: 'List of transfers' }).getByRole('row').getByRole('link');
const box = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Find a transfer' });

/** Answers requests for scripts of the build only once the result is called. */
async function holdBackScripts(page: Page): Promise<() => void> {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    // The page may be gone.
    await route.continue().catch(() => undefined);
  });
  return () => release?.();
}

test('scripts of the list are requested after its first row is drawn, and the page then works', async ({
  page,
  signInAs,
}) => {
  await signInAs('support');
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-index="0"]')) performance.mark('first row');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/transfers');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused({ timeout: 300 });
  }).toPass();
  const { drawnAt, scripts } = await page.evaluate(() => ({
    drawnAt: performance.getEntriesByName('first row')[0]?.startTime ?? Infinity,
    scripts: performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === 'script')
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(5);
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(drawnAt);
  expect(await page.locator('script[type="held"]').count()).toBe(0);
});

test('before its scripts have come, a row is a link and the search box keeps what is typed', async ({
  page,
  signInAs,
}) => {
  await signInAs('support');
  const release = await holdBackScripts(page);
  await page.goto('/transfers', { waitUntil: 'commit' });
  const first = rowLinks(page).first();
  const href = (await first.getAttribute('href')) ?? '';
  await first.click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.goto('/transfers', { waitUntil: 'commit' });
  await box(page).pressSequentially('no such reference');
  release();
  await expect(page).toHaveURL('/transfers?q=no+such+reference');
  await expect(box(page)).toHaveValue('no such reference');
  await box(page).press('End');
  await box(page).pressSequentially(' 2');
  await expect(page).toHaveURL('/transfers?q=no+such+reference+2');
});

test('a list that opens in a tab in the background requests its scripts at once', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    // A hidden page has no frames.
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/transfers');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused({ timeout: 300 });
  }).toPass();
});
