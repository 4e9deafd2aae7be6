import type { Page } from '@playwright/test';
import { createRequest, newAddress, newReference, stateOf as state } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const dialog = (page: Page) => page.getByRole('dialog');
const proposed = (page: Page) => page.getByRole('region', { name: 'Proposed resolutions' });

test('a withdrawal is put on hold by one person, sent by two, found after a lost answer, and sent once', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  const ofThis = { on: 'create', times: 1, match: { ref_id: referenceId } };
  // The withdrawal stays queued, as the service asked.
  await sandbox.addFault({ ...ofThis, kind: 'throttle', retry_after: 600 });
  await signInAs('finance');
  const url = await createRequest(page, { value: '2.5', referenceId, address: newAddress() });
  await approve(url);
  const [one, two] = [await openAs('approver-one'), await openAs('approver-two')];

  await test.step('one approver puts it on hold, with a reason', async () => {
    await two.goto(url);
    await two.getByRole('button', { name: 'Put on hold' }).click();
    await dialog(two).getByLabel('Reason').fill('the invoice looks forged');
    await expectNoAxeViolations(two);
    await dialog(two).getByRole('button', { name: 'Put on hold' }).click();
    await expect(state(two)).toHaveText('On hold');
    const hold = two.getByRole('region', { name: 'On hold: two people must decide' });
    await expect(hold).toContainText('approver-two gave the reason: “the invoice looks forged” Nothing was sent.');
  });

  await test.step('the same one proposes to send it, and cannot confirm that', async () => {
    await two.getByRole('button', { name: 'Send this withdrawal' }).click();
    await dialog(two).getByLabel('Comment').fill('the supplier confirmed it by telephone');
    await dialog(two).getByRole('button', { name: 'Send this withdrawal' }).click();
    await expect(proposed(two)).toContainText('approver-two proposed this change');
    await expect(proposed(two).getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expect(state(two)).toHaveText('On hold');
    expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
  });

  await test.step('another approver confirms it; the answer of the service is lost', async () => {
    // No walk completes before the unknown outcome has been seen.
    await sandbox.addFault({ on: 'list', kind: 'error', status: 503 });
    await sandbox.addFault({ ...ofThis, kind: 'reset-after' });
    await one.goto(url);
    await expect(proposed(one)).toContainText('the supplier confirmed it by telephone');
    await proposed(one).getByRole('button', { name: 'Confirm' }).click();
    await dialog(one).getByRole('button', { name: 'Confirm' }).click();
    await expect(state(one)).toHaveText('Outcome unknown');
    const unknown = one.getByRole('region', { name: 'Outcome unknown' });
    await expect(unknown).toContainText('Do not request this withdrawal again');
    await unknown.getByRole('button', { name: 'Look this up at the service now' }).click();
    await expect(unknown).toContainText(/gave no certain answer at .+ That does not prove that nothing was sent/, {
      timeout: 15_000,
    });
    await expectNoAxeViolations(one);
  });

  await test.step('a walk of the list finds it, and it was sent once', async () => {
    await sandbox.clearFaults();
    await expect(state(one)).toHaveText('Completed', { timeout: 30_000 });
    expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
  });
});
