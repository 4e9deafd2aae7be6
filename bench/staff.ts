import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '@/scripts/browser/find-chromium';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser that does nothing beside what it is told. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: QUIET, ...(executablePath && { executablePath }) });
}

/** A page in a browser of somebody's own, signed in, at the home page. */
export async function signIn(browser: Browser, consoleUrl: string, person: string): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: consoleUrl, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Sign in as ${person}`, exact: true }).click();
  await page.waitForURL(`${consoleUrl}/`);
  return page;
}

/** The session of a browser as a request without one sends it. */
export async function cookieHeader(context: BrowserContext, consoleUrl: string): Promise<string> {
  const cookies = await context.cookies(consoleUrl);
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
