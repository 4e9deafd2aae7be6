import { expect, type Page } from '@playwright/test';
import { test } from '@/e2e/fixtures';
import { choose } from '@/e2e/policy-steps';
import { createRequest, newAddress } from '@/e2e/request-steps';
import { stackAddresses } from '@/e2e/stack/addresses';

const dialog = (page: Page) => page.getByRole('dialog');
const proposed = (page: Page) => page.getByRole('region', { name: 'Proposed changes' });
const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** Opens an editor at the width of a phone. */
async function open(page: Page, path: string, button: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(path);
  await page.getByRole('button', { name: button }).click();
}

const review = (page: Page) => page.getByRole('button', { name: 'Review change' }).click();

async function propose(page: Page, comment: string): Promise<void> {
  await review(page);
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page)
    .getByRole('button', { name: /^Propose/ })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(proposed(page)).toContainText('You proposed this change. Another person must confirm it.');
  await expect(proposed(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
}

async function withdraw(page: Page): Promise<void> {
  await proposed(page).getByRole('button', { name: 'Withdraw' }).click();
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(proposed(page).getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
}

test('the editor of groups asks for what is missing, offers approvers, and shows who becomes a member', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  // An approver is listed once they have signed in.
  await openAs('approver-two');
  const page = await openAs('admin');
  await open(page, '/groups', 'Propose a change of groups');
  const group = page.getByRole('group', { name: 'Group 1' });
  await group.getByLabel('Name').fill('Treasury: leads');
  await group.getByLabel('Members are').selectOption('Stated by the identity provider');
  await review(page);
  await expect(group).toContainText('Enter a name of at most 80 letters');
  await expect(group).toContainText('Enter the value of the claim.');
  await expectNoAxeViolations(page);
  expect(await fitsWidth(page)).toBe(true);
  await group.getByLabel('Name').fill('Treasury leads');
  await group.getByLabel('Members are').selectOption('Chosen here');
  await group.getByLabel('approver-two').check();
  await expect(group.getByLabel('finance', { exact: true })).toHaveCount(0);
  await review(page);
  await expect(dialog(page).getByRole('list', { name: 'Differences of groups' })).toHaveText(
    'Treasury leads: approver-two.',
  );
  await dialog(page).getByRole('button', { name: 'Go back' }).click();
  await propose(page, 'who leads the treasury');
  await withdraw(page);
});

test('the editor of assets and networks explains what is wrong, and lists what would be added', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const page = await openAs('admin');
  await open(page, '/assets', 'Propose a change');
  await page.getByRole('button', { name: 'Add an asset' }).click();
  const asset = page.getByRole('group', { name: 'new asset' });
  await asset.getByLabel('Networks').fill('AVALANCHE');
  await asset.getByLabel('Decimals').fill('18.5');
  await asset.getByLabel('Ticker').fill('AVAX');
  await review(page);
  await expect(page.getByText('Enter a whole number, or leave the field empty.')).toBeVisible();
  await expect(page.getByText('AVALANCHE is not in the list of networks.')).toBeVisible();
  await page.getByRole('group', { name: 'AVAX' }).getByLabel('Decimals').fill('18');
  await page.getByRole('button', { name: 'Add a network' }).click();
  const network = page.getByRole('group', { name: 'new network' });
  await network.getByLabel('Name').fill('Avalanche');
  await network.getByLabel('Address format').selectOption('evm');
  await network.getByLabel('ID').fill('AVALANCHE');
  await expectNoAxeViolations(page);
  expect(await fitsWidth(page)).toBe(true);
  await propose(page, 'a customer asks for it');
  await expect(proposed(page).getByRole('list', { name: 'Changes' }).first()).toContainText('Added: network AVALANCHE');
  await expect(page.getByRole('list', { name: 'Networks' })).not.toContainText('Avalanche');
  await withdraw(page);
});

test('the editors of profile names and rights find invisible characters, and say what a person could do', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  await openAs('finance');
  const page = await openAs('admin');

  await test.step('a profile is named', async () => {
    await open(page, '/profiles', 'Propose a change');
    await page.getByRole('button', { name: 'Name p-treasury' }).click();
    await page.getByRole('group', { name: 'p-treasury' }).getByLabel('Name', { exact: true }).fill('Treasury\u202e');
    await review(page);
    await expect(page.getByText('This name has an invisible character. Type the name again.')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Treasury of the journey');
    await expectNoAxeViolations(page);
    expect(await fitsWidth(page)).toBe(true);
    await propose(page, 'so that people find it');
    await expect(page.getByRole('list', { name: 'Profiles without a name' })).toContainText('p-treasury');
    await withdraw(page);
  });

  await test.step('clerks are limited to one profile', async () => {
    await open(page, '/groups', 'Propose a change of rights');
    const right = page.getByRole('group', { name: 'Right 1' });
    await right.getByLabel('Can only').selectOption('See transfers and requests');
    await right.getByLabel('Role or person').selectOption('Everybody with the role finance');
    await choose(right, 'a profile', 'p-of-clerks');
    await page.getByLabel('What could this person do under these rights?').selectOption({ label: 'finance' });
    await expect(page.getByRole('list', { name: 'Under these rights' })).toContainText('Sees p-of-clerks.');
    await expectNoAxeViolations(page);
    expect(await fitsWidth(page)).toBe(true);
    await review(page);
    await expect(dialog(page)).toContainText('p-of-clerks');
  });
});

test('two administrators add a webhook, which gets a test and what waits; one of them looks up its secret', async ({
  openAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  const page = await openAs('admin');
  await open(page, '/notifications', 'Propose a change');
  await review(page);
  await expect(page.getByText('Enter a label.')).toBeVisible();
  await page.getByLabel('Label').fill('Desk');
  await page.getByLabel('Kind of target').selectOption('Webhook');
  await page.getByLabel('Webhook URL').fill(`${stackAddresses().sandboxUrl}/_sandbox/webhooks/desk`);
  await expectNoAxeViolations(page);
  await propose(page, 'For the duty channel');
  const second = await openAs('admin-two');
  await second.goto('/notifications');
  await expect(second.getByText('For the duty channel')).toBeVisible();
  await second.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(second)).toContainText('Goes to Webhook at');
  await dialog(second).getByRole('button', { name: 'Confirm' }).click();
  const targets = second.getByRole('list', { name: 'Targets' });
  await expect(targets).toContainText('Nothing was delivered yet.');
  await targets.getByRole('button', { name: 'Send a test' }).click();
  await expect(targets).toContainText('The target took the test message.');
  await targets.getByRole('button', { name: 'Show signing secret 1' }).click();
  await expect(targets).toContainText(/whsec_[A-Za-z0-9+/=]{44}/);
  await expectNoAxeViolations(second);
  await createRequest(await openAs('finance'), { value: '3.251', address: newAddress() });
  await expect
    .poll(async () => (await sandbox.webhookBodies()).join(), { timeout: 30_000 })
    .toContain('A withdrawal of about 3.25 ETH waits for approval');
});
