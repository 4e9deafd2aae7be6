import { randomUUID } from 'node:crypto';
import papaparse from 'papaparse';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '@/lib/server/auth/sessions';
import { database, pool } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import * as tables from '@/lib/server/exports/open-table';
import { exportRecipients } from '@/lib/server/recipients/export';
import { exportRequests } from '@/lib/server/requests/lists/export';
import { exportStatement } from '@/lib/server/statements/export';
import { exportTransfers } from '@/lib/server/transfers/export';
import { recipientKey } from '@/lib/recipients/recipients';
import type { Result } from '@/lib/result';
import { MAX_WORKBOOK_ROWS, type TableFormat } from '@/lib/sheets/write/table';
import { monthOf, writeStatementChoice } from '@/lib/statements/statement';
import { addVariedRequests } from '@/scripts/testing/data/many-requests';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { readWorkbook, rowsOf } from '@/scripts/testing/read-workbook';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const HOSTILE = ['=1+1', '@SUM(A1)', 'two\r\nlines', ' spaces ', '_x0041_', '12345678901234567890', '0001'];
const history = historyRecords(1_300).map((record, index): ServiceRecord => ({
  ...record,
  memo: HOSTILE[index % HOSTILE.length],
}));
const [sample] = history.filter(({ status, profile_id }) => status === 'COMPLETED' && profile_id === 'p-ops') as Record<
  string,
  string
>[];
const CHOICE = {
  profile: 'p-ops',
  asset: sample?.balance_asset || sample?.asset || '',
  month: monthOf(sample?.created_at ?? ''),
};

