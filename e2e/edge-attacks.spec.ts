import { request as rawRequest } from 'node:http';
import { callAction, listActions } from '@/e2e/access-control/actions';
import { expect, test } from '@/e2e/fixtures';
import { Member } from '@/scripts/stack/member';
import { stackAddresses } from '@/e2e/stack/addresses';

/** Sends one request as it is, with the path unchanged, and returns the status of its answer. */
function send(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<number | undefined> {
  const { host, hostname, port, origin } = new URL(stackAddresses().consoleUrl);
  const own = { host, 'sec-fetch-site': 'same-origin', ...(method === 'POST' && { origin }) };
  return new Promise((resolve, reject) => {
    const asked = rawRequest({ hostname, port, path, method, headers: { ...own, ...headers } }, ({ statusCode }) => {
      resolve(statusCode);
      asked.destroy();
    });
    asked.on('error', reject);
    // The head alone: an answer then shows that no byte of a body was waited for.
    asked.flushHeaders();
    if (method === 'GET') asked.end();
  });
}

test('a body without a session is refused before a byte of it is read', async () => {
  const actions = [...listActions().values()];
  for (const { id, page } of [...actions, { id: '0'.repeat(42), page: '/withdrawals/import' }]) {
    const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' };
    expect(await send(page, { method: 'POST', headers: { ...headers, 'content-length': '1000000' } })).toBe(413);
    expect(await send(page, { method: 'POST', headers: { ...headers, 'content-length': '65536' } })).toBe(401);
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '65536' };
    expect(await send(page, { method: 'POST', headers: form })).toBe(303);
  }
  for (const path of ['/api/withdrawals/batches', '/api/proposals', '/api/recipients/check'])
    expect(await send(path, { method: 'POST', headers: { 'content-length': '1048576' } })).toBe(401);
});

test('an action without a session answers as the action itself would', async () => {
  const { consoleUrl } = stackAddresses();
  const nobody = new Member('nobody', consoleUrl);
  for (const [name, action] of listActions())
    expect.soft((await callAction(nobody, action, { args: [{}] })).outcome, name).toBe('signed-out');
});

test('a foreign host reaches nothing but the health routes', async () => {
  const foreign = { headers: { host: 'evil.example' } };
  for (const path of ['/', '/sign-in', '/api/metrics', '/api/auth/csrf', '/robots.txt', '/_next/static/x.js'])
    expect.soft(await send(path, foreign), path).toBe(421);
  expect(await send('/api/health/live', foreign)).toBe(200);
});

test('a path that is not in its normal form is invalid, whatever it leads to', async () => {
  for (const path of [
    '/api/auth/../metrics',
    '/api/auth/%2e%2e/metrics',
    '/api/./metrics',
    '//api/metrics',
    '/api//metrics',
    '/api\\metrics',
    '/api%2Fmetrics',
    '/transfers/%2e%2e%2fx',
  ])
    expect.soft(await send(path), path).toBe(400);
  expect(await send('/api/metrics')).toBe(200);
});

test('no text becomes a script, markup or the address of one', async ({ browser }) => {
  // A context of its own: the violations are wanted.
  const context = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.waitForFunction(
    () => 'trustedTypes' in window && (window.trustedTypes as { defaultPolicy: unknown }).defaultPolicy !== null,
  );
  const outcomes = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      markup: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      foreign: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      route: () => (document.createElement('script').src = '/api/transfers/export'),
      text: () => (document.createElement('script').text = 'alert(1)'),
      otherPolicy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('mine', {}),
      chunk: () => (document.createElement('script').src = '/_next/static/chunks/x.js'),
    };
    return Object.fromEntries(
      Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt();
          return [name, 'done'];
        } catch (error) {
          return [name, (error as Error).name];
        }
      }),
    );
  });
  expect(outcomes).toEqual({
    markup: 'TypeError',
    foreign: 'TypeError',
    route: 'TypeError',
    text: 'TypeError',
    otherPolicy: 'TypeError',
    chunk: 'done',
  });
  await context.close();
});
