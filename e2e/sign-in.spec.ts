import { expect, test } from '@/e2e/fixtures';

test('somebody without a session is sent to sign in', async ({ page, expectNoAxeViolations }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await expectNoAxeViolations(page);
});

test('finance signs in and stands at home', async ({ page, signInAs, expectNoAxeViolations }) => {
  await signInAs('finance');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the console is alive and ready without a session', async ({ request }) => {
  expect((await request.get('/api/health/live')).status()).toBe(200);
  expect((await request.get('/api/health/ready')).status()).toBe(200);
});
