import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { type Person, test } from '@/e2e/fixtures';
import { confirmPasskey, joinSetUp, type Look, signInWithAuthenticator } from '@/e2e/passkey-steps';
import { decide, fillIn, newReference, stateOf, submit, signaturesOn } from '@/e2e/request-steps';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { consoleEnvironment } from '@/scripts/stack/console';

// A console of its own that requires signatures: passkeys take an address with a name, and a key list belongs to all.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await startStack(stacks, { CONSOLE_PROOF: 'required' }, { consoleHost: 'localhost' });
});
test.afterAll(() => Promise.all(stacks.map(stopStack)));

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;
const dialog = (page: Page) => page.getByRole('dialog');
const lineOf = (page: Page) => page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');

test('two administrators set up the key list and confirm passkeys; a withdrawal is then signed at every step', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const signIn = (who: Person, look: Look) => signInWithAuthenticator(browser, stack.consoleUrl, who, look);
  const command = startCommand();
  const [admin, adminTwo] = [await signIn('admin', WIDE), await signIn('admin-two', NARROW)];
  const finance = await signIn('finance', WIDE);
  const [one, two] = [await signIn('approver-one', NARROW), await signIn('approver-two', WIDE)];
  const referenceId = newReference();
  let fingerprint = '';

  await test.step('before the set-up nothing is requested and no passkey added, and the draft stays', async () => {
    await fillIn(finance.page, { value: '1.25', referenceId });
    await expect(finance.page.getByText('You cannot submit requests yet')).toBeVisible();
    await finance.page.getByRole('button', { name: 'Review' }).click();
    await finance.page.getByRole('button', { name: 'Submit for approval' }).click();
    const notice = finance.page.getByRole('alert').filter({ hasText: 'is not set up yet' });
    await expect(notice).toContainText('Nothing was saved and nothing was sent.');
    await expect(notice).toContainText('Your draft is kept in this tab.');
    await one.page.goto('/account');
    const passkeys = one.page.getByRole('region', { name: 'Passkeys', exact: true });
    await expect(passkeys).toContainText('The key list is not set up yet.');
    await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  });

  await test.step('npm run proof:init prints a code, waits for two people, and prints the fingerprint', async () => {
    await expect.poll(command.output, { timeout: 60_000 }).toMatch(/One-time code: [A-Z2-7-]{24}\n/);
    const code = /One-time code: (\S+)/.exec(command.output())?.[1] ?? '';
    await admin.page.goto('/account/set-up');
    await admin.page.getByLabel('One-time code').fill('AAAA-AAAA-AAAA-AAAA-AAAA');
    await admin.page.getByLabel('Name', { exact: true }).fill('Laptop of admin');
    await admin.page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(admin.page.getByRole('alert').filter({ hasText: 'one-time code' })).toContainText(
      'Nothing was changed.',
    );
    await joinSetUp(admin.page, { code, name: 'Laptop of admin' });
    await expect(admin.page.getByRole('button', { name: 'Everyone is in' })).toBeDisabled();
    await adminTwo.page.goto('/account/set-up');
    await joinSetUp(adminTwo.page, { code, name: 'Phone of admin-two' });
    await adminTwo.page.getByRole('button', { name: 'Everyone is in' }).click();
    fingerprint = await adminTwo.page.getByRole('group', { name: 'Fingerprint' }).innerText();
    expect(fingerprint).toMatch(/^[0-9a-f]{4}(?: [0-9a-f]{4}){15}$/);
    await expect(admin.page.getByRole('group', { name: 'Fingerprint' })).toHaveText(fingerprint);
    await expectNoAxeViolations(adminTwo.page);
    await adminTwo.page.getByRole('button', { name: 'The fingerprint is the same' }).click();
    await expect(adminTwo.page.getByRole('main')).toContainText('You have agreed.');
    await admin.page.getByRole('button', { name: 'The fingerprint is the same' }).click();
    await expect(admin.page.getByRole('region', { name: 'The key list is set up' })).toContainText(fingerprint);
    expect(await command.ended).toBe(0);
    expect(command.output().trim().split('\n').at(-1)).toBe(fingerprint.replaceAll(' ', ''));
  });

  await test.step('a passkey needs a name and a touch, and waits for administrators', async () => {
    const { page, setVerified } = one;
    await page.reload();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('Enter a name')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await setVerified(false);
    await page.getByLabel('Name', { exact: true }).fill('Key of approver-one');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'No passkey was added' })).toContainText(
      'Nothing was changed.',
    );
    await setVerified(true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The passkey is added.' })).toBeVisible();
    await expect(lineOf(page)).toContainText('Waits for administrators');
    await expect(lineOf(page)).toContainText('Can sign as approver, at most.');
    await expectNoAxeViolations(page);
    for (const [person, name] of [
      [finance, 'Key of finance'],
      [two, 'Key of approver-two'],
    ] as const) {
      await person.page.goto('/account');
      await person.page.getByLabel('Name', { exact: true }).fill(name);
      await person.page.getByRole('button', { name: 'Add a passkey' }).click();
      await expect(person.page.getByRole('status').filter({ hasText: 'The passkey is added.' })).toBeVisible();
    }
  });

  await test.step('both administrators find it among what waits for them, and confirm it', async () => {
    await admin.page.goto('/approvals');
    await admin.page
      .getByRole('region', { name: 'Needs your decision' })
      .getByRole('link', { name: /approver-one/ })
      .click();
    await admin.page.getByRole('region', { name: 'Reading pane' }).getByRole('link', { name: 'Open' }).click();
    const waiting = admin.page.getByRole('list', { name: 'Passkeys to confirm' });
    await confirmPasskey(admin.page, 'Key of approver-one', 'approver-one can then sign with');
    await expect(waiting).toContainText('Confirmed by admin; 1 missing');
    await expect(waiting.getByRole('button', { name: 'Confirm the passkey Key of approver-one' })).toBeDisabled();
    await expectNoAxeViolations(admin.page);
    await confirmPasskey(admin.page, 'Key of finance');
    await confirmPasskey(admin.page, 'Key of approver-two');
    await adminTwo.page.goto('/account');
    for (const name of ['approver-one', 'finance', 'approver-two'])
      await confirmPasskey(adminTwo.page, `Key of ${name}`);
    await expect(adminTwo.page.getByRole('list', { name: 'Passkeys of others' })).toContainText('approver-one');
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
    const { page, setVerified } = one;
    await page.goto(address);
    await setVerified(false);
    await page.getByRole('button', { name: /^Approve/ }).click();
    await dialog(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was signed');
    await expectNoAxeViolations(page);
    await setVerified(true);
    await dialog(page)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(signaturesOn(page)).toContainText(/approver-one.*passkey/);
  });

  await test.step('the second approval sends it', async () => {
    await two.page.goto(address);
    await decide(two.page, 'Approve');
    await expect(stateOf(two.page)).toHaveText(/Sent|Completed/, { timeout: 30_000 });
    await expect(signaturesOn(two.page)).toContainText(/approver-one.*passkey.*approver-two.*passkey/);
  });

  await test.step('its evidence verifies on a page that sends nothing, and fails with one byte changed', async () => {
    await two.page.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([
      two.page.waitForEvent('download'),
      two.page.getByRole('link', { name: 'Evidence' }).click(),
    ]);
    const evidence = readFileSync(await download.path(), 'utf8');
    await one.page.goto('/verify.html');
    await verifyOn(one.page, { evidence, fingerprint });
    await expect(one.page.getByRole('status')).toHaveText('Verified: 1 withdrawal holds.');
    await expect(one.page.getByRole('region', { name: 'Findings' })).toContainText(referenceId);
    await expect(one.page.getByText('approved the withdrawal as approver')).toHaveCount(2);
    await expectNoAxeViolations(one.page);

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
    await offline.close();
  });

  await test.step('a cancellation goes without a signature after a declined touch', async () => {
    await fillIn(finance.page, { value: '2.6', referenceId: newReference() });
    await submit(finance.page);
    await finance.setVerified(false);
    await finance.page.getByRole('button', { name: 'Cancel request', exact: true }).click();
    await dialog(finance.page).getByRole('button', { name: 'Cancel request', exact: true }).click();
    await expect(dialog(finance.page).getByRole('alert')).toContainText(
      'Press “Cancel request” again to do it without a signature.',
    );
    await dialog(finance.page).getByRole('button', { name: 'Cancel request', exact: true }).click();
    await expect(stateOf(finance.page)).toHaveText('Cancelled');
  });

  await test.step('two administrators limit what a passkey signs, and add an address', async () => {
    await admin.page.goto('/account');
    await admin.page.getByRole('button', { name: 'Change what approver-one signs as' }).click();
    await dialog(admin.page).getByRole('checkbox', { name: 'approver' }).uncheck();
    await expectNoAxeViolations(admin.page);
    await dialog(admin.page).getByRole('button', { name: 'Sign the change' }).click();
    await expect(dialog(admin.page)).toHaveCount(0);
    const further = admin.page.getByLabel('Further address of the console');
    await further.fill('https://elsewhere.example');
    await admin.page.getByRole('button', { name: 'Add an address' }).click();
    await dialog(admin.page).getByRole('button', { name: 'Sign the change' }).click();
    await expect(dialog(admin.page).getByRole('alert')).toContainText('Passkeys of this console belong to localhost.');
    await dialog(admin.page).getByRole('button', { name: 'Go back' }).click();
    await further.fill('https://localhost');
    await admin.page.getByRole('button', { name: 'Add an address' }).click();
    await dialog(admin.page).getByRole('button', { name: 'Sign the change' }).click();
    await expect(admin.page.getByRole('list', { name: 'Changes to sign' }).getByRole('listitem')).toHaveCount(2);
    await adminTwo.page.reload();
    const changes = adminTwo.page.getByRole('list', { name: 'Changes to sign' }).getByRole('listitem');
    for (const left of [1, 0]) {
      await changes.first().getByRole('button', { name: 'Sign as well' }).click();
      await dialog(adminTwo.page).getByRole('button', { name: 'Sign the change' }).click();
      await expect(changes).toHaveCount(left);
    }
    const addresses = adminTwo.page.getByRole('list', { name: 'Addresses of the console' });
    await expect(addresses).toContainText('https://localhost');
    const others = adminTwo.page.getByRole('list', { name: 'Passkeys of others' });
    await expect(others).toContainText('Can sign in no role.');
    await expectNoAxeViolations(adminTwo.page);
  });

  await test.step('the owner renames the passkey and removes it at once', async () => {
    const { page, setVerified } = one;
    await page.goto('/account');
    await expect(lineOf(page)).toContainText('Active');
    await lineOf(page).getByRole('button', { name: 'Rename' }).click();
    await dialog(page).getByLabel('New name').fill('Blue key');
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await expect(lineOf(page)).toContainText('Blue key');
    await setVerified(false);
    await lineOf(page).getByRole('button', { name: 'Remove the passkey Blue key' }).click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was signed');
    await setVerified(true);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(lineOf(page)).toContainText('Removed');
    await expect(lineOf(page).getByRole('button')).toHaveCount(0);
  });
});

/** Runs `npm run proof:init` beside the console of this file. */
function startCommand() {
  const { consoleUrl, sandboxUrl, consoleDatabaseUrl } = stack;
  const sessionSecret = 'of-one-test-and-long-enough-for-it';
  const command = spawn(process.execPath, ['server/main.mjs', 'proof-init'], {
    env: { ...process.env, ...consoleEnvironment({ consoleUrl, sandboxUrl, consoleDatabaseUrl, sessionSecret }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  command.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { output: () => output, ended: once(command, 'exit').then(([status]) => status as number | null) };
}

/** Gives the page a fingerprint and a file of evidence. */
async function verifyOn(page: Page, given: { evidence: string; fingerprint: string }): Promise<void> {
  await page.getByLabel('Fingerprint of the key list').fill(given.fingerprint);
  await page.getByLabel('Evidence file').setInputFiles({
    name: 'evidence.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(given.evidence, 'utf8'),
  });
}
