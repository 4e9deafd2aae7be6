import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { addLimit, addRule, choose, dragBefore, moveToTop, ruleAt } from '@/e2e/policy-steps';
import { confirm, proposeEntry } from '@/e2e/recipient-steps';
import { createRequest, fillIn, newAddress, newReference } from '@/e2e/request-steps';
import { setSignInTime } from '@/e2e/stack/database';

const inForce = (page: Page) => page.getByRole('region', { name: /^In force: version/ });
const proposals = (page: Page) => page.getByRole('region', { name: 'Proposed changes' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button that opens a dialog, and the button of the same name in the dialog. */
async function press(page: Page, name: 'Confirm' | 'Decline' | 'Withdraw', comment?: string) {
  await proposals(page).getByRole('button', { name }).click();
  if (comment !== undefined) await dialog(page).getByRole('textbox').fill(comment);
  await dialog(page).getByRole('button', { name }).click();
}

/** Proposes, as an administrator on the page, a rule about one more asset, before the last one. */
async function proposeRule(page: Page, asset: string) {
  const added = await addRule(page, `About ${asset}`);
  await choose(added, 'an asset', asset);
  await added.getByLabel('Then').selectOption('Do not allow');
  await added.getByLabel('Reason').fill('Not during the drill');
  await expect(added).toContainText(`Not allowed for ${asset}: Not during the drill.`);
  await page.getByRole('button', { name: 'Review the change' }).click();
}

async function sendProposal(page: Page, comment: string) {
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a draft with changes is discarded only after asking', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/policy');
  const [open, discard] = ['Propose a change', 'Discard'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  await open!.click();
  await discard!.click();
  await addRule(page, 'Long in the making');
  const rules = page.getByRole('group', { name: /^Rule \d+$/ });
  const count = await rules.count();
  await discard!.click();
  await dialog(page).getByRole('button', { name: 'Go back' }).click();
  await expect(rules).toHaveCount(count);
  await discard!.click();
  await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(rules).toHaveCount(0);
});

test('a change takes two administrators, and never the same one twice', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  const rules = await inForce(page).getByRole('listitem').count();
  await proposeRule(page, 'UNI');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Not allowed for UNI' })).toContainText(
    `Added as ${rules}`,
  );
  await expect(dialog(page)).toContainText(`Unchanged, ${rules} → ${rules + 1}`);
  await expectNoAxeViolations(page);
  await dialog(page).getByRole('button', { name: 'Propose' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a comment');
  await sendProposal(page, 'a drill');

  await expect(proposals(page)).toContainText('admin proposed this change');
  await expect(proposals(page)).toContainText('You proposed this change. Another person must confirm it.');
  await expect(proposals(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(inForce(page)).not.toContainText('UNI: Not');

  await signInAs('finance');
  await page.goto('/policy');
  await expect(proposals(page).getByRole('button', { name: 'Confirm' })).toBeDisabled();
  await expect(proposals(page)).toContainText('Only administrators can change the policy.');

  await signInAs('admin-two', { isFresh: true });
  await page.goto('/policy');
  await proposals(page).getByRole('button', { name: 'Replay' }).click();
  await expect(proposals(page).getByRole('status')).toContainText(/compared? with version/);
  await press(page, 'Confirm');
  await expect(inForce(page)).toContainText('Not allowed for UNI: Not during the drill.');
  await expect(inForce(page)).toContainText('Proposed by admin, confirmed by admin-two.');

  // And back, so that other tests find the policy as it was.
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: `Remove rule ${rules}`, exact: true }).click();
  await page.getByRole('button', { name: 'Review the change' }).click();
  await expect(dialog(page)).toContainText(`Removed (was ${rules})`);
  await sendProposal(page, 'the drill is over');
  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  await press(page, 'Confirm');
  await expect(inForce(page).getByRole('listitem')).toHaveCount(rules);
});

test('a change is declined with a reason, or withdrawn by its proposer', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/policy');
  await proposeRule(page, 'LINK');
  await sendProposal(page, 'first try');
  await signInAs('admin-two');
  await page.goto('/policy');
  await proposals(page).getByRole('button', { name: 'Decline' }).click();
  await dialog(page).getByRole('button', { name: 'Decline' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a reason');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(proposals(page).getByRole('button', { name: 'Decline' })).toBeFocused();
  await press(page, 'Decline', 'not now');
  await expect(proposals(page).getByText(/^Earlier/)).toBeVisible();
  await proposals(page)
    .getByText(/^Earlier/)
    .click();
  await expect(proposals(page)).toContainText('Declined by admin-two');

  await proposeRule(page, 'LINK');
  await sendProposal(page, 'second try');
  await press(page, 'Withdraw');
  await expect(proposals(page).getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await expect(inForce(page)).not.toContainText('LINK: Not');
});

test('a sign-in that is too old is renewed before confirming', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/policy');
  await proposeRule(page, 'AAVE');
  await sendProposal(page, 'a drill');

  await signInAs('admin-two', { isFresh: true });
  await setSignInTime('admin-two', "now() - interval '6 minutes'");
  await page.goto('/policy');
  await press(page, 'Confirm');
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was changed');
  await dialog(page).getByRole('button', { name: 'Renew sign-in' }).click();
  await page.getByRole('button', { name: 'Sign in as admin-two', exact: true }).click();
  await page.waitForURL('**/policy');
  await press(page, 'Decline', 'the drill is over');
  await expect(proposals(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await setSignInTime('admin-two', 'now()');
});

test('a limit over time counts what a person requests in parts, and says how much is used', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  const added = await addRule(page, 'A day of LINK');
  await choose(added, 'an asset', 'LINK');
  await added.getByText('Only above a limit over time').click();
  await added.getByLabel('What is counted').selectOption('Units of each asset');
  await addLimit(added, 'Limit for each asset', 'LINK', '0');
  await added.getByLabel('Period').selectOption('A calendar day');
  await added.getByLabel('Time zone').fill('Mars/Base');
  await added.getByLabel('Requester').check();
  await added.getByLabel('Then').selectOption('Do not allow');
  await added.getByLabel('Reason').fill('Enough for a day');
  await page.getByRole('button', { name: 'Review the change' }).click();
  await expect(added).toContainText('This is not a known time zone.');
  await expect(added).toContainText('The amount is zero.');
  await added.getByLabel('Time zone').fill('UTC');
  await added.getByLabel('Limit 1').fill('100');
  await expect(added).toContainText(
    'Not allowed for LINK, if the total for the requester, this withdrawal included, is more than 100 LINK (any amount of an asset without a limit here) in a day (UTC)',
  );
  await expectNoAxeViolations(page);
  await moveToTop(page, (await page.getByRole('group', { name: /^Rule \d+$/ }).count()) - 1);
  await page.getByRole('button', { name: 'Review the change' }).click();
  await sendProposal(page, 'a drill');
  await signInAs('admin-two', { isFresh: true });
  await page.goto('/policy');
  await press(page, 'Confirm');
  await expect(dialog(page)).toHaveCount(0);

  await signInAs('finance');
  const fillInLink = async (value: string) => {
    await fillIn(page, { value, address: newAddress(), referenceId: newReference() });
    await page.getByLabel('Asset', { exact: true }).fill('link');
    await page.getByRole('button', { name: 'Review' }).click();
  };
  await fillInLink('60');
  await expect(page.getByText('60 of 100 LINK today (UTC) for this requester, this one included')).toBeVisible();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  // The review shows the same list: a new form before the answer is here would be the same form again.
  await page.waitForURL(/\/withdrawals\/[0-9a-f-]{36}/);
  await expect(page.getByRole('list', { name: 'Limits over time' })).toContainText('60 of 100 LINK today');
  await fillInLink('41');
  await expect(page.getByText('101 of 100 LINK today (UTC)')).toBeVisible();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Enough for a day');

  // And back, so that other tests find the policy as it was.
  await signInAs('admin-two', { isFresh: true });
  await page.goto('/policy');
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: 'Remove rule 1', exact: true }).click();
  await page.getByRole('button', { name: 'Review the change' }).click();
  await sendProposal(page, 'the drill is over');
  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  await press(page, 'Confirm');
  await expect(inForce(page)).not.toContainText('A day of LINK');
});

test('rules come from a file and go into one, and an import takes nothing that it cannot show', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  const [referenceId, profileId] = [newReference(), `p-${newReference()}`];
  await signInAs('finance');
  await createRequest(page, { value: '0.001', referenceId, profileId });
  await signInAs('admin');
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
  await first.getByLabel('Name').fill('Typed before');
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
  await expect(page.getByRole('group', { name: /^Rule \d+$/ })).toHaveCount(exported.rules.length + 1);
  await page.getByRole('button', { name: 'Swap with the rules from before' }).click();
  await expect(first).toContainText('Typed before');
  await page.getByRole('button', { name: 'Swap with the rules from before' }).click();
  await page.getByRole('button', { name: 'Review the change' }).click();
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Not allowed for profile' })).toContainText(
    'Added as 1',
  );
  await dialog(page).getByRole('button', { name: 'Go back' }).click();

  await page.getByRole('button', { name: 'Replay' }).click();
  const table = page.getByRole('table', { name: 'Changed outcomes' });
  const changed = table.getByRole('row').filter({ hasText: referenceId });
  await expect(changed).toContainText('Takes more');
  await expect(changed).toContainText('Not allowed');
  await expectNoAxeViolations(page);
  await changed.getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(/\/withdrawals\//);
});

