import type { Page } from '@playwright/test';
import { decide, fillIn, type FormValues, newAddress, newReference, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { runSql } from '@/e2e/stack/database';

const dialog = (page: Page) => page.getByRole('dialog');
const items = (page: Page) => page.getByRole('region', { name: 'Items', exact: true }).getByRole('listitem');
const states = (page: Page) => page.getByRole('region', { name: 'Status of the items' }).getByRole('status');
const fitsIn = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const putInForce = (rules: string) =>
  runSql('insert into policy_versions (version, rules) select max(version) + 1, $1 from policy_versions', [rules]);

/** Allows whole batches to be approved, and gives a function that restores the policy. */
async function allowWholeBatches(): Promise<() => Promise<void>> {
  const rules = [{ name: 'Whole batches', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } }];
  const [before] = await runSql('select rules from policy_versions order by version desc limit 1');
  await putInForce(JSON.stringify(rules));
  return async () => void (await putInForce(JSON.stringify(before?.rules)));
}

/** Pays an address, as the person who is signed in, so that it is known. */
async function pay(page: Page, approve: (url: string, ...people: 'approver-one'[]) => Promise<void>, form: FormValues) {
  await fillIn(page, form);
  await approve(await submit(page), 'approver-one');
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Completed', { timeout: 20_000 });
}

/** Creates a batch from a pasted sheet, as the person who is signed in. */
async function importSheet(
  page: Page,
  name: string,
  rows: readonly { address: string; amount: string; reference: string }[],
): Promise<void> {
  const lines = rows.map(({ address, amount, reference }) =>
    ['p-ops', 'ETH', 'Ethereum', address, amount, reference].join('\t'),
  );
  await page.goto('/withdrawals/import');
  await page
    .getByLabel('Or paste the cells of a sheet')
    .fill(['Profile\tAsset\tNetwork\tAddress\tAmount\tReference', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Read the sheet' }).click();
  await page.getByLabel('Batch name').fill(name);
  const create = `Create ${rows.length} requests`;
  await page.getByRole('button', { name: create }).click();
  await dialog(page).getByRole('button', { name: create }).click();
  await expect(page).toHaveURL(/\/withdrawals\/batches\/[0-9a-f-]{36}$/);
}

test('a batch with a new recipient cannot be approved as a whole, and one without can', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  test.slow();
  const known = newAddress();
  const restore = await allowWholeBatches();
  try {
    await signInAs('finance');
    await pay(page, approve, { value: '1.0200', address: known });

    const references = Array.from({ length: 4 }, newReference);
    const [first = '', second = '', third = '', fourth = ''] = references;
    await importSheet(page, 'With a stranger', [
      { address: known, amount: '1.1', reference: first },
      { address: newAddress(), amount: '1.2', reference: second },
    ]);
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('2.3 ETH');
    await expect(page.getByRole('button', { name: 'Approve all' })).toHaveCount(0);

    // The batch is one line in the queue; the item with a reason against approval is named and decided on by itself.
    const approver = await openAs('approver-one');
    await approver.goto('/approvals');
    await approver
      .getByRole('region', { name: /^Batches that need your decision/ })
      .getByRole('link', { name: /With a stranger/ })
      .click();
    await expect(approver.getByRole('button', { name: 'Approve all' })).toBeDisabled();
    await expect(approver.getByRole('list', { name: 'Reasons against approving all at once' })).toContainText(
      'never been paid',
    );
    await expectNoAxeViolations(approver);
    await expect(items(approver)).toHaveCount(2);
    await expect(items(approver).first()).toContainText('never been paid');
    await items(approver).first().getByRole('link').click();
    await expect(approver.getByRole('main')).toContainText('item 2 of 2 in the batch With a stranger');
    await decide(approver, 'Reject', 'Who is this?');
    await approver.getByRole('link', { name: 'With a stranger' }).click();
    await expect(states(approver)).toContainText('1 rejected');

    // The remaining item has a known recipient, so the batch is approved as a whole, with its total.
    await approver.getByRole('button', { name: 'Approve all' }).click();
    await expect(dialog(approver)).toContainText('Approve the one waiting item?');
    await dialog(approver).getByLabel('Total in ETH').fill('11');
    await dialog(approver).getByRole('button', { name: 'Approve all' }).click();
    await expect(dialog(approver).getByRole('alert')).toContainText('You entered 11 ETH, but the items total 1.1 ETH.');
    await expectNoAxeViolations(approver);
    await dialog(approver).getByLabel('Total in ETH').fill('1.1');
    await dialog(approver).getByRole('button', { name: 'Approve all' }).click();
    await expect(dialog(approver)).toHaveCount(0);
    await expect(states(approver)).toContainText(/1 (?:approved|sending|pending|completed)/);
    await expect.poll(async () => (await sandbox.transfersByRef(first)).count).toBe(1);
    expect((await sandbox.transfersByRef(second)).count).toBe(0);

    // All waiting items are rejected with one reason, on a narrow page in dark colours.
    await importSheet(page, 'Two of ours', [
      { address: known, amount: '1.3', reference: third },
      { address: known, amount: '1.4', reference: fourth },
    ]);
    const other = await openAs('approver-two');
    await other.goto(page.url());
    await other.setViewportSize({ width: 360, height: 780 });
    await other.emulateMedia({ colorScheme: 'dark' });
    await expect(other.getByRole('button', { name: 'Approve all' })).toBeEnabled();
    expect(await fitsIn(other)).toBe(true);
    await expectNoAxeViolations(other);
    await other.getByRole('button', { name: 'Reject all' }).click();
    await dialog(other).getByLabel('Reason').fill('Last month’s sheet');
    await dialog(other).getByRole('button', { name: 'Reject all' }).click();
    await expect(states(other)).toHaveText('2 rejected');
    await expect(states(page)).toHaveText('2 rejected');
    await page.goto('/withdrawals');
    await page.getByRole('link', { name: 'Batches' }).click();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Two of ours' })).toContainText(
      '2 finished',
    );
    await expectNoAxeViolations(page);
  } finally {
    await restore();
  }
});

