import type { Page } from '@playwright/test';
import { fillIn, newAddress, newReference, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';

const NAME = 'Treasury of the journey';
const PROFILE = 'p-treasury';
const dialog = (page: Page) => page.getByRole('dialog');
const named = (page: Page) => page.getByRole('list', { name: 'Named profiles' });

async function propose(page: Page, comment: string) {
  await page.getByRole('button', { name: 'Review change' }).click();
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirm(page: Page) {
  await page.goto('/profiles');
  await page.getByRole('region', { name: 'Proposed changes' }).getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('a profile is named by two administrators, chosen by its name, and shown by it', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(150_000);
  await page.setViewportSize({ width: 360, height: 900 });
  await signInAs('admin', { isFresh: true });
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: `Name ${PROFILE}` }).click();
  const row = page.getByRole('group', { name: PROFILE });
  await row.getByLabel('Name', { exact: true }).fill('Treasury\u202e');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('This name has an invisible character. Type the name again.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await expectNoAxeViolations(page);
  expect(await fitsWidth(page)).toBe(true);
  await propose(page, 'so that people find it');
  await expect(named(page)).not.toContainText(NAME);

  const second = await openAs('admin-two');
  await second.emulateMedia({ colorScheme: 'dark' });
  await second.setViewportSize({ width: 1440, height: 900 });
  await confirm(second);
  await expect(named(second)).toContainText(NAME);
  await expect(second.getByText('Version 1, in force since').first()).toBeVisible();
  await expectNoAxeViolations(second);

  const requester = await openAs('finance');
  await requester.setViewportSize({ width: 360, height: 900 });
  await requester.goto('/withdrawals/new');
  const field = requester.getByRole('combobox', { name: 'Profile ID' });
  await field.fill('p-nobody');
  await expect(field).toHaveAccessibleDescription(/This profile has never been used here/);
  await field.fill('of the JOURNEY');
  const option = requester.getByRole('listbox', { name: 'Known profiles' }).getByRole('option');
  await expect(option).toHaveCount(1);
  await expect(option).toContainText(PROFILE);
  await expectNoAxeViolations(requester);
  expect(await fitsWidth(requester)).toBe(true);
  await field.press('Escape');
  await expect(option).toHaveCount(0);
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(PROFILE);
  await expect(field).toHaveAccessibleDescription(NAME);
  await expect(option).toHaveCount(0);

  await fillIn(requester, {
    value: '1.5',
    referenceId: newReference(),
    address: newAddress(),
    profileId: NAME.toUpperCase(),
  });
  await expect(field).toHaveValue(PROFILE);
  await submit(requester);
  await expect(requester.getByText(`${NAME} (${PROFILE})`).first()).toBeVisible();

  await requester.setViewportSize({ width: 1440, height: 900 });
  await requester.goto(`/transfers?q=${encodeURIComponent(NAME)}`);
  await requester.getByRole('region', { name: 'Requests and recipients' }).getByRole('link', { name: NAME }).click();
  await expect(requester).toHaveURL(`/transfers?profile=${PROFILE}`);
  await expect(requester.getByRole('list', { name: 'Active filters' })).toContainText(`Profile: ${NAME} (${PROFILE})`);
  await (await openSearch(requester)).fill(NAME.slice(0, 12));
  await expect(requester.getByRole('option', { name: NAME })).toBeVisible();

  // And back, so that other tests find no names.
  await page.reload();
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: `Remove ${NAME}` }).click();
  await propose(page, 'the journey is over');
  await confirm(second);
  await expect(second.getByRole('list', { name: 'Profiles without a name' })).toContainText(PROFILE);
});

test('an amount and a network that the service must decline are refused before anybody approves', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await signInAs('finance');
  await fillIn(page, { value: '1.1234567', referenceId: newReference(), address: newAddress() });
  await page.getByLabel('Asset', { exact: true }).fill('USDC');
  await page.getByLabel('Network', { exact: true }).selectOption('INK');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Network', { exact: true })).toHaveAccessibleDescription(
    /^USDC is not sent on Ink\. Choose Ethereum, Base, Polygon PoS or Solana, or ask an administrator/,
  );
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    'USDC has 6 decimals, but this amount has 7. Remove the extra digits.',
  );
  await expectNoAxeViolations(page);
  await page.getByLabel('Network', { exact: true }).selectOption('BASE');
  await page.getByLabel('Amount').fill('1.1234560');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review what will be sent' })).toBeVisible();
});

test('an issue of a metadata key follows the other keys, and an empty value is named', async ({ page, signInAs }) => {
  await signInAs('finance');
  await fillIn(page, { value: '1.5', referenceId: newReference(), address: newAddress() });
  for (const [number, key] of ['ticket', 'desk', 'ticket'].entries()) {
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByLabel(`Metadata key ${number + 1}`).fill(key);
  }
  const last = page.getByLabel('Metadata key 3');
  await last.blur();
  await expect(last).toHaveAccessibleDescription(/already key 1/);
  await page.getByLabel('Metadata key 1').fill('case');
  await expect(last).not.toHaveAccessibleDescription(/already key/);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('(empty)').first()).toBeVisible();
});
