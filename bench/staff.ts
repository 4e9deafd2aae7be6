import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '@/scripts/browser/find-chromium';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a browser without background activity. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: QUIET, ...(executablePath && { executablePath }) });
}

/** Signs a person in, in a browser context of their own, and returns the first page of their role. */
export async function signIn(browser: Browser, consoleUrl: string, person: string): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: consoleUrl, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Sign in as ${person}`, exact: true }).click();
  const { origin } = new URL(consoleUrl);
  await page.waitForURL((url) => url.origin === origin && !/^\/(?:sign-in|api)\b/.test(url.pathname));
  return page;
}

/** Returns the cookie header of a browser's session. */
export async function cookieHeader(context: BrowserContext, consoleUrl: string): Promise<string> {
  const cookies = await context.cookies(consoleUrl);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
