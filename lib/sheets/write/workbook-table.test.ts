import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { NODE_PACKER } from '@/lib/server/exports/open-table';
import { createCsvTable } from '@/lib/sheets/write/csv-table';
import { makeTableFile } from '@/lib/sheets/write/make-file';
import { BROWSER_PACKER } from '@/lib/sheets/write/packer';
import type { TableColumn } from '@/lib/sheets/write/table';
import { createWorkbookTable } from '@/lib/sheets/write/workbook-table';
import { CELL_STYLES, columnLetters } from '@/lib/sheets/write/workbook-xml';
import { MAX_CELL_LENGTH } from '@/lib/text/csv';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { readWorkbook, rowsOf } from '@/scripts/testing/read-workbook';

const COLUMNS: TableColumn[] = [{ title: 'Reference' }, { title: 'Amount', kind: 'amount' }, { title: 'Memo' }];

async function write(rows: readonly (readonly string[])[], remarks: readonly string[] = [], columns = COLUMNS) {
  const writer = createWorkbookTable({ sheet: 'Rows', columns, packer: NODE_PACKER });
  // The text is written as it is read, as a server does.
  const texts = [writer.head, ...rows.map(writer.row), ...remarks.map(writer.remark)];
  const text = new Blob(texts).stream();
  return readWorkbook(new Uint8Array(await new Response(writer.pack(text)).arrayBuffer()));
}

