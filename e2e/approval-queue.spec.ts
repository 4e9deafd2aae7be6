import type { Locator, Page } from '@playwright/test';
import { createRequest, decide, fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql } from '@/e2e/stack/database';

const dialog = (page: Page) => page.getByRole('dialog');
const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const titleOf = (count: number, page: string) => `${count > 0 ? `(${count}) ` : ''}${page} · Countersign`;

/** Leaves nothing that waits for anybody. */
async function clearQueue(): Promise<void> {
  await runSql(`update withdrawal_requests set expires_at = now() where state = 'AWAITING_APPROVAL'`);
  await runSql(`update proposals set state = 'VOID', decided_at = now() where state = 'OPEN'`);
}

/** Adds copies of a request for 2.01 ETH, each with a reference and an amount of its own. */
async function addCopies(id: string, count: number): Promise<void> {
  await runSql(
    `with given as (
       select n, gen_random_uuid() as id, 'copy-' || gen_random_uuid() as ref_id, r.ref_id as copied, r.maker_id,
         r.expires_at, v.body, v.recipient_key, v.policy_version, v.rule_number, v.required_approvals,
         v.required_role, v.facts, v.checks
       from withdrawal_requests r join request_versions v on v.request_id = r.id, generate_series(1, $2::int) n
       where r.id = $1),
     written as (
       select *, convert_to(replace(replace(convert_from(body, 'UTF8'), copied, ref_id),
         '"2.01"', '"2.01' || lpad(n::text, 3, '0') || '1"'), 'UTF8') as bytes
       from given),
     made as (
       insert into withdrawal_requests (id, ref_id, maker_id, state, expires_at)
       select id, ref_id, maker_id, 'AWAITING_APPROVAL', expires_at from written)
     insert into request_versions (request_id, version, form_key, body, body_sha256, recipient_key, policy_version,
       rule_number, required_approvals, required_role, facts, checks)
     select id, 1, gen_random_uuid(), bytes, encode(sha256(bytes), 'hex'), recipient_key, policy_version, rule_number,
       required_approvals, required_role, facts, checks
     from written`,
    [id, count],
  );
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let press = 0; press < 20; press += 1) {
    if (await element.evaluate((found) => found === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(element).toBeFocused();
}

test('an approver with forty items, three of them with findings, decides by keyboard alone', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectNoAxeViolations,
}) => {
  await clearQueue();
  const [known, paid] = [newAddress(), newReference()];
  await signInAs('finance');
  await fillIn(page, { value: '2', referenceId: paid, address: known });
  await approve(await submit(page));
  await expect(stateOf(page)).toHaveText('Completed', { timeout: 20_000 });
  const references = Array.from({ length: 6 }, newReference);
  let clean = '';
  for (const [index, referenceId] of references.entries()) {
    const isClean = index % 2 === 0;
    const value = isClean ? `2.01${index}` : '3';
    const url = await createRequest(page, {
      value: index === 0 ? '2.01' : value,
      referenceId,
      address: isClean ? known : newAddress(),
    });
    if (index === 0) clean = idOf(url);
  }
  await addCopies(clean, 34);

  const approver = await openAs('approver-one');
  await approver.goto('/approvals');
  await expect(approver).toHaveTitle(titleOf(40, 'Approvals'));
  const navigation = approver.getByRole('navigation', { name: 'Console' });
  await expect(navigation).toContainText('40 waiting for you');
  const lines = approver.getByRole('region', { name: 'Needs your decision', exact: true }).getByRole('listitem');
  await expect(lines).toHaveCount(40);
  await expect(lines.first()).toContainText(/expires in/);
  await approver.keyboard.press('j');
  await approver.keyboard.press('Enter');

  const main = approver.getByRole('main');
  const decision = approver.getByRole('region', { name: 'Your decision' });
  for (const [index, referenceId] of references.entries()) {
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(main).toContainText(referenceId);
    const isClean = index % 2 === 0;
    await expect(decision).toContainText(isClean ? 'No findings.' : /finding.*: .*never paid before/);
    // A letter with a modifier belongs to the browser.
    await approver.keyboard.press('Alt+a');
    await expect(dialog(approver)).toHaveCount(0);
    await approver.keyboard.press(isClean ? 'a' : 'r');
    const comment = dialog(approver).getByRole('textbox');
    // The key that opened the dialog is not typed into it.
    await expect(comment).toHaveValue('');
    await expect(comment).toBeFocused();
    await approver.keyboard.type('a reason');
    if (index === 0) {
      await tabTo(approver, dialog(approver).getByRole('button', { name: 'Approve' }));
      await approver.keyboard.press('Enter');
    } else {
      await approver.keyboard.press('Control+Enter');
    }
    await expect(main).toContainText(
      isClean ? `Approved ${referenceId}: 1 of 1 approval.` : `Rejected ${referenceId}. Nothing is sent`,
    );
    await expect(approver).toHaveTitle(new RegExp(`^\\(${39 - index}\\) `));
  }
  await expect(approver.getByRole('navigation', { name: 'Approval queue' })).toContainText('1 of 34');
  for (const colorScheme of ['light', 'dark'] as const) {
    await approver.emulateMedia({ colorScheme });
    await expectNoAxeViolations(approver);
  }
  await clearQueue();
});

