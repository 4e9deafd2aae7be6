import { Decimal } from 'decimal.js';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putSettingInForce } from '@/scripts/testing/data/settings';
import { clearMirror, historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { signInAs, setUpTestDatabase } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import { pool } from '@/lib/server/database/client';
import { exportTransfers } from '@/lib/server/transfers/export';
import { listTransferPage } from '@/lib/server/transfers/read';
import { signAmount } from '@/lib/transfers/balance-change';
import { EXPORT_COLUMNS, TRANSFER_COLUMNS, type TransferColumn } from '@/lib/transfers/columns';
import { readTransferQuery } from '@/lib/transfers/query';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const HOSTILE = [
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '-5.20',
  'a,b',
  'say "hi"',
  'two\r\nlines',
  '🎉 Ωmega',
  '# Rows: 9',
  ' =1',
  `'quoted'`,
];
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
// Records as no service should write them: amounts beside the rules, unknown directions, absent members.
const STRANGE: ServiceRecord[] = [
  { direction: 'DEBIT', amount: '.25', total: '.30', fee: '.05' },
  { direction: 'DEBIT', amount: '0.00', total: '0', fee: '0' },
  { direction: 'CREDIT', amount: '123456789012345678901234567890.123456789', total: '9', fee: '-1' },
  { direction: 'SIDEWAYS', amount: '1', total: '2', fee: '3' },
  { direction: 'DEBIT', amount: '-7', total: '1e5', fee: '=cmd|"/c"!A1' },
  { amount: '1', balance_asset: 'USD', group_id: NIL_UUID },
  { direction: 'DEBIT', amount: '100', total: '100.5', fee: '.5', asset: 'PYUSD', balance_asset: 'USD' },
].map((members, index) => ({
  id: `strange-${index}`,
  status: 'COMPLETED',
  asset: 'BTC',
  created_at: `2026-10-0${index + 1}T00:00:00Z`,
  updated_at: `2026-10-0${index + 1}T00:00:00Z`,
  ...members,
}));
const ordinary = historyRecords(2_300).map((record, index): ServiceRecord => {
  const text = HOSTILE[index % HOSTILE.length];
  return index % 3 === 0
    ? { ...record, memo: text, ref_id: `${text}${index}`, metadata: { note: text, [`${text}`]: '1' } }
    : record;
});
const records = [...ordinary, ...STRANGE];

setUpTestDatabase({ DATABASE_CONNECTIONS: 16 });
beforeAll(async () => {
  await storeRecords(records);
  await putSettingInForce('profile-names', [{ id: 'P-Ops', name: '=Operations' }]);
});
beforeEach(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const start = async (parameters: string) => surely(await exportTransfers(new URLSearchParams(parameters)));

const take = async (parameters: string) =>
  new Response((await start(parameters)).stream).arrayBuffer().then((bytes) => Buffer.from(bytes).toString('utf8'));

/** Parses CSV (RFC 4180), independently of the writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== ',') rows.push([]);
    if (cell.lastIndex === text.length) break;
  }
  return rows.slice(0, -1);
}

/** Gives the cell of a column as text, by the record alone; undefined where it is absent. */
function valueOf(record: ServiceRecord, { path, computed }: TransferColumn): string | undefined {
  const { asset, direction, status } = record as Record<string, string | undefined>;
  const text = record[path[0] ?? ''] as string | undefined;
  if (computed === 'signed') return signAmount(text, direction);
  if (computed === 'balance change') return status === 'COMPLETED' ? signAmount(text, direction) : undefined;
  if (computed === 'balance asset') return text || asset;
  if (computed === 'profile name') return text === 'p-ops' ? '=Operations' : undefined;
  const value = path.reduce<unknown>(
    (inside, member) => (inside as Record<string, unknown> | undefined)?.[member],
    record,
  );
  const written = value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
  return written === '{}' || written === NIL_UUID ? undefined : written;
}

/** Escapes formulas at the start of a cell, and of what a spreadsheet might take for one. */
function escapeFormulas(text: string): string {
  const inner = text.replaceAll(/([;\r\n]["\s]*)([=+\-@])/g, "$1'$2");
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${inner}` : inner;
}

async function idsOnScreen(parameters: string): Promise<string[]> {
  const page = await listTransferPage({ query: readTransferQuery(new URLSearchParams(parameters)), limit: 1000 });
  return page.ok ? page.value.items.map(({ id }) => String(id)) : [];
}

const byId = new Map(records.map((record) => [record.id, record]));
const idOf = (row: string[]) => String(row[TRANSFER_COLUMNS.findIndex(({ id }) => id === 'transfer')]);

const open = async () =>
  (
    await pool().query(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
  ).rowCount;

describe('an export', () => {
  it('as CSV holds every record, cell by cell, without formulas', async () => {
    const text = await take(`format=csv&columns=${TRANSFER_COLUMNS.map(({ id }) => id).join(',')}`);
    expect(text.startsWith('\uFEFFCreated,Reference,Transfer,')).toBe(true);
    const [, ...rows] = parseCsv(text.slice(1));
    const data = rows.slice(0, records.length);
    expect(new Set(data.map(idOf))).toEqual(new Set(byId.keys()));
    expect(data.some((row) => row.includes("'=Operations"))).toBe(true);
    for (const row of data) {
      const record = byId.get(idOf(row));
      expect(row).toHaveLength(TRANSFER_COLUMNS.length);
      TRANSFER_COLUMNS.forEach((column: TransferColumn, index) => {
        const { kind } = column;
        const wanted = (record && valueOf(record, column)) ?? '';
        const cell = String(row[index]);
        if (kind === 'object')
          expect(cell === '' ? '' : JSON.parse(cell)).toEqual(wanted === '' ? '' : JSON.parse(wanted));
        else expect(cell).toBe(escapeFormulas(wanted));
        if (!/^-?\d/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      });
    }
    const trailer = rows.slice(records.length);
    expect(trailer[0]?.[0]).toBe(`# Rows: ${records.length}`);
    expect(trailer.every((row) => row.length === TRANSFER_COLUMNS.length)).toBe(true);
    const btc = records.filter(
      ({ asset, status, direction }) =>
        asset === 'BTC' && status === 'COMPLETED' && ['CREDIT', 'DEBIT'].includes(String(direction)),
    );
    const Exact = Decimal.clone({ precision: 200 });
    const sum = (name: string, direction?: string) =>
      btc
        .filter((record) => direction === undefined || record.direction === direction)
        .filter((record) => /^\d*\.?\d+$/.test(String(record[name])))
        .reduce((total, record) => total.plus(String(record[name])), new Exact(0));
    const [came, went] = [sum('total', 'CREDIT'), sum('total', 'DEBIT')];
    const remarks = trailer.map(([cell]) => String(cell));
    expect(remarks.find((cell) => cell.startsWith('# BTC balance: '))).toMatch(
      new RegExp(
        `^# BTC balance: in ${came.toFixed()}, out ${went.toFixed()}, net ${came.minus(went).toFixed()}(?:;|$)`,
      ),
    );
    expect(remarks).toContain(
      `# BTC completed: ${btc.length} rows, amount in ${sum('amount', 'CREDIT').toFixed()}, ` +
        `amount out ${sum('amount', 'DEBIT').toFixed()}, fee ${sum('fee').toFixed()}`,
    );
    expect(remarks.some((cell) => cell.startsWith('# USD value: in '))).toBe(true);
    expect(trailer.at(-1)?.[0]).toMatch(/^# Exported: \d{4}-.*Z by support$/);
  });

  it('without chosen columns has those of the default export, and no trailer where none is wanted', async () => {
    const text = await take('format=csv&asset=BTC&trailer=0');
    const [head, ...rows] = parseCsv(text.slice(1));
    expect(head).toEqual(EXPORT_COLUMNS.map(({ title }) => title));
    expect(rows).toHaveLength(records.filter(({ asset }) => asset === 'BTC').length);
    expect(text.includes('# Exported:')).toBe(false);
    const lines = (await take('format=jsonl&asset=BTC&trailer=0')).trimEnd().split('\n');
    expect(lines).toHaveLength(rows.length);
    expect(lines.join('')).not.toContain('"trailer"');
  });

  it.each([
    'asset=BTC&sort=amount',
    'status=COMPLETED&created_from=2026-11-18',
    'q=a,b',
    'q=hi',
    'q=ETHEREUM',
    'asset=NONE',
  ])('as JSON Lines of %s holds what the list shows, in its order and columns', async (parameters) => {
    const lines = (await take(`${parameters}&format=jsonl&columns=transfer,amount,metadata`)).trimEnd().split('\n');
    const rows = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    const shown = await idsOnScreen(parameters);
    expect(rows.slice(0, 1000).map(({ transfer }) => transfer)).toEqual(shown);
    for (const row of rows) {
      const record = byId.get(String(row.transfer));
      expect(row).toEqual({
        transfer: record?.id,
        amount: record?.amount,
        signed_amount: signAmount(String(record?.amount), String(record?.direction)) ?? null,
        metadata: record?.metadata ?? null,
      });
    }
    expect(JSON.parse(String(lines.at(-1)))).toMatchObject({
      trailer: { rows: rows.length, by: 'support', coverage: { transfers: records.length } },
    });
  });

  it('shows one moment, however long the reader takes', async () => {
    const { stream, rows } = await start('format=jsonl&columns=transfer');
    const reader = stream.getReader();
    let text = '';
    for (let read = await reader.read(); read.value; read = await reader.read()) {
      if (text === '')
        await storeRecords([{ ...(records[0] as ServiceRecord), id: 'meanwhile', created_at: '2020-01-01T00:00:00Z' }]);
      text += Buffer.from(read.value).toString('utf8');
    }
    expect(text).not.toContain('meanwhile');
    expect(text.trimEnd().split('\n')).toHaveLength(rows + 1);
    await clearMirror();
    await storeRecords(records);
  });

  it('is audited with its content and person', async () => {
    await take('format=csv&columns=amount,transfer&asset=BTC');
    expect(await readLastEntry('transfers.exported')).toMatchObject({
      actor: { name: 'support' },
      after: {
        format: 'csv',
        columns: ['amount', 'transfer'],
        query: 'asset=BTC',
        transfers: records.filter(({ asset }) => asset === 'BTC').length,
      },
    });
  });

  it('that is abandoned releases its connection and its slot', async () => {
    for (let round = 0; round < 3; round += 1) {
      const running = [];
      for (const name of ['support', 'support-two', 'support-three']) {
        ({ sessionId: caller.sessionId } = await signInAs(name, ['support']));
        // Two for each person, until all slots are taken.
        if (name !== 'support-three') running.push(await start('format=csv'), await start('format=csv'));
        expect(await exportTransfers(new URLSearchParams())).toMatchObject({
          ok: false,
          error: { status: 503, explanation: { title: 'Too many exports at once' } },
        });
      }
      await Promise.all(running.map(({ stream }) => stream.cancel()));
    }
    await vi.waitFor(async () => expect(await open()).toBe(0));
    expect(await take('format=csv&asset=NONE')).toContain('# Rows: 0');
  });

  it('that the database aborts fails, and is not complete', async () => {
    const { stream } = await start('format=csv');
    const reader = stream.getReader();
    await reader.read();
    // After the batch that was read ahead, nothing is read until it is taken.
    await vi.waitFor(async () => {
      const { rowCount } = await pool().query(
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'
          and datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    });
    const rest = async () => {
      for (;;) if ((await reader.read()).done) return 'ended';
    };
    await expect(rest()).rejects.toThrow(/terminat|not queryable/);
    expect(await take('format=csv&asset=NONE')).toContain('# Rows: 0');
  });
});
