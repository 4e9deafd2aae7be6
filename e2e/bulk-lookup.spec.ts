import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { readAll, withOwnText } from '@/e2e/mirrored';

const table = (page: Page) => page.getByRole('table', { name: 'Terms' });
// Without the row of the headings.
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const shown = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Results to show' }).getByRole('button', { name });
const WRONG = Array.from({ length: 7 }, (_, index) => `wrong-reference-${index + 1}`);

/** Inserts texts at evenly spread places. */
function spread(among: readonly string[], others: readonly string[]): string[] {
  const each = Math.floor(among.length / others.length);
  return among.flatMap((text, index) =>
    index % each === 0 && index / each < others.length ? [others[index / each] ?? '', text] : [text],
  );
}

test('300 references with seven wrong ones give a table, the missing ones and a file', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('support');
  const known = withOwnText(await readAll(page, sandbox), ({ ref_id }) => ref_id).slice(0, 293);
  const pasted = spread(
    known.map(({ text }) => text),
    WRONG,
  );
  expect(pasted).toHaveLength(300);
  await page.goto('/transfers/lookup');
  const [one, two] = [pasted.slice(0, 150).join('\n'), pasted.slice(150).join(';  ')];
  await page.getByRole('textbox', { name: 'References' }).fill(`${one}\t${two},`);
  await expect(page.getByText('300 to look up')).toBeVisible();
  await page.getByRole('button', { name: 'Look up', exact: true }).click();

  await expect(shown(page, 'Not found')).toHaveText('Not found 7');
  await expect(shown(page, 'Found 293')).toBeVisible();
  await expect(shown(page, 'Found more than once')).toHaveText('Found more than once 0');
  await expect(page.getByRole('main')).toContainText(
    /Searched [\d,]+ transfers, complete as of \d+ s ago\. The service was also checked for the missing references/,
  );
  await expect(rows(page)).toHaveCount(300);
  expect(await rows(page).getByRole('cell').nth(1).innerText()).toBe(pasted[0]);
  const terms = await rows(page).evaluateAll((drawn) =>
    drawn.map((row) => row.querySelectorAll('[role="cell"]')[1]?.textContent),
  );
  expect(terms).toEqual(pasted);
  const links = await rows(page)
    .getByRole('link')
    .evaluateAll((drawn) => drawn.map((link) => link.getAttribute('href')));
  expect(links).toEqual(known.map(({ id }) => `/transfers/${id}`));

  await page.getByRole('button', { name: 'Copy missing references' }).click();
  await expect(page.getByText('Copied 7.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(WRONG);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(302);
  expect(lines.slice(1, -1).map((line) => line.split(',')[1])).toEqual(pasted);
  expect(lines.filter((line) => line.split(',')[2] === 'not found')).toHaveLength(7);

  await shown(page, 'Not found').click();
  await expect(rows(page)).toHaveCount(7);
  expect(
    await rows(page).evaluateAll((drawn) => drawn.map((row) => row.querySelectorAll('[role="cell"]')[1]?.textContent)),
  ).toEqual(WRONG);

  // Going back from a transfer finds the table again.
  await shown(page, 'All').click();
  await rows(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/transfers/${known[0]?.id}$`));
  await page.goBack();
  await expect(rows(page)).toHaveCount(300);
});

test('repeats and several matches are marked, and a list pasted into the search opens the bulk lookup', async ({
  page,
  context,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const [one, two] = withOwnText(items, ({ ref_id }) => ref_id);
  const groups = items.map(({ group_id }) => group_id).filter((group) => typeof group === 'string');
  const shared = groups.find((group, index) => groups.indexOf(group) !== index) ?? '';
  expect(shared).not.toBe('');
  await page.goto('/policy');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${one?.text}\n${shared}\n${two?.text}\n${one?.text.toUpperCase()}\n`,
  );
  const box = page.getByRole('dialog').getByRole('searchbox', { name: 'Find a transfer' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 300 });
  }).toPass();
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+v');

  await expect(page).toHaveURL(/\/transfers\/lookup$/);
  await expect(shown(page, 'All')).toHaveText('All 4');
  await expect(shown(page, 'Found more than once')).toHaveText('Found more than once 1');
  await expect(shown(page, 'Not found')).toHaveText('Not found 0');
  await expect(page.getByText('3 to look up, 1 repeated')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'repeats no. 1' })).toContainText(one?.text.toUpperCase() ?? '');
  await expectNoAxeViolations(page);
  await shown(page, 'Found more than once').click();
  expect(await rows(page).count()).toBeGreaterThan(1);
});

test('the bulk lookup and the search are accessible and fit every width', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  const lookAround = async () => {
    for (const { colorScheme, width } of [
      { colorScheme: 'dark', width: 1440 },
      { colorScheme: 'light', width: 360 },
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  };
  await signInAs('finance');
  await page.goto('/transfers/lookup');
  await page.getByRole('textbox', { name: 'References' }).fill('inv-of-nobody-1\nwd-of-nobody-2');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(shown(page, 'Not found')).toHaveText('Not found 2');
  await lookAround();
  await page.getByRole('button', { name: 'Find a transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find a transfer' });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await lookAround();
  await page.keyboard.insertText('inv-');
  await expect(dialog).toContainText('Searched');
  await lookAround();
});

test('more than 1,000 references are rejected before the lookup', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/transfers/lookup');
  await page
    .getByRole('textbox', { name: 'References' })
    .fill(Array.from({ length: 1001 }, (_, index) => `ref-${index}`).join(' '));
  await expect(page.getByText('You entered 1,001 references. Look up at most 1,000 at once.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toBeDisabled();
});
