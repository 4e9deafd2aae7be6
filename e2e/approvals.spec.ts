import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { createRequest, decide, fillIn, newAddress, newReference, stateOf as state, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql, setSignInTime } from '@/e2e/stack/database';

const dialog = (page: Page) => page.getByRole('dialog');
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const clearQueue = () => runSql(`update withdrawal_requests set expires_at = now() where state = 'AWAITING_APPROVAL'`);

/** Changes the roles of finance, as the identity provider would at the next sign-in. */
async function giveRoles(roles: string): Promise<void> {
  await runSql(`update people set roles = $1 where subject = 'finance'`, [roles]);
  await runSql(`update sessions set roles = $1 where person_id = (select id from people where subject = 'finance')`, [
    roles,
  ]);
}

test('a recipient never paid before takes two approvals, and one after that', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  const address = newAddress();
  const [first, second] = [newReference(), newReference()];
  await signInAs('finance');
  await fillIn(page, { value: '1.0200', referenceId: first, address });
  const url = await submit(page);
  await expect(page.getByRole('region', { name: 'Approvals' })).toContainText(
    'the recipient was never paid from this console: two approvals',
  );
  await approve(url, 'approver-one');
  await expect(state(page)).toHaveText('Awaiting approval (1 of 2)');
  expect((await sandbox.transfersByRef(first)).count).toBe(0);
  await approve(url, 'approver-two');
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  const decisions = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem');
  await expect(decisions).toContainText([/approver-one.*approved/, /approver-two.*approved/]);
  expect((await sandbox.transfersByRef(first)).count).toBe(1);

  await page.goto(await createRequest(page, { value: '1.5', referenceId: second, address }));
  await approve(page.url(), 'approver-two');
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
  expect((await sandbox.transfersByRef(second)).count).toBe(1);
});

test('a rejected withdrawal is changed by its requester, and the approvers see only the changes', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  const url = await createRequest(page, { value: '3', referenceId, address: newAddress(), note: 'for the first half' });
  await page.goto(url);
  await approve(url, 'approver-one');

  const approver = await openAs('approver-two');
  await approver.goto(url);
  await approver.getByRole('button', { name: 'Reject' }).click();
  await dialog(approver).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog(approver).getByRole('alert')).toContainText('Enter a reason');
  await dialog(approver).getByLabel('Reason').fill('only half of it is due');
  await dialog(approver).getByRole('button', { name: 'Reject' }).click();

  await expect(state(page)).toHaveText('Rejected');
  await expect(page.getByRole('main')).toContainText('only half of it is due');
  await page.goto('/');
  await expect(page.getByRole('region', { name: /^Returned to you/ })).toContainText(referenceId);
  await page.goto(url);
  await page.getByRole('link', { name: 'Request again' }).click();
  await expect(page.getByRole('main')).toContainText(
    'was never sent, so it keeps its reference. Submitting creates version 2',
  );
  await expect(page.getByRole('main')).toContainText('Rejected by approver-two: only half of it is due');
  await expect(page.getByRole('link', { name: 'start a new withdrawal with these values' })).toBeVisible();
  await expect(page.getByLabel('Reference ID')).toHaveValue(referenceId);
  await expect(page.getByLabel('Reference ID')).not.toBeEditable();
  await expectNoAxeViolations(page);
  await page.getByLabel('Amount').fill('1.5');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('main')).toContainText('All earlier approvals become void.');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(url);
  await expect(state(page)).toHaveText('Awaiting approval (0 of 2)');

  await expect(state(approver)).toHaveText('Awaiting approval (0 of 2)');
  const changes = approver.getByRole('main').getByRole('listitem').filter({ hasText: 'becomes' });
  await expect(changes).toHaveText(['Amount: 3 becomes 1.5']);
  await expectNoAxeViolations(approver);
  await approve(url);
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
  expect((await sandbox.transfersByRef(referenceId)).items).toMatchObject([{ amount: '1.5' }]);
});