test('the items without findings are approved together, and the requester cancels the rest of the batch', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  test.slow();
  const known = newAddress();
  const restore = await allowWholeBatches();
  try {
    await signInAs('finance');
    await pay(page, approve, { value: '1.0300', address: known });
    const [first = '', second = '', third = ''] = Array.from({ length: 3 }, newReference);
    await importSheet(page, 'One stranger of three', [
      { address: newAddress(), amount: '1.7', reference: first },
      { address: known, amount: '1.5', reference: second },
      { address: known, amount: '1.6', reference: third },
    ]);

    const approver = await openAs('approver-two');
    await approver.emulateMedia({ colorScheme: 'dark' });
    await approver.goto(page.url());
    await expect(approver.getByRole('heading', { name: 'Items with findings (1)' })).toBeVisible();
    await expect(approver.getByRole('heading', { name: 'Other items (2)' })).toBeVisible();
    await approver.getByRole('button', { name: 'Approve the 2 items without findings' }).click();
    await expect(dialog(approver)).toContainText('The one item with findings keeps waiting');
    await expectNoAxeViolations(approver);
    await dialog(approver).getByLabel('Total in ETH').fill('3.1');
    await dialog(approver).getByRole('button', { name: 'Approve the 2 items' }).click();
    await expect(dialog(approver)).toHaveCount(0);
    await expect(states(approver)).toContainText('1 awaiting approval');
    await expect.poll(async () => (await sandbox.transfersByRef(second)).count).toBe(1);
    await expect.poll(async () => (await sandbox.transfersByRef(third)).count).toBe(1);

    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await expectNoAxeViolations(page);
    await dialog(page).getByRole('button', { name: 'Cancel batch' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(states(page)).toContainText('1 cancelled');
    await expect(page.getByRole('button', { name: 'Cancel batch' })).toHaveCount(0);
    expect(await fitsIn(page)).toBe(true);
    expect((await sandbox.transfersByRef(first)).count).toBe(0);
  } finally {
    await restore();
  }
});
