import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { choose } from '@/e2e/policy-steps';
import { approveAs, createRequest, fillIn, newAddress, newReference } from '@/e2e/request-steps';

const dialog = (page: Page) => page.getByRole('dialog');

async function proposeRights(page: Page) {
  await page.getByRole('button', { name: 'Review change' }).click();
  await dialog(page).getByLabel('Comment').fill('a drill');
  await dialog(page).getByRole('button', { name: 'Propose change' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirmRights(page: Page) {
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a clerk of one profile requests from it and sees nothing else, as two administrators agreed', async ({
  page,
  openAs,
  signInAs,
  expectNoAxeViolations,
}) => {
  test.setTimeout(150_000);
  const [own, hidden] = [`p-${newReference()}`, `p-${newReference()}`];
  const [ownReference, hiddenReference] = [newReference(), newReference()];
  const finance = await openAs('finance');
  const ownUrl = await createRequest(finance, { value: '0.1', profileId: own, referenceId: ownReference });
  const hiddenUrl = await createRequest(finance, { value: '0.2', profileId: hidden, referenceId: hiddenReference });

  await page.setViewportSize({ width: 360, height: 900 });
  await signInAs('admin', { isFresh: true });
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Change rights' }).click();
  const right = page.getByRole('group', { name: 'Right 1' });
  await right.getByLabel('Can only').selectOption('See transfers and requests');
  await right.getByLabel('Role or person').selectOption('Everybody with the role finance');
  await choose(right, 'a profile', own);
  await page.getByLabel('What could this person do under these rights?').selectOption({ label: 'finance' });
  await expect(page.getByRole('list', { name: 'Under these rights' })).toContainText(`Sees ${own}.`);
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await proposeRights(page);
  const second = await openAs('admin-two');
  await confirmRights(second);

  // The page was open while the rights changed.
  await finance.goto('/withdrawals');
  await expect(finance.getByRole('link', { name: ownReference })).toBeVisible();
  await expect(finance.getByRole('link', { name: hiddenReference })).toHaveCount(0);
  await finance.goto(ownUrl);
  await expect(finance.getByRole('heading', { level: 1 })).toBeVisible();
  const missing = await finance.goto(hiddenUrl.replace(/[0-9a-f-]{36}$/, '00000000-0000-4000-8000-000000000000'));
  const missingText = await finance.getByRole('main').innerText();
  const answer = await finance.goto(hiddenUrl);
  expect(answer?.status()).toBe(missing?.status());
  expect(await finance.getByRole('main').innerText()).toBe(missingText);
  await expectNoAxeViolations(finance);

  await fillIn(finance, { value: '0.3', profileId: hidden, address: newAddress() });
  await finance.getByRole('button', { name: 'Review' }).click();
  await finance.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(finance.getByRole('main').getByRole('alert')).toContainText(
    `You may not request withdrawals from the profile ${hidden}.`,
  );
  // An approver sees all, as before.
  const approver = await openAs('approver-one');
  await approver.goto(hiddenUrl);
  await expect(approver.getByRole('heading', { level: 1 })).toBeVisible();
  await approveAs(approver.context(), ownUrl);

  // And back, so that other tests find the rights as they were.
  await second.goto('/profiles');
  await second.getByRole('button', { name: 'Change rights' }).click();
  await second.getByRole('button', { name: 'Remove right 1' }).click();
  await proposeRights(second);
  await confirmRights(page);
  await finance.goto(hiddenUrl);
  await expect(finance.getByRole('heading', { level: 1 })).toBeVisible();
});