async function expectInOrder(parts: readonly Locator[]) {
  const [first, ...others] = await Promise.all(parts.map((part) => part.elementHandle()));
  let before = first;
  for (const next of others) {
    const isAfter = await before?.evaluate(
      (element, other) =>
        other !== null && (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      next,
    );
    expect(isAfter).toBe(true);
    before = next;
  }
}

test('on a phone the checks come before the buttons, and the reason of a denial above them', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  const approver = await openAs('approver-one');
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ] as const) {
    await approver.setViewportSize({ width, height: 800 });
    await approver.emulateMedia({ colorScheme });
    await approver.goto(url);
    const [sent, checks, decision, approvals] = ['What will be sent', 'Recipient', 'Your decision', 'Approvals'].map(
      (name) => approver.getByRole('region', { name, exact: true }),
    ) as [Locator, Locator, Locator, Locator];
    // In the order of the page, while the buttons stay in sight with the findings above them.
    await expectInOrder([sent, checks, decision, approvals]);
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 });
    await expect(decision).toContainText('never paid before');
    const overflow = await approver.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await expectNoAxeViolations(approver);
  }
  // What the checks rest on is one line, which opens.
  const checks = approver.getByRole('region', { name: 'Recipient' });
  const ofAddressBook = checks.getByText('Based on the address book').first();
  await expect(ofAddressBook).toBeHidden();
  await checks
    .getByText(/^And \d more$/)
    .first()
    .click();
  await expect(ofAddressBook).toBeVisible();

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

test('changes and unknown outcomes wait in the same queue, and one’s own stand apart', async ({
  page,
  signInAs,
  openAs,
}) => {
  await clearQueue();
  await signInAs('finance');
  await createRequest(page, { value: '1', address: newAddress() });
  const first = await openAs('admin');
  await runSql(
    `insert into proposals (kind, subject, payload, comment, proposed_by)
     select 'policy', 'policy', json_build_object('basedOn', policy.version, 'rules', policy.rules), 'for the spring', id
     from people, (select version, rules from policy_versions order by version desc limit 1) as policy
     where subject = 'admin'`,
  );
  const second = await openAs('admin-two');
  await second.goto('/approvals');
  await expect(second.getByRole('region', { name: 'Changes to confirm' })).toContainText('for the spring');
  await expect(second).toHaveTitle(titleOf(1, 'Approvals'));
  // Only approvers can decide on the request.
  await expect(second.getByRole('region', { name: 'Waiting for others' }).getByRole('listitem')).toHaveCount(1);
  await first.goto('/approvals');
  await expect(first.getByRole('region', { name: 'Your changes waiting for others' })).toContainText('for the spring');
  await expect(first.getByRole('main')).toContainText('Nothing waits for you.');
  await page.goto('/approvals');
  await expect(page).toHaveTitle('Approvals · Countersign');
  await expect(page.getByRole('region', { name: 'Needs your decision', exact: true })).toHaveCount(0);
  await clearQueue();
});

test('administrators see who decides in haste, and nobody else reads the audit log', async ({
  page,
  signInAs,
  openAs,
}) => {
  await signInAs('finance');
  const url = await createRequest(page, { value: '1', address: newAddress() });
  const approver = await openAs('approver-one');
  await approver.goto(url);
  await decide(approver, 'Reject', 'a drill');
  await runSql(
    `insert into hasty_decisions (person_id, subject, reason, shown_ms)
     select id, 'request:' || $1, 'shown-briefly', 900 from people where subject = 'approver-one'`,
    [idOf(url)],
  );
  const admin = await openAs('admin');
  await admin.goto('/status');
  await expect(admin.getByRole('region', { name: 'Hasty decisions' })).toContainText(
    /approver-one: \d+ within 3 seconds of being shown/,
  );
  await approver.goto('/status');
  await expect(approver.getByRole('region', { name: 'Hasty decisions' })).toHaveCount(0);
  const answer = await approver.goto('/audit');
  expect(answer?.status()).toBe(403);
  await expect(approver.getByRole('main')).toContainText('Only administrators and auditors can read the audit log.');
});
