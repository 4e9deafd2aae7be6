import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from '@/e2e/fixtures';
import { fillIn, newAddress, newReference, stateOf } from '@/e2e/request-steps';
import { samplePdf, samplePng, sampleScan } from '@/scripts/stack/sample-files';

// With a name that starts a program, where readers see a comment.
const MARKED = Buffer.from(samplePdf('Invoice 4711').toString('latin1').replace('%%EOF', '% /Launch\n%%EOF'), 'latin1');
const PDF = { name: 'Invoice "4711".pdf', mimeType: 'text/html', buffer: MARKED };
const PNG = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: samplePng() };

const SECOND = { name: 'second.pdf', mimeType: 'application/pdf', buffer: sampleScan() };

const attachments = (page: Page) => page.getByRole('region', { name: 'Attachments', exact: true });

/** Counts the points of the canvas that are not white, once it was drawn. */
const countInk = (page: Page) =>
  page.locator('dialog canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 0 && data[at]! < 200) ink += 1;
    return ink;
  });

async function viewFile(page: Page, number: number): Promise<void> {
  await attachments(page)
    .getByRole('button', { name: `View file ${number}` })
    .click();
  await expect.poll(() => countInk(page)).toBeGreaterThan(0);
}

const closeViewer = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

test('a request with files is reviewed, changed, looked at and approved', async ({
  openAs,
  approve,
  sandbox,
  expectNoAxeViolations,
}) => {
  const page = await openAs('finance');
  const referenceId = newReference();

  await test.step('files are attached on the form, and what is no file of these kinds is refused', async () => {
    // A recipient of its own: one that an earlier test paid takes one approval.
    await fillIn(page, { value: '1.5', referenceId, address: newAddress() });
    const field = page.getByLabel('Attachments (optional, not sent)');
    await field.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<script>1</script>') });
    await expect(page.getByRole('alert').filter({ hasText: 'is no PDF, PNG or JPEG' })).toBeVisible();
    // What is refused keeps nothing else out.
    const cut = { ...PNG, buffer: Buffer.concat([PNG.buffer.subarray(0, 40), PNG.buffer.subarray(41)]) };
    await field.setInputFiles([cut, PDF, PNG]);
    await expect(page.getByRole('alert').filter({ hasText: 'The picture does not decode' })).toBeVisible();
    await expect(page.getByText('scan.pdf.png')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.reload();
    await expect(page.getByText('Invoice "4711".pdf')).toBeVisible();
    await page.getByRole('button', { name: 'Remove file 2' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'Invoice "4711".pdf' })).toBeVisible();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(page).toHaveURL(/\/withdrawals\/[0-9a-f-]{36}$/);
  });
  const address = page.url();
  const approver = await openAs('approver-one');

  await test.step('an approver sees, opens and downloads the file', async () => {
    await approver.setViewportSize({ width: 360, height: 800 });
    await approver.goto(address);
    await expect(attachments(approver)).toContainText('This PDF has an action that starts a program (/Launch).');
    await expect(attachments(approver)).toContainText('Not scanned for malware.');
    await expectNoAxeViolations(approver);
    await viewFile(approver, 1);
    await expectNoAxeViolations(approver);
    expect(await approver.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await closeViewer(approver);
    const [download] = await Promise.all([
      approver.waitForEvent('download'),
      attachments(approver).getByRole('link', { name: 'Download file 1' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Invoice _4711_.pdf');
    expect(readFileSync(await download.path()).equals(PDF.buffer)).toBe(true);
    const headers = await approver.evaluate(
      async (path) => Object.fromEntries((await fetch(path)).headers),
      new URL(download.url()).pathname,
    );
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Invoice _4711_.pdf"; filename*=UTF-8''Invoice%20%224711%22.pdf`,
      'content-type': 'application/pdf',
    });
    await approve(address, 'approver-one');
  });

  await test.step('another file is a new version, which is said before, and voids the approval', async () => {
    await page.goto(address);
    await attachments(page).getByRole('button', { name: 'Attach a file' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('The approval given so far becomes void.');
    await dialog.getByLabel('Attachments (optional, not sent)').setInputFiles(PNG);
    await expect(dialog.getByText('scan.pdf.png')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Save attachments' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(stateOf(page)).toContainText('0 of 2');
    await expect(page.getByText('Changed from version 1 to version 2.')).toBeVisible();
  });

  await test.step('the form of a change begins with the files, and one is taken away on the page', async () => {
    await page.getByRole('link', { name: 'Change request' }).click();
    await expect(page).toHaveURL(/\/amend$/);
    await expect(page.getByText('scan.pdf.png')).toBeVisible();
    await page.getByLabel('Note (optional, not sent)').fill('Both invoices');
    await page.getByLabel('Attachments (optional, not sent)').setInputFiles(SECOND);
    await expect(page.getByText('second.pdf')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(page).toHaveURL(address);
    await expect(attachments(page).getByRole('listitem')).toHaveCount(3);
    // A scan takes a decoder of its own.
    await viewFile(page, 3);
    await closeViewer(page);
    await attachments(page).getByRole('button', { name: 'Remove file 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this file?' });
    await expect(dialog).toContainText('second.pdf');
    await expect(dialog).toContainText('Nobody has approved this version yet.');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(attachments(page).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('an approver approves it with both files, and none is sent', async () => {
    await approve(address, 'approver-one');
    const other = await openAs('approver-two');
    await other.goto(address);
    await viewFile(other, 2);
    await closeViewer(other);
    await other.getByRole('button', { name: /^Approve/ }).click();
    await expect(other.getByRole('dialog')).toContainText('scan.pdf.png');
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await expect(stateOf(page)).toHaveText(/Sent|Completed|Pending/, { timeout: 30_000 });
    const sent = await sandbox.transfersByRef(referenceId);
    expect(JSON.stringify(sent)).not.toMatch(/scan|4711|attach/);
    await expect(attachments(page).getByRole('button', { name: /Attach|Remove/ })).toHaveCount(0);
  });
});
