import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** What a test asks for; the rest is the same for all. */
export interface RequestedBy {
  value: string;
  referenceId?: string;
  profileId?: string;
  address?: string;
  note?: string;
}

/** An address that most tests pay to, so that it is known to the policy after the first of them. */
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** An address that nobody has paid to. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** A reference that nobody has used. */
export const newReference = () => `e2e-${randomUUID().slice(0, 13)}`;

/** Fills in the form for ETH on Ethereum. */
export async function fillIn(
  page: Page,
  { value, referenceId = '', profileId = 'p-ops', address = ADDRESS, note = '' }: RequestedBy,
): Promise<void> {
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill(profileId);
  await page.getByLabel('Asset', { exact: true }).fill('eth');
  await page.getByLabel('Destination address').fill(address);
  await page.getByLabel('Reference ID').fill(referenceId);
  await page.getByLabel('Amount').fill(value);
  await page.getByLabel('Note (optional, not sent)').fill(note);
}

/** Reviews and submits what is filled in, and gives the address of the request that it makes. */
export async function submit(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  return page.url();
}

/** The state of the request on its page. */
export const stateOf = (page: Page) => page.getByRole('main').getByRole('status').first();

/**
 * Presses a button that asks once more, and the button of the same name in its dialog. `words`: what its field gets.
 */
export async function decide(page: Page, verb: 'Approve' | 'Reject' | 'Cancel request', words?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: verb, exact: true }).click();
  if (words !== undefined) await dialog.getByRole('textbox').fill(words);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
