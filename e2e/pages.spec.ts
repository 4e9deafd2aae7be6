import { expect, test } from '@/e2e/fixtures';
import { cancelRequest, createRequest, newAddress } from '@/e2e/request-steps';

// Pages by the person to whom they show the most. The home page of each role is in home.spec.ts.
const PAGES = {
  finance: () => [
    '/withdrawals',
    '/withdrawals/new',
    '/withdrawals/import',
    '/approvals',
    '/recipients',
    '/recipients/new',
    '/recipients/adopt',
    '/recipients/import',
    '/groups',
    '/help/finance',
    '/account',
    '/nothing-here',
    '/unsubscribe?token=none',
  ],
  support: (transfer: string) => [
    '/recipients/00000000-1111-2222-3333-444444444444',
    '/withdrawals/new',
    '/transfers',
    '/transfers/lookup',
    '/transfers/today',
    '/networks',
    '/statements',
    '/audit',
    transfer,
    '/transfers/00000000-1111-2222-3333-444444444444',
  ],
  'approver-one': () => ['/approvals', '/help'],
  admin: () => [
    '/assets',
    '/profiles',
    '/external-profiles',
    '/policy',
    '/notifications',
    '/status',
    '/people',
    '/audit',
    '/account/set-up',
  ],
};

for (const person of ['finance', 'support', 'approver-one', 'admin'] as const) {
  test(`every page is accessible and fits the window: ${person}`, async ({ page, signInAs, expectGoodLooks }) => {
    await signInAs(person);
    const transfers = await page.context().request.get('/api/transfers?limit=5');
    const { items } = (await transfers.json()) as { items: { id: string }[] };
    for (const [index, path] of PAGES[person](`/transfers/${items[0]?.id}`).entries()) {
      // One scheme for each page: scripts/architecture/look.test.ts compares the colours of both.
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodLooks(page);
    }
  });
}

test('a list begins within 200 px, with at most eight controls above its first row', async ({
  page,
  signInAs,
  openAs,
}) => {
  const finance = await openAs('finance');
  const url = await createRequest(finance, { value: '1.5', address: newAddress() });
  await signInAs('admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/transfers', '/withdrawals', '/audit']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('table').locator('[data-index="0"]')).toBeVisible();
    // The totals come after the rows, and move none.
    if (path === '/transfers') await expect(page.getByRole('button', { name: 'Totals by asset' })).toBeVisible();
    const { top, controls } = await page.evaluate(() => {
      const first = document.querySelector('main [data-index="0"]')?.getBoundingClientRect().top ?? Infinity;
      const all = [...document.querySelectorAll('main :is(a, button, input, select, summary)')];
      const above = all.filter((control) => {
        const box = control.getBoundingClientRect();
        // Tabs lead elsewhere.
        return box.height > 0 && box.bottom <= first && !control.closest('nav, [popover]');
      });
      return { top: first, controls: above.length };
    });
    expect([path, top <= 200, controls <= 8]).toEqual([path, true, true]);
  }
  await cancelRequest(finance.context(), url);
});

test('each page has its own content security policy and is not cached', async ({ request, baseURL }) => {
  const nonces = new Set<string>();
  for (const path of ['/sign-in', '/sign-in', '/transfers', '/nothing-here', '/api/auth/signin']) {
    const answer = await request.get(path, {
      maxRedirects: 0,
      headers: { 'content-security-policy': "script-src 'nonce-mine'", 'x-nonce': 'mine' },
    });
    const {
      'content-security-policy': policy = '',
      'cache-control': cache,
      'x-frame-options': frames,
    } = answer.headers();
    expect([path, cache, frames]).toEqual([path, expect.stringContaining('no-store'), 'DENY']);
    expect(policy).toContain("frame-ancestors 'none'");
    const [, nonce = ''] = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{24})' 'strict-dynamic';/.exec(policy) ?? [];
    nonces.add(nonce);
    const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(5);
  for (const path of ['/api/transfers', '/api/health/live', '/api/metrics', '/api/nothing-here']) {
    const { 'content-security-policy': policy = '', 'cache-control': cache } = (await request.get(path)).headers();
    expect([path, policy, cache]).toEqual([
      path,
      expect.stringContaining("default-src 'none'"),
      expect.stringContaining('no-store'),
    ]);
  }
  expect((await request.get(`${baseURL}/_next/image?url=%2Ficon.svg&w=64&q=75`)).status()).toBe(404);
});

test('public files are served without a session and can load nothing', async ({ request }) => {
  for (const [path, type] of [
    ['/robots.txt', 'text/plain'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icon.svg', 'image/svg+xml'],
    ['/apple-icon.png', 'image/png'],
    ['/.well-known/security.txt', 'text/plain'],
  ] as const) {
    const answer = await request.get(path);
    const { 'content-type': contentType, 'content-security-policy': policy, ...headers } = answer.headers();
    expect([path, answer.status(), contentType?.split(';')[0]]).toEqual([path, 200, type]);
    expect(policy).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['set-cookie']).toBeUndefined();
  }
  expect(await (await request.get('/.well-known/security.txt')).text()).toContain(
    'Contact: mailto:security@countersign.example\nExpires: ',
  );
});

test('signing out ends the session for everyone who has its cookie', async ({ page, context, request, signInAs }) => {
  await signInAs('approver-two');
  const cookies = await context.cookies();
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem('countersign.opened', '[]');
    localStorage.setItem('of-another-time', 'x');
    sessionStorage.setItem('countersign.withdrawal-draft.of-somebody', '{}');
  });
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await (await answered).headerValue('clear-site-data')).toBe('"storage"');
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  expect(
    await page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /^(countersign\.|of-)/.test(key)),
    ),
  ).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name.includes('countersign.session'))).toEqual([]);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await request.get('/api/transfers', { headers: { cookie } })).status()).toBe(401);
});

test('sign-in redirects to pages of the console and nowhere else', async ({ page, signInAs, context, baseURL }) => {
  await signInAs('support');
  for (const target of [
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
  ]) {
    const answer = await context.request.get(`/sign-in?${new URLSearchParams({ callbackUrl: target }).toString()}`, {
      maxRedirects: 0,
    });
    expect(new URL(answer.headers().location ?? '', baseURL).origin, target).toBe(baseURL);
  }
  await page.goto('/sign-in?callbackUrl=/transfers');
  await expect(page).toHaveURL(`${baseURL}/transfers`);
});
