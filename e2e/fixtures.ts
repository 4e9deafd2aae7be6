/* oxlint-disable no-empty-pattern -- Playwright reads a fixture's dependencies from its parameter pattern. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page, test as base, type TestInfo } from '@playwright/test';
import { approveAs } from '@/e2e/request-steps';
import { putRules, putSetting, readRules } from '@/e2e/stack/database';
import { stackAddresses } from '@/e2e/stack/addresses';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import type { PolicyRule } from '@/lib/policy/rules';
import type { SettingKind } from '@/lib/proposals/settings';

export type Person =
  | 'finance'
  | 'finance-two'
  | 'approver-one'
  | 'approver-two'
  | 'support'
  | 'admin'
  | 'admin-two'
  | 'auditor';
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface Fixtures {
  /**
   * Signs a person in on the test's page and leaves it blank. `isFresh`: within the last minutes, as decisions require.
   */
  signInAs: (person: Person, how?: { isFresh?: boolean }) => Promise<void>;
  /** Opens a page of another person, who signed in within the last minutes, in a browser context of their own. */
  openAs: (person: Person) => Promise<Page>;
  /**
   * Approves a request as these people, or as many approvers as required, by the action of its page. The buttons have
   * tests of their own.
   */
  approve: (requestUrl: string, ...people: Person[]) => Promise<void>;
  /** Puts rules of the policy in force, as two administrators would. Those from before return with the test's end. */
  putPolicyInForce: (rules: readonly PolicyRule[]) => Promise<void>;
  /** Puts a list of settings in force, as two administrators would. It is emptied with the test's end. */
  putSettingInForce: (kind: SettingKind, value: readonly unknown[]) => Promise<void>;
  /** The sandbox behind the console. Its faults end with the test. */
  sandbox: SandboxClient;
  /** Fails with the accessibility violations of a page. */
  expectNoAxeViolations: (page: Page) => Promise<void>;
  /** Fails with the accessibility violations of a page, and if it scrolls sideways on a phone or a wide screen. */
  expectGoodLooks: (page: Page) => Promise<void>;
}

// Sessions of this run by person: a sign-in takes a second, and most tests are not about it.
const sessions = new Map<Person, { cookies: Cookies; signedInAt: number }>();
// Further browser contexts. Their sessions are their own, so no test ends them.
const browsers = new Map<Person, { context: BrowserContext; signedInAt: number }>();
// Well below the five minutes after which a decision requires another sign-in.
const FRESH_MS = 120_000;