test('rules are dragged into order, and name recipients and profiles as people know them', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const [address, other] = [newAddress(), newAddress()];
  await signInAs('admin', { isFresh: true });
  const name = `Cold wallet ${newReference()}`;
  const entry = await proposeEntry(page, { name, address });
  await signInAs('admin-two', { isFresh: true });
  await confirm(page, entry);

  await page.goto('/policy');
  const added = await addRule(page, 'Our own wallet');
  await choose(added, 'a recipient', name);
  await choose(added, 'a profile', 'p-somebody');
  await added.getByRole('button', { name: 'Remove p-somebody' }).click();
  await expect(added).toContainText(`One approval to ${name} (${address.toLowerCase()} on Ethereum).`);
  await added.getByLabel('Reason').waitFor({ state: 'detached' });
  await added.getByLabel('Then').selectOption('Do not allow');
  // The lines of limits are checked one by one.
  await addLimit(added, 'Amount at or above', 'ETH', 'much');
  await page.getByRole('button', { name: 'Review the change' }).click();
  await expect(added.getByLabel('Limit 1')).toBeFocused();
  await added.getByRole('button', { name: 'Remove limit 1' }).click();
  await added.getByLabel('Reason').fill('Closed');
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // Before the rule for everything.
  const number = (await page.getByRole('group', { name: /^Rule \d+$/ }).count()) - 1;
  await added.getByRole('button', { name: `Close rule ${number}` }).click();
  await page.setViewportSize({ width: 1440, height: 1200 });
  await dragBefore(page, number, 1);
  await expect(ruleAt(page, 1)).toContainText('Our own wallet');
  await expect(page.getByRole('status').filter({ hasText: `Rule ${number} is now rule 1.` })).toBeAttached();
  await page.getByRole('button', { name: 'Review the change' }).click();
  await sendProposal(page, 'a drill');
  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  await expect(proposals(page)).toContainText(`Not allowed to ${name} (${address.toLowerCase()} on Ethereum): Closed.`);
  await press(page, 'Confirm');
  await expect(dialog(page)).toHaveCount(0);

  await signInAs('finance');
  await fillIn(page, { value: '0.01', address });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('the rule names the recipient: Closed.');
  await createRequest(page, { value: '0.01', address: other });

  await signInAs('admin', { isFresh: true });
  await page.goto('/policy');
  await page.getByRole('button', { name: 'Propose a change' }).click();
  await page.getByRole('button', { name: 'Remove rule 1', exact: true }).click();
  await page.getByRole('button', { name: 'Review the change' }).click();
  await sendProposal(page, 'the drill is over');
  await signInAs('admin-two', { isFresh: true });
  await page.goto('/policy');
  await press(page, 'Confirm');
  await expect(inForce(page)).not.toContainText('Our own wallet');
});

test('anyone can try the policy on a withdrawal, and link to the result', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/policy');
  await expect(page.getByRole('button', { name: 'Propose a change' })).toBeDisabled();
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  await expect(page.getByText('Enter the asset.')).toBeVisible();
  await page.getByLabel('Asset', { exact: true }).fill('BTC');
  await page.getByLabel('Network').selectOption('Bitcoin');
  await page.getByLabel('Profile ID').fill('p-ops');
  await page.getByLabel('Amount or total').fill('1,5');
  await page.getByLabel('Destination address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  await expect(page.getByText(/“1,5” has a comma/)).toBeVisible();
  await page.getByLabel('Amount or total').fill('1.5');
  await page.getByRole('button', { name: 'Try this withdrawal' }).click();
  const answer = page.getByText(/^Rule \d applies because/);
  await expect(answer).toContainText('are needed');
  await page.reload();
  await expect(answer).toBeVisible();
});
