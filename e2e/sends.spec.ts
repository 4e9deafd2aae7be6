import type { Page } from '@playwright/test';
import { createRequest, newAddress, newReference, stateOf as state } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const dialog = (page: Page) => page.getByRole('dialog');
const proposed = (page: Page) => page.getByRole('region', { name: 'Proposed resolutions' });

test('a withdrawal is declined, queued again, put on hold, found after a lost answer, and sent once', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  const ofThis = { on: 'create', times: 1, match: { ref_id: referenceId } };
  await sandbox.addFault({ ...ofThis, kind: 'error', status: 403, type: 'travel-rule-information-required' });
  await signInAs('finance');
  const url = await createRequest(page, { value: '2.5', referenceId, address: newAddress() });
  await approve(url);
  const [one, two] = [await openAs('approver-one'), await openAs('approver-two')];

  await test.step('the service declines it for want of data, and two people queue it again', async () => {
    await two.goto(url);
    const declined = two.getByRole('region', { name: 'Declined: travel-rule data are missing' });
    await expect(declined.getByRole('link', { name: 'in the address book' })).toHaveAttribute(
      'href',
      /recipients\?q=0x/,
    );
    await declined.getByRole('button', { name: 'Queue again' }).click();
    await dialog(two).getByLabel('Comment').fill('the data are saved');
    await expectNoAxeViolations(two);
    await dialog(two).getByRole('button', { name: 'Queue again' }).click();
    await expect(proposed(two)).toContainText('unchanged and with the same reference');
    // Then it stays queued, as the service asks.
    await sandbox.addFault({ ...ofThis, kind: 'throttle', retry_after: 600 });
    await one.goto(url);
    await proposed(one).getByRole('button', { name: 'Confirm' }).click();
    await dialog(one).getByRole('button', { name: 'Confirm' }).click();
    await expect(state(one)).toHaveText('Approved, queued');
  });

  await test.step('one approver puts it on hold, with a reason', async () => {
    await two.goto(url);
    await two.getByRole('button', { name: 'Put on hold' }).click();
    await dialog(two).getByLabel('Reason').fill('the invoice looks forged');
    await expectNoAxeViolations(two);
    await dialog(two).getByRole('button', { name: 'Put on hold' }).click();
    await expect(state(two)).toHaveText('On hold');
    await expect(two.getByRole('region', { name: 'On hold: two people must decide' })).toBeVisible();
    await expect(two.getByRole('main')).toContainText(
      'approver-two gave the reason: “the invoice looks forged” Nothing was sent.',
    );
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
    await expect(one.getByRole('main')).toContainText('may have been sent. Do not request it again.');
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
