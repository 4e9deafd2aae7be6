import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';
import { runSql } from '@/e2e/stack/database';

test('a visitor without a session is redirected to sign-in', async ({ page, expectNoAxeViolations }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await expectNoAxeViolations(page);
});

test('finance signs in and reaches the home page', async ({ page, signInAs, expectNoAxeViolations }) => {
  await signInAs('finance');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('health checks need no session', async ({ request }) => {
  expect((await request.get('/api/health/live')).status()).toBe(200);
  expect((await request.get('/api/health/ready')).status()).toBe(200);
  expect((await request.get('/api/health/serving')).status()).toBe(200);
});

test('too many sign-ins from one address are limited, with the time to wait, and others are not delayed', async ({
  page,
  signInAs,
}) => {
  const { consoleUrl } = stackAddresses();
  // An address of this test's own, so that no other test's sign-in is delayed.
  const from = '127.0.0.9';
  const ask = (method: string, path: string) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined; text: string }>((resolve, reject) => {
      const headers = { origin: consoleUrl, 'sec-fetch-site': 'same-origin', 'content-length': '0' };
      httpRequest(consoleUrl + path, { method, localAddress: from, headers }, (response) => {
        void text(response).then(
          (body) => resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'], text: body }),
          reject,
        );
      })
        .on('error', reject)
        .end();
    });
  await runSql(
    `insert into rate_limits values ($1, now() + interval '90 seconds')
     on conflict (key) do update set spent_until = excluded.spent_until`,
    [`signIn address ${from}`],
  );
  const callback = await ask('GET', '/api/auth/callback/oidc?code=x&state=y');
  expect(callback).toMatchObject({
    status: 429,
    retryAfter: expect.stringMatching(/^[1-3]?[0-9]$/),
    text: expect.stringContaining('You are not signed in.'),
  });
  const start = await ask('POST', '/api/auth/signin/oidc');
  expect(start).toMatchObject({ status: 429, text: JSON.stringify({ url: `${consoleUrl}/sign-in?error=TooMany` }) });
  await page.goto('/sign-in?error=TooMany');
  await expect(page.getByRole('alert').filter({ hasText: 'You are not signed in' })).toContainText(
    'Try again in a minute.',
  );
  await signInAs('support', { isFresh: true });
});
