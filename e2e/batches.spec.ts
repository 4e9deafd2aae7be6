import type { Page } from '@playwright/test';
import { createBatch, createRequest, decide, newAddress, newReference, untilCompleted } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const dialog = (page: Page) => page.getByRole('dialog');
const firstPayments = (page: Page) => page.getByRole('region', { name: 'First payments' });
const states = (page: Page) => page.getByRole('status', { name: 'Status of the payments' });

test('a batch is one decision: rejected or looked at by exception, then approved; the rest is cancelled', async ({
  openAs,
  approve,
  putPolicyInForce,
  sandbox,
  expectNoAxeViolations,
}) => {
  const known = newAddress();
  const rule = { name: 'Whole batches', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } } as const;
  await putPolicyInForce([rule]);
  const finance = await openAs('finance');
  const approver = await openAs('approver-one');
  const paid = await createRequest(finance, { value: '1.0200', address: known });
  await approve(paid, 'approver-one');
  await untilCompleted(finance, paid);
  const [stranger, other, first, second] = Array.from({ length: 4 }, newReference) as [string, string, string, string];
  const url = await createBatch(finance, 'Two strangers', [
    { address: newAddress(), value: '1.7', referenceId: stranger },
    { address: newAddress(), value: '1.9', referenceId: other },
    { address: known, value: '1.1', referenceId: first },
    { address: known, value: '1.2', referenceId: second },
  ]);

  await test.step('the batch is one line in the queue, and shows what to look at', async () => {
    await approver.emulateMedia({ colorScheme: 'dark' });
    await approver.setViewportSize({ width: 360, height: 780 });
    await approver.goto('/approvals');
    await approver
      .getByRole('region', { name: 'Needs your decision' })
      .getByRole('link', { name: /Two strangers/ })
      .click();
    await expect(approver).toHaveURL(`${url}?queue=1`);
    await expect(approver.getByRole('list', { name: 'Totals' })).toContainText('5.9 ETH');
    await expect(approver.getByRole('button', { name: 'Look at the next' })).toBeVisible();
    await expect(firstPayments(approver)).toContainText('2 addresses to compare');
    await expect(firstPayments(approver)).toContainText('Never paid before.');
    await expect(approver.getByText('0 of 2 new addresses compared').filter({ visible: true })).toHaveCount(1);
    await expectNoAxeViolations(approver);
    expect(
      await approver.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  });

  await test.step('an item is rejected on its own page', async () => {
    await firstPayments(approver).getByRole('link', { name: 'Row 1', exact: true }).click();
    await expect(approver.getByRole('main')).toContainText(/Two strangers, item \d of 4/);
    await decide(approver, 'Reject', 'Who is this?');
    await approver.getByRole('link', { name: 'Two strangers' }).click();
    await expect(states(approver)).toContainText('1 rejected');
    await expect(approver.getByRole('list', { name: 'Totals' })).toContainText('4.2 ETH');
    // The dialog keeps what the page said when it was opened.
    await expect(firstPayments(approver)).toContainText('1 address to compare');
  });

  await test.step('those without findings are approved before the first payments are compared', async () => {
    const button = { name: 'Approve and send 2 of 3' };
    await approver.getByRole('button', button).click();
    await expect(dialog(approver)).toContainText('Approve and send 2 of 3 payments, 2.3 ETH?');
    await expectNoAxeViolations(approver);
    await dialog(approver).getByRole('button', button).click();
    await expect(dialog(approver)).toHaveCount(0);
    await expect(states(approver)).toContainText('1 awaiting approval');
    await expect(approver.getByRole('status').filter({ hasText: 'Approved 2 rows.' })).toBeVisible();
    for (const sent of [first, second])
      await expect.poll(async () => (await sandbox.transfersByRef(sent)).count).toBe(1);
  });

  await test.step('the requester cancels the rest, and has no button to approve', async () => {
    await finance.goto(url);
    await expect(finance.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await finance.getByRole('button', { name: 'Cancel batch' }).click();
    await dialog(finance).getByRole('button', { name: 'Cancel batch' }).click();
    await expect(dialog(finance)).toHaveCount(0);
    await expect(states(finance)).toContainText('1 cancelled');
    await expect(finance.getByRole('button', { name: 'Cancel batch' })).toHaveCount(0);
    for (const never of [stranger, other]) expect((await sandbox.transfersByRef(never)).count).toBe(0);
  });
});
