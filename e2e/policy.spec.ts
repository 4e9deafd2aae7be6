import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { addLimit, addRule, choose, dragBefore, moveToTop, ruleAt } from '@/e2e/policy-steps';
import { createRequest, fillIn, newAddress, newReference, submit } from '@/e2e/request-steps';
import { runSql } from '@/e2e/stack/database';

const inForce = (page: Page) => page.getByRole('region', { name: /^In force: version/ });
const proposals = (page: Page) => page.getByRole('region', { name: 'Proposed changes' });
const dialog = (page: Page) => page.getByRole('dialog');
const rules = (page: Page) => page.getByRole('group', { name: /^Rule \d+$/ });
const review = (page: Page) => page.getByRole('button', { name: 'Review the change' }).click();

test('a rule is written, checked, ordered and proposed by one administrator, and put in force by another', async ({
  openAs,
  putPolicyInForce,
  putSettingInForce,
  expectNoAxeViolations,
}) => {
  await openAs('approver-two');
  const [leader] = await runSql(`select id from people where subject = 'approver-two'`);
  const leads = { name: 'Leads', members: [leader?.id], claim: null };
  await putSettingInForce('approver-groups', [leads]);
  await putPolicyInForce([
    { name: 'New', when: { isNewRecipient: true }, then: { kind: 'approve', count: 2 } },
    { name: 'Known', when: {}, then: { kind: 'approve', count: 2 } },
  ]);
  const page = await openAs('admin');
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto('/policy');

  await test.step('a draft with changes is discarded only after asking', async () => {
    const discard = page.getByRole('button', { name: 'Discard', exact: true });
    await addRule(page, 'Long in the making');
    await discard.click();
    await dialog(page).getByRole('button', { name: 'Go back' }).click();
    await expect(rules(page)).toHaveCount(3);
    await discard.click();
    await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
    await expect(rules(page)).toHaveCount(0);
  });

  const added = await addRule(page, 'A day of LINK');
  await test.step('assets and profiles are chosen by their names', async () => {
    await choose(added, 'an asset', 'LINK');
    await choose(added, 'a profile', 'p-other');
    await added.getByRole('button', { name: 'Remove p-other' }).click();
    await expect(added).toContainText('One approval for LINK.');
  });

  await test.step('a limit over time is checked line by line, and described', async () => {
    await added.getByText('Only above a limit over time').click();
    await added.getByLabel('What is counted').selectOption('Units of each asset');
    await addLimit(added, 'Limit for each asset', 'LINK', '0');
    await added.getByLabel('Period').selectOption('A calendar day');
    await added.getByLabel('Time zone').fill('Mars/Base');
    await added.getByLabel('Requester').check();
    await review(page);
    await expect(added).toContainText('This is not a known time zone.');
    await expect(added).toContainText('The amount is zero.');
    await added.getByLabel('Time zone').fill('UTC');
    await added.getByLabel('Limit 1').fill('100');
    await expect(added).toContainText(
      'if the total for the requester, this withdrawal included, is more than 100 LINK (any amount of an asset ' +
        'without a limit here) in a day (UTC)',
    );
  });

  await test.step('warnings and groups are asked for, and what nobody can approve is said at once', async () => {
    await added.getByText('Only withdrawals with a warning').click();
    const warnings = added.getByRole('group', { name: /^Warnings, at least one of which must hold/ });
    await warnings.getByLabel('the recipient is not in the address book').check();
    await expect(added).toContainText('the recipient is not in the address book, or if that could not be checked');
    await added.getByText('Only withdrawals with a warning').click();
    await added.getByLabel('Approvals', { exact: true }).selectOption('2');
    await added.getByRole('button', { name: 'Add a group' }).click();
    const ofGroup = added.getByLabel('Approvals of group 1');
    await ofGroup.selectOption('3');
    await review(page);
    await expect(added).toContainText('The groups ask for more people than the rule has approvals.');
    await ofGroup.selectOption('2');
    await expect(added).toContainText('Two approvals (2 of Leads) for LINK');
    await expect(page.getByText(/^Nobody can approve .* one person of Leads can approve/)).toBeVisible();
    await added.getByRole('button', { name: 'Remove group 1' }).click();
    await added.getByLabel('Then').selectOption('Do not allow');
    await added.getByLabel('Reason').fill('Enough for a day');
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoAxeViolations(page);
  });

  await test.step('rules are ordered by keyboard and by dragging', async () => {
    await moveToTop(page, 2);
    await expect(ruleAt(page, 1)).toContainText('Not allowed for LINK');
    await ruleAt(page, 1).getByRole('button', { name: 'Close rule 1' }).click();
    await dragBefore(page, 2, 1);
    await expect(ruleAt(page, 2)).toContainText('A day of LINK');
    await expect(page.getByRole('status').filter({ hasText: 'Rule 2 is now rule 1.' })).toBeAttached();
    await dragBefore(page, 2, 1);
    await expect(ruleAt(page, 1)).toContainText('A day of LINK');
  });

  await test.step('what changes is reviewed and proposed with a comment', async () => {
    await review(page);
    await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Not allowed for LINK' })).toContainText(
      'Added as 1',
    );
    await expect(dialog(page)).toContainText('Unchanged, 2 → 3');
    await expectNoAxeViolations(page);
    await dialog(page).getByRole('button', { name: 'Propose' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Enter a comment');
    await dialog(page).getByLabel('Comment').fill('a drill');
    await dialog(page).getByRole('button', { name: 'Propose' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(proposals(page)).toContainText('You proposed this change. Another person must confirm it.');
    await expect(proposals(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expect(inForce(page)).not.toContainText('For LINK');
  });

  await test.step('another administrator replays it, may decline it with a reason, and confirms it', async () => {
    const second = await openAs('admin-two');
    await second.goto('/policy');
    await proposals(second).getByRole('button', { name: 'Replay' }).click();
    await expect(proposals(second).getByRole('status')).toContainText(/compared? with version/);
    await proposals(second).getByRole('button', { name: 'Decline' }).click();
    await dialog(second).getByRole('button', { name: 'Decline' }).click();
    await expect(dialog(second).getByRole('alert')).toContainText('Enter a reason');
    await second.keyboard.press('Escape');
    await expect(dialog(second)).toHaveCount(0);
    await expect(proposals(second).getByRole('button', { name: 'Decline' })).toBeFocused();
    await proposals(second).getByRole('button', { name: 'Confirm' }).click();
    await dialog(second).getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog(second)).toHaveCount(0);
    await expect(inForce(second)).toContainText(/For LINK.*Not allowed/);
    await expect(inForce(second)).toContainText('by admin and admin-two');
  });

  await test.step('a requester reads how much of the limit is used, and why more is refused', async () => {
    const finance = await openAs('finance');
    const fillInLink = async (value: string) => {
      await fillIn(finance, { value, address: newAddress(), referenceId: newReference() });
      await finance.getByLabel('Asset', { exact: true }).fill('link');
    };
    await fillInLink('60');
    await submit(finance);
    await finance
      .getByText(/^\d+ checks are normal$/)
      .first()
      .click();
    await expect(finance.getByText('60 of 100 LINK sent and waiting today')).toBeVisible();
    await fillInLink('41');
    await finance.getByRole('button', { name: 'Review' }).click();
    await expect(finance.getByText('101 LINK sent and waiting today (UTC)')).toBeVisible();
    await finance.getByRole('button', { name: 'Submit for approval' }).click();
    const alert = finance.getByRole('main').getByRole('alert').filter({ hasText: 'Enough for a day' });
    await expect(alert).toContainText('Nothing was saved and nothing was sent.');
    await expect(alert).toContainText('ask an administrator');
  });
});

test('rules come from a file and go into one, and an import takes nothing that it cannot show', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const [referenceId, profileId] = [newReference(), `p-${newReference()}`];
  await createRequest(await openAs('finance'), { value: '0.001', referenceId, profileId });
  const page = await openAs('admin');
  await page.goto('/policy');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    inForce(page).getByRole('button', { name: 'Export as JSON' }).click(),
  ]);
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as { $schema: string; rules: object[] };
  expect((await page.request.get(exported.$schema)).status()).toBe(200);

  await page.getByRole('button', { name: 'Propose a change' }).click();
  const first = ruleAt(page, 1);
  await first.getByRole('button', { name: 'Edit rule 1' }).click();
  await first.getByLabel('Name', { exact: true }).fill('Typed before');
  await page.getByRole('button', { name: 'Import rules' }).click();
  const added = { name: 'From a file', when: { profiles: [profileId] }, then: { kind: 'refuse', reason: 'No.' } };
  const text = dialog(page).getByLabel('Rules as JSON');
  await text.fill(JSON.stringify({ rules: [{ ...added, when: { asets: ['ETH'] } }, ...exported.rules] }));
  await dialog(page).getByRole('button', { name: 'Read the rules' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Rule 1, when: unknown member “asets”.');
  await expect(text).toHaveValue(/asets/);
  await expectNoAxeViolations(page);
  await dialog(page)
    .getByLabel('File')
    .setInputFiles({
      name: 'policy.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...exported, rules: [added, ...exported.rules] })),
    });
  await expect(text).toHaveValue(/From a file/);
  await dialog(page).getByRole('button', { name: 'Read the rules' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(first).toContainText(`Not allowed for profile ${profileId}: No.`);
  await expect(rules(page)).toHaveCount(exported.rules.length + 1);
  for (const shown of ['Typed before', `Not allowed for profile ${profileId}: No.`]) {
    await page.getByRole('button', { name: 'Swap with the rules from before' }).click();
    await expect(first).toContainText(shown);
  }
  await page.getByRole('button', { name: 'Replay' }).click();
  const table = page.getByRole('table', { name: 'Changed outcomes' });
  const changed = table.getByRole('row').filter({ hasText: referenceId });
  await expect(changed).toContainText('Takes more');
  await expect(changed).toContainText('Not allowed');
  await expectNoAxeViolations(page);
});

test('anyone can try the policy on a withdrawal, and link to the result', async ({ openAs }) => {
  const page = await openAs('support');
  await page.goto('/policy');
  await expect(page.getByRole('button', { name: 'Propose a change' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  await expect(page.getByText('Enter the asset.')).toBeVisible();
  await page.getByLabel('Asset', { exact: true }).selectOption('BTC');
  await page.getByLabel('Network').selectOption('Bitcoin');
  await page.getByLabel('Profile ID').selectOption('p-ops');
  await page.getByLabel('Amount or total').fill('1,5');
  await page.getByLabel('Destination address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  await expect(page.getByText(/If “1,5” means 1\.5/)).toBeVisible();
  await page.getByLabel('Amount or total').fill('1.5');
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  const answer = page.getByText(/^Rule \d applies because/);
  await expect(answer).toContainText('are needed');
  await page.reload();
  await expect(answer).toBeVisible();
});
