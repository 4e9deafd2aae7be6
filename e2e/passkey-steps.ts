import { type Browser, type BrowserContextOptions, type CDPSession, expect, type Page } from '@playwright/test';
import { newPage, type Person, signInWithoutPages } from '@/e2e/fixtures';

/** How the browser of a person looks. */
export type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>;

/** A signed-in person whose browser holds passkeys. */
export interface Member {
  page: Page;
  /** Says whether the person answers the prompt with fingerprint or PIN; a declined prompt ends at once. */
  setVerified: (isUserVerified: boolean) => Promise<void>;
}

/** Signs a person in at a console, in a browser with an authenticator in software. */
export async function signInWithAuthenticator(
  browser: Browser,
  consoleUrl: string,
  who: Person,
  look: Look,
): Promise<Member> {
  const context = await browser.newContext({ baseURL: consoleUrl, ...look });
  await signInWithoutPages(context, who, consoleUrl);
  const page = await newPage(context);
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
export async function joinSetUp(page: Page, { code, name }: { code: string; name: string }): Promise<void> {
  await page.getByLabel('One-time code').fill(code);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('main')).toContainText('Your passkey is in.');
}

/** Confirms a passkey that waits, as an administrator; `says` is what the dialog then says. */
export async function confirmPasskey(page: Page, name: string, says = name): Promise<void> {
  await page.getByRole('button', { name: `Confirm the passkey ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}
