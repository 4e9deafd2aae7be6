import { createCsvTable } from '@/lib/sheets/write/csv-table';
import { formatCsvCell } from '@/lib/text/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  createJsonLinesExport,
  createTableExport,
  type ExportOptions,
  type ExportTrailer,
  readExportOptions,
  writeExportOptions,
} from '@/lib/transfers/export/format';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { EXPORT_COLUMNS, readColumns, TRANSFER_COLUMNS } from '@/lib/transfers/columns';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS } from '@/lib/transfers/transfer';
import { readTransferQuery } from '@/lib/transfers/query';

const trailer: ExportTrailer = {
  rows: 2,
  sums: {
    totals: [
      {
        asset: 'BTC',
        transfers: 2,
        amount: '0.30',
        total: '0.31',
        fee: '0.01',
        completed: { transfers: 1, amountIn: '0', amountOut: '0.20', fee: '0.01' },
      },
    ],
    balances: [
      {
        asset: 'BTC',
        transfers: 2,
        completed: { transfers: 1, in: '0', out: '0.21', net: '-0.21' },
        pending: { transfers: 1, in: '0.1', out: '0' },
        failed: { transfers: 0, in: '0', out: '0' },
        other: 1,
        withoutTotal: 0,
        usd: { transfers: 1, in: '0', out: '9000', net: '-9000' },
      },
    ],
    overall: {
      completed: { transfers: 1 },
      pending: { transfers: 1 },
      failed: { transfers: 0 },
      other: 1,
      usd: { transfers: 1, in: '0', out: '9000', net: '-9000' },
    },
  },
  query: readTransferQuery(
    new URLSearchParams('status=FAILED&status=PENDING&created_from=2026-11-01&sort=amount&q=x,"y"'),
  ),
  coverage: {
    transfers: 1204,
    isComplete: true,
    asOf: '2026-11-20T10:00:00Z',
    oldestAt: null,
    progress: null,
    error: null,
    staleSince: null,
    missingIndexes: 0,
    answeredAt: '2026-11-20T10:00:14Z',
  },
  at: '2026-11-20T10:00:15.000Z',
  by: 'finance',
};

describe('a cell of a CSV file', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1', "'+49 30 1"],
    ['-1+1', "'-1+1"],
    ['@sum(a1)', "'@sum(a1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r'=1"`],
    [';=1', ";'=1"],
    ['a;"\n =1', `"a;""\n '=1"`],
    ['a "=1', `"a ""=1"`],
    ['=cmd|"/c"!A1', `"'=cmd|""/c""!A1"`],
    ['-1.50', '-1.50'],
    ['1.50', '1.50'],
    ['0001', '0001'],
    ['a,b', '"a,b"'],
    ['a\r\nb', '"a\r\nb"'],
    ["it's", "it's"],
  ])('%j is written %j', (text, written) => {
    expect(formatCsvCell(text)).toBe(written);
  });

  it.each([
    ['long', 'x'.repeat(40_000)],
    ['long and quoted', '"'.repeat(40_000)],
    ['long and a formula', `=${'x'.repeat(40_000)}`],
    ['cut within a character', `x${'\u{1f389}'.repeat(20_000)}`],
  ])('ends at 32,767 characters with a mark when it is %s', (_what, text) => {
    const written = formatCsvCell(text);
    const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    expect(read).toMatch(/ \[cut off: a cell holds at most 32,767 characters\]$/);
    expect(read.length).toBeGreaterThan(32_700);
    expect(read.length).toBeLessThanOrEqual(32_767);
    expect(read.isWellFormed()).toBe(true);
    expect(formatCsvCell(text.slice(0, 100))).not.toContain('cut off');
  });

  it('never starts a formula and reads back, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const written = formatCsvCell(text);
        const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect([text, `'${text}`]).toContain(read.replaceAll(/([;\r\n]["\s]*)'(?=[=+\-@])/g, '$1'));
        if (!/^-?\d/.test(read)) expect(read).not.toMatch(/^[=+\-@\t\r]/);
        if (!written.startsWith('"')) expect(written).not.toMatch(/[",\r\n]/);
      }),
    );
  });
});

const marked = (...cells: string[]) => cells.join('~m-1_');

