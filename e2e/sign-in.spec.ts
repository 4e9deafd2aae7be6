import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, signInAt, test } from '@/e2e/fixtures';
import { stackAddresses } from '@/e2e/stack/addresses';
import { runSql } from '@/e2e/stack/database';

test('a visitor without a session is redirected to sign-in, signs in and reaches the home page', async ({
  page,
  expectNoAxeViolations,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await expectNoAxeViolations(page);
  await signInAt(page, 'finance');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

test('too many sign-ins from one address are limited, with the time to wait, and others are not delayed', async ({
  page,
  signInAs,
}) => {
  const { consoleUrl } = stackAddresses();
  // An address of this test's own, so that no other test's sign-in is delayed.
  const from = '127.0.0.9';
  let cookie = '';
  const ask = (method: string, path: string, fields: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const body = method === 'POST' ? new URLSearchParams(fields).toString() : '';
      const headers = {
        cookie,
        origin: consoleUrl,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      };
      httpRequest(consoleUrl + path, { method, localAddress: from, headers }, (response) => {
        const set = (response.headers['set-cookie'] ?? []).map((each) => each.split(';', 1)[0] ?? '');
        if (set.length > 0) cookie = [cookie, ...set].filter(Boolean).join('; ');
        const { statusCode: status, headers: answered } = response;
        void text(response).then((answer) => resolve({ status, headers: answered, text: answer }), reject);
      })
        .on('error', reject)
        .end(body);
    });
  // Only real attempts count: this browser has started a sign-in, and may start another.
  const { csrfToken } = JSON.parse((await ask('GET', '/api/auth/csrf')).text) as { csrfToken: string };
  const fields = { csrfToken, callbackUrl: '/', json: 'true' };
  expect(await ask('POST', '/api/auth/signin/oidc', fields)).toMatchObject({ status: 200 });
  await runSql(
    `insert into rate_limits values ($1, now() + interval '90 seconds')
     on conflict (key) do update set spent_until = excluded.spent_until`,
    [`signInStart address ${from}`],
  );
  // A return counts by the sign-in that was started, whatever was started from the address.
  const forged = '/api/auth/callback/oidc?code=x&state=y';
  expect((await ask('GET', forged)).status).not.toBe(429);
  await runSql(
    `update rate_limits set spent_until = now() + interval '90 seconds' where key like 'signInReturn own %'`,
  );
  expect(await ask('GET', forged)).toMatchObject({
    status: 429,
    // What is spent beyond the minute, and the 15 seconds of one return.
    headers: { 'retry-after': expect.stringMatching(/^[1-4]?[0-9]$/) },
    text: expect.stringContaining('You are not signed in.'),
  });
  const start = await ask('POST', '/api/auth/signin/oidc', fields);
  expect(start).toMatchObject({ status: 429, text: JSON.stringify({ url: `${consoleUrl}/sign-in?error=TooMany` }) });
  cookie = '';
  expect(await ask('GET', forged)).toMatchObject({
    status: 303,
    headers: { location: `${consoleUrl}/sign-in?error=NotStarted` },
  });
  await page.goto('/sign-in?error=TooMany');
  await expect(page.getByRole('alert').filter({ hasText: 'You are not signed in' })).toContainText(
    'Try again in a minute.',
  );
  await signInAs('support', { isFresh: true });
});
