import { EventEmitter, once } from 'node:events';
import {
  ADDRESS,
  createRequest,
  fillIn,
  newAddress,
  newReference,
  stateOf as state,
  submit,
} from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

test('a withdrawal with every field is requested, approved and sent once, and its requester sees it complete', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
}) => {
  test.setTimeout(150_000);
  const referenceId = newReference();
  // A person who never signed in is unknown to the console, and gets no notices.
  await openAs('approver-one');
  await signInAs('finance');
  await fillIn(page, { value: '10.250001', referenceId, note: 'the October settlement' });
  await expect(page.getByLabel('Asset', { exact: true })).toHaveValue('ETH');
  await expect(page.getByLabel('Network')).toHaveValue('ETHEREUM');
  await page.getByLabel('Asset', { exact: true }).fill('PYUSD');
  await page.getByLabel('Memo').fill('<b>rent & more</b>');
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByLabel('Metadata key 1').fill('ticket');
  await page.getByLabel('Metadata value 1').fill('OPS-4411');
  await page.getByRole('button', { name: 'More fields' }).click();
  await page.getByLabel('Identity ID').fill('identity-1');
  await page.getByLabel('Account ID').fill('account-1');
  await page.getByLabel('Balance asset').fill('USD');
  await page.getByLabel('Fee ID').fill('fee-1');
  await page.getByLabel('Beneficiary').selectOption('A person');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');

  await page.getByRole('button', { name: 'Review' }).click();
  const main = page.getByRole('main');
  for (const text of [
    'The recipient gets exactly 10.250001 PYUSD',
    ADDRESS,
    referenceId,
    'OPS-4411',
    'the October settlement',
    'Nothing is sent until the approvals are given',
    /by rule \d \(/,
  ])
    await expect(main).toContainText(text);

  // One withdrawal, however often the button is pressed.
  await page.getByRole('button', { name: 'Submit for approval' }).dblclick();
  await expect(page.getByText('Submitted for approval')).toBeVisible();
  await expect(main).toBeFocused();
  await expect(state(page)).toHaveText(/^Awaiting approval \(0 of \d\)$/);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(main).toContainText('someone else must decide');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
  await approve(page.url());
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  await expect(main).toContainText('<b>rent & more</b>');
  await expect(page.getByRole('link', { name: 'Open transfer' })).toHaveAttribute('href', /^\/transfers\/.+/);
  const { count, items } = await sandbox.transfersByRef(referenceId);
  expect(count).toBe(1);
  expect(items).toMatchObject([
    {
      asset: 'PYUSD',
      amount: '10.250001',
      destination_address: ADDRESS,
      metadata: { ticket: 'OPS-4411' },
      balance_asset: 'USD',
      identity_id: 'identity-1',
      account_id: 'account-1',
      memo: '<b>rent & more</b>',
    },
  ]);
  expect(JSON.stringify(items)).not.toContain('October');

  // A person gets five mails a minute, and what comes after them in one mail.
  const { pathname } = new URL(page.url());
  for (const [who, news] of [
    ['approver-one', 'waits for your approval'],
    ['finance', 'is completed'],
  ] as const) {
    const mailed = async () =>
      (await sandbox.mailsTo(who)).some(({ text }) => text.includes(news) && text.includes(pathname));
    await expect.poll(mailed, { timeout: 75_000 }).toBe(true);
  }
});

