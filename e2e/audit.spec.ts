import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@/e2e/fixtures';

const run = promisify(execFile);
// What begins the names of buttons and links that change something; an auditor may end own sessions.
const CHANGING =
  /^(approve|reject|new withdrawal|import|upload|add recipient|propose|suspend|end session of (?!auditor)|mark as|stop|resume)\b/i;
const verify = (file: string) => run(process.execPath, ['--import', 'tsx', 'scripts/audit-verify.ts', file]);

test('an auditor reads every page and changes nothing', async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/');
  const links = (name: string) => page.getByRole('navigation', { name, exact: true }).getByRole('link');
  // Nothing that changes something can be pressed on any of these pages.
  const expectNoChange = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: CHANGING, disabled: false }), name).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: CHANGING }), name).toHaveText([]);
  };
  const sections = await links('Console').allInnerTexts();
  expect(sections).toEqual(['Home', 'Withdrawals', 'Transfers', 'Recipients', 'Settings', 'Oversight']);
  for (const section of sections) {
    await links('Console').filter({ hasText: section }).click();
    await expect(links('Console').filter({ hasText: section })).toHaveAttribute('aria-current', 'page');
    await expectNoChange(section);
    for (const tab of (await links(section).allInnerTexts()).slice(1)) {
      await links(section).filter({ hasText: tab }).first().click();
      await expect(links(section).and(page.locator('[aria-current=page]'))).toHaveText(tab);
      await expectNoChange(tab);
    }
  }
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0);
  await page.goto('/people');
  await expect(page.getByRole('list', { name: 'People' })).toContainText('auditor');
  await expect(page.getByRole('main')).toContainText('Only administrators can suspend people and lift suspensions.');
});

test('filters narrow the log and live in the address', async ({ page, signInAs }) => {
  await signInAs('support', { isFresh: true });
  await signInAs('admin');
  await page.goto('/audit');
  const entries = page.getByRole('table', { name: 'Entries' }).locator('[data-index]');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByLabel('Signed in', { exact: true }).check();
  await page.getByRole('button', { name: 'Person', exact: true }).click();
  await page.getByLabel('support', { exact: true }).check();
  await expect(page).toHaveURL(/action=session\.opened&person=/);
  await page.keyboard.press('Escape');
  await expect(entries.first()).toContainText(/support\s*Signed in/);
  await expect(entries.filter({ hasNotText: 'support' })).toHaveCount(0);
  await entries.first().getByRole('button').click();
  await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('authenticatedAt');
  await page.keyboard.press('Escape');
  await expect(entries.first().getByRole('button')).toBeFocused();
  await page.reload();
  await expect(entries.first()).toContainText(/support\s*Signed in/);
  await page.getByRole('searchbox', { name: 'Find entries' }).fill('no such reference');
  await expect(page.getByText('No entries match.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find entries' }).fill('');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(entries.nth(1)).toBeVisible();
});

test('an export is verified without the console, and a changed one is detected', async ({ page, signInAs }, info) => {
  await signInAs('auditor');
  await page.goto('/audit');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('link', { name: 'Export all entries' }).click();
  const file = info.outputPath('audit.jsonl');
  expect((await download).suggestedFilename()).toMatch(/\.jsonl$/);
  await (await download).saveAs(file);
  const { stdout } = await verify(file);
  expect(stdout).toMatch(/^\d+ entries are valid\./);

  const text = readFileSync(file, 'utf8');
  const changed = info.outputPath('changed.jsonl');
  writeFileSync(changed, text.replace('session.opened', 'session.0pened'));
  await expect(verify(changed)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Line \d+ is invalid\./),
  });
});
