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
