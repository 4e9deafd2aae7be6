import { expect, type Page } from '@playwright/test';

const dialog = (page: Page) => page.getByRole('dialog');

/** The values of an entry that a test chooses. */
export interface Entry {
  name: string;
  network?: string;
  address: string;
  note?: string;
}

/** Fills in the form of a new entry. */
export async function fillIn(page: Page, { name, network = 'ETHEREUM', address, note = '' }: Entry) {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Network').selectOption(network);
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByLabel('Note (optional, not sent)').fill(note);
}

/** Comments in the open dialog, and proposes. */
export async function proposeInDialog(page: Page, comment: string) {
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
}

/** Proposes a new entry and gives the address of its page. */
export async function proposeEntry(page: Page, entry: Entry): Promise<string> {
  await page.goto('/recipients/new');
  await fillIn(page, entry);
  await page.getByRole('button', { name: 'Review' }).click();
  await proposeInDialog(page, 'checked by phone');
  await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);
  return page.url();
}

/** Confirms the change that is proposed on the page of an entry. */
export async function confirm(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toHaveCount(0);
}
