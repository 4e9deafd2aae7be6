import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';

const main = (page: Page) => page.getByRole('main');
const notes = (page: Page) => page.getByRole('list', { name: 'Case entries' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });

/** Adds a case note on the open page. */
async function addNote(page: Page, note: string): Promise<void> {
  await page.getByLabel('Case note').fill(note);
  await button(page, 'Add note').click();
}

test('a transfer that needs attention is noted, settled with a reason, and unsettled by a change', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  // Never settles: the service asks for travel rule information (sandbox/README.md).
  await fillIn(page, { value: '1.0202', referenceId, address: newAddress() });
  const requestUrl = await submit(page);
  await approve(requestUrl);
  await expect(stateOf(page)).toHaveText(/Pending at the service/);
  const [transfer] = (await sandbox.transfersByRef(referenceId)).items;
  const id = String(transfer?.id);

  // A note on the transfer, of several lines and with characters that would disguise it.
  const support = await openAs('support');
  await support.goto(`/transfers/${id}`);
  await expect(main(support)).toContainText('No case notes yet.');
  await addNote(support, 'Customer called at 9.\nPromised an answer \u202Eby noon.');
  await expect(notes(support).getByRole('listitem')).toHaveCount(1);
  await expect(notes(support)).toContainText('Promised an answer ⟨U+202E⟩by noon.');
  await expect(notes(support)).toContainText('support noted');
  await expect(support.getByLabel('Case note')).toHaveValue('');
  await button(support, 'Add note').click();
  await expect(main(support).getByRole('alert')).toContainText('The note is empty.');
  await expectNoAxeViolations(support);

  // The requester reads it on the request, and adds another.
  await page.reload();
  await expect(notes(page)).toContainText('Customer called at 9.');
  await addNote(page, 'Information sent to the service.');
  await expect(notes(page).getByRole('listitem')).toHaveCount(2);

  // Home leads to what is unsettled; the transfer is settled in the pane, with a reason.
  await support.goto('/');
  await support.getByRole('link', { name: /Needs attention: \d+\+? unsettled/ }).click();
  await expect(support).toHaveURL(/\/transfers\?problem=1$/);
  await rowOf(support, referenceId).getByRole('link').click();
  await support.getByRole('button', { name: 'Case: needs attention, 2 entries' }).click();
  await expect(main(support)).toContainText('This transfer needs attention.');
  await button(support, 'Settle').click();
  const dialog = support.getByRole('dialog', { name: 'Settle this problem?' });
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason.');
  await expect(dialog.getByRole('alert')).toContainText('nothing was sent');
  await dialog.getByLabel('Reason').fill('Waiting for the customer, case 17.');
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(notes(support).getByRole('listitem').last()).toContainText('Waiting for the customer, case 17.');
  await expect(rowOf(support, referenceId)).toContainText('Settled');

  // The list leaves it out until settled transfers are included; the mark stands in every list.
  await support.goto('/transfers?problem=1');
  await expect(button(support, 'Include settled')).toHaveAttribute('aria-pressed', 'false');
  await expect(rowOf(support, referenceId)).toHaveCount(0);
  await button(support, 'Include settled').click();
  await expect(support).toHaveURL(/\/transfers\?problem=1&settled=1$/);
  await expect(rowOf(support, referenceId)).toContainText('Settled');
  await expectNoAxeViolations(support);
  await button(support, 'Needs attention').click();
  await expect(support).toHaveURL(/\/transfers$/);
  await expect(rowOf(support, referenceId)).toContainText('Settled');

  // Another answer of the service: the settlement does not hold for it.
  // No list meanwhile, which would bring the whole record back.
  await sandbox.addFault({ on: 'list', kind: 'error' });
  await sandbox.addFault({ on: 'get', kind: 'missing-fields', fields: ['amount'], match: { id } });
  await support.goto(`/transfers/${id}`);
  await expect(main(support)).toContainText('needs attention again: it changed after it was settled');
  await sandbox.clearFaults();
  // As it was: settled, and then reopened by a person.
  await support.goto(`/transfers/${id}`);
  await button(support, 'Reopen').click();
  await support.getByRole('dialog').getByLabel('Reason').fill('The customer called again.');
  await support.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(notes(support).getByRole('listitem').last()).toContainText('The customer called again.');
  await expect(button(support, 'Settle')).toBeVisible();
  await support.goto('/transfers?problem=1');
  await expect(rowOf(support, referenceId)).toHaveCount(1);
});

test('a watched request is followed on the home page until its transfer has completed', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '1.75', referenceId, address: newAddress() });
  const requestUrl = await submit(page);

  const support = await openAs('support');
  await support.goto(requestUrl);
  await button(support, 'Tell me when this completes').click();
  await expect(button(support, 'Stop watching')).toBeVisible();
  await support.goto('/');
  const watched = support.getByRole('region', { name: /Watched transfers/ });
  const line = watched.getByRole('listitem').filter({ hasText: referenceId });
  await expect(line).toContainText('Awaiting approval');
  await expectNoAxeViolations(support);

  await approve(requestUrl);
  // The page updates by itself.
  await expect(line).toContainText(/Completed \d+ .+ ago/, { timeout: 60_000 });
  await expect(
    main(support)
      .getByRole('status')
      .filter({ hasText: `${referenceId}: Completed.` }),
  ).toHaveCount(1);
  await support.setViewportSize({ width: 360, height: 740 });
  await expectNoAxeViolations(support);
  await line.getByRole('button', { name: `Dismiss ${referenceId}` }).click();
  await expect(line).toHaveCount(0);
  await support.reload();
  await expect(support.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);
});
