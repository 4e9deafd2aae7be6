import { inflateRawSync, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflateRaw } from '@/lib/sheets/workbook/inflate-raw';
import { readWorkbook } from '@/lib/sheets/workbook/read-workbook';
import type { Inflate } from '@/lib/sheets/workbook/zip';
import { escapeXml, sampleRows, writeSampleWorkbook, writeZip } from '@/scripts/stack/sample-workbook';
import { runs } from '@/scripts/testing/property-runs';

const inflate: Inflate = async (packed, limit) => {
  try {
    return inflateRawSync(packed, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
};

type Given = Omit<Parameters<typeof writeSampleWorkbook>[0], 'sheets'>;
/** Reads the only sheet of a workbook with these rows. */
const read = async (data: string, given: Given = {}, beside = '') => {
  const bytes = writeSampleWorkbook({
    ...given,
    sheets: [{ name: 'Payments', xml: `<sheetData>${data}</sheetData>${beside}` }],
  });
  const workbook = await readWorkbook(bytes, inflate);
  return workbook.ok ? (workbook.value.sheets[0]?.cells ?? workbook) : workbook;
};
/** Reads one cell; gives its text and its facts. */
const cellOf = async (cell: string, given: Given = {}) => {
  const sheet = await read(`<row r="1">${cell}</row>`, given);
  if (!sheet.ok || !('rows' in sheet.value)) return sheet;
  const { rows, facts } = sheet.value;
  return [rows[0]?.cells[0], ...facts.map(({ fact, detail }) => (detail === '' ? fact : `${fact}: ${detail}`))];
};
const errorOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const workbook = await readWorkbook(bytes, inflate);
  return workbook.ok
    ? workbook.value.sheets.map(({ cells }) => (cells.ok ? 'read' : cells.error)).join()
    : workbook.error;
};

describe('a cell', () => {
  it.each([
    ['a shared text', '<c t="s"><v>1</v></c>', 'b'],
    ['rich text without its phonetic reading', '<c t="s"><v>2</v></c>', '東京 bold'],
    ['escapes and line ends', '<c t="s"><v>3</v></c>', 'a\r\n_x0041_ B'],
    ['inline text', '<c t="inlineStr"><is><r><t>a</t></r><r><t>&amp;&#x1F600;</t></r></is></c>', 'a&😀'],
    ['a text of digits', '<c t="inlineStr"><is><t>00123</t></is></c>', '00123'],
    ['CDATA', '<c t="str"><v><![CDATA[<&]]></v></c>', '<&'],
    ['a boolean', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['a whole number', '<c><v>104837562</v></c>', '104837562'],
    ['zeros as the file has them', '<c><v>1.50</v></c>', '1.50'],
    ['a power of ten in plain digits', '<c><v>1.5E-7</v></c>', '0.00000015'],
    ['a negative number', '<c><v>-0.25</v></c>', '-0.25'],
  ])('has %s', async (_what, cell, text) => {
    const strings =
      '<si><t>a</t></si><si><t>b</t></si>' +
      '<si><r><t>東京</t></r><r><t xml:space="preserve"> bold</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' +
      '<si><t>a_x000D_\r\n_x005F_x0041_ B</t></si>';
    expect(await cellOf(cell, { strings })).toEqual([text]);
  });

  it.each([
    ['an error', '<c t="e"><v>#N/A</v></c>', ['#N/A', 'error: #N/A']],
    ['a formula, by its saved value', '<c><f>A2*2</f><v>3</v></c>', ['3', 'formula']],
    ['a formula with a text', '<c t="str"><f>A2</f><v>abc</v></c>', ['abc', 'formula']],
    ['a formula without a saved value', '<c><f>A2*2</f></c>', ['=A2*2', 'formula-without-value']],
    [
      'digits beyond a double, all of them',
      '<c><v>12345678901234567890.123</v></c>',
      ['12345678901234567890.123', 'long: 12345678901234567890.123'],
    ],
    [
      'a memo that was typed as a number',
      '<c><v>1.2345678901234501E+16</v></c>',
      ['12345678901234501', 'long: 12345678901234501'],
    ],
    [
      'zeros for the digits that were dropped',
      '<c><v>1.23456789012345E+16</v></c>',
      ['12345678901234500', 'long: 12345678901234500'],
    ],
    [
      'the double of 1.1, as Excel writes it',
      '<c><v>1.1000000000000001</v></c>',
      ['1.1', 'shortened: 1.1000000000000001'],
    ],
    ['the double of -0.3', '<c><v>-0.29999999999999999</v></c>', ['-0.3', 'shortened: -0.29999999999999999']],
    [
      'a sum that no one typed',
      '<c><v>0.30000000000000004</v></c>',
      ['0.30000000000000004', 'long: 0.30000000000000004'],
    ],
    [
      '18 decimals of a chain',
      '<c><v>1.000000000000000001</v></c>',
      ['1.000000000000000001', 'long: 1.000000000000000001'],
    ],
    ['a number of a thousand digits as written', '<c><v>1E+999</v></c>', ['1E+999', 'long: 1E+999']],
    ['a date by type', '<c t="d"><v>2026-11-29</v></c>', ['2026-11-29', 'date: 2026-11-29']],
  ])('has %s', async (_what, cell, expected) => expect(await cellOf(cell)).toEqual(expected));

  it.each([
    ['yyyy\\-mm\\-dd', '46355', false, '2026-11-29'],
    ['d/m/yy h:mm', '46355.5', false, '2026-11-29T12:00:00'],
    ['d mmm', '44893', true, '2026-11-29'],
    ['m/d', '59', false, '1900-02-28'],
    ['m/d', '60', false, '1900-02-29'],
    ['m/d', '61', false, '1900-03-01'],
    ['[h]:mm:ss', '0.75', false, '18:00:00'],
    ['[$-409]mmmm d', '46355.9999999', false, '2026-11-30'],
  ])('of the format %s and the number %s is a date (counted from 1904: %s)', async (code, serial, is1904, iso) =>
    expect(await cellOf(`<c s="1"><v>${serial}</v></c>`, { formats: [code], is1904 })).toEqual([iso, `date: ${iso}`]),
  );

  it.each([
    ['0%', '0.05', 'as a percentage'],
    ['#,##0,', '1500000', 'in thousands'],
    ['00000', '123', 'with zeros before it'],
    ['"INV-"0', '5', 'with “INV-” before it'],
    ['#,##0.00', '12.345', 'rounded'],
    ['0.00E+00', '1234', 'in short'],
  ])('of the format %s looks other than %s: %s', async (code, value, shown) =>
    expect(await cellOf(`<c s="1"><v>${value}</v></c>`, { formats: [code] })).toEqual([
      value,
      `shown-otherwise: ${value}, shown ${shown}`,
    ]),
  );

  it.each(['General', '@', '0', '#,##0.00', '_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '[Red]0.00 "USDC"', '0.####'])(
    'of the format %s is what it looks like',
    async (code) =>
      expect(await cellOf('<c s="1"><v>1250.75</v></c>', { formats: [code.replace(/^0$/, '0.0#')] })).toEqual([
        '1250.75',
      ]),
  );

  it('keeps any text, and the digits of any number that a double holds in fifteen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed()),
          { minLength: 1, maxLength: 5 },
        ),
        fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
        fc.nat(15),
        async (texts, whole, decimals) => {
          const digits = whole.toString().padStart(decimals + 1, '0');
          const typed =
            `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`.replace(
              /\.?0*$/,
              '',
            );
          // As Excel writes the double: with up to 17 digits.
          const stored = Number(typed).toPrecision(17).toUpperCase();
          const sheet = await read(
            `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`).join('')}<c><v>${stored}</v></c></row>`,
          );
          const [row] = sheet.ok && 'rows' in sheet.value ? sheet.value.rows : [];
          expect(row?.cells.slice(0, -1)).toEqual(texts);
          expect(
            row?.cells
              .at(-1)
              ?.replace(/(\.\d*?)0+$/, '$1')
              .replace(/\.$/, ''),
          ).toBe(typed === '' ? '0' : typed);
        },
      ),
      { numRuns: runs(0.5) },
    );
  });
});

describe('a sheet', () => {
  it('names hidden rows and columns, merged cells and the places of facts', async () => {
    const sheet = await read(
      '<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>2</v></c></row><row r="3" hidden="1"><c r="B3"><v>3</v></c></row>' +
        '<row r="9" ht="0"><c r="A9" t="e"><v>#REF!</v></c></row><row r="10"><c r="A10" s="1"/><c r="ZZ10" s="1"/></row>',
      {},
      '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>',
    );
    expect(sheet).toEqual({
      ok: true,
      value: {
        rows: [
          { number: 2, isHidden: false, cells: ['1', '', '2'] },
          { number: 3, isHidden: true, cells: ['', '3'] },
          { number: 9, isHidden: true, cells: ['#REF!'] },
        ],
        hiddenColumns: [],
        merged: [{ top: 2, left: 0, bottom: 3, right: 1 }],
        facts: [{ row: 9, column: 0, fact: 'error', detail: '#REF!' }],
      },
    });
    const columns = await readWorkbook(
      writeSampleWorkbook({
        sheets: [
          {
            name: 'a',
            xml: `<cols><col min="2" max="16384" hidden="1"/></cols><sheetData>${sampleRows([['x', 'y', '', 'z']])}</sheetData>`,
          },
        ],
      }),
      inflate,
    );
    expect(columns).toMatchObject({ value: { sheets: [{ cells: { value: { hiddenColumns: [1, 3] } } }] } });
  });

  it('is listed with its name and whether it is hidden, unless it has no values', async () => {
    const xml = `<sheetData>${sampleRows([['x']])}</sheetData>`;
    const bytes = writeSampleWorkbook({
      sheets: [
        { name: 'A & B', xml },
        { name: 'empty', xml: '<sheetData/>' },
        { name: 'old', xml, state: 'veryHidden' },
      ],
      isStored: true,
    });
    const workbook = await readWorkbook(bytes, inflateRaw);
    expect(workbook.ok && workbook.value.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['A & B', false],
      ['old', true],
    ]);
  });
});

const bomb = (size: number) => deflateRawSync(Buffer.alloc(size, 0x20), { level: 9 });
const sheetXml = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`;
const withSheet = (part: { content: string | Uint8Array; packed?: Uint8Array; claimedSize?: number; flags?: number }) =>
  writeSampleWorkbook({ sheets: [{ name: 'a', xml: '' }], parts: [{ name: 'xl/worksheets/sheet1.xml', ...part }] });

describe('a workbook made to do harm', () => {
  it.each([
    [
      'a cell at the far corner',
      () => withSheet({ content: sheetXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>') }),
      'beyond its first 100 columns',
    ],
    [
      'too many rows',
      () => withSheet({ content: sheetXml('<row><c><v>1</v></c></row>'.repeat(1_101)) }),
      'more than 1,000 rows',
    ],
    ['a part of 60 MB', () => withSheet({ content: Buffer.alloc(60_000_000, 0x20) }), 'more than 50 MB'],
    [
      'a part of 100 MB that claims a kilobyte',
      () => withSheet({ content: '', packed: bomb(100_000_000), claimedSize: 1_000 }),
      'not what was saved',
    ],
    [
      'empty cells without end',
      () => withSheet({ content: sheetXml(`<row>${'<c/>'.repeat(10)}</row>`.repeat(250_000)) }),
      'too many cells',
    ],
    [
      'a document type',
      () => withSheet({ content: `<!DOCTYPE x [<!ENTITY a "b">]>${sheetXml('')}` }),
      'document type or entities',
    ],
    [
      'an entity of its own',
      () => withSheet({ content: sheetXml('<row><c t="str"><v>&a;</v></c></row>') }),
      'not well-formed',
    ],
    [
      'a reference to no character',
      () => withSheet({ content: sheetXml('<row><c t="str"><v>&#xD800;</v></c></row>') }),
      'not well-formed',
    ],
    ['elements that do not nest', () => withSheet({ content: '<worksheet><a></worksheet>' }), 'not well-formed'],
    ['a depth without end', () => withSheet({ content: '<a>'.repeat(100_000) }), 'not well-formed'],
    ['two attributes of one name', () => withSheet({ content: '<a b="" b=""/>' }), 'not well-formed'],
    ['bytes that are not UTF-8', () => withSheet({ content: Uint8Array.of(0x3c, 0xff) }), 'not UTF-8'],
    ['rows out of order', () => withSheet({ content: sheetXml('<row r="2"/><row r="1"/>') }), 'rows are not in order'],
    [
      'a cell twice',
      () => withSheet({ content: sheetXml('<row r="1"><c r="B1"/><c r="B1"/></row>') }),
      'cells are not in order',
    ],
    [
      'a text that is missing',
      () => withSheet({ content: sheetXml('<row><c t="s"><v>7</v></c></row>') }),
      'text that is missing',
    ],
    ['a part with a password', () => withSheet({ content: sheetXml(''), flags: 1 }), 'has a password'],
    ['two parts of one name', () => writeZip(['A', 'a'].map((name) => ({ name, content: '' }))), 'one name'],
    [
      'a sheet from another file',
      () => {
        const relation =
          '<Relationship Id="rId1" Type="x/worksheet" Target="https://example.org/a" TargetMode="External"/>';
        const content = `<Relationships>${relation}</Relationships>`;
        return writeSampleWorkbook({
          sheets: [{ name: 'a', xml: '' }],
          parts: [{ name: 'xl/_rels/workbook.xml.rels', content }],
        });
      },
      'from another file',
    ],
    [
      'a binary workbook',
      () => {
        const content =
          '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
        return writeSampleWorkbook({ sheets: [], parts: [{ name: '_rels/.rels', content }] });
      },
      'binary workbook (.xlsb)',
    ],
    ['no sheet', () => writeSampleWorkbook({ sheets: [] }), 'no cells with values'],
    ['an OpenDocument sheet', () => writeZip([{ name: 'content.xml', content: '' }]), 'OpenDocument file (.ods)'],
    ['a Numbers file', () => writeZip([{ name: 'Index/Document.iwa', content: '' }]), 'Numbers file'],
    [
      'a document',
      () => writeSampleWorkbook({ sheets: [], parts: [{ name: 'word/document.xml', content: '' }] }),
      'a document, not a sheet',
    ],
    ['another archive', () => writeZip([{ name: 'a.csv', content: 'x' }]), 'ZIP archive'],
    ['an archive that is cut off', () => writeZip([{ name: 'a', content: 'x' }]).slice(0, 40), 'its end is missing'],
  ])('ends in a sentence: %s', async (_what, make, sentence) => expect(await errorOf(make())).toContain(sentence));

  it('is unpacked under the limit by the browser’s own decoder too', async () => {
    const packed = new Uint8Array(bomb(100_000_000));
    expect(await inflateRaw(packed, 1_000_000)).toBeUndefined();
    expect((await inflateRaw(new Uint8Array(bomb(10)), 10))?.length).toBe(10);
    await expect(inflateRaw(Uint8Array.of(1, 2, 3), 10)).rejects.toBeInstanceOf(Error);
  });

  it('gives a result or a sentence for any change of its bytes, with either decoder', async () => {
    const whole = writeSampleWorkbook({
      sheets: [
        {
          name: 'a',
          xml: `<sheetData>${sampleRows([
            ['Name', 'x'],
            ['a', 'b'],
          ])}</sheetData>`,
        },
      ],
      formats: ['0.00'],
      isStored: true,
    });
    const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(whole.length)),
        async (changes, cut) => {
          const bytes = whole.slice(0, cut ?? undefined);
          for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to;
          for (const unpack of [inflate, inflateRaw]) {
            // oxlint-disable-next-line no-await-in-loop -- one after the other.
            const workbook = await readWorkbook(bytes, unpack);
            if (!workbook.ok) expect(workbook.error).toMatch(/\.$/);
          }
        },
      ),
    );
  });

  it('gives a result or a sentence for any XML in place of a sheet', async () => {
    const piece = fc.constantFrom(
      '<row>',
      '</row>',
      '<row r="3" hidden="1">',
      '<c>',
      '</c>',
      '<c r="B3" t="s">',
      '<c t="inlineStr">',
      '<is><t>',
      '</t></is>',
      '<v>',
      '</v>',
      '1',
      '1e9',
      '-',
      '&amp;',
      '&',
      '<f/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?x?>',
      '\0',
      '"',
      ' ',
      '<row/>',
      '<c s="9"/>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        for (const content of [sheetXml(pieces.join('')), pieces.join('')])
          // oxlint-disable-next-line no-await-in-loop -- one after the other.
          expect(await errorOf(withSheet({ content }))).toMatch(/^read$|\.$/);
      }),
      { numRuns: runs(3) },
    );
  });
});