const test = setUpTestDatabase();
beforeAll(async () => {
  await storeRecords([
    ...history,
    { ...history[0], id: 'long', status: 'COMPLETED', direction: 'CREDIT', amount: '1234567890.123456789' },
  ]);
  await addRecipients(1_200);
  const client = new Client(test.url);
  await client.connect();
  try {
    await addVariedRequests(client, 60);
  } finally {
    await client.end();
  }
});
beforeEach(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

/** Adds entries to the address book; every second one is for one profile. */
async function addRecipients(count: number): Promise<void> {
  const { person } = await signInAs('owner', ['admin']);
  const [proposal] = await database()
    .insert(proposals)
    .values({ kind: 'recipient', subject: randomUUID(), payload: {}, comment: 'All', proposedBy: person.id })
    .returning({ id: proposals.id });
  await database()
    .insert(recipients)
    .values(
      Array.from({ length: count }, (_none, index) => {
        const address = `0x${index.toString(16).padStart(40, '0')}`;
        return {
          name: `${HOSTILE[index % HOSTILE.length]?.trim()} ${index}`,
          network: 'ETHEREUM',
          address,
          recipientKey: recipientKey({ crypto_network: 'ETHEREUM', destination_address: address }),
          normalAddress: address,
          ownerId: person.id,
          proposalId: proposal?.id ?? '',
          ...(index % 2 === 0 && { profiles: [index % 4 === 0 ? 'p-ops' : 'p-sub'] }),
        };
      }),
    );
}

type Stream = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
interface Export {
  name: string;
  sheet: string;
  start: (format: TableFormat) => Promise<Result<Stream, unknown>>;
}

const streamOf = <Value>(outcome: Result<Value, unknown>, read: (value: Value) => Stream): Result<Stream, unknown> =>
  outcome.ok ? { ok: true, value: read(outcome.value) } : outcome;
const EXPORTS: Export[] = [
  {
    name: 'transfers',
    sheet: 'Transfers',
    start: async (format) => streamOf(await exportTransfers(new URLSearchParams({ format })), ({ stream }) => stream),
  },
  {
    name: 'withdrawals',
    sheet: 'Withdrawals',
    start: async (format) => streamOf(await exportRequests(new URLSearchParams({ format })), ({ stream }) => stream),
  },
  {
    name: 'a statement',
    sheet: 'Statement',
    start: async (format) => {
      const parameters = new URLSearchParams([...writeStatementChoice(CHOICE), ['format', format]]);
      return streamOf(await exportStatement(parameters, new AbortController().signal), ({ content }) => content);
    },
  },
  { name: 'the address book', sheet: 'Recipients', start: async (format) => exportRecipients(format) },
];

async function take({ start }: Export, format: TableFormat): Promise<Uint8Array> {
  const outcome = surely(await start(format));
  return new Uint8Array(await new Response(outcome).arrayBuffer());
}

const isRemark = ([first = '']: string[]) => first.startsWith('# ');

async function countAudited(): Promise<number> {
  return Number((await pool().query<{ seq: string }>('select seq from audit_head')).rows[0]?.seq);
}

/** Reads the rows and remarks of a CSV file, with the apostrophes that keep formulas out removed. */
function readCsv(file: Uint8Array): { rows: string[][]; remarks: string[] } {
  const all = papaparse.parse<string[]>(new TextDecoder().decode(file), { skipEmptyLines: true }).data;
  const plain = all.map((cells) => cells.map((cell) => cell.replaceAll(/(^|[;\r\n]["\s]*)'(?=[=+\-@\t\r])/g, '$1')));
  return { rows: plain.filter((row) => !isRemark(row)), remarks: plain.filter(isRemark).map(([text = '']) => text) };
}

/** Fills a row with empty cells, which a workbook leaves out at the end. */
const filled = (row: readonly string[], width: number) => Array.from({ length: width }, (_none, at) => row[at] ?? '');
const withoutTime = (text: string) => text.replace(/Exported: .*Z|as of .*/, '');

async function expectSameAsCsv(one: Export): Promise<string[][]> {
  const csv = readCsv(await take(one, 'csv'));
  const workbook = readWorkbook(await take(one, 'xlsx'));
  const rows = rowsOf(workbook, one.sheet).map((row) => filled(row, csv.rows[0]?.length ?? 0));
  expect(rows).toEqual(csv.rows);
  const [, ...about] = rowsOf(workbook, 'About').map(([text = '']) => text);
  const remarks = about.filter((text) => !text.includes('more than 15 digits'));
  expect(remarks.map((text) => withoutTime(`# ${text}`))).toEqual(csv.remarks.map(withoutTime));
  return rows;
}

describe.each(EXPORTS)('a workbook of $name', (one) => {
  it('has the rows and remarks of the CSV, cell by cell, with references as text', async () => {
    const rows = await expectSameAsCsv(one);
    expect(rows.length).toBeGreaterThan(5);
    const cells = readWorkbook(await take(one, 'xlsx')).sheets.get(one.sheet) ?? new Map();
    const titles = rows[0] ?? [];
    for (const [reference, { type }] of cells) {
      const letters = reference.replace(/\d+$/, '');
      const title = titles[letters.length === 1 ? letters.charCodeAt(0) - 65 : 0] ?? '';
      if (letters.length === 1 && !/Amount|Fee|Total|Balance change|USD value/.test(title))
        expect(type).toBe('inlineStr');
    }
  });

  it('has what a reader of one profile sees, as the CSV has', async () => {
    await putRightsInForce([{ may: 'see', who: 'support', profiles: ['p-ops'] }]);
    try {
      const [titles = [], ...rows] = await expectSameAsCsv(one);
      const profiles = new Set(rows.map((row) => row[titles.indexOf('Profile')]));
      if (titles.includes('Profile')) expect([...profiles].filter((profile) => profile !== 'p-ops')).toEqual([]);
    } finally {
      await putRightsInForce([]);
    }
  });

  it('is for the people whom the CSV is for', async () => {
    caller.sessionId = undefined;
    expect(await one.start('xlsx')).toEqual(failure('signed-out'));
    ({ sessionId: caller.sessionId } = await signInAs('nobody', []));
    const [asWorkbook, asCsv] = [await one.start('xlsx'), await one.start('csv')];
    expect(asWorkbook).toMatchObject({ ok: false });
    expect(asWorkbook).toEqual(asCsv);
  });

  it('breaks off, without an end, when the session ended meanwhile', async () => {
    const { sessionId } = await signInAs('leaver', ['support']);
    caller.sessionId = sessionId;
    const outcome = await one.start('xlsx');
    if (!outcome.ok || !(outcome.value instanceof ReadableStream)) throw new Error('the export must start');
    await endSession(sessionId, null);
    await expect(new Response(outcome.value).arrayBuffer()).rejects.toThrow('export ended');
  });
});

describe.each(EXPORTS.filter(({ name }) => name !== 'the address book'))('too many rows of $name', (one) => {
  it('are no workbook but a sentence, leave no connection and no audit entry, and are still CSV', async () => {
    const findTooManyRows = tables.findTooManyRows;
    const missing = MAX_WORKBOOK_ROWS - 3;
    vi.spyOn(tables, 'findTooManyRows').mockImplementation((format, rows) => findTooManyRows(format, rows + missing));
    const before = await countAudited();
    for (let round = 0; round < 3; round += 1)
      expect(await one.start('xlsx')).toMatchObject({
        ok: false,
        error: {
          status: 413,
          explanation: {
            title: 'Too many rows for Excel',
            detail: expect.stringMatching(/^This export has [\d,]+ rows; .* at most 1,048,575 .* No file was made\.$/),
            next: 'Export CSV instead, or filter for fewer rows.',
          },
        },
      });
    expect(await countAudited()).toBe(before);
    await vi.waitFor(async () => {
      const { rowCount } = await pool().query(
        `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      expect(rowCount).toBe(0);
    });
    expect(readCsv(await take(one, 'csv')).rows.length).toBeGreaterThan(4);
  });
});

it('a workbook says which amounts are text, and is audited as one', async () => {
  const workbook = readWorkbook(await take(EXPORTS[0] as Export, 'xlsx'));
  expect(rowsOf(workbook, 'About').flat().at(-1)).toMatch(/^[\d,]+ amounts? ha(?:s|ve) more than 15 digits/);
  expect(await readLastEntry('transfers.exported')).toMatchObject({
    after: { format: 'xlsx', transfers: history.length + 1 },
  });
});
