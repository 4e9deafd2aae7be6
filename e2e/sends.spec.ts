import type { Page } from '@playwright/test';
import { fillIn, newAddress, newReference, stateOf as state, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

const dialog = (page: Page) => page.getByRole('dialog');

test('an unknown outcome is resolved by walking the list, and nothing is sent twice', async ({
  page,
  signInAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  // No walk completes before the unknown outcome has been seen.
  await sandbox.addFault({ on: 'list', kind: 'error', status: 503 });
  await sandbox.addFault({ on: 'create', kind: 'reset-after', times: 1, match: { ref_id: referenceId } });
  await signInAs('finance');
  await fillIn(page, { value: '2.5', referenceId, address: newAddress() });
  await approve(await submit(page));
  await expect(state(page)).toHaveText('Outcome unknown');
  const unknown = page.getByRole('region', { name: 'Outcome unknown' });
  await expect(unknown).toContainText('Do not request this withdrawal again');
  await expect(unknown).toContainText('incomplete, so it proves nothing');
  await unknown.getByRole('button', { name: 'Look this up at the service now' }).click();
  await expect(unknown).toContainText(/gave no certain answer at .+ That does not prove that nothing was sent/, {
    timeout: 15_000,
  });
  await expectNoAxeViolations(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: /^Outcome unknown/ })).toContainText(referenceId);
  await page.goBack();
  await sandbox.clearFaults();
  await expect(state(page)).toHaveText('Completed', { timeout: 30_000 });
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});

test('an approver puts a queued withdrawal on hold, and two people have it sent', async ({
  page,
  signInAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  // The withdrawal stays queued, as the service asked.
  await sandbox.addFault({
    on: 'create',
    kind: 'throttle',
    retry_after: 600,
    times: 1,
    match: { ref_id: referenceId },
  });
  await signInAs('finance');
  await fillIn(page, { value: '2.5', referenceId, address: newAddress() });
  const address = await submit(page);
  await approve(address);
  await signInAs('approver-two', { isFresh: true });
  await page.goto(address);
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await expectNoAxeViolations(page);
  await dialog(page).getByLabel('Reason').fill('the invoice looks forged');
  await dialog(page).getByRole('button', { name: 'Put on hold' }).click();
  await expect(state(page)).toHaveText('On hold');
  const hold = page.getByRole('region', { name: 'On hold: two people must decide' });
  await expect(hold).toContainText('approver-two gave the reason: “the invoice looks forged” Nothing was sent.');
  await hold.getByRole('button', { name: 'Send this withdrawal' }).click();
  await dialog(page).getByLabel('Comment').fill('the supplier confirmed it by telephone');
  await dialog(page).getByRole('button', { name: 'Send this withdrawal' }).click();
  await signInAs('approver-one', { isFresh: true });
  await page.goto(address);
  const decision = page.getByRole('region', { name: 'Proposed resolutions' });
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});

test('a send on hold is resolved by two people, and neither alone', async ({
  page,
  signInAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await sandbox.addFault({ on: 'create', kind: 'error', status: 500, times: 1, match: { ref_id: referenceId } });
  await signInAs('finance');
  await fillIn(page, { value: '2.5', referenceId, address: newAddress() });
  const address = await submit(page);
  await approve(address);
  await signInAs('approver-two', { isFresh: true });
  await page.goto(address);
  await expect(state(page)).toHaveText('On hold', { timeout: 30_000 });
  const hold = page.getByRole('region', { name: 'On hold: two people must decide' });
  await expect(hold).toContainText('two complete searches of all transfers did not find it');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);

  await hold.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog(page)).toContainText('money may leave twice');
  await expectNoAxeViolations(page);
  await dialog(page).getByLabel('Comment').fill('the service says that it never arrived');
  await dialog(page).getByRole('button', { name: 'Send again' }).click();
  const decision = page.getByRole('region', { name: 'Proposed resolutions' });
  await expect(decision).toContainText('approver-two proposed this change');
  await expect(decision.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(state(page)).toHaveText('On hold');

  await signInAs('finance');
  await page.goto(address);
  await expect(decision.getByRole('button', { name: 'Confirm' })).toBeDisabled();

  await signInAs('approver-one', { isFresh: true });
  await page.goto(address);
  await expect(decision).toContainText('the service says that it never arrived');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});
