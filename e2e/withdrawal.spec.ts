import { ADDRESS, decide, fillIn, newAddress, newReference, stateOf as state, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

test('a withdrawal is requested, approved and sent once, and its requester sees it complete', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '1.250000000000000001', referenceId, note: 'the October settlement' });
  await expect(page.getByLabel('Asset', { exact: true })).toHaveValue('ETH');
  await expect(page.getByLabel('Network')).toHaveValue('ETHEREUM');
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByLabel('Metadata key 1').fill('ticket');
  await page.getByLabel('Metadata value 1').fill('OPS-4411');

  await page.getByRole('button', { name: 'Review' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('The recipient gets exactly 1.250000000000000001 ETH');
  await expect(main).toContainText(ADDRESS);
  await expect(main).toContainText(referenceId);
  await expect(main).toContainText('OPS-4411');
  await expect(main).toContainText('the October settlement');
  await expect(main).toContainText('Nothing is sent until the approvals required by the policy are given');
  await expect(main).toContainText(/Rule \d applies because .* needed\./);

  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(state(page)).toHaveText(/^Awaiting approval \(0 of \d\)$/);
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
  await approve(page.url());
  await expect(state(page)).toHaveText('Completed', { timeout: 20_000 });
  const { count, items } = await sandbox.transfersByRef(referenceId);
  expect(count).toBe(1);
  expect(items[0]).toMatchObject({
    amount: '1.250000000000000001',
    destination_address: ADDRESS,
    metadata: { ticket: 'OPS-4411' },
  });
  expect(JSON.stringify(items)).not.toContain('October');

  await page.getByRole('link', { name: 'Open transfer' }).click();
  await expect(page).toHaveURL(/\/transfers\//);
  await expect(page.getByRole('main')).toContainText(referenceId);
});

test('a total is sent as a total, and a missing reference is generated', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  await signInAs('finance');
  await fillIn(page, { value: '2.5' });
  await page.getByRole('radio', { name: 'Balance falls by exactly' }).check();
  await expect(page.getByLabel('Total')).toHaveValue('2.5');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('main')).toContainText('The balance falls by exactly 2.5 ETH');
  const made = page.getByRole('definition').filter({ hasText: /cs-[0-9a-z]{12}/ });
  const reference = /cs-[0-9a-z]{12}/.exec(await made.innerText())?.[0] ?? '';
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  await approve(page.url());
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
  expect((await sandbox.transfersByRef(reference)).items).toMatchObject([{ total: '2.5', fee: expect.any(String) }]);
});

test('an invalid amount is explained, and nothing typed is lost', async ({ page, signInAs }) => {
  await signInAs('finance');
  for (const [typed, understood] of [
    ['1,5', '1.5'],
    ['1e3', 'scientific notation'],
    ['0', 'zero'],
  ] as const) {
    await fillIn(page, { value: typed });
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(new RegExp(understood));
    await expect(page.getByLabel('Amount')).toHaveValue(typed);
    await expect(page.getByLabel('Amount')).toBeFocused();
  }
});

test('metadata is counted, limited and free of duplicates', async ({ page, signInAs }) => {
  await signInAs('finance');
  await fillIn(page, { value: '1' });
  const add = page.getByRole('button', { name: 'Add metadata' });
  for (let pair = 1; pair <= 6; pair += 1) {
    await add.click();
    await page.getByLabel(`Metadata key ${pair}`).fill(pair === 2 ? 'k1' : `k${pair}`);
  }
  await expect(add).toBeDisabled();
  await page.getByLabel('Metadata value 1').fill('v'.repeat(101));
  await expect(page.getByLabel('Metadata value 1')).toHaveAccessibleDescription('101/100');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Metadata key 2')).toHaveAccessibleDescription(/already key 1/);
  await expect(page.getByLabel('Metadata value 1')).toHaveAccessibleDescription(/at most 100/);
});

test('every field of the form reaches the service', async ({ page, signInAs, approve, sandbox }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '10', referenceId });
  await page.getByLabel('Asset', { exact: true }).fill('PYUSD');
  await page.getByLabel('Network').selectOption('Ethereum');
  await page.getByLabel('Memo').fill('<b>rent & more</b>');
  await page.getByRole('button', { name: 'More fields' }).click();
  await page.getByLabel('Identity ID').fill('identity-1');
  await page.getByLabel('Account ID').fill('account-1');
  await page.getByLabel('Balance asset').fill('USD');
  await page.getByLabel('Fee ID').fill('fee-1');
  await page.getByLabel('Beneficiary').selectOption('A person');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await approve(await submit(page));
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
  await expect(page.getByRole('main')).toContainText('<b>rent & more</b>');
  expect((await sandbox.transfersByRef(referenceId)).items).toMatchObject([
    {
      asset: 'PYUSD',
      balance_asset: 'USD',
      identity_id: 'identity-1',
      account_id: 'account-1',
      memo: '<b>rent & more</b>',
    },
  ]);
});