describe('a workbook', () => {
  it('has ids, references and memos as text, and amounts as numbers where no digit is lost', async () => {
    const workbook = await write([
      ['0001', '-1250.75', '12345678901234567890'],
      ['1e5', '1.500000000000000001', '2026-10-03T10:00:00Z'],
      ['', '0.000000000000000001', '-0.5'],
      ['INV', 'on top', ''],
      ['3/4', '.25', '=1+1'],
    ]);
    const cells = workbook.sheets.get('Rows');
    const kinds = [...(cells ?? [])].map(([reference, { type, text, style }]) => [reference, type, text, style]);
    const { title, text, amount } = CELL_STYLES;
    expect(kinds).toEqual([
      ['A1', 'inlineStr', 'Reference', title],
      ['B1', 'inlineStr', 'Amount', title],
      ['C1', 'inlineStr', 'Memo', title],
      ['A2', 'inlineStr', '0001', text],
      ['B2', 'n', '-1250.75', amount],
      ['C2', 'inlineStr', '12345678901234567890', text],
      ['A3', 'inlineStr', '1e5', text],
      ['B3', 'inlineStr', '1.500000000000000001', text],
      ['C3', 'inlineStr', '2026-10-03T10:00:00Z', text],
      ['B4', 'n', '0.000000000000000001', amount],
      ['C4', 'inlineStr', '-0.5', text],
      ['A5', 'inlineStr', 'INV', text],
      ['B5', 'inlineStr', 'on top', text],
      ['A6', 'inlineStr', '3/4', text],
      ['B6', 'n', '0.25', amount],
      ['C6', 'inlineStr', '=1+1', text],
    ]);
    expect(rowsOf(workbook, 'About')).toEqual([
      ['About this file'],
      ['1 amount has more than 15 digits and is text, so that no digit is lost. Sums of a spreadsheet leave text out.'],
    ]);
  });

  it('has its remarks on a sheet of their own, and no such sheet without any', async () => {
    const workbook = await write([['a', '1', '']], ['Rows: 1', '=HYPERLINK("https://example.com")']);
    expect(rowsOf(workbook, 'About')).toEqual([
      ['About this file'],
      ['Rows: 1'],
      ['=HYPERLINK("https://example.com")'],
    ]);
    expect([...(await write([['a', '1', '']])).sheets.keys()]).toEqual(['Rows']);
  });

  it('never has a formula, a link, a macro or a part from outside, whatever its texts', async () => {
    const hostile = [
      '=cmd|"/c calc"!A1',
      '+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '</t></is></c><c r="A9"><f>1</f></c>',
    ];
    const workbook = await write(
      hostile.map((text) => [text, text, text]),
      hostile,
    );
    expect(rowsOf(workbook, 'Rows').slice(1)).toEqual(hostile.map((text) => [text, text, text]));
    for (const [path, part] of workbook.parts) {
      expect(part).not.toMatch(/<f[ >]|<hyperlink|TargetMode|DOCTYPE/);
      expect(path).toMatch(/^(?:_rels|xl|\[Content_Types\])/);
    }
  });

  it('has any texts and amounts as they were', async () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 22 });
    const amount = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.option(digits, { nil: undefined }))
      .map(([sign, whole, part]) => `${sign}${whole}${part === undefined ? '' : `.${part}`}`);
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('_', 'x', '0', 'D', '\r', '\n', ' ', '&', '<', '\u0001', '\uFFFF'),
        maxLength: 30,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, amount, text), { maxLength: 8 }), async (rows) => {
        const workbook = await write(rows);
        const cells = workbook.sheets.get('Rows');
        rows.forEach(([reference, decimal, memo], index) => {
          const cell = (letter: string) => cells?.get(`${letter}${index + 2}`);
          expect(cell('A')?.text ?? '').toBe(reference.toWellFormed());
          expect(cell('C')?.text ?? '').toBe(memo.toWellFormed());
          const { type, text: written = '' } = cell('B') ?? {};
          if (type === 'inlineStr') return expect(written).toBe(decimal);
          // What a spreadsheet reads is the nearest double; its shortest digits must be the amount.
          expect(new Decimal(Number(written)).equals(new Decimal(decimal))).toBe(true);
          expect(new Decimal(decimal).precision()).toBeLessThanOrEqual(15);
        });
      }),
    );
  });

  it.each([
    ['999999999999999', true],
    ['9999999999999999', false],
    ['1234567890123456', false],
    ['0.1', true],
    ['123456789.123456', true],
    ['123456789.1234567', false],
    ['100000000000000000000', true],
    ['0.0000000000000000001', false],
    ['00000000000000000000.5', true],
  ])('has the amount %s as a number: %s', async (amount, isNumber) => {
    const cell = (await write([['', amount, '']])).sheets.get('Rows')?.get('B2');
    expect([cell?.type, cell?.text]).toEqual([isNumber ? 'n' : 'inlineStr', amount]);
  });

  it('cuts a text that is longer than a cell, and says so, as CSV does', async () => {
    const long = `=${'x'.repeat(40_000)}`;
    const text = (await write([[long, '', '']])).sheets.get('Rows')?.get('A2')?.text ?? '';
    expect(text).toHaveLength(MAX_CELL_LENGTH);
    expect(text).toMatch(/ \[cut off: a cell holds at most 32,767 characters\]$/);
  });

  it('names many columns as a spreadsheet does', async () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
    const columns = Array.from({ length: 60 }, (_none, index) => ({ title: `Column ${index}` }));
    const cells = columns.map((_column, index) => String(index));
    expect(rowsOf(await write([cells], [], columns), 'Rows')[1]).toEqual(cells);
  });

  it.each([
    ['the server', NODE_PACKER, 1_000],
    ['the browser', BROWSER_PACKER, Number.POSITIVE_INFINITY],
  ])(
    'of %s is read only as fast as its file, and ends its rows when the file is left',
    async (_where, packer, most) => {
      const writer = createWorkbookTable({ sheet: 'Rows', columns: COLUMNS, packer });
      let [asked, isCancelled] = [0, false];
      // Random, so that a piece does not shrink to nothing.
      const piece = () =>
        new TextEncoder().encode(writer.row(Array.from({ length: 3 }, () => crypto.randomUUID().repeat(9))));
      const rows = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          asked += 1;
          controller.enqueue(piece());
        },
        cancel: () => void (isCancelled = true),
      });
      const reader = writer.pack(rows).getReader();
      let received = 0;
      for (let count = 0; count < 5; count += 1) received += (await reader.read()).value?.length ?? 0;
      expect(received).toBeGreaterThan(0);
      expect(asked).toBeLessThan(most);
      await reader.cancel();
      await vi.waitFor(() => expect(isCancelled).toBe(true));
    },
  );

  it('ends its rows when the file is left before the first of them', async () => {
    const writer = createWorkbookTable({ sheet: 'Rows', columns: COLUMNS, packer: NODE_PACKER });
    let isCancelled = false;
    const rows = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
    const reader = writer.pack(rows).getReader();
    await reader.read();
    await reader.cancel();
    await vi.waitFor(() => expect(isCancelled).toBe(true));
  });

  it.each([
    ['the server', NODE_PACKER],
    ['the browser', BROWSER_PACKER],
  ])('of %s is whole where a piece of its text is empty', async (_where, packer) => {
    const writer = createWorkbookTable({ sheet: 'Rows', columns: COLUMNS, packer });
    const pieces = ['', writer.head, '', writer.row(['a', '1', '']), ''].map((text) => new TextEncoder().encode(text));
    const text = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    const file = new Uint8Array(await new Response(writer.pack(text)).arrayBuffer());
    expect(rowsOf(readWorkbook(file), 'Rows')).toEqual([
      ['Reference', 'Amount', 'Memo'],
      ['a', '1'],
    ]);
  });

  it.each([
    ['the server', NODE_PACKER],
    ['the browser', BROWSER_PACKER],
  ])('of %s fails as its rows fail', async (_where, packer) => {
    const writer = createWorkbookTable({ sheet: 'Rows', columns: COLUMNS, packer });
    let pieces = 0;
    const rows = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        if (pieces > 3) throw new Error('the session has ended');
        controller.enqueue(new TextEncoder().encode(writer.row(['a', '1', 'b'])));
      },
    });
    await expect(new Response(writer.pack(rows)).arrayBuffer()).rejects.toThrow('the session has ended');
  });
});

it('a table in memory has the same rows in both formats', async () => {
  const rows = [
    ['INV-1', '1.5', 'first, and “last”'],
    ['INV-2', '', ''],
  ];
  const table = { sheet: 'Rows', columns: COLUMNS, rows };
  const [csv, xlsx] = await Promise.all([makeTableFile(table, 'csv'), makeTableFile(table, 'xlsx')]);
  expect(csv.type).toBe('text/csv; charset=utf-8');
  const writer = createCsvTable(COLUMNS);
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer())).toBe(
    writer.head + rows.map(writer.row).join(''),
  );
  expect(xlsx.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(rowsOf(readWorkbook(new Uint8Array(await xlsx.arrayBuffer())), 'Rows')).toEqual([
    ['Reference', 'Amount', 'Memo'],
    ['INV-1', '1.5', 'first, and “last”'],
    ['INV-2'],
  ]);
});
