import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import papaparse from 'papaparse';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { pickOwnText, readAll, withOwnText } from '@/e2e/mirrored';
import { cancelRequest, createRequest, newReference } from '@/e2e/request-steps';
import { readWorkbook, rowsOf } from '@/scripts/testing/read-workbook';

const table = (page: Page) => page.getByRole('table', { name: 'Terms' });
// Without the row of the headings.
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const shown = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Results to show' }).getByRole('button', { name });
const references = (page: Page) => page.getByRole('textbox', { name: 'References' });
const lookUp = (page: Page) => page.getByRole('button', { name: 'Look up', exact: true });
const termsOf = (page: Page) =>
  rows(page).evaluateAll((drawn) => drawn.map((row) => row.querySelectorAll('[role="cell"]')[1]?.textContent));
const WRONG = Array.from({ length: 7 }, (_, index) => `wrong-reference-${index + 1}`);

/** Reads the rows of an exported file by their column. */
async function readCsv(download: Download): Promise<Record<string, string>[]> {
  const text = await readFile(await download.path(), 'utf8');
  return papaparse.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
    .data;
}

/** Inserts texts at evenly spread places. */
function spread(among: readonly string[], others: readonly string[]): string[] {
  const each = Math.floor(among.length / others.length);
  return among.flatMap((text, index) =>
    index % each === 0 && index / each < others.length ? [others[index / each] ?? '', text] : [text],
  );
}

test('300 references with seven wrong ones give a table, the missing ones and a file; 1,001 are too many', async ({
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
  await references(page).fill(Array.from({ length: 1001 }, (_, index) => `ref-${index}`).join(' '));
  await expect(page.getByText('You entered 1,001 references. Look up at most 1,000 at once.')).toBeVisible();
  await expect(lookUp(page)).toBeDisabled();

  const [one, two] = [pasted.slice(0, 150).join('\n'), pasted.slice(150).join(';  ')];
  await references(page).fill(`${one}\t${two},`);
  await expect(page.getByText('300 to look up')).toBeVisible();
  await lookUp(page).click();
  await expect(shown(page, 'Not found')).toHaveText('Not found 7');
  await expect(shown(page, 'Found 293')).toBeVisible();
  await expect(shown(page, 'Several')).toHaveText('Several 0');
  await expect(page.getByRole('main')).toContainText(/Searched [\d,]+ transfers, up to date \d+ s ago\./);
  await expect(page.getByRole('main')).toContainText('The service was also checked for the missing references at');
  await expect(rows(page)).toHaveCount(300);
  expect(await termsOf(page)).toEqual(pasted);
  const links = await rows(page)
    .getByRole('link')
    .evaluateAll((drawn) => drawn.map((link) => link.getAttribute('href')));
  // A transfer that this console sent has a link to its request beside.
  const transfers = links.filter((href) => href?.startsWith('/transfers/'));
  expect(transfers).toEqual(known.map(({ id }) => `/transfers/${id}`));

  await page.getByRole('button', { name: 'Copy missing references' }).click();
  await expect(page.getByText('Copied 7.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(WRONG);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = await readCsv(await download);
  expect(lines.map(({ term }) => term)).toEqual(pasted);
  expect(lines.filter(({ outcome }) => outcome === 'not found')).toHaveLength(7);
  // The menu stays open; what writes workbooks is loaded now, under the policy of the page.
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Excel' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('lookup.xlsx');
  const [, ...inWorkbook] = rowsOf(readWorkbook(await readFile(await file.path())), 'Lookup');
  expect(inWorkbook.map(([, term]) => term)).toEqual(pasted);
  await page.keyboard.press('Escape');

  await shown(page, 'Not found').click();
  await expect(rows(page)).toHaveCount(7);
  expect(await termsOf(page)).toEqual(WRONG);

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
  expectGoodLooks,
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
    `${one?.text}\n${shared}\n${two?.text}\n${one?.text.toUpperCase()}\nnot-a-reference-1\n`,
  );
  await openSearch(page);
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press('Control+v');

  await expect(page).toHaveURL(/\/transfers\/lookup$/);
  await expect(shown(page, 'All')).toHaveText('All 5');
  await expect(shown(page, 'Several')).toHaveText('Several 1');
  await expect(shown(page, 'Not found')).toHaveText('Not found 1');
  await expect(page.getByText('4 to look up, 1 repeated')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'repeats no. 1' })).toContainText(one?.text.toUpperCase() ?? '');
  await expectGoodLooks(page);
  await shown(page, 'Several').click();
  expect(await rows(page).count()).toBeGreaterThan(1);
});

test('a file answers for a request that was never sent, with a table to copy', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const referenceId = newReference();
  await signInAs('finance');
  const requestUrl = await createRequest(page, { value: '1.5', referenceId });
  await cancelRequest(page.context(), requestUrl);
  const { text } = pickOwnText(await readAll(page, sandbox), ({ ref_id }) => ref_id);

  await page.goto('/transfers');
  await page.getByRole('main').getByRole('link', { name: 'Bulk lookup' }).click();
  await page.getByLabel('File with references').setInputFiles({
    name: 'references.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['date;reference', ...[text, referenceId.toUpperCase(), 'wrong-line-1'].map((term) => `2026-11-01;${term}`)]
        .map((line) => `${line}\r\n`)
        .join(''),
    ),
  });
  await expect(page.getByText('3 to look up')).toBeVisible();
  await lookUp(page).click();
  await expect(shown(page, 'Found')).toHaveText(['Found 1', 'Not found 1']);
  await shown(page, 'Requested here').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(
    /Requested here on .+ by finance, cancelled by the requester on .+ Never sent\./,
  );
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByText('Copied the table.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')[1]).toContain(`\t${referenceId}\t`);
  await rows(page).getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(requestUrl);
});

test('what the service gave no answer for is not called missing, and the service can be asked again', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const { text } = pickOwnText(
    (await readAll(page, sandbox)).filter(({ ref_id }) => /^[a-z]+-\d{5,}$/i.test(String(ref_id))),
    ({ ref_id }) => ref_id,
  );
  await page.goto('/transfers/lookup');
  await sandbox.addFault({ on: 'any', kind: 'error', status: 400 });
  await references(page).fill(`nowhere-line-1\n${text}Q`);
  await lookUp(page).click();
  await expect(shown(page, 'Not checked')).toHaveText('Not checked 2');
  await expect(shown(page, 'Not found')).toHaveText('Not found 0');
  await expect(rows(page).first()).toContainText(/not in the transfers .+; the service could not be asked at/);
  await sandbox.clearFaults();
  await page.getByRole('button', { name: 'Ask the service for 2 references' }).click();
  await expect(shown(page, 'Not found')).toHaveText('Not found 2');
  await expect(shown(page, 'Not checked')).toHaveCount(0);

  // A mistyped reference is offered as it was meant, here and in the list.
  await expect(rows(page).getByRole('link', { name: text })).toBeVisible();
  await page.goto(`/transfers?q=${encodeURIComponent(`${text}Q`)}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Did you mean');
  // It was just asked.
  await expect(main).toContainText(/The service was also checked at [\d:]+ and found no match\./);
  await expect(page.getByRole('button', { name: 'Look this up at the service now' })).toHaveCount(0);
  await main.getByRole('link', { name: text }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
  await expect(page.getByRole('row').getByRole('link', { name: text })).toBeVisible();
});
