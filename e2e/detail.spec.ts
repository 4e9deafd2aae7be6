import type { Page } from '@playwright/test';
import { fillIn, newAddress, newReference, stateOf, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { pickOwnText, readAll } from '@/e2e/mirrored';

const main = (page: Page) => page.getByRole('main');
const history = (page: Page) => page.getByRole('list', { name: 'History' });

test('a transfer shows at once while the service is slow, and its age while the service fails', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const { id, text } = pickOwnText(await readAll(page, sandbox), (item) => item.ref_id);
  const slow = await sandbox.addFault({ on: 'get', kind: 'latency', ms: 6000, match: { id } });
  // The first HTML comes before the service has answered.
  await page.goto(`/transfers/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: `Transfer ${text}` })).toBeVisible();
  await expect(main(page)).toContainText(/Saved copy from .+ checking with the service/);
  await expect(history(page)).toContainText('First seen by this console');
  await expect(main(page)).toContainText(/Confirmed with the service at|last checked/);
  await fetch(`${sandbox.url}/_sandbox/faults/${slow.id}`, { method: 'DELETE' });

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

test('a refresh from the service says what changed, and what is shown while the service fails', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const { id } = pickOwnText(
    items.filter(({ status }) => status === 'FAILED'),
    (item) => item.ref_id,
  );
  await page.goto(`/transfers/${id}`);
  await expect(main(page)).toContainText('Confirmed with the service at');
  const refresh = main(page).getByRole('button', { name: 'Refresh from the service' });
  await refresh.click();
  await expect(main(page)).toContainText(/Read from the service at \d\d:\d\d:\d\d: no change\./);

  await sandbox.addFault({ on: 'get', kind: 'unknown-enums', match: { id } });
  await refresh.click();
  await expect(main(page)).toContainText(/Read from the service at .+: status changed from Failed to Under review, /);
  await expect(stateOf(page)).toContainText('Under review');
  await expectNoAxeViolations(page);

  await sandbox.clearFaults();
  await sandbox.addFault({ on: 'get', kind: 'error', status: 403, match: { id } });
  await refresh.click();
  await expect(main(page)).toContainText(/You see the record as of .+/);
});

test('a transfer shows its withdrawal request, the decisions and every change', async ({
  page,
  signInAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '2.125', referenceId, address: newAddress() });
  const requestUrl = await submit(page);
  await approve(requestUrl);
  await expect(stateOf(page)).toHaveText(/Pending at the service|Completed/);
  const [transfer] = (await sandbox.transfersByRef(referenceId)).items;

  await signInAs('support');
  await page.goto(`/transfers/${String(transfer?.id)}`);
  await expect(history(page)).toContainText(/Status: Pending at the service .+ Completed/);
  await expect(stateOf(page)).toContainText('Completed');
  await expect(stateOf(page)).toContainText('Changed just now');
  await expect(main(page)).toContainText('finance');
  await expect(main(page)).toContainText('approver-one approved');
  await expect(main(page)).toContainText('approver-two approved');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(requestUrl);
});

test('linked transfers lead to each other', async ({ page, signInAs, sandbox }) => {
  await signInAs('support');
  const all = await readAll(page, sandbox);
  const one = all.find(({ group_id }) => typeof group_id === 'string');
  const other = all.find(({ id, group_id }) => id !== one?.id && group_id === one?.group_id);
  await page.goto(`/transfers/${one?.id}`);
  const linked = page.getByRole('list', { name: 'Linked transfers' });
  await linked.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/transfers/${other?.id}$`));
  await linked.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/transfers/${one?.id}$`));
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
    /The console’s copy does not have this transfer either \([\d,]+ transfers, complete as of/,
  );
  await sandbox.addFault({ on: 'get', kind: 'error', status: 403 });
  expect((await page.goto(unknown))?.status()).toBe(200);
  await expect(main(page)).toContainText('so the transfer may still exist');
  await sandbox.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(main(page)).toContainText('The service was checked just now and has no transfer with this ID.');
});

test('the home page shows delayed transfers and the volume, and since when the service is unavailable', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await page.goto('/');
  await expect(main(page).getByRole('searchbox', { name: 'Find a transfer' })).toBeVisible();
  const late = page.getByRole('region', { name: /^Delayed/ });
  await expect(late.getByRole('listitem').first()).toContainText(/Delayed by|:/);
  await expect(page.getByRole('region', { name: /^Waiting for/ })).toHaveCount(0);
  const volume = page.getByRole('region', { name: 'Volume of the last 24 hours' });
  const chart = volume.getByRole('listitem').first();
  await expect(chart.getByRole('img', { name: /by hour: in .+, out / })).toBeVisible();
  await chart.getByText(/^Hours of/).click();
  await expect(chart.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await expectNoAxeViolations(page);

  await sandbox.addFault({ on: 'any', kind: 'error', status: 503 });
  await expect(async () => {
    await page.goto('/');
    await expect(main(page)).toContainText(/the service has been unavailable since \d\d:\d\d/, { timeout: 500 });
  }).toPass({ timeout: 45_000 });
  await expect(late).toBeVisible();
  await expectNoAxeViolations(page);
});
