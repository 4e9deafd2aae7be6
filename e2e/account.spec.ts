import type { Page } from '@playwright/test';
import { expect, newPage, signInWithoutPages, test } from '@/e2e/fixtures';
import { createRequest, newAddress, signaturesOn } from '@/e2e/request-steps';
import { stackAddresses } from '@/e2e/stack/addresses';

const dialog = (page: Page) => page.getByRole('dialog');
const delegations = (page: Page) => page.getByRole('list', { name: 'Delegations' });

test('a person reads who they are and what they can do, and ends their other sessions', async ({
  browser,
  signInAs,
  page,
  expectNoAxeViolations,
}) => {
  await signInAs('finance-two', { isFresh: true });
  const elsewhere = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  await signInWithoutPages(elsewhere, 'finance-two');
  const other = await newPage(elsewhere);
  await other.goto('/account');

  await page.goto('/');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  const you = page.getByRole('region', { name: 'You', exact: true });
  await expect(you).toContainText('Your ID there');
  await expect(you).toContainText('or after 15 minutes without use');
  await page.getByText('What you can do').click();
  await expect(page.getByRole('list', { name: 'You can', exact: true })).toContainText('request withdrawals');
  await page.getByText('What only others can do').click();
  await expect(page.getByRole('list', { name: 'Only others can' })).toContainText(
    /Only approvers and administrators.*approve or reject withdrawals/,
  );
  await expect(page.getByRole('list', { name: 'Recent sign-ins' }).getByRole('listitem').nth(1)).toBeVisible();

  await test.step('chooses what they are told and when', async () => {
    await page.getByText(/^By mail: \d+ at once/).click();
    const choices = page.getByRole('list', { name: 'Notices by mail' });
    await expect(choices.getByLabel('Sending is stopped').getByRole('option', { name: 'Never' })).toHaveCount(0);
    await choices.getByLabel('Your request is rejected').selectOption('Never');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Quiet from').selectOption('20:00');
    await page.getByRole('button', { name: 'Save notifications' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  const own = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  expect(await own.count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expectNoAxeViolations(page);
  await dialog(page).getByRole('button', { name: 'End all other sessions' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Enter a reason.');
  await dialog(page).getByLabel('Reason').fill('a shared desk');
  await dialog(page).getByRole('button', { name: 'End all other sessions' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('this session');
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await elsewhere.close();
});

test('an approver on leave lets another one decide for them, who decides for both, until that ends', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const delegate = await openAs('approver-two');
  const delegator = await openAs('approver-one');
  const url = await createRequest(await openAs('finance'), { value: '1.75', address: newAddress() });

  await test.step('a delegate is chosen, until a time in the future', async () => {
    await delegator.goto('/account');
    await delegator.getByRole('button', { name: 'Choose a delegate' }).click();
    const send = dialog(delegator).getByRole('button', { name: 'Delegate', exact: true });
    await send.click();
    await expect(dialog(delegator).getByRole('alert')).toContainText('Choose who decides for you.');
    await dialog(delegator).getByLabel('Person').selectOption('approver-two');
    await dialog(delegator).getByLabel('Until').fill('2020-01-01T00:00');
    await dialog(delegator).getByLabel('Reason').fill('On leave');
    await send.click();
    await expect(dialog(delegator).getByRole('alert')).toContainText('The end is in the past.');
    await expectNoAxeViolations(delegator);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await dialog(delegator).getByLabel('Until').fill(tomorrow);
    await send.click();
    await expect(delegations(delegator)).toContainText('approver-two decides for you');
  });

  await test.step('the delegate decides as the delegator, and both count as one', async () => {
    await delegate.setViewportSize({ width: 360, height: 800 });
    await delegate.goto(url);
    await delegate.getByRole('button', { name: /^Approve/ }).click();
    await expect(dialog(delegate).getByLabel('Decide as')).toHaveValue(/./);
    await expect(dialog(delegate)).toContainText('You and approver-one count as one.');
    await expectNoAxeViolations(delegate);
    await dialog(delegate)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(signaturesOn(delegate)).toContainText('approver-two for approver-one');
  });

  await test.step('the delegator ends it', async () => {
    await delegator.getByRole('button', { name: 'End delegation' }).click();
    await dialog(delegator).getByRole('button', { name: 'End delegation' }).click();
    await expect(delegations(delegator)).toContainText('Over');
    await expect(delegator.getByRole('button', { name: 'End delegation' })).toHaveCount(0);
  });
});

test('a browser that may says how much waits while its tab is in the background', async ({ openAs }) => {
  const approver = await openAs('approver-two');
  // Chromium without a window shows no notifications and grants none: this one asks, and keeps what is shown.
  await approver.addInitScript(() => {
    const shown: string[] = [];
    class Shown extends EventTarget {
      static permission = 'default';
      static requestPermission(this: void) {
        Shown.permission = 'granted';
        return Promise.resolve('granted');
      }
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: Shown, shown });
  });
  await approver.clock.install();
  await approver.goto('/account');
  await approver.getByRole('button', { name: 'Show in this browser' }).click();
  await expect(approver.getByRole('button', { name: 'Switch off in this browser' })).toBeVisible();
  await approver.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await createRequest(await openAs('finance'), { value: '4.25', address: newAddress() });
  await approver.clock.fastForward(70_000);
  await expect
    .poll(() => approver.evaluate(() => (window as unknown as { shown: string[] }).shown))
    .toEqual([expect.stringMatching(/^(One thing waits|\d+ things wait) for you$/)]);
});