test('the form says what is wrong while it is filled in, and loses nothing that was typed', async ({
  page,
  context,
  signInAs,
}) => {
  const [first, address] = [newReference(), newAddress()];
  await signInAs('finance');
  await createRequest(page, { value: '1.75', referenceId: first, address });
  const review = page.getByRole('button', { name: 'Review' });
  const submitButton = page.getByRole('button', { name: 'Submit for approval' });
  const amount = page.getByLabel('Amount');

  await test.step('checks that cannot be loaded send nothing', async () => {
    await page.goto('/withdrawals/new');
    await expect(review).toBeInViewport({ ratio: 1 });
    await page.route('**/_next/static/**', (route) => route.abort());
    await page.getByLabel('Profile ID').fill('p-ops');
    await review.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'could not be loaded. Nothing was saved and nothing was sent.',
    );
    await page.unroute('**/_next/static/**');
    await page.reload();
    await expect(page.getByLabel('Profile ID')).toHaveValue('p-ops');
  });

  await test.step('metadata is counted and limited, and an issue of a key follows the other keys', async () => {
    const add = page.getByRole('button', { name: 'Add metadata' });
    for (let pair = 1; pair <= 6; pair += 1) {
      await add.click();
      await page.getByLabel(`Metadata key ${pair}`).fill(pair === 2 ? 'k1' : `k${pair}`);
    }
    await expect(add).toBeDisabled();
    await page.getByLabel('Metadata value 1').fill('v'.repeat(101));
    await expect(page.getByLabel('Metadata value 1')).toHaveAccessibleDescription('101/100');
    await review.click();
    await expect(page.getByLabel('Metadata key 2')).toHaveAccessibleDescription(/already key 1/);
    await expect(page.getByLabel('Metadata value 1')).toHaveAccessibleDescription(/at most 100/);
    await page.getByLabel('Metadata key 1').fill('case');
    await expect(page.getByLabel('Metadata key 2')).not.toHaveAccessibleDescription(/already key/);
    await page.getByLabel('Metadata value 1').fill('v');
  });

  await test.step('an invalid amount is explained, kept, and has the focus', async () => {
    await page.getByLabel('Asset', { exact: true }).fill('eth');
    await page.getByLabel('Destination address').fill(address);
    for (const [typed, understood] of [
      ['1,5', '1.5'],
      ['1e3', 'scientific notation'],
    ] as const) {
      await amount.fill(typed);
      await amount.press('Control+Enter');
      await expect(amount).toHaveAccessibleDescription(new RegExp(understood));
      await expect(amount).toHaveValue(typed);
      await expect(amount).toBeFocused();
    }
  });

  await test.step('an amount with two readings is refused, and either is entered by its button', async () => {
    await amount.fill('1,750');
    await review.click();
    await expect(amount).toHaveAccessibleDescription(/can be read as 1750 or 1\.750/);
    await page.getByRole('button', { name: 'Enter 1.750' }).click();
    await expect(amount).toHaveValue('1.750');
    await expect(amount).toHaveAttribute('aria-invalid', 'false');
  });

  await test.step('an amount and a network that the service must decline are refused', async () => {
    const network = page.getByLabel('Network', { exact: true });
    await page.getByLabel('Asset', { exact: true }).fill('USDC');
    await network.selectOption('INK');
    await amount.fill('1.1234567');
    await review.click();
    await expect(network).toHaveAccessibleDescription(/^USDC is not sent on Ink\. Choose Ethereum, Base, /);
    await expect(amount).toHaveAccessibleDescription(
      'USDC has 6 decimals, but this amount has 7. Remove the extra digits.',
    );
    await page.getByLabel('Asset', { exact: true }).fill('ETH');
    await network.selectOption('ETHEREUM');
    await amount.fill('1.750');
  });

  await test.step('a possible duplicate is pointed out, and nobody submits before all checks are shown', async () => {
    const answered = new AbortController();
    await page.route('**/api/withdrawals/similar?*', async (route) => {
      if (!answered.signal.aborted) await once(answered.signal, 'abort');
      await route.continue();
    });
    await review.click();
    await expect(page.getByText('Checking the recipient and the payment')).toBeVisible();
    await expect(submitButton).toBeDisabled();
    answered.abort();
    await expect(page.getByRole('main')).toContainText('Possible duplicate');
    await expect(page.getByRole('link', { name: first })).toBeVisible();
    await expect(submitButton).toBeEnabled();
    await expect(page.getByText('(empty)').first()).toBeVisible();
    // A reference that was left empty is generated.
    await expect(page.getByRole('definition').filter({ hasText: /cs-[0-9a-z]{12}/ })).toBeVisible();
  });

  await test.step('a draft survives the end of a session, and is emptied where its person wants that', async () => {
    await context.clearCookies();
    await submitButton.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toContainText(
      'nothing was sent',
    );
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in as finance', exact: true }).click();
    await expect(amount).toHaveValue('1.750');
    // By key: what is said of the restored address arrives meanwhile and moves the choice.
    await page.getByRole('radio', { name: 'Balance falls by exactly' }).press('Space');
    await expect(page.getByLabel('Total')).toHaveValue('1.750');
    await review.click();
    await expect(page.getByRole('main')).toContainText('The balance falls by exactly 1.75 ETH');
    await page.reload();
    await page.getByRole('button', { name: 'Start with an empty form' }).click();
    await expect(amount).toHaveValue('');
    await expect(page.getByLabel('Destination address')).toBeFocused();
  });
});

test('a profile is chosen by its name with the keyboard, and shown by it', async ({
  openAs,
  putSettingInForce,
  expectNoAxeViolations,
}) => {
  const [name, profile] = ['Treasury of the journey', 'p-treasury'];
  await putSettingInForce('profile-names', [{ id: profile, name }]);
  const page = await openAs('finance');
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/withdrawals/new');
  await expect(page.getByRole('button', { name: 'Review' })).toBeInViewport({ ratio: 1 });
  const field = page.getByRole('combobox', { name: 'Profile ID' });
  const option = page.getByRole('listbox', { name: 'Known profiles' }).getByRole('option');
  // The program's focus opens no list over what it points to; a press does.
  await page.getByLabel('Amount').fill('1,500.25');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('1500.25');
  await expect(page.getByLabel('Destination address')).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.click();
  await expect(option.filter({ hasText: name })).toBeVisible();
  await field.fill('p-nobody');
  await expect(option).toHaveCount(0);
  await expect(field).toHaveAccessibleDescription('');
  await field.blur();
  await expect(field).toHaveAccessibleDescription(/This profile has never been used here/);
  await field.fill('of the JOURNEY');
  await expect(option).toHaveCount(1);
  await expect(option).toContainText(profile);
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await field.press('Escape');
  await expect(option).toHaveCount(0);
  // Enter takes the first match, and submits nothing without a list.
  for (const key of ['ArrowDown', 'Enter', 'Enter']) await field.press(key);
  await expect(field).toHaveValue(profile);
  await expect(field).toHaveAccessibleDescription(name);
  await expect(option).toHaveCount(0);
  await fillIn(page, { value: '1.5', address: newAddress(), profileId: name.toUpperCase() });
  await expect(field).toHaveValue(profile);
  await submit(page);
  await expect(page.getByText(`${name} (${profile})`).first()).toBeVisible();
});

test('typed text stays in the field that has the focus while a list is loaded', async ({ page, signInAs }) => {
  await signInAs('finance');
  await page.goto('/withdrawals/new');
  const [address, asset] = [page.getByLabel('Destination address'), page.getByLabel('Asset', { exact: true })];
  const gate = new EventEmitter();
  const held = once(gate, 'open');
  await page.route('**/_next/static/**', async (route) => {
    await held;
    await route.continue();
  });
  const request = page.waitForRequest('**/_next/static/**');
  await address.press('0');
  await request;
  await asset.press('E');
  gate.emit('open');
  // The list has taken the place of the plain input.
  await expect(address).toHaveAttribute('aria-haspopup', 'listbox');
  await page.keyboard.type('TH');
  await expect(asset).toHaveValue('ETH');
  await expect(address).toHaveValue('0');
});
