import type { Page } from '@playwright/test';
import { createRequest, decide, newAddress, rejectAs, signaturesOn, stateOf as state } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { setSignInTime } from '@/e2e/stack/database';

const dialog = (page: Page) => page.getByRole('dialog');
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });
// Behind a dialog the page is hidden from assistive technology, and from roles.
const stateBehind = (page: Page) => page.locator('main [role=status]').first();

test('an open decision keeps its text while others decide, says so, and is made after a renewed sign-in', async ({
  page,
  signInAs,
  openAs,
  approve,
}) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  const approver = await openAs('approver-two');

  await test.step('a page from before a deployment says that nothing was recorded, and keeps the text', async () => {
    await approver.goto(url);
    // An id that no build has, as that of another one is.
    await approver.route(
      url,
      (route) => route.continue({ headers: { ...route.request().headers(), 'next-action': '0'.repeat(42) } }),
      { times: 1 },
    );
    await approver.getByRole('button', { name: 'Approve' }).click();
    await dialog(approver).getByRole('textbox').fill('looks right');
    await dialog(approver).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver).getByRole('alert')).toContainText(
      /This page is older than the console.*Nothing was recorded, and your text is kept\..*Reload the page/,
    );
    await expect(dialog(approver).getByRole('textbox')).toHaveValue('looks right');
    await approver.reload();
    await expect(stateBehind(approver)).toHaveText('Awaiting approval (0 of 2)');
  });

  await test.step('another person approves meanwhile, and the sign-in has become old', async () => {
    await approver.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver).getByRole('textbox')).toHaveValue('looks right');
    await approve(url, 'approver-one');
    await expect(stateBehind(approver)).toHaveText('Awaiting approval (1 of 2)');
    await expect(dialog(approver)).toContainText('approver-one approved the request while this dialog was open.');
    await expect(dialog(approver).getByRole('textbox')).toHaveValue('looks right');
    await setSignInTime('approver-two', "now() - interval '6 minutes'");
    await dialog(approver).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver).getByRole('alert')).toContainText('Renew your sign-in first');
    await dialog(approver).getByRole('button', { name: 'Renew sign-in' }).click();
    await approver.getByRole('button', { name: 'Sign in as approver-two', exact: true }).click();
    await expect(approver).toHaveURL(url);
    // The dialog is back with its comment, and nothing was decided.
    await expect(dialog(approver).getByRole('textbox')).toHaveValue('looks right');
    await expect(stateBehind(approver)).toHaveText('Awaiting approval (1 of 2)');
    await dialog(approver).getByRole('button', { name: 'Approve and send 1 ETH' }).click();
    await expect(signaturesOn(approver)).toContainText(/approver-one.*approver-two/);
    await setSignInTime('approver-two', 'now()');
  });

  await test.step('another person rejects meanwhile, and the approval is refused', async () => {
    const other = await createRequest(page, { value: '2', address: newAddress() });
    await approver.goto(other);
    await approver.getByRole('button', { name: 'Approve' }).click();
    await rejectAs((await openAs('approver-one')).context(), other, 'not what the recipient said');
    await expect(stateBehind(approver)).toHaveText('Rejected');
    await dialog(approver).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(approver).getByRole('alert')).toContainText(/The request was rejected.*approver-one/);
  });
});

test('a question keeps the last approval out until it is answered, which both people see at once', async ({
  page,
  signInAs,
  openAs,
  approve,
}) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  await approve(url, 'approver-one');
  await page.goto(url);
  const approver = await openAs('approver-two');
  await approver.goto(url);
  await approver.keyboard.press('q');
  await expect(approver.getByLabel('Say something about this request')).toBeFocused();
  await approver.getByLabel('Say something about this request').fill('Which invoice is this?');
  await approver.getByRole('button', { name: 'Ask a question' }).click();
  await expect(conversation(approver)).toContainText('Not answered');
  await expect(approver.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await expect(approver.getByText('Your question is not answered.')).toBeVisible();

  await page.getByRole('button', { name: 'Answer this question' }).click();
  await page.getByLabel('Your answer').fill('Number 12, see the contract. @approver-two');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(conversation(page)).not.toContainText('Not answered');
  await expect(conversation(approver)).toContainText('Number 12, see the contract.', { timeout: 20_000 });
  await expect(approver.getByRole('button', { name: /^Approve/ })).toBeEnabled();

  // Reminded once, and not twice within an hour.
  await page.getByRole('button', { name: 'Send a reminder' }).click();
  await expect(page.getByText('The approvers are reminded by mail.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a reminder' }).click();
  await expect(page.getByText('You can remind them once an hour.')).toBeVisible();

  // Cancelled by its requester, who has no button to approve it, it is over for the approver too.
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await decide(page, 'Cancel request');
  await expect(state(approver)).toHaveText('Cancelled');
  await expect(approver.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});
