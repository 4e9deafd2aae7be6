import type { Browser, Page } from '@playwright/test';
import { cancelRequest, createRequest, newAddress, newReference } from '@/e2e/request-steps';
import { expect, newPage, test } from '@/e2e/fixtures';
import { readAll } from '@/e2e/mirrored';

const ZONE = 'Asia/Tokyo';

const main = (page: Page) => page.getByRole('main');
const section = (page: Page, name: RegExp) => main(page).getByRole('region', { name });

/** Gives the names of the sections, in the order in which they are read. */
const namesOf = (page: Page) => main(page).getByRole('heading', { level: 2 }).allInnerTexts();

test('home begins with what each role comes for, wide and narrow', async ({
  page,
  signInAs,
  openAs,
  sandbox,
  expectGoodLooks,
}) => {
  const referenceId = newReference();
  await signInAs('finance');
  const url = await createRequest(page, { value: '1.123456789012345678', referenceId, address: newAddress() });

  await test.step('finance: what came back, what waits and for whom, what was sent', async () => {
    await page.goto('/');
    await expect(section(page, /^Sent today/)).toBeVisible();
    expect((await namesOf(page)).join('\n')).toMatch(/Returned to you[^]*Waiting for approval \(\d+\)[^]*Sent today/);
    await expect(
      section(page, /^Waiting for approval/)
        .getByRole('listitem')
        .first(),
    ).toContainText(/waits for \d( more)? (approver|administrator)s?, expires in|awaiting approval/);
    await expect(main(page).getByRole('link', { name: 'New withdrawal' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Import withdrawals' })).toBeVisible();
    await expectGoodLooks(page);
  });

  await test.step('an approver: the first items of the queue, in full', async () => {
    const approver = await openAs('approver-one');
    await approver.goto('/');
    const waiting = section(approver, /^Waiting for your decision \(\d+\)/);
    await expect(waiting.getByRole('img', { name: /^\d of \d approved$/ }).first()).toBeVisible();
    await expect(main(approver).getByRole('link', { name: 'Import withdrawals' })).toHaveCount(0);
    await expectGoodLooks(approver);
    await waiting.getByRole('link', { name: 'Open queue' }).click();
    await expect(approver).toHaveURL(/\/approvals(\?|$)/);
    await expect(main(approver).getByRole('link').filter({ hasText: '1.123456789012345678' }).first()).toBeVisible();
  });

  await test.step('support: the search, at once; amounts of the day, whole by key and for screen readers', async () => {
    const support = await openAs('support');
    await readAll(support, sandbox);
    await support.goto('/');
    await expect(main(support).getByRole('searchbox', { name: 'Find a transfer' })).toBeFocused();
    await expect(section(support, /^Watched transfers/)).toBeVisible();
    await expect(
      section(support, /^Delayed/)
        .getByRole('listitem')
        .first(),
    ).toContainText(/Delayed by|:/);
    await expect(section(support, /^Waiting for/)).toHaveCount(0);
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

  await test.step('an administrator: alarms before anything else', async () => {
    const admin = await openAs('admin');
    await admin.goto('/');
    await expect(main(admin).getByRole('region').first()).toHaveAccessibleName(/^Alarms/);
    await expectGoodLooks(admin);
  });

  await cancelRequest(page.context(), url);
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
  // The console learns the zone from the first page, and reads the page again.
  await expect(far.getByLabel(`From (day in ${ZONE})`)).toBeVisible();
  const times = far.getByRole('list', { name: 'Entries' }).locator('time');
  const newest = (await times.first().getAttribute('datetime')) ?? '';
  const day = dayInZone(newest);
  await far.getByLabel(`From (day in ${ZONE})`).fill(day);
  await far.getByLabel(`To (day in ${ZONE})`).fill(day);
  await far.getByRole('button', { name: 'Filter' }).click();
  await expect(far).toHaveURL(new RegExp(`zone=${encodeURIComponent(ZONE)}`));
  await expect(times.first()).toBeVisible();
  const shown = await times.evaluateAll((found) => found.map((time) => time.getAttribute('datetime') ?? ''));
  expect([...new Set(shown.map(dayInZone))]).toEqual([day]);

  // A colleague in another zone sees the same entries, and which zone the days belong to.
  await page.goto(far.url());
  await expect(page.getByLabel(`From (day in ${ZONE})`)).toHaveValue(day);
  await expect(page.getByRole('list', { name: 'Entries' }).locator('time').last()).toHaveAttribute(
    'datetime',
    shown.at(-1) ?? '',
  );
  await far.context().close();
});

test('what was sent today is counted in the reader’s time zone', async ({ page, browser, baseURL, signInAs }) => {
  await signInAs('finance');
  const far = await openInZone(page, browser, baseURL);
  await far.goto('/');
  await expect(section(far, /^Sent today/)).toContainText(`time zone ${ZONE}.`);
  const cookies = (await far.context().cookies()).filter(({ value }) => value === ZONE);
  expect(cookies).toMatchObject([{ name: '__Host-time-zone', secure: true, sameSite: 'Lax', path: '/' }]);
  await far.context().close();
});