test('nobody decides on their own request, however they try', async ({ page, signInAs, openAs, sandbox }) => {
  const [mine, theirs] = [newReference(), newReference()];
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', referenceId: mine, address: newAddress() });
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('someone else must decide');

  // Even with the role, and by redirecting a decision on another request to one's own.
  const other = await openAs('finance-two');
  const otherUrl = await createRequest(other, { value: '1', referenceId: theirs, address: newAddress() });
  await giveRoles('{finance,approver}');
  const [own] = await runSql('select body_sha256 from request_versions where request_id = $1', [idOf(url)]);
  const [another] = await runSql('select body_sha256 from request_versions where request_id = $1', [idOf(otherUrl)]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await page.goto(otherUrl);
  await page.route('**/withdrawals/**', async (route, request) => {
    const sent = request.postData();
    if (request.method() !== 'POST' || sent === null) return route.fallback();
    const redirected = sent
      .replaceAll(idOf(otherUrl), idOf(url))
      .replaceAll(String(another?.body_sha256), String(own?.body_sha256));
    return route.continue({ postData: redirected });
  });
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('You made this request, so someone else must decide.');
  await giveRoles('{finance}');
  expect(await runSql('select 1 from decisions where request_id = any($1)', [[idOf(url), idOf(otherUrl)]])).toEqual([]);
  for (const referenceId of [mine, theirs]) expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
});

test('a request that nobody decides on in time expires and can be changed', async ({
  page,
  signInAs,
  openAs,
  approve,
}) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  await page.goto(url);
  const approver = await openAs('approver-one');
  await approver.goto(url);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await runSql(`update withdrawal_requests set expires_at = now() - interval '1 minute' where id = $1`, [idOf(url)]);
  await dialog(approver).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(approver).getByRole('alert')).toContainText('The request expired before it was sent.');
  await expect(state(page)).toHaveText('Expired');

  await page.getByRole('link', { name: 'Request again' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(state(page)).toHaveText('Awaiting approval (0 of 2)');
  await approve(url);
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
});

test('a request is cancelled by its requester until it is sent', async ({ page, signInAs, openAs, sandbox }) => {
  const referenceId = newReference();
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', referenceId, address: newAddress() });
  await page.goto(url);
  const approver = await openAs('approver-one');
  await approver.goto(url);
  await expect(approver.getByRole('button', { name: 'Cancel request' })).toHaveCount(0);
  await decide(page, 'Cancel request');
  await expect(state(page)).toHaveText('Cancelled');
  await expect(state(approver)).toHaveText('Cancelled');
  await expect(approver.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
});

test('two approvers who look at the same request see each other’s decision', async ({ page, signInAs, openAs }) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  const [one, two] = [await openAs('approver-one'), await openAs('approver-two')];
  await one.goto(url);
  await two.goto(url);
  await decide(one, 'Approve', 'checked with the recipient');
  await expect(state(two)).toHaveText('Awaiting approval (1 of 2)');
  await expect(two.getByRole('list', { name: 'Decisions' })).toContainText('checked with the recipient');

  // An open dialog keeps its text, and says who decided first.
  const another = await createRequest(page, { value: '2', address: newAddress() });
  await one.goto(another);
  await two.goto(another);
  await two.getByRole('button', { name: 'Approve' }).click();
  await dialog(two).getByRole('textbox').fill('looks right');
  await decide(one, 'Reject', 'not what the recipient said');
  // Behind a dialog the page is hidden from assistive technology, and from roles.
  await expect(two.locator('main [role=status]').first()).toHaveText('Rejected');
  await expect(dialog(two).getByRole('textbox')).toHaveValue('looks right');
  await dialog(two).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(two).getByRole('alert')).toContainText(/The request was rejected.*approver-one/);
});

test('an approver with an old sign-in renews it before approving', async ({ page, signInAs, openAs }) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  await page.goto(url);
  const approver = await openAs('approver-two');
  await approver.goto(url);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await setSignInTime('approver-two', "now() - interval '6 minutes'");
  await dialog(approver).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(approver).getByRole('alert')).toContainText('Renew your sign-in first');
  await dialog(approver).getByRole('button', { name: 'Renew sign-in' }).click();
  await approver.getByRole('button', { name: 'Sign in as approver-two', exact: true }).click();
  await expect(approver).toHaveURL(url);
  await decide(approver, 'Approve');
  await expect(state(page)).toHaveText('Awaiting approval (1 of 2)');
  await setSignInTime('approver-two', 'now()');
});

test('an approver goes through the queue by keyboard alone', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  // Without the requests of other tests.
  await clearQueue();
  const references = [newReference(), newReference(), newReference()];
  await signInAs('finance');
  for (const referenceId of references) {
    await createRequest(page, { value: '1', referenceId, address: newAddress(), note: 'a drill' });
  }
  const approver = await openAs('approver-one');
  await approver.goto('/approvals');
  const lines = approver.getByRole('region', { name: 'Needs your decision', exact: true }).getByRole('listitem');
  await expect(lines).toContainText(references);
  await expectNoAxeViolations(approver);
  await approver.keyboard.press('j');
  await expect(lines.nth(0).getByRole('link')).toBeFocused();
  await approver.keyboard.press('j');
  await approver.keyboard.press('k');
  await approver.keyboard.press('j');
  await expect(lines.nth(1).getByRole('link')).toBeFocused();
  await approver.keyboard.press('Enter');

  const queue = approver.getByRole('navigation', { name: 'Approval queue' });
  const heading = approver.getByRole('main');
  await expect(queue).toContainText('2 of 3');
  await expect(heading).toContainText(references[1] ?? '');
  await approver.keyboard.press('k');
  await expect(queue).toContainText('1 of 3');
  await expect(heading).toContainText(references[0] ?? '');

  for (const [index, next] of [references[1], references[2]].entries()) {
    await approver.getByRole('button', { name: 'Approve' }).focus();
    await approver.keyboard.press('Enter');
    await expect(dialog(approver)).toBeVisible();
    // A key that moves through the queue neither decides nor leaves an open dialog.
    await approver.keyboard.press('j');
    await dialog(approver).getByRole('button', { name: 'Approve' }).focus();
    await approver.keyboard.press('Enter');
    await expect(heading).toContainText(next ?? '');
    await expect(queue).toContainText(`1 of ${2 - index}`);
  }
  await decide(approver, 'Reject', 'enough for a drill');
  await expect(approver).toHaveURL(/\/approvals$/);
  await expect(approver.getByRole('main')).toContainText('Nothing else waits for you.');
});

