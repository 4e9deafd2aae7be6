import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import papaparse from 'papaparse';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { pickOwnText, readAll, withOwnText } from '@/e2e/mirrored';
import { decide, fillIn, newReference, submit } from '@/e2e/request-steps';

const table = (page: Page) => page.getByRole('table', { name: 'Terms' });
// Without the row of the headings.
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') });
const shown = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Results to show' }).getByRole('button', { name });
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
  await expect(shown(page, 'Several')).toHaveText('Several 0');
  await expect(page.getByRole('main')).toContainText(/Searched [\d,]+ transfers, complete as of \d+ s ago\./);
  await expect(page.getByRole('main')).toContainText('The service was also checked for the missing references at');
  await expect(rows(page)).toHaveCount(300);
  expect(await rows(page).getByRole('cell').nth(1).innerText()).toBe(pasted[0]);
  const terms = await rows(page).evaluateAll((drawn) =>
    drawn.map((row) => row.querySelectorAll('[role="cell"]')[1]?.textContent),
  );
  expect(terms).toEqual(pasted);
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
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = await readCsv(await download);
  expect(lines.map(({ term }) => term)).toEqual(pasted);
  expect(lines.filter(({ outcome }) => outcome === 'not found')).toHaveLength(7);

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
  await openSearch(page);
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Control+v');

  await expect(page).toHaveURL(/\/transfers\/lookup$/);
  await expect(shown(page, 'All')).toHaveText('All 4');
  await expect(shown(page, 'Several')).toHaveText('Several 1');
  await expect(shown(page, 'Not found')).toHaveText('Not found 0');
  await expect(page.getByText('3 to look up, 1 repeated')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'repeats no. 1' })).toContainText(one?.text.toUpperCase() ?? '');
  await expectNoAxeViolations(page);
  await shown(page, 'Several').click();
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

test('1,000 lines of a file answer for a request that was never sent, and the export has the records', async ({
  page,
  context,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '1.5', referenceId });
  const requestUrl = await submit(page);
  await decide(page, 'Cancel request');

  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Bulk lookup' }).click();
  const items = await readAll(page, sandbox);
  const known = withOwnText(items, ({ ref_id }) => ref_id).slice(0, 950);
  const wrong = Array.from({ length: 999 - known.length }, (_, index) => `wrong-line-${index + 1}`);
  const terms = [...known.map(({ text }) => text), referenceId.toUpperCase(), ...wrong];
  expect(terms).toHaveLength(1000);
  await page.getByLabel('File with references').setInputFiles({
    name: 'references.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`date;reference\r\n${terms.map((term) => `2026-11-01;${term}\r\n`).join('')}`),
  });
  await expect(page.getByText('1,000 to look up')).toBeVisible();
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(shown(page, 'Found')).toHaveText([`Found ${known.length}`, `Not found ${wrong.length}`]);
  await expect(shown(page, 'Not checked')).toHaveCount(0);
  await shown(page, 'Requested here').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(
    /Requested here on .+ by finance, cancelled by the requester on .+ Never sent\./,
  );
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByText('Copied the table.')).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')[1]).toContain(`\t${referenceId}\t`);

  await shown(page, 'All').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = await readCsv(await download);
  expect(lines.map(({ term }) => term)).toEqual(terms);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const line of lines.slice(0, known.length)) {
    const record = byId.get(line['transfer id'] ?? '');
    const sign = record?.direction === 'DEBIT' ? '-' : '';
    // Spreadsheets read no number without a digit before its point.
    const amount = String(record?.amount).replace(/^\./, '0.');
    expect(line).toMatchObject({
      outcome: 'found',
      reference: record?.ref_id,
      status: record?.status,
      amount: `${sign}${amount}`,
      asset: record?.asset,
      network: record?.crypto_network ?? '',
      hash: record?.crypto_tx_hash ?? '',
      destination: record?.destination_address ?? '',
    });
  }
  expect(lines[known.length]).toMatchObject({
    outcome: 'requested here',
    reference: referenceId,
    amount: '',
    'request state': 'Cancelled',
    'request id': requestUrl.split('/').at(-1),
  });
  expect(lines.at(-1)?.note).toMatch(
    /^Not requested here, and not in the transfers as of .+; the service was asked at .+ and has no match\./,
  );
  await shown(page, 'Requested here').click();
  await rows(page).getByRole('link', { name: referenceId }).click();
  await expect(page).toHaveURL(requestUrl);
});

test('lines that the service gave no answer for are not called missing, and can be asked for again', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  await readAll(page, sandbox);
  await page.goto('/transfers/lookup');
  await sandbox.addFault({ on: 'any', kind: 'error', status: 400 });
  await page.getByRole('textbox', { name: 'References' }).fill('nowhere-line-1\nnowhere-line-2');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(shown(page, 'Not checked')).toHaveText('Not checked 2');
  await expect(shown(page, 'Not found')).toHaveText('Not found 0');
  await expect(rows(page).first()).toContainText(/not in the transfers .+; the service could not be asked at/);
  await sandbox.clearFaults();
  await page.getByRole('button', { name: 'Ask the service for 2 references' }).click();
  await expect(shown(page, 'Not found')).toHaveText('Not found 2');
  await expect(shown(page, 'Not checked')).toHaveCount(0);
});

test('a mistyped reference is offered as it was meant, and an empty search can ask the service again', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const { text } = pickOwnText(
    (await readAll(page, sandbox)).filter(({ ref_id }) => /^[a-z]+-\d{5,}$/i.test(String(ref_id))),
    ({ ref_id }) => ref_id,
  );
  await page.goto(`/transfers?q=${encodeURIComponent(`${text}Q`)}`);
  const empty = page.getByRole('main');
  await expect(empty).toContainText('Did you mean');
  await page.getByRole('button', { name: 'Look this up at the service now' }).click();
  await expect(empty).toContainText(/The service was asked at .+ and has no transfer with this reference or ID\./);
  await expectNoAxeViolations(page);
  await empty.getByRole('link', { name: text }).click();
  await expect(page.getByRole('link', { name: text }).first()).toBeVisible();

  await page.goto('/transfers/lookup');
  await page.getByRole('textbox', { name: 'References' }).fill(`${text}Q`);
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(rows(page).getByRole('link', { name: text })).toBeVisible();
});
