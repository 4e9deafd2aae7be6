import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { confirm, fillIn, proposeEntry, proposeInDialog } from '@/e2e/recipient-steps';
import { fillIn as fillInWithdrawal, newAddress, submit } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');
const choice = (page: Page) => page.getByRole('radiogroup', { name: 'Confirm the address' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const newName = (what: string) => `${what} ${randomBytes(4).toString('hex')}`;
/** Changes one digit in the middle, which a person who reads only the ends does not notice. */
const similarTo = (address: string) => `${address.slice(0, 20)}${address[20] === '0' ? '1' : '0'}${address.slice(21)}`;

test('the beneficiary of an entry is filled in, shown in words to the approver, and named where the travel rule holds', async ({
  page,
  signInAs,
  openAs,
  approve,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const [name, address] = [newName('Grace'), newAddress()];
  await signInAs('finance');
  await page.goto('/recipients/new');
  await fillIn(page, { name, address });
  await page.getByLabel('Beneficiary').selectOption('An institution');
  await page.getByLabel('Institution name').fill('Grace & Co');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toContainText('What you changed here is lost.');
  await dialog(page).getByRole('button', { name: 'Go back' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(dialog(page)).toContainText('Grace & Co (institution)');
  await proposeInDialog(page, 'checked by phone');
  await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);
  const approver = await openAs('approver-one');
  await confirm(approver, page.url());

  // The amount is held for the travel rule by the sandbox (sandbox/README.md).
  await fillInWithdrawal(page, { value: '1.0202' });
  await page.getByRole('button', { name: 'Choose from the address book' }).click();
  // It opens ready to type into, also for the second time.
  const search = page.getByPlaceholder('Name, address or note');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await search.pressSequentially(name);
  // The first match is highlighted, so that Enter chooses it.
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Address details' })).toContainText(
    `Chosen from the address book: ${name}`,
  );
  const requestUrl = await submit(page);
  await approver.goto(requestUrl);
  await expect(approver.getByRole('main')).toContainText('Grace & Co (institution)');
  await approve(requestUrl);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(requestUrl);
  await expect(page.getByRole('main')).toContainText('waits for details of the recipient', { timeout: 30_000 });
  await expect(page.getByRole('main')).toContainText('The request named this beneficiary: Grace & Co (institution).');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Open transfer' }).click();
  await expect(page.getByRole('main')).toContainText('The request named this beneficiary: Grace & Co (institution).');
});

test('an entry is added, changed and retired by two people, and stays readable', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const [name, address] = [newName('Desk'), newAddress()];
  await signInAs('finance');
  await page.goto('/recipients/new');
  await fillIn(page, { name, network: 'LITECOIN', address });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/not a Litecoin address/)).toBeVisible();
  const url = await proposeEntry(page, { name, address, note: 'from the signed letter' });
  await expect(page.getByText('You proposed this change. Another person must confirm it.')).toBeVisible();

  const approver = await openAs('approver-one');
  await approver.goto('/');
  await expect(approver.getByRole('region', { name: /^Changes to confirm/ })).toBeVisible();
  await approver.goto('/recipients');
  await approver.getByRole('link', { name: `Add “${name}” on Ethereum` }).click();
  await expect(approver).toHaveURL(url);
  await expectNoAxeViolations(approver);
  await confirm(approver, url);
  await expect(approver.getByRole('region', { name: 'Details' })).toContainText(address.slice(-4));
  await expect(approver.getByRole('region', { name: 'Proposed change' })).toHaveCount(0);

  await page.goto(`/recipients?q=${encodeURIComponent(address)}`);
  await page.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} B`);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(dialog(page)).toContainText(`Was ${name}, becomes ${name} B`);
  await expectNoAxeViolations(page);
  await proposeInDialog(page, 'they moved');
  await expect(page).toHaveURL(url);
  await confirm(approver, url);
  await expect(heading(approver)).toHaveText(`${name} B`);

  await page.reload();
  await page.getByRole('button', { name: 'Retire' }).click();
  await proposeInDialog(page, 'closed');
  await expect(page.getByText(/has proposed a change/)).toBeVisible();
  await confirm(approver, url);
  await expect(approver.getByText('This entry is retired.')).toBeVisible();
  await expect(approver.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
  await page.goto(`/recipients?q=${encodeURIComponent(name)}`);
  await expect(page.getByText('No recipients match these filters.')).toBeVisible();
  await page.goto(`/recipients?q=${encodeURIComponent(name)}&state=RETIRED`);
  await expect(page.getByRole('link', { name: `${name} B` })).toBeVisible();
});

test('both people confirm an address with a similar one, and a planted deposit never counts', async ({
  page,
  signInAs,
  openAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const known = newAddress();
  await signInAs('finance');
  const approver = await openAs('approver-one');
  const knownName = newName('Known');
  await confirm(approver, await proposeEntry(page, { name: knownName, address: known }));

  // A deposit, which anyone can plant, is no reason to trust or to doubt an address.
  const planted = newAddress();
  await sandbox.addDeposit({ destination_address: planted });
  const listed = async () => (await page.request.get(`/api/transfers?q=${planted}`)).text();
  await expect.poll(listed, { timeout: 30_000 }).toContain(planted);
  const similarAddresses = async (address: string) =>
    (await page.request.get(`/api/recipients/look-alikes?network=ETHEREUM&address=${address}`)).json();
  expect(await similarAddresses(similarTo(planted))).toEqual([]);
  expect(await similarAddresses(similarTo(known))).toMatchObject([{ address: known, name: knownName }]);

  await page.goto('/recipients/new');
  const [name, address] = [newName('Like'), similarTo(known)];
  await fillIn(page, { name, address });
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(choice(page).getByRole('radio')).toHaveCount(2);
  await expectNoAxeViolations(page);
  await proposeInDialog(page, 'checked by phone');
  await expect(dialog(page).getByRole('alert')).toContainText('must each confirm the address');
  await choice(page).getByRole('radio').nth(1).check();
  await expect(dialog(page)).toContainText('this entry would be wrong');
  await choice(page).getByRole('radio').first().check();
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
  await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);

  await approver.goto(page.url());
  await approver.getByRole('button', { name: 'Confirm' }).click();
  await dialog(approver).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(approver).getByRole('alert')).toContainText('must each confirm the address');
  await dialog(approver).getByRole('button', { name: 'Go back' }).click();
  await choice(approver).getByRole('radio').first().check();
  await approver.getByRole('button', { name: 'Confirm' }).click();
  await dialog(approver).getByRole('button', { name: 'Confirm' }).click();
  await expect(approver.getByRole('region', { name: 'Details' })).toBeVisible();
});

test('an import is fixed in place, added as a whole, and read back from an export', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(120_000);
  const stamp = newName('Sheet');
  const good = Array.from({ length: 60 }, (_, row) => [`${stamp} ${row}`, 'Ethereum', newAddress(), '']);
  const [first = []] = good;
  const bad = [
    [`${stamp} typo`, 'Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx', ''],
    ['', 'Moon', newAddress(), ''],
    [`${stamp} twice`, 'ETHEREUM', first[2] ?? '', ''],
  ];
  await signInAs('finance');
  await page.goto('/recipients/import');
  await page.getByLabel('Or paste the cells of a sheet').fill('Name\tAddress\nOne\tx');
  await page.getByRole('button', { name: 'Read the sheet' }).click();
  await expect(page.getByText(/The sheet has no column “Network”/)).toBeVisible();
  await page
    .getByLabel('Or paste the cells of a sheet')
    .fill([['Name', 'Network', 'Address', 'Note'], ...good, ...bad].map((row) => row.join('\t')).join('\n'));
  await page.getByRole('button', { name: 'Read the sheet' }).click();
  await expect(page.getByText('63 rows, 3 to fix.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review import' })).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 900 });
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  const row = (number: number) => page.getByRole('group', { name: new RegExp(`^Row ${number}\\b`) });
  await row(61).getByLabel('Address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await row(62).getByLabel('Name').fill(`${stamp} moon`);
  await row(62).getByLabel('Network').selectOption('BASE');
  await expect(row(63)).toContainText('Row 1 has the same recipient.');
  await page.getByRole('button', { name: 'Remove row 63' }).click();
  await expect(page.getByText('62 rows, none to fix.')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await proposeInDialog(page, 'from the old list');
  await expect(page).toHaveURL(/\/recipients\/[0-9a-f-]{36}$/);
  await expect(heading(page)).toHaveText('62 imported recipients');

  const approver = await openAs('approver-one');
  await approver.goto(page.url());
  await expect(approver.getByRole('list', { name: 'Imported recipients' }).getByRole('listitem')).toHaveCount(62);
  await confirm(approver, page.url());
  await page.goto(`/recipients?q=${encodeURIComponent(stamp)}`);
  await expect(page.getByRole('list', { name: 'Recipients', exact: true }).getByRole('listitem')).toHaveCount(50);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('list', { name: 'Recipients', exact: true }).getByRole('listitem')).toHaveCount(12);

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
