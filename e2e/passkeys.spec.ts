import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Person, test } from '@/e2e/fixtures';
import { join, signInWithAuthenticator } from '@/e2e/passkey-steps';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { consoleEnvironment } from '@/scripts/stack/console';

// A console of its own: passkeys take an address with a name, and a key list belongs to everybody.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await startStack(stacks, { CONSOLE_WORKERS: 'off' }, { consoleHost: 'localhost' });
});
test.afterAll(() => Promise.all(stacks.map(stopStack)));

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 360, height: 800 }, colorScheme: 'dark' } as const;

test('administrators set up the key list, and two of them confirm the passkey of an approver', async ({
  browser,
  expectNoAxeViolations,
}) => {
  test.slow();
  const admin = await signIn(browser, 'admin', WIDE);
  const adminTwo = await signIn(browser, 'admin-two', NARROW);
  const approver = await signIn(browser, 'approver-one', NARROW);

  await test.step('nobody adds a passkey before the set-up', async () => {
    await approver.page.goto('/account');
    const passkeys = approver.page.getByRole('region', { name: 'Passkeys', exact: true });
    await expect(passkeys).toContainText('The key list is not set up yet.');
    await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
    await expectNoAxeViolations(approver.page);
    await approver.page.goto('/account/set-up');
    await expect(approver.page.getByRole('main')).toContainText('Only administrators can confirm passkeys');
  });

  await test.step('two administrators add passkeys, compare the fingerprint and sign it', async () => {
    await admin.page.goto('/account');
    await admin.page.getByRole('link', { name: 'Set up the key list' }).click();
    await admin.page.getByRole('button', { name: 'Begin the set-up' }).click();
    await join(admin.page, 'Laptop of admin');
    await expect(admin.page.getByRole('button', { name: 'Everybody is in' })).toBeDisabled();
    await expectNoAxeViolations(admin.page);
    await adminTwo.page.goto('/account/set-up');
    await join(adminTwo.page, 'Phone of admin-two');
    await adminTwo.page.getByRole('button', { name: 'Everybody is in' }).click();
    const shown = await adminTwo.page.getByRole('group', { name: 'Fingerprint' }).innerText();
    expect(shown).toMatch(/^[0-9a-f]{4}(?: [0-9a-f]{4}){15}$/);
    await expect(admin.page.getByRole('group', { name: 'Fingerprint' })).toHaveText(shown);
    await expectNoAxeViolations(adminTwo.page);
    await adminTwo.page.getByRole('button', { name: 'The fingerprint is the same' }).click();
    await expect(adminTwo.page.getByRole('main')).toContainText('You have agreed.');
    await admin.page.getByRole('button', { name: 'The fingerprint is the same' }).click();
    const done = admin.page.getByRole('region', { name: 'The key list is set up' });
    await expect(done).toContainText(shown);
    await expectNoAxeViolations(admin.page);
  });

  await test.step('a declined touch changes nothing and says what to do', async () => {
    await approver.page.goto('/account');
    await approver.page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(approver.page.getByText('Enter a name')).toBeVisible();
    await expect(approver.page.getByLabel('Name', { exact: true })).toBeFocused();
    await approver.setVerified(false);
    await approver.page.getByLabel('Name', { exact: true }).fill('Security key');
    await approver.page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(approver.page.getByRole('alert').filter({ hasText: 'No passkey was added' })).toContainText(
      'Nothing was changed.',
    );
    await approver.setVerified(true);
  });

  await test.step('an approver adds a passkey in two touches', async () => {
    await approver.page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(approver.page.getByRole('status').filter({ hasText: 'The passkey is added.' })).toBeVisible();
    const line = approver.page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
    await expect(line).toContainText('Waits for administrators');
    await expect(line).toContainText('Can sign as approver, at most.');
    await expectNoAxeViolations(approver.page);
  });

  await test.step('both administrators find it among what waits for them, and confirm it', async () => {
    await admin.page.goto('/approvals');
    await admin.page
      .getByRole('region', { name: 'Changes to confirm' })
      .getByRole('link', { name: /approver-one/ })
      .click();
    await confirm(admin.page);
    const waiting = admin.page.getByRole('list', { name: 'Passkeys to confirm' });
    await expect(waiting).toContainText('Confirmed by admin; 1 missing');
    await expect(waiting.getByRole('button', { name: 'Confirm the passkey Security key' })).toBeDisabled();
    await expectNoAxeViolations(admin.page);
    await adminTwo.page.goto('/account');
    await confirm(adminTwo.page);
    await expect(adminTwo.page.getByRole('list', { name: 'Passkeys of others' })).toContainText('approver-one');
    await expectNoAxeViolations(adminTwo.page);
  });

  await test.step('two administrators limit what it signs, and add an address', async () => {
    await admin.page.goto('/account');
    await admin.page.getByRole('button', { name: 'Change what approver-one signs as' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'approver' }).uncheck();
    await expectNoAxeViolations(admin.page);
    await dialog.getByRole('button', { name: 'Sign the change' }).click();
    await expect(dialog).toHaveCount(0);
    await admin.page.getByLabel('Further address of the console').fill('https://elsewhere.example');
    await admin.page.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByRole('button', { name: 'Sign the change' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Passkeys of this console belong to localhost.');
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await admin.page.getByLabel('Further address of the console').fill('https://localhost');
    await admin.page.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByRole('button', { name: 'Sign the change' }).click();
    await expect(admin.page.getByRole('list', { name: 'Changes to sign' }).getByRole('listitem')).toHaveCount(2);
    await expectNoAxeViolations(admin.page);
    await adminTwo.page.goto('/account');
    const changes = adminTwo.page.getByRole('list', { name: 'Changes to sign' }).getByRole('listitem');
    for (const left of [1, 0]) {
      await changes.first().getByRole('button', { name: 'Sign as well' }).click();
      await adminTwo.page.getByRole('dialog').getByRole('button', { name: 'Sign the change' }).click();
      await expect(changes).toHaveCount(left);
    }
    await expect(adminTwo.page.getByRole('list', { name: 'Addresses of the console' })).toContainText(
      'https://localhost',
    );
    await expect(adminTwo.page.getByRole('list', { name: 'Passkeys of others' })).toContainText('Can sign in no role.');
    await expectNoAxeViolations(adminTwo.page);
  });

  await test.step('the owner renames the passkey and removes it at once', async () => {
    await approver.page.reload();
    const line = approver.page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
    await expect(line).toContainText('Active');
    await line.getByRole('button', { name: 'Rename' }).click();
    const dialog = approver.page.getByRole('dialog');
    await dialog.getByLabel('New name').fill('Blue key');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(line).toContainText('Blue key');
    await approver.setVerified(false);
    await line.getByRole('button', { name: 'Remove the passkey Blue key' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing was signed');
    await expectNoAxeViolations(approver.page);
    await approver.setVerified(true);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(line).toContainText('Removed');
    await expect(line.getByRole('button')).toHaveCount(0);
  });
});

test('npm run proof:init prints a code, waits for two administrators, and prints the fingerprint last', async ({
  browser,
}) => {
  test.slow();
  const command = startCommand();
  const [admin, adminTwo] = [await signIn(browser, 'admin', WIDE), await signIn(browser, 'admin-two', NARROW)];
  await expect.poll(command.output, { timeout: 60_000 }).toMatch(/One-time code: [A-Z2-7-]{24}\n/);
  const code = /One-time code: (\S+)/.exec(command.output())?.[1] ?? '';
  for (const { page } of [admin, adminTwo]) {
    await page.goto('/account/set-up');
    await page.getByLabel('One-time code').fill('AAAA-AAAA-AAAA-AAAA-AAAA');
    await page.getByLabel('Name', { exact: true }).fill('New key');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'one-time code' })).toContainText('Nothing was changed.');
    await page.getByLabel('One-time code').fill(code);
    await join(page, 'New key');
  }
  await adminTwo.page.getByRole('button', { name: 'Everybody is in' }).click();
  for (const { page } of [admin, adminTwo])
    await page.getByRole('button', { name: 'The fingerprint is the same' }).click();
  await expect(adminTwo.page.getByRole('region', { name: 'The key list is set up' })).toBeVisible();
  expect(await command.ended).toBe(0);
  const shown = command.output().trim().split('\n');
  expect(shown.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  expect(shown.at(-3)?.replaceAll(' ', '')).toBe(shown.at(-1));
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

const signIn = (browser: Browser, who: Person, look: BrowserContextOptions) =>
  signInWithAuthenticator(browser, stack.consoleUrl, who, look);

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm the passkey Security key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('approver-one can then sign with “Security key” as approver');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}
