import type { Page } from '@playwright/test';
import { createRequest, fillIn, newAddress, newReference, signaturesOn } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';

// Published examples of each format (BIP-173, EIP-55, SEP-23).
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
/** The contract of USDC on Solana, which loses what it receives. */
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const network = (page: Page) => page.getByLabel('Network');
const contents = (page: Page) => page.getByRole('group', { name: 'Contents of the link' });

// Every format has tests of its own (lib/addresses).
test('an address is described, a mistake explained, and a payment link fills in nothing before a look', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const page = await openAs('finance');
  await page.goto('/withdrawals/new');
  const field = page.getByLabel('Destination address');
  const details = page.getByRole('group', { name: 'Address details' });
  const enter = async (id: string, address: string) => {
    await network(page).selectOption(id);
    await field.fill(address);
    await field.blur();
  };

  await test.step('a valid address is shown whole, with its kind', async () => {
    for (const [id, address, kind] of [
      ['BITCOIN', SEGWIT, /SegWit|P2WPKH/],
      ['BASE', EVM, /./],
      ['STELLAR', MUXED, /1234|memo/],
    ] as const) {
      await enter(id, address);
      await expect(details, `${address} on ${id}`).toContainText(kind);
      await expect(field, `${address} on ${id}`).toHaveAttribute('aria-invalid', 'false');
      // Copied without the spaces between its chunks.
      expect((await details.locator('bdi').innerText()).replaceAll(/\s/g, '')).toBe(address);
    }
  });

  await test.step('another one says why the money would be lost', async () => {
    for (const [id, address, reason] of [
      ['LITECOIN', SEGWIT, /This is a Bitcoin address, not a Litecoin address/],
      ['ETHEREUM', EVM.replace('5aAe', '5aAf'), /wrong/],
      ['SOLANA', MINT, /contract of USDC itself.* lost/],
    ] as const) {
      await enter(id, address);
      await expect(field, `${address} on ${id}`).toHaveAccessibleDescription(reason);
      await expect(details).toHaveCount(0);
    }
    await expectNoAxeViolations(page);
  });

  await test.step('a link says what else it holds, and is taken by a button', async () => {
    const link = `ethereum:${EVM}@137?value=12&label=${'x'.repeat(150)}`;
    await enter('ETHEREUM', link);
    await expect(contents(page)).toContainText('The link names the network Polygon PoS, and this form has Ethereum.');
    await expect(contents(page).getByRole('button')).toBeDisabled();
    await expect(field).toHaveAccessibleDescription(/for Polygon PoS, and you chose Ethereum/);
    await network(page).selectOption('');
    await expect(field).toHaveValue(link);
    await contents(page).getByRole('button', { name: 'Use the address and network' }).click();
    await expect(field).toHaveValue(EVM);
    await expect(network(page)).toHaveValue('POLYGON_POS');
    await expect(contents(page)).toHaveCount(0);
    // Corrected by hand, the issue goes as well.
    await field.fill(link);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(EVM);
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await network(page).selectOption('');
    await field.fill(`${STELLAR}:104837562`);
    await contents(page).getByRole('button', { name: 'Use the address, network and memo' }).click();
    await expect(page.getByLabel('Memo')).toHaveValue('104837562');
    await expect(field).toHaveValue(STELLAR);
  });

  await test.step('a memo is required where the network needs one, unless the recipient has none', async () => {
    await page.getByLabel('Memo').fill('');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByLabel('Memo')).toHaveAccessibleDescription(/often need a memo/);
    await expect(page.getByLabel('The address alone is enough for this recipient')).toBeVisible();
  });

  await test.step('an entry of the address book is filled in the same way', async () => {
    await page.goto('/recipients/new');
    await page.getByLabel('Address', { exact: true }).fill(`https://etherscan.io/address/${EVM}`);
    await contents(page).getByRole('button').click();
    await expect(network(page)).toHaveValue('ETHEREUM');
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(EVM);
  });
});

test('an address similar to another one is confirmed by the requester and by the approver', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  // The middle differs and the ends are the same, as in an address made to poison a history.
  const known = newAddress();
  const poisoned = `${known.slice(0, 8)}${'ab'.repeat(14)}${known.slice(-6)}`;
  const page = await openAs('finance');
  await createRequest(page, { value: '0.7001', address: known });
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

  const approver = await openAs('approver-two');
  await approver.goto(page.url());
  await approver.getByRole('button', { name: /^Approve/ }).click();
  const dialog = approver.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm the address');
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: 'Reject…' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue(`The recipient gave another address: ${known}`);
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await approver.getByRole('button', { name: /^Approve/ }).click();
  await dialog.getByRole('radio').first().check();
  await expectNoAxeViolations(approver);
  await dialog.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(signaturesOn(approver)).toContainText('approver-two');
});