test('the queue keeps the focus on a line while others decide', async ({ page, signInAs, openAs, approve }) => {
  await clearQueue();
  const references = [newReference(), newReference(), newReference()];
  await signInAs('finance');
  const urls: string[] = [];
  for (const referenceId of references) {
    urls.push(await createRequest(page, { value: '1.0202', referenceId }));
  }
  const approver = await openAs('approver-one');
  await approver.goto('/approvals');
  const lines = approver.getByRole('region', { name: 'Needs your decision', exact: true }).getByRole('listitem');
  for (let step = 0; step < 2; step += 1) await approver.keyboard.press('j');
  const focused = lines.filter({ hasText: references[1] ?? '' }).getByRole('link');
  await expect(focused).toBeFocused();
  await runSql(`update withdrawal_requests set state = 'CANCELLED' where id = $1`, [idOf(urls[0] ?? '')]);
  await expect(lines).toHaveCount(2);
  await expect(focused).toBeFocused();
  const other = await openAs('approver-two');
  await other.goto(urls[1] ?? '');
  await decide(other, 'Reject', 'a drill');
  await expect(lines).toHaveCount(1);
  await expect(lines.getByRole('link')).toBeFocused();

  // Withdrawals in progress are listed below, with the service's reason for the status.
  await approve(urls[2] ?? '');
  const inProgress = approver
    .getByRole('region', { name: /^In progress/ })
    .getByRole('listitem')
    .filter({ hasText: references[2] ?? '' });
  await expect(inProgress).toContainText(/travel rule/i);
});

test('a person who cannot decide reads the queue and is told so', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/approvals');
  await expect(page.getByRole('main')).toContainText(
    'Only approvers and administrators can approve or reject withdrawals.',
  );
  await expect(page.getByRole('region', { name: 'Needs your decision', exact: true })).toHaveCount(0);
});

test('a possible duplicate is pointed out before it is submitted', async ({ page, signInAs }) => {
  const [first, address] = [newReference(), newAddress()];
  await signInAs('finance');
  await createRequest(page, { value: '1.75', referenceId: first, address });
  await fillIn(page, { value: '1.750', address });
  const answered = new AbortController();
  await page.route('**/api/withdrawals/similar?*', async (route) => {
    if (!answered.signal.aborted) await once(answered.signal, 'abort');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Review' }).click();
  // Nobody submits before all checks are shown.
  await expect(page.getByText('Checking the recipient and the payment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for approval' })).toBeDisabled();
  answered.abort();
  await expect(page.getByRole('main')).toContainText('Possible duplicate');
  await expect(page.getByRole('link', { name: first })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for approval' })).toBeEnabled();
});

test('a withdrawal that the policy refuses is not saved, and the form says why and what to do', async ({
  page,
  signInAs,
}) => {
  const [policy] = await runSql('select max(version) as version from policy_versions');
  await signInAs('finance');
  await runSql(`insert into policy_versions (version, rules) values ($1, $2)`, [
    Number(policy?.version) + 1,
    JSON.stringify([{ name: 'Nothing today', when: {}, then: { kind: 'refuse', reason: 'Closed for the drill' } }]),
  ]);
  try {
    await fillIn(page, { value: '1' });
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Closed for the drill' });
    await expect(alert).toContainText('Nothing was saved and nothing was sent.');
    await expect(alert).toContainText('ask an administrator');
  } finally {
    await runSql(
      `insert into policy_versions (version, rules) select $1, rules from policy_versions where version = $2`,
      [Number(policy?.version) + 2, Number(policy?.version)],
    );
  }
});

test('withdrawals are filtered by requester and status, in the address', async ({ page, signInAs }) => {
  const [waiting, other] = [newReference(), newReference()];
  await signInAs('finance');
  await createRequest(page, { value: '1', referenceId: waiting });
  await page.goto(await createRequest(page, { value: '1', referenceId: other }));
  await decide(page, 'Cancel request');
  await page.goto('/withdrawals');
  await page.getByRole('navigation', { name: 'Status', exact: true }).getByRole('link', { name: 'Finished' }).click();
  await expect(page).toHaveURL(/state=ended/);
  const items = page.getByRole('table', { name: 'Withdrawals' }).getByRole('row');
  await expect(items.filter({ hasText: other })).toHaveCount(1);
  await expect(items.filter({ hasText: waiting })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Status', exact: true })
    .getByRole('link', { name: 'Awaiting approval' })
    .click();
  await expect(items.filter({ hasText: waiting })).toHaveCount(1);
  await page.getByRole('link', { name: 'Mine' }).click();
  await expect(page).toHaveURL(/of=mine&state=awaiting/);
  await expect(items.filter({ hasText: waiting })).toHaveCount(1);
  await page.reload();
  await expect(items.filter({ hasText: other })).toHaveCount(0);
});
