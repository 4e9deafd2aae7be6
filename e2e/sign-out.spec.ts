import type { ChildProcess } from 'node:child_process';
import { expect, test } from '@playwright/test';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { findFreePort } from '@/scripts/stack/ports';
import { type ShapedProvider, startShapedProvider } from '@/scripts/testing/people/shaped-provider';

// A console of its own, behind a provider that has sessions: the sandbox's has none.
const stacks: ChildProcess[] = [];
let stack: StackAddresses;
let provider: ShapedProvider;
const logouts: number[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await findFreePort();
  stack = await startStack(stacks, {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    CONSOLE_WORKERS: 'off',
  });
  provider = await startShapedProvider(
    { claims: { profile: { name: 'Ann', roles: ['approver'] } } },
    { url: stack.consoleUrl, answerLogout: forwardLogout },
    port,
  );
});
test.afterAll(async () => {
  await Promise.all(stacks.map(stopStack));
  await provider.close();
});

async function forwardLogout(request: Request): Promise<Response> {
  const body = await request.text();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${stack.consoleUrl}/api/auth/back-channel-logout`, { method: 'POST', headers, body });
  logouts.push(answer.status);
  return answer;
}

test('signing out leads through the provider, which ends its session, and back to the sign-in page', async ({
  page,
}) => {
  await page.goto(`${stack.consoleUrl}/account`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${stack.consoleUrl}/sign-in`);
  expect(logouts).toEqual([200]);
  await page.goto(`${stack.consoleUrl}/account`);
  await expect(page).toHaveURL(/\/sign-in/);
});
