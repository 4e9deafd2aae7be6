import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from '@/e2e/fixtures';
import { enrol, setUpKeyList, signInWithAuthenticator } from '@/e2e/passkey-steps';
import { decide, fillIn, newReference, stateOf, submit } from '@/e2e/request-steps';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { samplePdf, samplePng } from '@/scripts/stack/sample-files';

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
  let fingerprint = '';

  await test.step('before the set-up nothing is requested, and the draft stays', async () => {
    await fillIn(finance.page, { value: '1.25', referenceId });
    await expect(finance.page.getByText('You cannot submit requests yet')).toBeVisible();
    await finance.page.getByRole('button', { name: 'Review' }).click();
    await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
    const notice = finance.page.getByRole('alert').filter({ hasText: 'is not set up yet' });
    await expect(notice).toContainText('Nothing was saved and nothing was sent.');
    await expect(notice).toContainText('Your draft is kept in this tab.');
    await expectNoAxeViolations(finance.page);
  });

  await test.step('everybody gets a passkey', async () => {
    fingerprint = await setUpKeyList([administrators[0].page, administrators[1].page]);
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
    const decisions = page.getByRole('list', { name: 'Decisions' });
    await expect(decisions.getByText('Signed with a passkey')).toHaveCount(2);
    await expect(page.getByText('signed with a passkey', { exact: false }).first()).toBeVisible();
  });

  await test.step('its evidence verifies on a page that sends nothing, and fails with one byte changed', async () => {
    const [{ page: narrow }, { page }] = approvers;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Evidence' }).click(),
    ]);
    const evidence = readFileSync(await download.path(), 'utf8');
    await narrow.goto('/verify.html');
    await verifyOn(narrow, { evidence, fingerprint });
    await expect(narrow.getByRole('status')).toHaveText('Verified: 1 withdrawal holds.');
    await expect(narrow.getByRole('region', { name: 'Findings' })).toContainText(referenceId);
    await expect(narrow.getByText('approved the withdrawal as approver')).toHaveCount(2);
    await expectNoAxeViolations(narrow);

    const offline = await browser.newPage();
    const asked: string[] = [];
    offline.on('request', (request) => asked.push(request.url()));
    const own = pathToFileURL('public/verify.html').href;
    await offline.goto(own);
    await verifyOn(offline, { evidence, fingerprint: '' });
    await expect(offline.getByRole('status')).toHaveText(
      'Verified against the key list in the file only: 1 withdrawal holds.',
    );
    await expect(offline.getByText('You entered no fingerprint')).toBeVisible();
    const changed = evidence.replace(/(?<="bytes":"[^]*?amount\\":\\")1/, '9');
    await verifyOn(offline, { evidence: changed, fingerprint });
    await expect(offline.getByRole('status')).toContainText('Not verified.');
    await expect(offline.getByRole('status')).toContainText('other bytes than those that would be sent');
    await verifyOn(offline, { evidence, fingerprint: '0'.repeat(64) });
    await expect(offline.getByRole('status')).toContainText('Not verified.');
    expect(asked).toEqual([own]);
  });

  await test.step('files are signed with the request and with the approval, and evidence names them', async () => {
    const [, { page }] = approvers;
    await fillIn(finance.page, { value: '1.35', referenceId: newReference() });
    const field = finance.page.getByLabel('Attachments (optional, not sent)');
    await field.setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: samplePdf('Invoice') });
    await expect(finance.page.getByText('invoice.pdf')).toBeVisible();
    await submit(finance.page);
    await finance.page.getByRole('button', { name: 'Attach a file' }).click();
    const dialog = finance.page.getByRole('dialog');
    await dialog
      .getByLabel('Attachments (optional, not sent)')
      .setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: samplePng() });
    await expect(dialog.getByText('scan.png')).toBeVisible();
    await finance.setVerified(false);
    await dialog.getByRole('button', { name: 'Save attachments' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing was signed' })).toBeVisible();
    await finance.setVerified(true);
    await dialog.getByRole('button', { name: 'Save attachments' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(finance.page.getByText('signed with a passkey', { exact: false }).first()).toBeVisible();
    for (const approver of approvers) {
      await approver.page.goto(finance.page.url());
      await decide(approver.page, 'Approve');
    }
    await expect(stateOf(page)).toHaveText(/Sent|Completed|Pending/, { timeout: 30_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Evidence' }).click(),
    ]);
    const evidence = readFileSync(await download.path(), 'utf8');
    await page.goto('/verify.html');
    await verifyOn(page, { evidence, fingerprint });
    await expect(page.getByRole('status')).toContainText('Verified: 1 withdrawal holds');
    await expect(page.getByText(/Attachment “scan\.png”, \d+ bytes, SHA-256 [0-9a-f]{64}/)).toBeVisible();
    await verifyOn(page, { evidence: evidence.replaceAll('scan.png', 'spam.png'), fingerprint });
    await expect(page.getByRole('status')).toContainText('Not verified.');
  });

  await test.step('a rejection is signed by a touch, and a cancellation goes without after a declined one', async () => {
    await fillIn(finance.page, { value: '2.5', referenceId: newReference() });
    await submit(finance.page);
    const [, { page }] = approvers;
    await page.goto(finance.page.url());
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The invoice is missing.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Decisions' })).toContainText('Signed with a passkey');

    await fillIn(finance.page, { value: '2.6', referenceId: newReference() });
    await submit(finance.page);
    await finance.setVerified(false);
    await finance.page.getByRole('button', { name: 'Cancel request', exact: true }).click();
    const dialog = finance.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel request', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Press “Cancel request” again to do it without a signature.');
    await expectNoAxeViolations(finance.page);
    await dialog.getByRole('button', { name: 'Cancel request', exact: true }).click();
    await expect(stateOf(finance.page)).toHaveText('Cancelled');
  });
});

/** Gives the page a fingerprint and a file of evidence. */
async function verifyOn(
  page: Page,
  { evidence, fingerprint }: { evidence: string; fingerprint: string },
): Promise<void> {
  await page.getByLabel('Fingerprint of the key list').fill(fingerprint);
  await page.getByLabel('Evidence file').setInputFiles({
    name: 'evidence.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(evidence, 'utf8'),
  });
}