test('a withdrawal that the service declines is explained, and nothing was sent', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '5', referenceId, profileId: 'p-empty' });
  await approve(await submit(page));
  await expect(state(page)).toHaveText('Declined by the service');
  await expect(page.getByRole('main')).toContainText('The balance is too low');
  await expect(page.getByRole('main')).toContainText('Nothing was sent');
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
});

test('a withdrawal that fails at the service says why, and that the recipient received nothing', async ({
  page,
  signInAs,
  approve,
}) => {
  await signInAs('finance');
  await fillIn(page, { value: '1.0451' });
  await approve(await submit(page));
  await expect(state(page)).toHaveText('Failed at the service', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('The recipient received nothing');
  await expect(page.getByRole('main')).toContainText('no trustline');
});

test('a double click creates one withdrawal', async ({ page, signInAs, approve, sandbox }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '1', referenceId });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).dblclick();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  await approve(page.url());
  await expect(state(page)).toHaveText(/Pending at the service|Completed/);
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(1);
});

test('a reference can be used once', async ({ page, signInAs }) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '1', referenceId });
  await submit(page);
  await fillIn(page, { value: '2', referenceId });
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'already used' })).toContainText('nothing was sent');
  await expect(page.getByLabel('Reference ID')).toHaveAccessibleDescription(/already used/);
  await expect(page.getByLabel('Amount')).toHaveValue('2');
});

test('submitting and approving do not wait for a slow service', async ({
  page,
  signInAs,
  openAs,
  approve,
  sandbox,
}) => {
  const referenceId = newReference();
  await sandbox.addFault({ on: 'create', kind: 'latency', ms: 30_000, match: { ref_id: referenceId } });
  await signInAs('finance');
  await fillIn(page, { value: '1', referenceId, address: newAddress() });
  const url = await submit(page);
  await approve(url, 'approver-one');
  const second = await openAs('approver-two');
  await second.goto(url);
  await decide(second, 'Approve');
  // The decision is recorded while the service has not answered yet.
  await expect(state(second)).toHaveText(/Approved, queued|Sending|Outcome unknown/);
  await expect(state(page)).toHaveText(/Approved, queued|Sending|Outcome unknown/);
  expect((await sandbox.transfersByRef(referenceId)).count).toBe(0);
});

test('a form whose checks cannot be loaded says so and keeps what was typed', async ({ page, signInAs }) => {
  await signInAs('finance');
  await page.goto('/withdrawals/new');
  await expect(page.getByLabel('Profile ID')).toBeVisible();
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.getByLabel('Profile ID').fill('p-ops');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'could not be loaded. Nothing was saved and nothing was sent.',
  );
  await page.unroute('**/_next/static/**');
  await page.reload();
  await expect(page.getByLabel('Profile ID')).toHaveValue('p-ops');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Enter the asset, for example ETH.')).toBeVisible();
});

test('a draft survives a reload and the end of a session', async ({ page, signInAs, context }) => {
  await signInAs('finance');
  await fillIn(page, { value: '7.77', referenceId: 'kept-reference' });
  await page.reload();
  await expect(page.getByLabel('Amount')).toHaveValue('7.77');
  await page.getByRole('button', { name: 'Review' }).click();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toContainText('nothing was sent');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign in as finance', exact: true }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('7.77');
  await page.getByRole('button', { name: 'Start with an empty form' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('');
});

test('support reads withdrawals and cannot request one', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/withdrawals');
  await expect(page.getByRole('button', { name: 'New withdrawal' })).toBeDisabled();
  await expect(page.getByRole('main')).toContainText('Only finance can request withdrawals.');
  await page.goto('/withdrawals/new');
  await expect(page.getByRole('main')).toContainText('Only finance can request withdrawals.');
  await expect(page.getByRole('button', { name: 'Review' })).toHaveCount(0);
  await page.goto('/withdrawals?sort=-created&state=awaiting&state=ended&state=under-way');
  await page.getByRole('table', { name: 'Withdrawals' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(state(page)).toBeVisible();
});
