import { ADDRESS, decide, fillIn, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

// Published examples of each format (BIP-173, BIP-350, the CashAddr specification, EIP-55, SEP-23).
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const SOLANA = '6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs12';
/** The contract of USDC on Solana, which loses what it receives. */
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const EVM_NETWORKS = ['ETHEREUM', 'POLYGON_POS', 'BASE', 'ARBITRUM_ONE', 'INK', 'XLAYER'];

test('an address is checked against its network, and a mistake is explained before the request is made', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await signInAs('finance');
  await page.goto('/withdrawals/new');
  const network = page.getByLabel('Network');
  const field = page.getByLabel('Destination address');
  const details = page.getByRole('group', { name: 'Address details' });
  const enter = async (id: string, address: string) => {
    await network.selectOption(id);
    await field.fill(address);
    await field.blur();
  };
  for (const [id, address, kind] of [
    ['BITCOIN', SEGWIT, /SegWit|P2WPKH/],
    ['BITCOIN', TAPROOT, /Taproot/],
    ['BITCOIN_CASH', CASH, /P2PKH|key/],
    ['LITECOIN', 'LUEweDxDA4WhvWiNXXSxjM9CYzHPJv4QQF', /P2PKH|key/],
    ...EVM_NETWORKS.map((evm) => [evm, EVM, /./] as const),
    ['SOLANA', SOLANA, /curve/],
    ['STELLAR', STELLAR, /[Aa]ccount/],
    ['STELLAR', MUXED, /1234|memo/],
  ] as const) {
    await enter(id, address);
    await expect(details, `${address} on ${id}`).toContainText(kind);
    await expect(field, `${address} on ${id}`).toHaveAttribute('aria-invalid', 'false');
    // Whole, and copied without the spaces between its chunks.
    expect((await details.locator('bdi').innerText()).replaceAll(/\s/g, '')).toBe(address);
  }
  for (const [id, address, reason] of [
    ['BITCOIN', EVM, /not a Bitcoin address/],
    ['LITECOIN', SEGWIT, /This is a Bitcoin address, not a Litecoin address/],
    ['BITCOIN_CASH', STELLAR, /This is a Stellar address/],
    ['ETHEREUM', TAPROOT, /This is a Bitcoin address/],
    ['ETHEREUM', EVM.replace('5aAe', '5aAf'), /wrong/],
    ['BASE', SOLANA, /not a Base address/],
    ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /test/],
    ['SOLANA', EVM, /This is an EVM address/],
    ['SOLANA', MINT, /contract of USDC itself.* lost/],
    ['ETHEREUM', `0x${'0'.repeat(40)}`, /zero address.* lost/],
    ['STELLAR', STELLAR.replace('QYNF', 'QYNE'), /wrong/],
  ] as const) {
    await enter(id, address);
    await expect(field, `${address} on ${id}`).toHaveAccessibleDescription(reason);
    await expect(details).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
});

test('a memo is required where the network needs one, and a withdrawal can be repeated', async ({ page, signInAs }) => {
  await signInAs('finance');
  await fillIn(page, { value: '12.5' });
  await page.getByLabel('Asset', { exact: true }).fill('PYUSD');
  await page.getByLabel('Network').selectOption('STELLAR');
  await page.getByLabel('Destination address').fill(STELLAR);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Memo')).toHaveAccessibleDescription(/often need a memo/);
  await page.getByLabel('The address alone is enough for this recipient').check();
  const first = await submit(page);
  await expect(page.getByRole('main')).toContainText('Typed by hand');

  await page.getByRole('link', { name: 'Repeat' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/new\?request=/);
  await expect(page.getByLabel('Destination address')).toHaveValue(STELLAR);
  await expect(page.getByLabel('Amount')).toHaveValue('12.5');
  await expect(page.getByLabel('Reference ID')).toHaveValue('');
  const second = await submit(page);
  expect(second).not.toBe(first);
  await expect(page.getByRole('main')).toContainText('Copied from an earlier withdrawal');
  await expect(page.getByRole('main')).toContainText('was requested within 24 hours');
});

test('an address similar to a paid one is confirmed by the requester and by the approver', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  // The middle differs and the ends are the same, as in an address made to poison a history.
  const poisoned = `${ADDRESS.slice(0, 8)}${'ab'.repeat(14)}${ADDRESS.slice(-6)}`.toLowerCase();
  await signInAs('finance');
  await fillIn(page, { value: '0.7001' });
  const paid = await submit(page);
  await signInAs('approver-one', { isFresh: true });
  await page.goto(paid);
  await decide(page, 'Approve');
  if (await page.getByText('1 of 2').first().isVisible()) {
    await signInAs('approver-two', { isFresh: true });
    await page.goto(paid);
    await decide(page, 'Approve');
  }
  await expect(stateOf(page)).toContainText('Completed', { timeout: 30_000 });
  const known = () =>
    page.request.get(
      `/api/recipients/look-alikes?${new URLSearchParams({ network: 'ETHEREUM', address: poisoned }).toString()}`,
    );
  await expect.poll(async () => (await (await known()).json()) as unknown[]).toHaveLength(1);

  await signInAs('finance');
  await fillIn(page, { value: '0.7002', address: poisoned, referenceId: newReference() });
  await page.getByRole('button', { name: 'Review' }).click();
  const choice = page.getByRole('radiogroup', { name: 'Confirm the address' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice).toContainText('differs');
  const submitButton = page.getByRole('button', { name: 'Submit for approval' });
  await expect(submitButton).toBeDisabled();
  await choice.getByRole('radio').nth(1).check();
  await expect(page.getByText('goes to the wrong address')).toBeVisible();
  await expect(submitButton).toBeDisabled();
  await choice.getByRole('radio').first().check();
  await expectNoAxeViolations(page);
  await submitButton.click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  const requestUrl = page.url();

  await signInAs('approver-two', { isFresh: true });
  await page.goto(requestUrl);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm the address');
  await dialog.getByRole('radio').first().check();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Decisions' })).toContainText('approved');
});
