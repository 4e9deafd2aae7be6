import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addEntryProposal } from '@/e2e/access-control/world';
import { expect, test } from '@/e2e/fixtures';
import { callActionAs, fillIn as fillInWithdrawal, newAddress } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');
const choice = (page: Page) => page.getByRole('radiogroup', { name: 'Confirm the address' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const newName = (what: string) => `${what} ${randomBytes(4).toString('hex')}`;
/** Changes one digit in the middle, which a person who reads only the ends does not notice. */
const similarTo = (address: string) => `${address.slice(0, 20)}${address[20] === '0' ? '1' : '0'}${address.slice(21)}`;

/** Adds an entry as two people do on its page, and gives its address. */
async function addEntry(proposer: Page, confirmer: Page): Promise<string> {
  const input = addEntryProposal();
  const proposing = { path: '/recipients/new', action: 'proposeAction', input };
  const { proposalId } = await callActionAs<{ proposalId: string }>(proposer.context(), proposing);
  const path = `/recipients/${input.subject}`;
  const confirming = { path, action: 'confirmProposalAction', input: { proposalId, comment: '' } };
  await callActionAs(confirmer.context(), confirming);
  return input.payload.changes[0]?.after.address ?? '';
}

/** Comments in the open dialog, and proposes. */
async function propose(page: Page, comment: string): Promise<void> {
  await dialog(page).getByLabel('Comment').fill(comment);
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
}

test('an entry is added and retired by two people, who each confirm an address that resembles another', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const page = await openAs('finance');
  const approver = await openAs('approver-one');
  const known = await addEntry(page, approver);
  const [name, address] = [newName('Grace'), similarTo(known)];

  await test.step('the form explains a mistake, and asks before it discards', async () => {
    await page.goto('/recipients/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('Network').selectOption('LITECOIN');
    await page.getByRole('textbox', { name: 'Address' }).fill(address);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText(/not a Litecoin address/)).toBeVisible();
    await page.getByLabel('Network').selectOption('ETHEREUM');
    await page.getByLabel('Beneficiary').selectOption('An institution');
    await page.getByLabel('Institution name').fill('Grace & Co');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog(page)).toContainText('What you changed here is lost.');
    await dialog(page).getByRole('button', { name: 'Go back' }).click();
  });

  await test.step('who proposes it chooses between the two addresses', async () => {
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(dialog(page)).toContainText('Grace & Co (institution)');
    await expect(choice(page).getByRole('radio')).toHaveCount(2);
    await expectNoAxeViolations(page);
    await propose(page, 'checked by phone');
    await expect(dialog(page).getByRole('alert')).toContainText('must each confirm the address');
    await choice(page).getByRole('radio').nth(1).check();
    await expect(dialog(page)).toContainText('this entry would be wrong');
    await choice(page).getByRole('radio').first().check();
    await dialog(page).getByRole('button', { name: 'Propose change' }).click();
    await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);
    await expect(page.getByText('You proposed this change. Another person must confirm it.')).toBeVisible();
  });

  await test.step('so does who confirms it', async () => {
    await approver.goto(page.url());
    await confirm(approver);
    await expect(dialog(approver).getByRole('alert')).toContainText('must each confirm the address');
    await dialog(approver).getByRole('button', { name: 'Go back' }).click();
    await choice(approver).getByRole('radio').first().check();
    await expectNoAxeViolations(approver);
    await confirm(approver);
    await expect(approver.getByRole('region', { name: 'Details' })).toContainText(address.slice(-4));
    await expect(approver.getByRole('region', { name: 'Proposed change' })).toHaveCount(0);
  });
  const url = page.url();

  await test.step('a withdrawal takes it from the address book by keyboard, with its beneficiary', async () => {
    await fillInWithdrawal(page, { value: '1.5' });
    const field = page.getByRole('combobox', { name: 'Destination address' });
    await field.fill('');
    await field.pressSequentially(name);
    const option = page.getByRole('listbox', { name: 'Recipients' }).getByRole('option', { name });
    await expect(option).toBeVisible();
    // Escape closes the list and keeps what was typed; the next press of Escape keeps it too.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await expect(option).toHaveCount(0);
    await expect(field).toHaveValue(name);
    await page.keyboard.press('ArrowDown');
    await expect(option).toBeVisible();
    // The first match is highlighted, so that Enter chooses it.
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(name);
    const details = page.getByRole('group', { name: 'Address details' });
    await expect(details).toContainText('From the address book.');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByRole('main')).toContainText('Grace & Co (institution)');
  });

  await test.step('it is changed and retired, and stays readable', async () => {
    await page.goto(url);
    await page.getByRole('link', { name: 'Change' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} B`);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(dialog(page)).toContainText(`Was ${name}, becomes ${name} B`);
    await dialog(page).getByRole('button', { name: 'Go back' }).click();
    await page.goto(url);
    await page.getByRole('button', { name: 'Retire' }).click();
    await propose(page, 'closed');
    await expect(page.getByText('You proposed this change. Another person must confirm it.')).toBeVisible();
    await approver.reload();
    await confirm(approver);
    await expect(approver.getByText('This entry is retired.')).toBeVisible();
    await expect(heading(approver)).toHaveText(name);
    await expect(approver.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2);
  });
});

test('an import is fixed in place, added as a whole, and found again when it is imported twice', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const stamp = newName('Sheet');
  const good = Array.from({ length: 3 }, (_, row) => [`${stamp} ${row}`, 'Ethereum', newAddress(), '']);
  const [first = []] = good;
  const bad = [
    [`${stamp} typo`, 'Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx', ''],
    ['', 'Moon', newAddress(), ''],
    [`${stamp} twice`, 'ETHEREUM', first[2] ?? '', ''],
  ];
  const page = await openAs('finance');
  await page.goto('/recipients/import');
  const pasted = page.getByLabel('Or paste the cells of a sheet');
  const read = page.getByRole('button', { name: 'Read the sheet' });
  await pasted.fill([['Label', 'Where', 'Address', 'Note'], ...good, ...bad].map((row) => row.join('\t')).join('\n'));
  await read.click();
  await expect(page.getByText(/No column for Network/)).toBeVisible();
  await page.getByRole('group', { name: 'Column mapping' }).getByLabel('Where').selectOption('Network');
  await expect(page.getByText('6 rows, 3 to fix.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review import' })).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  const row = (number: number) => page.getByRole('group', { name: new RegExp(`^Row ${number}\\b`) });
  await row(4).getByLabel('Address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await row(5).getByLabel('Name').fill(`${stamp} moon`);
  await row(5).getByLabel('Network').selectOption('BASE');
  await expect(row(6)).toContainText('Row 1 has the same recipient.');
  await page.getByRole('button', { name: 'Remove row 6' }).click();
  await expect(page.getByText('5 rows, none to fix.')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await propose(page, 'from the old list');
  await expect(heading(page)).toHaveText('5 imported recipients');

  const approver = await openAs('approver-one');
  await approver.goto(page.url());
  await expect(approver.getByRole('list', { name: 'Imported recipients' }).getByRole('listitem')).toHaveCount(5);
  await confirm(approver);
  await expect(dialog(approver)).toHaveCount(0);

  const exported = await (await page.request.get('/api/recipients/export')).text();
  await page.goto('/recipients/import');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(exported) });
  await expect(page.getByText('none to fix.')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/have recipients that are already in the address book/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove these rows' }).click();
  await expect(page.getByText(/^0 rows/)).toBeVisible();
});

test('recipients paid before are chosen, named and adopted by two people at once', async ({ openAs }) => {
  const page = await openAs('finance');
  await page.goto('/recipients/adopt');
  const offers = page.getByRole('list', { name: 'Recipients paid before' }).locator('> li');
  const name = newName('Supplier');
  const addressOf = async (number: number) =>
    (await offers.nth(number).getByRole('checkbox').getAttribute('aria-label')) ?? '';
  const labels = [await addressOf(0), await addressOf(1)];
  // A name chooses its recipient.
  await offers.nth(0).getByLabel('Name').fill(name);
  await expect(offers.nth(0).getByRole('checkbox')).toBeChecked();
  await offers.nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Propose 2 recipients' }).click();
  const second = offers.nth(1).getByLabel('Name');
  await expect(second).toBeFocused();
  await second.fill(name.toLowerCase());
  await expect(offers.nth(1)).toContainText('has this name');
  await second.fill(`${name} two`);
  await page.getByRole('button', { name: 'Propose 2 recipients' }).click();
  await propose(page, 'paid for years');
  await expect(heading(page)).toHaveText('2 recipients paid before');

  const approver = await openAs('approver-one');
  await approver.goto(page.url());
  await expect(approver.getByRole('list', { name: 'Recipients paid before' }).locator('> li')).toHaveText([
    new RegExp(`${name}.*Paid`),
    new RegExp(`${name} two.*Paid`),
  ]);
  await confirm(approver);
  await expect(dialog(approver)).toHaveCount(0);
  await page.goto('/recipients/adopt');
  await expect(offers.first()).toBeVisible();
  for (const label of labels) await expect(page.getByRole('checkbox', { name: label, exact: true })).toHaveCount(0);
});
