import type { ChildProcess } from 'node:child_process';
import { expect } from '@playwright/test';
import { test } from '@/e2e/fixtures';
import { enrol, setUpKeyList, signInWithAuthenticator } from '@/e2e/passkey-steps';
import { decide, fillIn, newReference, stateOf, submit } from '@/e2e/request-steps';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';

// A console of its own that requires signatures: passkeys take an address with a name.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await startStack(stacks, { CONSOLE_PROOF: 'required' }, { consoleHost: 'localhost' });
});
test.afterAll(() => Promise.all(stacks.map(stopStack)));

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;

test('with signatures required, a withdrawal is requested, approved and sent with one touch each', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const signIn = (who: 'admin' | 'admin-two' | 'finance' | 'approver-one' | 'approver-two', look: typeof WIDE) =>
    signInWithAuthenticator(browser, stack.consoleUrl, who, look);
  const administrators = [await signIn('admin', WIDE), await signIn('admin-two', WIDE)] as const;
  const finance = await signIn('finance', WIDE);
  const approvers = [await signIn('approver-one', NARROW), await signIn('approver-two', WIDE)] as const;
  const referenceId = newReference();

  await test.step('before the set-up nothing is requested, and the draft stays', async () => {
    await fillIn(finance.page, { value: '1.25', referenceId });
    await finance.page.getByRole('button', { name: 'Review' }).click();
    await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
    const notice = finance.page.getByRole('alert').filter({ hasText: 'is not set up yet' });
    await expect(notice).toContainText('Nothing was saved and nothing was sent.');
    await expect(notice).toContainText('Your draft is kept in this tab.');
    await expectNoAxeViolations(finance.page);
  });

  await test.step('everybody gets a passkey', async () => {
    await setUpKeyList([administrators[0].page, administrators[1].page]);
    await enrol(
      [finance.page, approvers[0].page, approvers[1].page],
      administrators.map(({ page }) => page),
    );
  });

  await test.step('a declined touch requests nothing; the next one does', async () => {
    await fillIn(finance.page, { value: '1.25', referenceId });
    await finance.page.getByRole('button', { name: 'Review' }).click();
    await finance.setVerified(false);
    await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(finance.page.getByRole('alert').filter({ hasText: 'Nothing was signed' })).toContainText(
      'Nothing was saved and nothing was sent.',
    );
    await finance.setVerified(true);
    await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(finance.page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  });
  const address = finance.page.url();

  await test.step('a declined touch approves nothing; the next one does', async () => {
    const [{ page, setVerified }] = approvers;
    await page.goto(address);
    await setVerified(false);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing was signed');
    await expectNoAxeViolations(page);
    await setVerified(true);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Decisions' })).toContainText('Signed with a passkey');
    await expectNoAxeViolations(page);
  });

  await test.step('the second approval sends it', async () => {
    const [, { page }] = approvers;
    await page.goto(address);
    await decide(page, 'Approve');
    await expect(stateOf(page)).toHaveText(/Sent|Completed/, { timeout: 30_000 });
    await expect(page.getByText('Signed with a passkey')).toHaveCount(2);
  });

  await test.step('a request takes the next touch as well', async () => {
    await fillIn(finance.page, { value: '2.5', referenceId: newReference() });
    await submit(finance.page);
  });
});
