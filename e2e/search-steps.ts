import { expect, type Page } from '@playwright/test';

/** Opens the search by its key from the page that is open, and gives its field. A key before hydration is lost. */
export async function openSearch(page: Page) {
  const field = page
    .getByRole('dialog', { name: 'Find a transfer' })
    .getByRole('searchbox', { name: 'Find a transfer' });
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field).toBeFocused({ timeout: 300 });
  }).toPass();
  return field;
}
