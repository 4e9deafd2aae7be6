import type { Browser, Page } from '@playwright/test';
import {
  callActionAs,
  cancelRequest,
  createBatch,
  createRequest,
  idOf,
  newAddress,
  newReference,
} from '@/e2e/request-steps';
import { expect, newPage, test } from '@/e2e/fixtures';
import { readAll } from '@/e2e/mirrored';
import { openSearch } from '@/e2e/search-steps';

const ZONE = 'Asia/Tokyo';

const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: RegExp | string) => main(page).getByRole('region', { name });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' });

test('each role begins with what it comes for, wide and narrow', async ({
  page,
  signInAs,
  openAs,
  sandbox,
  expectGoodLooks,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  const url = await createRequest(page, { value: '1.123456789012345678', referenceId, address: newAddress() });
  const approver = await openAs('approver-one');

  await test.step('an approver: the queue', async () => {
    await approver.goto('/');
    await expect(approver).toHaveURL(/\/approvals(\?|$)/);
    await expect(main(approver).getByRole('link').filter({ hasText: '1.12' }).first()).toBeVisible();
  });

  await test.step('finance: what is theirs to do, what waits and for whom, the day', async () => {
    await callActionAs(approver.context(), {
      path: `/withdrawals/${idOf(url)}`,
      action: 'discussAction',
      input: { kind: 'QUESTION', requestId: idOf(url), version: 1, body: 'Which invoice?' },
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Yours to do' })).toBeVisible();
    await expect(section(page, 'Questions')).toContainText('approver-one asks: “Which invoice?”');
    await expect(section(page, 'Waiting for others').getByRole('listitem').first()).toContainText(
      /waits for \d( more)? (approver|administrator)s?|awaiting approval|unknown/,
    );
    await expect(main(page).getByRole('link', { name: 'Import withdrawals' })).toBeVisible();
    await expectGoodLooks(page);
    await section(page, 'Questions')
      .getByRole('link', { name: `Answer: ${referenceId}` })
      .click();
    await expect(page).toHaveURL(url);
  });

  await test.step('support: the search, at once', async () => {
    const support = await openAs('support');
    await readAll(support, sandbox);
    await support.goto('/');
    await expect(support).toHaveURL(/\/transfers$/);
    await expect(main(support).getByRole('searchbox', { name: 'Find a transfer' })).toBeFocused();

    await main(support).getByRole('link', { name: 'Today', exact: true }).click();
    await expect(
      section(support, /^Delayed/)
        .getByRole('listitem')
        .first(),
    ).toContainText(/usually|:/);
    const volume = section(support, /^Volume of the last 24 hours/);
    const chart = volume.getByRole('listitem').first();
    await expect(chart.getByRole('img', { name: /by hour: in .+, out / })).toBeVisible();
    await chart.getByText(/^Hours of/).click();
    await expect(chart.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expectGoodLooks(support);
    // The name of a button is what a screen reader says: every digit.
    const amount = volume.getByRole('button', { name: /^[\d,]+\.\d+$/ }).first();
    const rounded = amount.locator('[aria-hidden]');
    await expect(rounded).toHaveText(/^[\d,]+\.\d{2}$/);
    await amount.press('Enter');
    await expect(amount).toHaveAttribute('aria-pressed', 'true');
    await expect(rounded).toHaveCount(0);
    await expect(amount).toHaveText(/^[\d,]+\.\d{3,}$/);
  });

  await test.step('an administrator: what needs them, and settings in one frame', async () => {
    const admin = await openAs('admin');
    await admin.goto('/');
    await expect(admin).toHaveURL(/\/$/);
    await expect(section(admin, /^Today/)).toBeVisible();
    await expectGoodLooks(admin);
    await navigation(admin).getByRole('link', { name: 'Settings' }).click();
    await expect(admin).toHaveURL(/\/policy$/);
    const tabs = admin.getByRole('navigation', { name: 'Settings', exact: true });
    await tabs.getByRole('link', { name: 'Approvers and rights' }).click();
    await expect(admin).toHaveURL(/\/groups$/);
    await expect(tabs.getByRole('link', { name: 'Approvers and rights' })).toHaveAttribute('aria-current', 'page');
    await expect(navigation(admin).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'true');
  });

  await cancelRequest(page.context(), url);
});

/** Finds an action in the search by what is typed, and runs it. */
async function act(reader: Page, typed: string, name: string): Promise<void> {
  await openSearch(reader);
  await reader.keyboard.insertText(typed);
  await reader.getByRole('dialog', { name: 'Find a transfer' }).getByRole('option', { name, exact: true }).click();
}

test('keys and the search act on every page, and only for who may', async ({
  page,
  signInAs,
  openAs,
  expectNoAxeViolations,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  const url = await createRequest(page, { value: '1.25', referenceId, address: newAddress() });
  await page.goto('/recipients');
  await expect(page.getByRole('heading', { level: 1, name: 'Recipients' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('New withdrawal');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/withdrawals\/new$/);

  await act(page, 'stop', 'Stop sending');
  await expect(page.getByRole('dialog', { name: 'Stop all sending now?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  const download = page.waitForEvent('download');
  await act(page, 'export', 'Export withdrawals');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await openSearch(page);
  await page.keyboard.insertText('approve');
  await expect(page.getByRole('option', { name: 'Approve next' })).toHaveCount(0);

  const approver = await openAs('approver-one');
  await approver.goto('/transfers');
  await act(approver, 'approve', 'Approve next');
  await expect(approver).toHaveURL(/\/withdrawals\/(batches\/)?[0-9a-f-]{36}(\?queue=1)?$/);
  await cancelRequest(page.context(), url);
});

test('every page that moved is reached from its old address, and one that is three deep names those above it', async ({
  page,
  signInAs,
  openAs,
}) => {
  const [one, two] = [newReference(), newReference()];
  await signInAs('finance');
  const batch = await createBatch(page, 'Breadcrumbs', [
    { value: '1', referenceId: one },
    { value: '2', referenceId: two },
  ]);
  await page.goto(batch);
  const above = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  await expect(above).toHaveText(['Withdrawals', 'Batches']);
  await above.last().click();
  await expect(page).toHaveURL(/\/withdrawals\/batches$/);
  await expect(above).toHaveCount(0);

  const admin = await openAs('admin');
  for (const [address, title] of [
    ['/withdrawals/templates', 'Templates'],
    ['/withdrawals/planned', 'Planned payments'],
    ['/transfers/lookup', 'Bulk lookup'],
    ['/networks', 'Networks'],
    ['/statements', 'Monthly statements'],
    ['/policy', 'Policy'],
    ['/groups', 'Approvers and rights'],
    ['/assets', 'Assets and networks'],
    ['/profiles', 'Profiles'],
    ['/notifications', 'Notifications'],
    ['/status', 'Status'],
    ['/audit', 'Audit'],
    ['/help', 'Help'],
    ['/account', 'Account'],
  ] as const) {
    await admin.goto(address);
    await expect(admin.getByRole('heading', { level: 1, name: title, exact: true }), address).toBeVisible();
  }
});

/** Opens a page with the session of another, in a browser in another time zone. */
async function openInZone(page: Page, browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    timezoneId: ZONE,
    ...(baseURL && { baseURL }),
    storageState: await page.context().storageState(),
  });
  return newPage(context);
}

const dayInZone = (iso: string) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(iso));

test('a day in the audit log is a day of the reader’s time zone, and a link keeps it', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  await signInAs('admin');
  const far = await openInZone(page, browser, baseURL);
  await far.goto('/audit');
  await far.keyboard.press('f');
  await far.getByRole('button', { name: 'Created', exact: true }).click();
  const answered = far.waitForResponse((response) => new URL(response.url()).pathname === '/api/audit');
  await far.getByRole('button', { name: 'Today' }).click();
  const { items } = (await (await answered).json()) as { items: { at: string }[] };
  expect([...new Set(items.map(({ at }) => dayInZone(at)))]).toEqual([dayInZone(new Date().toISOString())]);
  await expect(far).toHaveURL(/from=\d{4}-\d\d-\d\dT00%3A00%3A00%2B09%3A00/);
  // A colleague in another zone sees the same entries.
  const again = await page.request.get(`/api/audit?${new URL(far.url()).searchParams.toString()}`);
  expect(((await again.json()) as { items: { at: string }[] }).items.at(-1)?.at).toBe(items.at(-1)?.at);
  await far.context().close();
});

test('what was sent today is counted in the reader’s time zone', async ({ page, browser, baseURL, signInAs }) => {
  await signInAs('finance');
  const far = await openInZone(page, browser, baseURL);
  await far.goto('/transfers/today');
  await expect(section(far, /^Sent today/)).toContainText(`time zone ${ZONE}`);
  const cookies = (await far.context().cookies()).filter(({ value }) => value === ZONE);
  expect(cookies).toMatchObject([{ name: 'time-zone', secure: false, sameSite: 'Lax', path: '/' }]);
  await far.context().close();
});
