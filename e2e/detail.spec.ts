import type { Page } from '@playwright/test';
import { stateOf } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { pickOwnText, readAll } from '@/e2e/mirrored';

const main = (page: Page) => page.getByRole('main');
const history = (page: Page) => page.getByRole('list', { name: 'History' });

test('a transfer shows at once while the service is slow, and says what a refresh changed or could not read', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const { id, text } = pickOwnText(
    items.filter(({ status }) => status === 'FAILED'),
    (item) => item.ref_id,
  );
  await sandbox.addFault({ on: 'get', kind: 'latency', ms: 2000, match: { id }, times: 1 });
  // The first HTML comes before the service has answered.
  await page.goto(`/transfers/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: `Transfer ${text}` })).toBeVisible();
  await expect(main(page)).toContainText(/Saved copy from .+ checking with the service/);
  await expect(history(page)).toContainText('First seen');
  await expect(main(page)).toContainText(/Confirmed with the service at|last checked/);

  const refresh = main(page).getByRole('button', { name: 'Refresh from the service' });
  await refresh.click();
  await expect(main(page)).toContainText(/Read from the service at \d\d:\d\d:\d\d: no change\./);
  await sandbox.addFault({ on: 'get', kind: 'unknown-enums', match: { id } });
  await refresh.click();
  await expect(main(page)).toContainText(/Read from the service at .+: status changed from Failed to Under review, /);
  await expect(stateOf(page)).toContainText('Under review');
  await sandbox.clearFaults();
  await sandbox.addFault({ on: 'get', kind: 'error', status: 403, match: { id } });
  await refresh.click();
  await expect(main(page)).toContainText(/You see the record as of .+/);

  await sandbox.clearFaults();
  await sandbox.addFault({ on: 'get', kind: 'malformed-json', match: { id } });
  await page.goto(`/transfers/${id}`);
  await expect(main(page).getByRole('alert')).toContainText(
    /This transfer could not be refreshed\. You see the saved copy from .+ ago\), which may be out of date/,
  );
  await expect(history(page)).toBeVisible();
  await expectNoAxeViolations(page);
  // The page retries automatically.
  await sandbox.clearFaults();
  await expect(main(page)).toContainText(/Confirmed with the service at|last checked/);
  await expect(main(page).getByRole('alert')).toHaveCount(0);
});

test('an unknown ID answers 404 with what was checked; an ID that could not be checked does not', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const unknown = '/transfers/00000000-1111-2222-3333-444444444444';
  expect((await page.goto(unknown))?.status()).toBe(404);
  await expect(main(page)).toContainText('00000000-1111-2222-3333-444444444444');
  await expect(main(page)).toContainText(
    /The console’s copy does not have this transfer either \([\d,]+ transfers, up to date/,
  );
  await expect(main(page).getByRole('searchbox', { name: 'Find a transfer' })).toBeVisible();
  // So does any other address, without a way lost.
  expect((await page.goto('/no/such-page'))?.status()).toBe(404);
  await expect(main(page).getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  await sandbox.addFault({ on: 'get', kind: 'error', status: 403 });
  expect((await page.goto(unknown))?.status()).toBe(200);
  await expect(main(page)).toContainText('so the transfer may still exist');
  await sandbox.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(main(page)).toContainText('The service was checked just now and has no transfer with this ID.');
});
