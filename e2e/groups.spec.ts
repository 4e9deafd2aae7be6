import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { addRule, choose, moveToTop, ruleAt } from '@/e2e/policy-steps';
import { approveAs, createRequest, newAddress } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');
const needs = (page: Page) => page.getByRole('list', { name: 'Approvals of groups' });
const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

async function send(page: Page, comment: string) {
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirm(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('region', { name: 'Proposed changes' }).getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a rule asks a group for an approval, and the page of the request says who gives it', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(150_000);
  await page.setViewportSize({ width: 360, height: 900 });
  await signInAs('admin', { isFresh: true });
  // Whoever decides must have signed in once to be listed.
  const member = await openAs('approver-two');
  const other = await openAs('approver-one');
  await page.goto('/groups');
  await expect(page.getByText('There are no groups yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Change groups' }).click();
  const group = page.getByRole('group', { name: 'Group 1' });
  await group.getByLabel('Name').fill('Treasury: leads');
  await group.getByLabel('Members are').selectOption('Stated by the identity provider');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(group).toContainText('Enter a name of at most 80 letters');
  await expect(group).toContainText('Enter the value of the claim.');
  await expectNoAxeViolations(page);
  expect(await fitsWidth(page)).toBe(true);
  await group.getByLabel('Name').fill('Treasury leads');
  await group.getByLabel('Members are').selectOption('Chosen here');
  await group.getByLabel('approver-two').check();
  await expect(group.getByLabel('finance', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(dialog(page).getByRole('list', { name: 'Differences of groups' })).toHaveText(
    'Treasury leads: approver-two.',
  );
  await send(page, 'who leads the treasury');

  const second = await openAs('admin-two');
  await second.emulateMedia({ colorScheme: 'dark' });
  await confirm(second, '/groups');
  await expect(second.getByRole('region', { name: 'Groups in force' })).toContainText('approver-two');
  await expectNoAxeViolations(second);

  await page.goto('/policy');
  const added = await addRule(page, 'Leads decide on ETH');
  await choose(added, 'an asset', 'ETH');
  await added.getByLabel('Approvals', { exact: true }).selectOption('2');
  await added.getByRole('button', { name: 'Add a group' }).click();
  await expect(added.getByLabel('Group 1', { exact: true })).toHaveValue('Treasury leads');
  await added.getByLabel('Approvals of group 1').selectOption('3');
  await page.getByRole('button', { name: 'Review the change' }).click();
  await expect(added).toContainText('The groups ask for more people than the rule has approvals.');
  await added.getByLabel('Approvals of group 1').selectOption('1');
  await expect(added).toContainText('Two approvals (1 of Treasury leads) for ETH.');
  await moveToTop(page, (await page.getByRole('group', { name: /^Rule \d+$/ }).count()) - 1);
  const ofGroup = ruleAt(page, 1).getByLabel('Approvals of group 1');
  const shortage = page.getByText(/^Nobody can approve .* one person of Treasury leads can approve/);
  await ofGroup.selectOption('2');
  await expect(shortage).toBeVisible();
  await expectNoAxeViolations(page);
  await ofGroup.selectOption('1');
  await expect(shortage).toHaveCount(0);
  await page.getByRole('button', { name: 'Review the change' }).click();
  await send(page, 'a drill');
  await confirm(second, '/policy');
  await second.goto('/groups');
  await expect(second.getByText('Required by rule 1 (“Leads decide on ETH”).')).toBeVisible();

  const finance = await openAs('finance');
  const url = await createRequest(finance, { value: '0.25', address: newAddress() });
  expect(await approveAs(other.context(), url)).toBe('AWAITING_APPROVAL');
  await member.goto(url);
  await expect(needs(member)).toContainText('0 of 1: Treasury leads');
  await expect(needs(member)).toContainText('Can approve: approver-two');
  await expect(needs(member)).toContainText('1 of 1: anybody who may decide');
  await expectNoAxeViolations(member);
  await member.goto('/approvals');
  await expect(member.getByText('missing 1 of Treasury leads')).toBeVisible();
  expect(await approveAs(member.context(), url)).toBe('APPROVED');
  await member.goto(url);
  await expect(needs(member)).toContainText('Approved by approver-two');

  // And back, so that other tests find the policy and the groups as they were.
  await second.goto('/policy');
  await second.getByRole('button', { name: 'Propose a change' }).click();
  await second.getByRole('button', { name: 'Remove rule 1', exact: true }).click();
  await second.getByRole('button', { name: 'Review the change' }).click();
  await send(second, 'the drill is over');
  await confirm(page, '/policy');
  await second.goto('/groups');
  await second.getByRole('button', { name: 'Change groups' }).click();
  await second.getByRole('button', { name: 'Remove group 1' }).click();
  await second.getByRole('button', { name: 'Review change' }).click();
  await send(second, 'the drill is over');
  await confirm(page, '/groups');
  await expect(page.getByText('There are no groups yet.')).toBeVisible();
});
