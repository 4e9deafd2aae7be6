import { type Browser, type BrowserContextOptions, type CDPSession, expect, type Page } from '@playwright/test';
import { newPage, type Person } from '@/e2e/fixtures';

/** A signed-in person whose browser holds passkeys. */
export interface Member {
  page: Page;
  /** Says whether the person answers the prompt with fingerprint or PIN; a declined prompt ends at once. */
  setVerified: (isUserVerified: boolean) => Promise<void>;
}

/** Signs somebody in at a console, in a browser with an authenticator in software. */
export async function signInWithAuthenticator(
  browser: Browser,
  consoleUrl: string,
  who: Person,
  look: BrowserContextOptions,
): Promise<Member> {
  const context = await browser.newContext({ baseURL: consoleUrl, ...look });
  const page = await newPage(context);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `Sign in as ${who}`, exact: true }).click();
  await page.waitForURL(`${consoleUrl}/`);
  return { page, setVerified: await addAuthenticator(await context.newCDPSession(page)) };
}

/** Adds an authenticator in software to a page, which answers every prompt at once. */
async function addAuthenticator(cdp: CDPSession): Promise<Member['setVerified']> {
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}

/** Joins an open set-up with a new passkey. */
export async function join(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('main')).toContainText('Your passkey is in.');
}

/** Sets up the key list of a sandbox with two administrators, and gives the fingerprint that they compared. */
export async function setUpKeyList([admin, adminTwo]: readonly [Page, Page]): Promise<string> {
  await admin.goto('/account/set-up');
  await admin.getByRole('button', { name: 'Begin the set-up' }).click();
  await join(admin, 'Laptop of admin');
  await adminTwo.goto('/account/set-up');
  await join(adminTwo, 'Phone of admin-two');
  await adminTwo.getByRole('button', { name: 'Everybody is in' }).click();
  const fingerprint = await adminTwo.getByRole('group', { name: 'Fingerprint' }).innerText();
  await adminTwo.getByRole('button', { name: 'The fingerprint is the same' }).click();
  await admin.getByRole('button', { name: 'The fingerprint is the same' }).click();
  await expect(admin.getByRole('region', { name: 'The key list is set up' })).toBeVisible();
  return fingerprint;
}

/** Adds a passkey for everybody, and has both administrators confirm all of them. */
export async function enrol(people: readonly Page[], administrators: readonly Page[]): Promise<void> {
  for (const [index, page] of people.entries()) {
    await page.goto('/account');
    await page.getByLabel('Name', { exact: true }).fill(`Key ${index + 1}`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The passkey is added.' })).toBeVisible();
  }
  for (const page of administrators) {
    await page.goto('/account');
    for (const index of people.keys()) {
      await page.getByRole('button', { name: `Confirm the passkey Key ${index + 1}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
}
