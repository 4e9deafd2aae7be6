import { expect, test } from '@/e2e/fixtures';
import { type FirefoxPage, withFirefox } from '@/e2e/firefox/bidi';
import { stackAddresses } from '@/e2e/stack/addresses';
import { findProgram } from '@/scripts/browser/find-chromium';

const firefox = findProgram(['firefox-esr']);
const press = (page: FirefoxPage, name: string) =>
  page.evaluate(`[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${name}').click()`);

test('a person signs in with Firefox, whose session lasts on loopback http', async () => {
  test.skip(firefox === undefined, 'firefox-esr is not installed');
  const { consoleUrl } = stackAddresses();
  await withFirefox(firefox ?? '', async (page) => {
    const address = () => page.evaluate('location.href');
    await page.goto(`${consoleUrl}/sign-in`);
    await press(page, 'Sign in');
    await expect.poll(() => page.evaluate('document.title + document.body.innerText')).toContain('Sign in as finance');
    await press(page, 'Sign in as finance');
    await expect.poll(address).toBe(`${consoleUrl}/`);
    // A page that is still loading would take the place of the next one.
    await expect
      .poll(() => page.evaluate(`document.readyState + document.querySelectorAll('h1').length`))
      .toBe('complete1');
    await page.goto(`${consoleUrl}/transfers`);
    await expect.poll(address).toBe(`${consoleUrl}/transfers`);
    await expect.poll(() => page.evaluate(`document.querySelectorAll('[data-index]').length`)).not.toBe('0');
    // Its scripts run, under the policy with a nonce.
    await expect
      .poll(() => page.evaluate(`document.querySelector('[aria-label=Totals] button')?.textContent`))
      .toMatch(/^Totals/);
  });
});
