import { expect, it } from 'vitest';
import { MAX_PDF_LINES, type PdfDocument } from '@/lib/documents/pdf-document';
import { createPdf } from '@/lib/server/documents/create-pdf';
import { takeTurn } from '@/lib/server/workers/turns';
import { readPdf } from '@/scripts/testing/read-pdf';

const { signal } = new AbortController();
const document = (blocks: PdfDocument['blocks']): PdfDocument => ({
  title: 'Payment confirmation',
  issuer: { name: 'Treasury desk', address: ['1 Example Street', 'London'] },
  createdAt: '2026-11-12T10:00:00Z',
  footer: 'Made at 12 Nov 2026',
  blocks,
});
const facts = (value: string) => document([{ kind: 'facts', facts: [{ label: 'Note', value }] }]);

async function createAndRead(of: PdfDocument) {
  const made = await createPdf({ id: 'support' }, of, { signal });
  if (!made.ok) throw new Error(made.error.explanation.title);
  return { bytes: made.value, ...(await readPdf(made.value)) };
}

it('embeds the fonts, and gives the same bytes for the same document', async () => {
  const [one, other] = [await createAndRead(facts('Zürich, 1.25 BTC')), await createAndRead(facts('Zürich, 1.25 BTC'))];
  expect(one.title).toBe('Payment confirmation');
  expect(one.pages.join(' ')).toMatch(
    /Treasury desk.*1 Example Street.*London.*Payment confirmation.*Note.*Zürich, 1.25 BTC.*Page 1 of 1/,
  );
  expect(Buffer.from(one.bytes).toString('latin1')).toContain('+Geist-Regular');
  expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true);
});

it('prints hidden characters, and characters without a glyph, as code points', async () => {
  const { pages } = await createAndRead(facts('a\u202Eb\0c 你好 \uD800 😀'));
  expect(pages.join(' ')).toContain('a‹U+202E›b‹U+0000›c ‹U+4F60 U+597D› ‹U+D800› ‹U+1F600›');
});

it('breaks long values and repeats the head of a table on each page', async () => {
  const code = 'bc1q'.repeat(125);
  const columns = [
    { title: 'Date', width: 1 },
    { title: 'Total', width: 1, isAmount: true },
  ];
  const rows = Array.from({ length: 60 }, (_, index) => [`row-${index}`, '123456789012345678901234567890.123']);
  const { pages } = await createAndRead(
    document([
      { kind: 'facts', facts: [{ label: 'Address', value: code.match(/.{4}/g) ?? [], isCode: true }] },
      { kind: 'table', columns, rows, totals: [['Sum', '7']] },
    ]),
  );
  expect(pages[0]?.replaceAll(/\s/g, '')).toContain(code);
  expect(pages[0]).toContain('Address bc1q bc1q ');
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toMatch(/Date.*Total/);
  expect(pages.at(-1)).toContain('row-59');
});

it('sets a hash in lines of the same length', async () => {
  const hash = `0x${'0123456789abcdef'.repeat(4)}`;
  const { lines } = await createAndRead(
    document([{ kind: 'facts', facts: [{ label: 'Hash', value: hash, isCode: true, link: 'https://example.org/' }] }]),
  );
  expect(lines).toEqual(expect.arrayContaining([expect.stringContaining(hash.slice(0, 33)), hash.slice(33)]));
  expect(lines.join(' ')).not.toContain(hash);
});

it.each(['你', 'W'])('prints a value of 500 %s that is higher than a page, and what follows it', async (character) => {
  const value = `${character.repeat(500)}END`;
  const columns = [
    { title: 'Reference', width: 1 },
    { title: 'Other', width: 11 },
  ];
  const landscape = document([
    { kind: 'facts', facts: [{ label: 'Note', value: value.repeat(3) }] },
    { kind: 'table', columns, rows: [['first'], [value], ['last']] },
  ]);
  const { pages } = await createAndRead({ ...landscape, orientation: 'landscape' });
  const text = pages.join('').replaceAll(/\s/g, '');
  expect(text.match(character === 'W' ? /W/g : /U\+4F60/g)).toHaveLength(4 * 500);
  expect(text).toMatch(/END.*END.*END.*first.*END.*last/);
});

it('refuses more than 5,000 lines', async () => {
  const rows = Array.from({ length: MAX_PDF_LINES + 1 }, () => ['x']);
  const made = await createPdf(
    { id: 'support' },
    document([{ kind: 'table', columns: [{ title: 'X', width: 1 }], rows }]),
    { signal },
  );
  expect(made).toMatchObject({
    ok: false,
    error: { status: 413, explanation: { title: 'Too long for a PDF', next: 'Export CSV instead.' } },
  });
});

it('ends the worker after the time limit, and when the reader has gone', async () => {
  const late = await createPdf({ id: 'support' }, facts('x'), { signal, timeoutMs: 1 });
  expect(late).toMatchObject({ ok: false, error: { status: 504 } });
  const gone = await createPdf({ id: 'support' }, facts('x'), { signal: AbortSignal.abort() });
  expect(gone).toMatchObject({ ok: false, error: { status: 499 } });
  expect((await createAndRead(facts('still works'))).pages[0]).toContain('still works');
});

it('makes one PDF at a time for a person, two at once in all, and lets few wait', async () => {
  const endFirst = await takeTurn('one', signal);
  const endOther = await takeTurn('two', signal);
  const order: string[] = [];
  const wait = (person: string) =>
    takeTurn(person, signal).then((end) => {
      order.push(person);
      return end;
    });
  const again = wait('one');
  const third = wait('three');
  endOther?.();
  const endThird = await third;
  expect(order).toEqual(['three']);
  await expect(takeTurn('one', AbortSignal.abort())).rejects.toThrow('aborted');
  endFirst?.();
  const endAgain = await again;
  const waiting = [wait('one'), wait('one'), wait('one')];
  expect(await takeTurn('one', signal)).toBeUndefined();
  endThird?.();
  endAgain?.();
  for (const turn of waiting) (await turn)?.();
  expect(order).toEqual(['three', 'one', 'one', 'one', 'one']);
});