describe('a file', () => {
  const columns = readColumns('reference,amount,metadata');

  it('as CSV has a head, rows and a trailer of the same width', () => {
    const writer = createTableExport(createCsvTable(columns), '~m-1_');
    expect(writer.head).toBe('\uFEFFReference,Amount,Metadata\r\n');
    expect(writer.row(marked('INV 1', '1.50', '{"a": "b"}'))).toBe('INV 1,1.50,"{""a"": ""b""}"\r\n');
    expect(writer.row(marked('', '', ''))).toBe(',,\r\n');
    expect(writer.row(marked('INV 2', '-1.50', ''))).toBe('INV 2,-1.50,\r\n');
    for (const cells of [
      ['=1', '2', '3'],
      ['1', '@2', '3'],
      ['1', '2', '\t3'],
      ['\r', '2', '3'],
    ] as const) {
      expect(writer.row(marked(...cells))).toBe(`${cells.map(formatCsvCell).join(',')}\r\n`);
    }
    expect(writer.trailer(trailer).split('\r\n')).toEqual([
      '# Rows: 2,,',
      '"# BTC balance: in 0, out 0.21, net -0.21; pending in 0.1, out 0; 1 with another status or direction, in no sum",,',
      '"# BTC completed: 1 row, amount in 0, amount out 0.20, fee 0.01",,',
      '"# USD value: in 0, out 9000, net -9000 (1 of 1 completed transfer has a USD value)",,',
      '"# Filter: Search for “x,""y""”; status FAILED or PENDING; created from 2026-11-01 (UTC, inclusive); smallest amount first",,',
      '"# Transfer sync: 1,204 transfers, up to date 14 s ago",,',
      '# Exported: 2026-11-20T10:00:15.000Z by finance,,',
      '',
    ]);
  });

  it('ends a long cell with a mark as CSV, and keeps it whole as JSON Lines', () => {
    const long = 'x'.repeat(60_000);
    const row = marked('INV 1', '1.50', JSON.stringify({ long }));
    const [csv, jsonLines] = [
      createTableExport(createCsvTable(columns), '~m-1_').row(row),
      createJsonLinesExport(columns, '~m-1_').row(row),
    ];
    expect(csv).toMatch(/^INV 1,1\.50,"\{""long"": ?""x+ \[cut off: [^\]]*\]"\r\n$/);
    expect(createTableExport(createCsvTable(columns), '~m-1_').row(marked(long, '1.50', ''))).toContain('[cut off: ');
    expect(JSON.parse(jsonLines)).toMatchObject({ metadata: { long } });
  });

  it('as JSON Lines keeps every value exactly, and objects as objects', () => {
    const writer = createJsonLinesExport(columns, '~m-1_');
    const row = ['=1 "quoted" \u2028 \ud83c\udf89 \u0001', '1.50', '{"a": ["b", 1]}'] as const;
    expect(JSON.parse(writer.row(marked(...row)))).toEqual({
      reference: row[0],
      amount: '1.50',
      metadata: { a: ['b', 1] },
    });
    expect(JSON.parse(writer.row(marked('', '', '')))).toEqual({ reference: null, amount: null, metadata: null });
    expect(JSON.parse(writer.trailer(trailer))).toMatchObject({
      trailer: { rows: 2, ...trailer.sums, by: 'finance', query: expect.stringContaining('sort=amount') },
    });
  });
});

describe('columns', () => {
  it('are the named ones in their order, each once, or those of the default export', () => {
    expect(readColumns('fee,created,nothing,fee').map(({ id }) => id)).toEqual(['fee', 'created']);
    expect(readColumns('')).toEqual(EXPORT_COLUMNS);
    expect(readColumns(null)).toEqual(EXPORT_COLUMNS);
  });

  it('of the default export begin with what identifies a payment, and what it changes', () => {
    expect(EXPORT_COLUMNS.slice(0, 12).map(({ title }) => title)).toEqual([
      'Created',
      'Reference',
      'Transfer',
      'Type',
      'Direction',
      'Status',
      'Asset',
      'Amount',
      'Fee',
      'Balance change',
      'Balance asset',
      'Network',
    ]);
    expect(EXPORT_COLUMNS.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['total', 'profile', 'memo', 'metadata']),
    );
  });

  it('have every member of the interface as the service gave it, and the whole record', () => {
    const asGiven = TRANSFER_COLUMNS.filter((column) => !('computed' in column)).map(({ path }) => path.join('.'));
    expect(asGiven).toEqual(expect.arrayContaining([...TRANSFER_TEXT_FIELDS, ...TRANSFER_OBJECT_FIELDS, '']));
    expect(new Set(TRANSFER_COLUMNS.map(({ title }) => title)).size).toBe(TRANSFER_COLUMNS.length);
  });

  it('of JSON Lines keep the value of the service, with the signed amount beside', () => {
    const columns = readColumns('amount,balance_change');
    const computedOf = (format: 'csv' | 'jsonl') => cellsOf(format, columns).map(({ id, computed }) => [id, computed]);
    expect(computedOf('csv')).toEqual([
      ['amount', 'signed'],
      ['balance_change', 'balance change'],
    ]);
    expect(computedOf('jsonl')).toEqual([
      ['amount', undefined],
      ['signed_amount', 'signed'],
      ['balance_change', 'balance change'],
    ]);
  });
});

describe('the options of an export', () => {
  const none = { preset: undefined, account: undefined, zone: 'UTC' };
  const account = { profile: 'p-ops', asset: 'USDC' };
  const ofAccount = 'account_profile=p-ops&account_asset=USDC';

  it.each<[string, ExportOptions]>([
    ['', { ...none, format: 'csv', hasTrailer: true }],
    ['format=jsonl&trailer=1', { ...none, format: 'jsonl', hasTrailer: true }],
    ['format=pdf&trailer=0&preset=sage', { ...none, format: 'csv', hasTrailer: false }],
    ['preset=statement&format=jsonl', { ...none, preset: 'statement', format: 'csv', hasTrailer: false }],
    [
      `preset=statement&trailer=1&zone=Asia/Tokyo&${ofAccount}`,
      { preset: 'statement', account, zone: 'Asia/Tokyo', format: 'csv', hasTrailer: true },
    ],
    ['preset=xero&trailer=1&zone=Mars/Base', { ...none, preset: 'xero', format: 'csv', hasTrailer: false }],
    ['preset=xero&account_profile=p-ops', { ...none, preset: 'xero', format: 'csv', hasTrailer: false }],
  ])('are read from %j, and the same after they were written', (parameters, options) => {
    expect(readExportOptions(new URLSearchParams(parameters))).toEqual(options);
    expect(readExportOptions(writeExportOptions(options))).toEqual(options);
  });
});
