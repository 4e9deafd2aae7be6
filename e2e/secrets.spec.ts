import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';
import { BUILD_CANARY } from '@/scripts/stack/build';
import { consoleEnvironment } from '@/scripts/stack/console';

// The canaries: the real credentials of this run's console.
const configured = consoleEnvironment({ consoleUrl: '', sandboxUrl: '', consoleDatabaseUrl: '', sessionSecret: '' });
const SECRETS = [configured.TRANSFER_SERVICE_CLIENT_SECRET ?? '', configured.OIDC_CLIENT_SECRET ?? ''];
// These names alone would show that server code reached the browser.
const SERVER_NAMES = ['TRANSFER_SERVICE_CLIENT_SECRET', 'NEXTAUTH_SECRET', 'client_credentials'];

const filesUnder = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const findIn = (text: string, words: readonly string[]) => words.filter((word) => text.includes(word));

test('no secret and no server code is in the browser bundle', () => {
  const files = filesUnder('.next/static');
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(findIn(readFileSync(file, 'utf8'), [...SECRETS, ...SERVER_NAMES]), file).toEqual([]);
});

test('no secret is in the server bundle, except the published ones that production rejects', () => {
  const matches = filesUnder('.next/server').filter((file) => findIn(readFileSync(file, 'latin1'), SECRETS).length > 0);
  // The table of these credentials (lib/server/config/environment-check), wherever it was bundled.
  for (const file of matches)
    expect(findIn(readFileSync(file, 'latin1'), [...SECRETS, 'only-for-the-sandbox-replace-me']), file).toHaveLength(3);
});

test('nothing of the credentials beside the sources is in what the build leaves', () => {
  const files = ['.next/standalone', '.next/static', 'public'].flatMap(filesUnder);
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => path.basename(file).startsWith('.env'))).toEqual([]);
  expect(files.filter((file) => readFileSync(file).includes(BUILD_CANARY))).toEqual([]);
});

test('no secret and no token is in pages, answers, actions, metrics or logs', async ({
  page,
  signInAs,
  approve,
  sandbox,
}) => {
  const seen: string[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(stackAddresses().consoleUrl))
      void response.text().then(
        (text) => seen.push(text),
        () => undefined,
      );
  });
  await signInAs('finance');
  // With a failing service, so that error messages are checked as well.
  await sandbox.addFault({ on: 'token', kind: 'error', status: 500, times: 1 });
  await sandbox.addFault({ on: 'any', kind: 'expire-tokens', times: 1 });
  for (const address of ['/', '/transfers/none']) await page.goto(address);
  for (const address of ['/withdrawals', '/transfers', '/api/transfers', '/api/metrics', '/api/health/ready'])
    seen.push(await (await page.request.get(address)).text());
  await page.goto('/withdrawals/new');
  await page.getByLabel('Profile ID').fill('p-empty');
  await page.getByLabel('Asset', { exact: true }).fill('BTC');
  await page.getByLabel('Destination address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  await approve(page.url());
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Declined by the service');

  expect(seen.length).toBeGreaterThan(20);
  const { dataDir } = stackAddresses();
  const log = readFileSync(path.join(dataDir, 'console.log'), 'utf8');
  expect(log).toContain('send attempt ended');
  for (const text of [...seen, log]) {
    expect(findIn(text, SECRETS)).toEqual([]);
    expect(text).not.toMatch(/Bearer [A-Za-z0-9]|access_token/);
  }
});