export const test = base.extend<Fixtures>({
  baseURL: async ({}, provide) => provide(stackAddresses().consoleUrl),

  page: async ({ page }, provide, result) => {
    await provide(waitForHydration(page));
    await printAfterFailure(page, result);
  },

  // In every test: a page that violates its content security policy fails the test.
  context: async ({ context }, provide) => {
    const violations: string[] = [];
    context.on(
      'console',
      (message) => /Content Security Policy|requires 'Trusted/.test(message.text()) && violations.push(message.text()),
    );
    await provide(context);
    expect(violations).toEqual([]);
  },

  signInAs: async ({ page, context }, provide) => {
    await provide(async (person, { isFresh = false } = {}) => {
      // Every sign-in begins in the same place. The page of another person would reload itself once it sees a new
      // session, which can cancel the next navigation.
      await page.goto('about:blank');
      await context.clearCookies();
      await enter(page, person, isFresh);
    });
  },

  openAs: async ({ browser }, provide, result) => {
    const pages: Page[] = [];
    await provide(async (person) => {
      const page = await openFor(browser, person);
      pages.push(page);
      return page;
    });
    for (const page of pages) {
      await printAfterFailure(page, result);
      await page.close();
    }
  },

  approve: async ({ browser }, provide) => {
    await provide(async (requestUrl, ...people) => {
      const voters: Person[] = people.length > 0 ? people : ['approver-one', 'approver-two'];
      for (const person of voters) {
        const state = await approveAs(await contextOf(browser, person), requestUrl);
        if (state !== 'AWAITING_APPROVAL') return;
      }
    });
  },

  putPolicyInForce: async ({}, provide) => {
    const before = await readRules();
    await provide(putRules);
    await putRules(before);
  },

  putSettingInForce: async ({}, provide) => {
    const changed = new Set<SettingKind>();
    await provide(async (kind, value) => {
      changed.add(kind);
      await putSetting(kind, value);
    });
    for (const kind of changed) await putSetting(kind, []);
  },

  sandbox: async ({}, provide) => {
    const sandbox = new SandboxClient(stackAddresses().sandboxUrl);
    await provide(sandbox);
    await sandbox.clearFaults();
  },

  expectNoAxeViolations: async ({}, provide) => {
    await provide(async (page) => {
      // Next streams the title after the page; until then the document has none.
      await expect(page).toHaveTitle(/\S/);
      // What lies beneath a bar that sticks is no obstacle: a person scrolls. During a transition a colour is neither
      // the old nor the new one, and a button that waits for an answer can begin one at any time.
      await page.evaluate(() => {
        const still = new CSSStyleSheet();
        still.replaceSync(
          '.sticky, .action-bar { position: static !important } *, ::before, ::after { transition: none !important }',
        );
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
      });
      const { violations } = await new AxeBuilder({ page })
        // Otherwise each analysis opens another page to combine frames, which no page of the console has.
        .setLegacyMode(true)
        .options({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] })
        // Of a long list, the rows at its beginning stand for the others, which one component draws.
        .exclude('[role="row"]:nth-child(n+12)')
        .exclude('tbody > tr:nth-child(n+12)')
        .analyze();
      await page.evaluate(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
      });
      expect(
        violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`)),
      ).toEqual([]);
    });
  },

  expectGoodLooks: async ({ expectNoAxeViolations }, provide) => {
    await provide(async (page) => {
      const before = page.viewportSize();
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          `${page.url()} scrolls sideways at ${width} px`,
        ).toBe(true);
      }
      await expectNoAxeViolations(page);
      if (before) await page.setViewportSize(before);
    });
  },
});

export { expect };

/**
 * Opens a page in a browser context of a test's own: like `page`, it is loaded only when it answers keys and clicks.
 */
export async function newPage(context: BrowserContext): Promise<Page> {
  return waitForHydration(await context.newPage());
}

/** Prints what a page shows where its test failed: a failure that does not come again is understood by nothing else. */
async function printAfterFailure(page: Page, { errors }: Pick<TestInfo, 'errors'>): Promise<void> {
  if (errors.length === 0 || page.isClosed()) return;
  // An open dialog, otherwise the page.
  const shown = page.locator('dialog:modal, body:not(:has(dialog:modal)) main');
  const text = await shown.ariaSnapshot({ timeout: 5_000 }).catch(String);
  console.log(`${page.url()} showed:\n${text.slice(0, 4_000)}`);
}

/** Lets a page be loaded only when it answers keys and clicks: what a test presses before hydration is lost. */
function waitForHydration(page: Page): Page {
  const loaded = page.locator('html[data-hydrated], body:not(:has(#content))').first();
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...how) => {
    const response = await goto(...how);
    // A test that goes on at 'commit' reads the page before its scripts, which it may hold back.
    if (how[1]?.waitUntil !== 'commit') await loaded.waitFor({ state: 'attached' });
    return response;
  };
  page.reload = async (...how) => {
    const response = await reload(...how);
    await loaded.waitFor({ state: 'attached' });
    return response;
  };
  return page;
}

/** Opens a page in the signed-in browser context of a person. */
async function openFor(browser: Browser, person: Person): Promise<Page> {
  return newPage(await contextOf(browser, person));
}

/**
 * Gives the browser context of a person, who signed in within the last minutes. Contexts are reused, so that they need
 * not load every file again.
 */
async function contextOf(browser: Browser, person: Person): Promise<BrowserContext> {
  const known = browsers.get(person);
  if (known && performance.now() - known.signedInAt < FRESH_MS) return known.context;
  const signedIn = await browser.newContext({ baseURL: stackAddresses().consoleUrl });
  await signInWithoutPages(signedIn, person);
  const context = known?.context ?? signedIn;
  if (known) {
    // A page that is open in the context never sees itself signed out.
    await context.addCookies(await signedIn.cookies());
    await signedIn.close();
  }
  browsers.set(person, { context, signedInAt: performance.now() });
  return context;
}

/** Signs a person in, with their session of this run if it is valid. */
async function enter(page: Page, person: Person, isFresh: boolean): Promise<void> {
  const context = page.context();
  const known = sessions.get(person);
  if (known && (!isFresh || performance.now() - known.signedInAt < FRESH_MS)) {
    await context.addCookies(known.cookies);
    // The session may have ended meanwhile: idle, or signed out by another test. A route answers faster than a page.
    if ((await context.request.get('/api/saved-views')).ok()) return;
  }
  await signInWithoutPages(context, person);
  sessions.set(person, { cookies: await context.cookies(stackAddresses().consoleUrl), signedInAt: performance.now() });
}

/** Signs a person in with the requests of the real sign-in. Its pages have tests of their own. */
export async function signInWithoutPages(
  { request }: BrowserContext,
  person: Person,
  consoleUrl = stackAddresses().consoleUrl,
): Promise<void> {
  const headers = { origin: consoleUrl, 'sec-fetch-site': 'same-origin' };
  const { csrfToken } = (await (await request.get(`${consoleUrl}/api/auth/csrf`)).json()) as { csrfToken: string };
  // The sign-in ends at a route, which answers faster than a page.
  const form = { csrfToken, callbackUrl: `${consoleUrl}/api/saved-views`, json: 'true' };
  const start = await request.post(`${consoleUrl}/api/auth/signin/oidc`, { headers, form });
  const choice = await request.get(((await start.json()) as { url: string }).url);
  const end = await request.post(choice.url(), { form: { subject: person } });
  expect(end.ok(), `${person} is signed in`).toBe(true);
}

/** Signs a person in through the real sign-in, page by page. */
export async function signInAt(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Sign in as ${person}`, exact: true }).click();
  // The first page follows from the role.
  const { origin } = new URL(stackAddresses().consoleUrl);
  await page.waitForURL((url) => url.origin === origin && !/^\/(?:sign-in|api)\b/.test(url.pathname));
}
