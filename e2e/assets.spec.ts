import type { Page } from '@playwright/test';
import { fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const proposed = (page: Page) => page.getByRole('region', { name: 'Proposed changes' });
const dialog = (page: Page) => page.getByRole('dialog');
const networks = (page: Page) => page.getByRole('list', { name: 'Networks' });

/** Opens the editor of the table. */
async function open(page: Page) {
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Propose a change' }).click();
}

async function propose(page: Page, comment: string) {
  await page.getByRole('button', { name: 'Review change' }).click();
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirm(page: Page) {
  await page.goto('/assets');
  await proposed(page).getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('the table of assets and networks changes without a release, by two administrators', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 900 });
  await signInAs('admin', { isFresh: true });
  await open(page);
  await page.getByRole('button', { name: 'Add an asset' }).click();
  const asset = page.getByRole('group', { name: 'new asset' });
  await asset.getByLabel('Networks').fill('AVALANCHE');
  await asset.getByLabel('Decimals').fill('18.5');
  await asset.getByLabel('Ticker').fill('AVAX');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('Enter a whole number, or leave the field empty.')).toBeVisible();
  await expect(page.getByText('AVALANCHE is not in the list of networks.')).toBeVisible();
  await page.getByRole('group', { name: 'AVAX' }).getByLabel('Decimals').fill('18');
  await page.getByRole('button', { name: 'Add a network' }).click();
  await page.getByRole('group', { name: 'new network' }).getByLabel('Name').fill('Avalanche');
  await page.getByRole('group', { name: 'new network' }).getByLabel('Address format').selectOption('evm');
  await page.getByRole('group', { name: 'new network' }).getByLabel('ID').fill('AVALANCHE');
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await propose(page, 'a customer asks for it');
  await expect(proposed(page).getByRole('list', { name: 'Changes' }).first()).toContainText('Added: network AVALANCHE');
  await expect(networks(page)).not.toContainText('Avalanche');

  const second = await openAs('admin-two');
  await second.emulateMedia({ colorScheme: 'dark' });
  await second.setViewportSize({ width: 1440, height: 900 });
  await confirm(second);
  await expect(networks(second)).toContainText('Avalanche');
  await expect(second.getByText('Version 1, in force since').first()).toBeVisible();
  await expectNoAxeViolations(second);

  const requester = await openAs('finance');
  await requester.goto('/withdrawals/new');
  await requester.getByLabel('Network', { exact: true }).selectOption('Avalanche');

  // And back, so that other tests find the table as it was.
  await page.reload();
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: 'Remove AVAX' }).click();
  await page.getByRole('button', { name: 'Remove AVALANCHE' }).click();
  await propose(page, 'the drill is over');
  await confirm(second);
  await expect(networks(second)).not.toContainText('Avalanche');
});

test('a rule can require approvals for a withdrawal with a warning, and says so', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await signInAs('admin');
  await page.goto('/policy');
  await page.getByRole('button', { name: 'Propose a change' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
  await rule.getByRole('button', { name: 'Edit rule 1' }).click();
  await rule.getByText('Only withdrawals with a warning').click();
  const signals = rule.getByRole('group', { name: /^Warnings, at least one of which must hold/ });
  await signals.getByLabel('the recipient is not in the address book').check();
  await signals.getByLabel('the address closely resembles another known address').check();
  await expect(rule).toContainText(
    'if the recipient is not in the address book or the address closely resembles another known address, ' +
      'or if that could not be checked',
  );
  // Otherwise the header may cover a part of what the choices have scrolled beneath it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoAxeViolations(page);
});

test('what a withdrawal cost is checked once it was sent, and an unusually high fee is an alarm', async ({
  page,
  signInAs,
  approve,
}) => {
  await signInAs('finance');
  await fillIn(page, { value: '1.0702', referenceId: newReference(), address: newAddress() });
  const request = await submit(page);
  await approve(request);
  await expect(stateOf(page)).toContainText(/Pending at the service|Completed/);
  const transfer = page.getByRole('region', { name: 'Transfer at the service' });
  await expect(transfer).toContainText('exactly 1.0702 ETH');
  await expect(transfer).toContainText(
    'Checked: the total is exactly amount plus fee, and the amount is exactly as requested.',
  );
  await expect(page.getByText(/The fee of 5.0+42\d* ETH is far too high: usually/).first()).toBeVisible();
});
