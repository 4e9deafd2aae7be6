import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** The form values that a test chooses; the others are the same for all tests. */
export interface FormValues {
  value: string;
  referenceId?: string;
  profileId?: string;
  address?: string;
  note?: string;
}

/** An address that most tests pay, so that the policy knows it after the first one. */
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Creates an address that was never paid. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** Creates an unused reference. */
export const newReference = () => `e2e-${randomUUID().slice(0, 13)}`;

/** Fills in the form for a withdrawal of ETH on Ethereum. */
export async function fillIn(
  page: Page,
  { value, referenceId = '', profileId = 'p-ops', address = ADDRESS, note = '' }: FormValues,
): Promise<void> {
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill(profileId);
  await page.getByLabel('Asset', { exact: true }).fill('eth');
  await page.getByLabel('Destination address').fill(address);
  await page.getByLabel('Reference ID').fill(referenceId);
  await page.getByLabel('Amount').fill(value);
  await page.getByLabel('Note (optional, not sent)').fill(note);
}

/** Reviews and submits the form, and gives the address of the new request's page. */
export async function submit(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  return page.url();
}

/** Finds the status of the request on its page. */
export const stateOf = (page: Page) => page.getByRole('main').getByRole('status').first();

/** Presses a button and the button of the same name in its dialog, after filling in `comment`. */
export async function decide(
  page: Page,
  verb: 'Approve' | 'Reject' | 'Cancel request',
  comment?: string,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: verb, exact: true }).click();
  if (comment !== undefined) await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
