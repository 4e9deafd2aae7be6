import type { Locator, Page } from '@playwright/test';
import { idOf, createRequest, decide, newAddress, newReference, rejectAs } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql } from '@/e2e/stack/database';

const dialog = (page: Page) => page.getByRole('dialog');
const titleOf = (count: number, page: string) => `${count > 0 ? `(${count}) ` : ''}${page} · Countersign`;

/** Leaves nothing that waits for anyone. */
async function clearQueue(): Promise<void> {
  await runSql(`update withdrawal_requests set expires_at = now() where state = 'AWAITING_APPROVAL'`);
  await runSql(`update proposals set state = 'VOID', decided_at = now() where state = 'OPEN'`);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < 20; press += 1) {
    if (await element.evaluate((found) => found === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

test('an approver decides on the queue by keyboard alone, and keeps the place while others decide', async ({
  page,
  signInAs,
  openAs,
  putPolicyInForce,
  expectNoAxeViolations,
}) => {
  await clearQueue();
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  // The amounts are held for the travel rule by the sandbox (sandbox/README.md).
  const requests = Array.from({ length: 4 }, () => ({ referenceId: newReference(), address: newAddress() }));
  const [cancelled, rejected, approved, last] = requests as [Drawn, Drawn, Drawn, Drawn];
  const urls: string[] = [];
  await signInAs('finance');
  for (const request of requests) urls.push(await createRequest(page, { value: '1.0202', ...request }));
  const approver = await openAs('approver-one');
  await approver.goto('/approvals');
  const lines = approver.getByRole('region', { name: 'Needs your decision', exact: true }).getByRole('listitem');
  const linkOf = ({ address }: Drawn) => lines.filter({ hasText: beginningOf(address) }).getByRole('link');
  const main = approver.getByRole('main');
  const pane = approver.getByRole('region', { name: 'Reading pane' });
  const keys = approver.keyboard;

  await test.step('the number of what waits is in the title, the navigation and the heading; the first is open', async () => {
    await expect(approver).toHaveTitle(titleOf(4, 'Approvals'));
    await expect(approver.getByRole('navigation', { name: 'Console' })).toContainText('4 waiting for you');
    await expect(main.getByRole('heading', { level: 1 })).toContainText('4 need you');
    await expect(lines).toContainText(requests.map(({ address }) => beginningOf(address)));
    await expect(pane).toContainText(cancelled.referenceId);
    await expectWholeAddress(pane, cancelled);
    await expectNoAxeViolations(approver);
  });

  await test.step('keys move the choice, which stays while others cancel and decide', async () => {
    for (const key of ['j', 'j', 'k']) await keys.press(key);
    await expect(linkOf(rejected)).toBeFocused();
    await expect(approver).toHaveURL(`/approvals?open=${idOf(urls[1] ?? '')}`);
    await runSql(`update withdrawal_requests set state = 'CANCELLED' where id = $1`, [idOf(urls[0] ?? '')]);
    await expect(lines).toHaveCount(3);
    await expect(linkOf(rejected)).toBeFocused();
    await rejectAs((await openAs('approver-two')).context(), urls[1] ?? '', 'a drill');
    await expect(lines).toHaveCount(2);
    // No other request takes the place of the one that is read, and no key decides.
    await expect(pane).toContainText('This no longer waits for you.');
    await expectWholeAddress(pane, rejected);
    await keys.press('a');
    await expect(dialog(approver)).toHaveCount(0);
    await keys.press('j');
    await expect(linkOf(approved)).toBeFocused();
  });

  await test.step('Enter opens the page, and the way back and a reload keep the choice', async () => {
    await keys.press('j');
    await keys.press('Enter');
    await expect(approver.getByRole('navigation', { name: 'Approval queue' })).toContainText('2 of 2');
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await approver.goBack();
    await expectWholeAddress(pane, last);
    await approver.reload();
    await expectWholeAddress(pane, last);
    await keys.press('k');
  });

  await test.step('each is decided where it is read, and the next one follows', async () => {
    await expectWholeAddress(pane, approved);
    await expect(pane).toContainText(/never paid/i);
    // What the list knows is there at once; it is decided once its checks are read.
    await expect(pane.getByRole('button', { name: 'Approve' })).toBeEnabled();
    // A letter with a modifier belongs to the browser.
    await keys.press('Alt+a');
    await expect(dialog(approver)).toHaveCount(0);
    await keys.press('a');
    const comment = dialog(approver).getByRole('textbox');
    // The key that opened the dialog is not typed into it, and those of the queue are.
    await expect(comment).toBeFocused();
    await keys.type('jk');
    await expect(comment).toHaveValue('jk');
    await tabTo(approver, dialog(approver).getByRole('button', { name: 'Approve' }));
    await keys.press('Enter');
    // In a message at the edge, so that nothing moves; how far the withdrawal is by then: the approval has sent it.
    const said = approver.getByText(
      /^Approved 1\.0202 ETH to 0x.*: 1 of 1 approval\. (?:Accepted by the service|Being sent)\./,
    );
    await expect(said.filter({ visible: true }).first()).toBeVisible();
    await expect(pane).not.toContainText('Approved 1.0202');
    await expect(approver).toHaveTitle(/^\(1\) /);
    await expect(linkOf(last)).toBeFocused();
    await expectWholeAddress(pane, last);
    await expect(pane.getByRole('button', { name: 'Reject' })).toBeEnabled();
    await keys.press('r');
    await expect(comment).toBeFocused();
    await keys.type('a reason');
    await keys.press('Control+Enter');
    await expect(approver).toHaveURL(/\/approvals$/);
    await expect(main).toContainText(/Rejected 1\.0202 ETH to 0x.*\. Nothing is sent/);
    const heading = main.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Nothing else waits for you.');
    await expect(heading).toBeFocused();
  });

  await test.step('what was approved is listed as in progress, with the reason of the service', async () => {
    await main.getByText(/^In progress at/).click();
    const inProgress = approver.getByRole('list', { name: 'In progress' }).getByRole('listitem');
    await expect(inProgress.filter({ hasText: beginningOf(approved.address) })).toContainText(/travel rule/i);
  });
});

type Drawn = { referenceId: string; address: string };

/** The beginning of an address, as a line of the queue shows it. */
const beginningOf = (address: string) => address.slice(0, 6);

/** Expects every character of the address, which the page shows in pieces. */
async function expectWholeAddress(pane: Locator, { address }: Drawn): Promise<void> {
  await expect(pane.locator('bdi').filter({ hasText: address }).first()).toBeVisible();
}

/** Expects every part to be whole within the window, without scrolling and above the bar of buttons on a phone. */
async function expectInSight(parts: readonly Locator[], height: number) {
  for (const part of parts) {
    const box = await part.boundingBox();
    expect(box?.y ?? -1, String(part)).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(height);
  }
}

test('amount, address, findings and buttons are in sight at once, with six pairs of metadata, on a phone too', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  await signInAs('finance');
  const metadata = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`key-${index}`, 'a value of it']));
  const note = 'Invoice 2291, quarterly settlement';
  const url = await createRequest(page, { value: '1', address: newAddress(), note, metadata });
  const approver = await openAs('approver-one');
  await approver.goto(url);
  const decision = approver.getByRole('region', { name: 'Your decision', exact: true });
  const amount = approver.getByRole('heading', { level: 1 });
  const address = approver.getByRole('region', { name: 'What will be sent' }).locator('bdi[dir=ltr]');
  const findings = approver.getByRole('list', { name: 'Current checks' });
  const approveButton = decision.getByRole('button', { name: 'Approve' });
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [360, 740, 'dark'],
  ] as const) {
    await approver.setViewportSize({ width, height });
    await approver.emulateMedia({ colorScheme });
    await expect(findings).toContainText(/Never paid|First time/);
    const bar = await decision.locator('.action-bar').boundingBox();
    await expectInSight([amount, address, findings], width < 768 ? (bar?.y ?? 0) : height);
    await expectInSight([approveButton, decision.getByRole('button', { name: 'Reject' })], height);
    const overflow = await approver.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(approver);
  }
  // What the checks rest on is in one line, which opens.
  const checks = approver.getByRole('region', { name: 'Checks', exact: true });
  const basis = checks.getByText(/^Based on .* from this console/);
  await expect(basis).toBeHidden();
  await checks.getByText(/^\d+ checks are normal$/).click();
  await expect(basis).toBeVisible();

  await decide(approver, 'Approve');
  await expect(approver.getByRole('main')).toContainText(/Approved .*: 1 of 2 approvals; approver-two/);
  const clerk = await openAs('support');
  await clerk.goto(url);
  await expect(clerk.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(clerk.getByRole('region', { name: 'Your decision' })).toContainText(
    'Only someone with the role approver can decide.',
  );
  await expect(clerk).toHaveTitle('Withdrawal · Countersign');

  await approver.emulateMedia({ media: 'print' });
  await expect(approver.getByRole('navigation')).toHaveCount(0);
  await expect(approver.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(approver.getByRole('region', { name: 'What will be sent' })).toBeVisible();
  await approver.emulateMedia({ media: 'screen' });
});
