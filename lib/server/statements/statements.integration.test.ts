import Papa from 'papaparse';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addAmounts, subtractAmounts } from '@/lib/money/amounts';
import { networkLabel } from '@/lib/networks/networks';
import * as sessions from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { readTotals } from '@/lib/server/mirror/search/totals';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { exportStatement } from '@/lib/server/statements/export';
import { readStatementPage } from '@/lib/server/statements/read';
import { statementLines, statementSums, type StatementSumsRow } from '@/lib/server/statements/select';
import {
  formatUtc,
  monthOf,
  type StatementChoice,
  sumLines,
  toStatementLine,
  writeStatementChoice,
} from '@/lib/statements/statement';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import { ALL_TRANSFERS } from '@/lib/transfers/query';
import type { TransferRow } from '@/lib/transfers/transfer';
import { sql } from 'drizzle-orm';
import { caller } from '@/scripts/testing/people/caller';
import {
  historyRecords,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { readPdf } from '@/scripts/testing/read-pdf';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const record = (id: string, change: Record<string, unknown> = {}): ServiceRecord =>
  withdrawalRecord({
    id,
    profile_id: 'p-statement',
    ref_id: `INV-${id}`,
    amount: '1.5',
    fee: '0.001',
    total: '1.501',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    created_at: '2026-10-03T10:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    ...change,
  });

const OWN = [
  record('first', { created_at: '2026-10-01T00:00:00Z' }),
  record('last', { created_at: '2026-10-31T23:59:59.999999Z' }),
  record('before', { created_at: '2026-09-30T23:59:59.999999Z' }),
  record('after', { created_at: '2026-11-01T00:00:00Z' }),
  record('received', {
    direction: 'CREDIT',
    type: 'CRYPTO_DEPOSIT',
    amount: '123456789012345678901234567890.5',
    fee: '0.5',
    total: '123456789012345678901234567890',
  }),
  record('pending', { status: 'PENDING' }),
  record('failed', { status: 'FAILED' }),
  record('other-asset', { asset: 'BTC' }),
  record('other-profile', { profile_id: 'p-other' }),
  record('converted', { asset: 'PYUSD', balance_asset: 'USD', amount: '100', fee: '0.5', total: '100.5' }),
  record('sideways', { direction: 'SIDEWAYS', memo: '=cmd' }),
  record('no-total', { total: '1e5', ref_id: '=HYPERLINK("x")\u202E', created_at: '2026-10-05T10:00:00+02:00' }),
  record('no-profile', { profile_id: undefined }),
];
const HOSTILE = [
  record('hostile-1', {
    profile_id: 'p-hostile',
    ref_id: '=cmd|"/c calc"!A1 \u202E你好\u200B',
    amount: '9'.repeat(30),
  }),
  record('hostile-2', { profile_id: 'p-hostile', ref_id: 'x'.repeat(100), type: 'NEW_KIND', direction: undefined }),
  record('hostile-3', {
    profile_id: 'p-hostile',
    ref_id: undefined,
    crypto_network: '@NEW',
    destination_address: `bc1q${'q7'.repeat(45)}`,
    total: `${'9'.repeat(30)}.000000000000000001`,
  }),
];
const CHOICE: StatementChoice = { profile: 'p-statement', asset: 'ETH', month: '2026-10' };

const { signal } = new AbortController();

setUpTestDatabase();
beforeAll(async () => {
  await storeRecords([...historyRecords(3_000), ...OWN, ...HOSTILE]);
});
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const open = async (choice: StatementChoice) => surely(await readStatementPage(writeStatementChoice(choice)));

async function readCsv(choice: StatementChoice) {
  const file = surely(await exportStatement(writeStatementChoice(choice), signal));
  const text = await new Response(file.content).text();
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const [head = [], ...lines] = rows.filter(([first]) => !first?.startsWith('# '));
  return {
    ...file,
    lines: lines.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index]]))),
    remarks: rows.map(([first = '']) => first).filter((first) => first.startsWith('# ')),
  };
}

const exportPdf = (choice: StatementChoice) =>
  exportStatement(new URLSearchParams([...writeStatementChoice(choice), ['format', 'pdf']]), signal);

async function readPdfFile(choice: StatementChoice) {
  const { content, ...file } = surely(await exportPdf(choice));
  const { pages } = await readPdf(new Uint8Array(await new Response(content).arrayBuffer()));
  return { ...file, pages, text: withoutBreaks(pages.join('')) };
}

// A value may break anywhere in a cell, and amounts are grouped.
const withoutBreaks = (text: string) => text.replaceAll(/[\s,]/g, '');
const inPdf = (text = '') =>
  withoutBreaks(
    text
      .replace(/^'/, '')
      .replaceAll('\u202E你好\u200B', '‹U+202E U+4F60 U+597D U+200B›')
      .replaceAll(/\u202E/g, '‹U+202E›'),
  );
const signed = (amount = '') =>
  amount === '' ? 'not given' : amount.replace(/^-/, '−').replace(/^(?=[0-9.]*[1-9])/, '+');
const inWords = (name = '') => `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('_', ' ')}`;

describe('a statement', () => {
  it('is that of the busiest balance in the month that ended last, until another is chosen', async () => {
    const { statement, options } = surely(await readStatementPage(new URLSearchParams()));
    const { rows } = await database().execute<{ profile: string; asset: string }>(sql`
      select profile_id as profile, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) as asset
      from mirror_transfers where status = 'COMPLETED' and profile_id <> '' and asset <> ''
      group by 1, 2 order by count(*) desc, 1, 2 limit 1`);
    expect(statement?.choice).toEqual({ ...rows[0], month: options.months[1] });
    expect(surely(await readStatementPage(new URLSearchParams('asset=ETH'))).statement).toBeNull();
  });

  it('has the completed transfers of the month in UTC, in order, with exact sums', async () => {
    const { statement } = await open(CHOICE);
    expect(statement?.lines.map(({ transferId }) => transferId)).toEqual([
      'first',
      'received',
      'sideways',
      'no-total',
      'last',
    ]);
    expect(statement?.sums).toEqual({
      lines: 5,
      in: '123456789012345678901234567890',
      out: '3.002',
      net: '123456789012345678901234567886.998',
      fees: [{ asset: 'ETH', fee: '0.503' }],
      pending: 1,
      unreadable: 2,
    });
    expect(statement?.coverage.isComplete).toBe(false);
  });

  it('is in the asset of the balance, with the fees in their own', async () => {
    const { statement } = await open({ ...CHOICE, asset: 'USD' });
    expect(statement?.lines).toMatchObject([{ transferId: 'converted', asset: 'PYUSD', change: '-100.5' }]);
    expect(statement?.sums).toMatchObject({ out: '100.5', fees: [{ asset: 'PYUSD', fee: '0.5' }] });
    expect((await open({ ...CHOICE, asset: 'PYUSD' })).statement?.sums).toMatchObject({ lines: 0, in: '0', out: '0' });
  });

  it('offers the profiles, the balance assets and the months that there are', async () => {
    const { options, statement } = surely(await readStatementPage(new URLSearchParams('profile=p')));
    expect(statement).toBeNull();
    expect(options.profiles).toContain('p-statement');
    expect(options.profiles).not.toContain('');
    expect(options.assets).toEqual(expect.arrayContaining(['BTC', 'ETH', 'USD']));
    expect(options.months).toEqual(options.months.toSorted().toReversed());
    expect(options.months).toContain('2026-10');
  });

  it.each(['p\0', '\uD800', "p'; drop table people --", 'x'.repeat(5000)])(
    'of the profile %j is empty',
    async (profile) => {
      expect((await open({ ...CHOICE, profile })).statement).toMatchObject({ lines: [], sums: { lines: 0, net: '0' } });
    },
  );

  it('shows two hundred lines, and has all of them in the file', async () => {
    const [busy] = await readRows<{ profile: string; asset: string; month: string; lines: number }>(sql`
      select profile_id as profile, asset, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
        count(*)::int as lines
      from mirror_transfers where status = 'COMPLETED' and profile_id <> '' and not record ? 'balance_asset'
      group by 1, 2, 3 order by 4 desc limit 1`);
    if (!busy) throw new Error('the history must have completed transfers');
    expect(busy.lines).toBeGreaterThan(20);
    const { statement } = await open(busy);
    expect(statement?.lines).toHaveLength(Math.min(200, statement?.sums.lines ?? 0));
    expect((await readCsv(busy)).lines).toHaveLength(statement?.sums.lines ?? 0);
  });

  it('hides what the reader may not see', async () => {
    const { findPerson } = sessions;
    vi.spyOn(sessions, 'findPerson').mockImplementation(async (...question) => {
      const person = await findPerson(...question);
      return person && { ...person, visibleProfiles: ['p-other'] };
    });
    const { options, statement } = await open(CHOICE);
    expect(statement).toMatchObject({ lines: [], sums: { lines: 0, pending: 0 } });
    expect(options).toMatchObject({ profiles: ['p-other'], assets: ['ETH'] });
    expect((await readCsv(CHOICE)).lines).toEqual([]);
    expect((await open({ ...CHOICE, profile: 'p-other' })).statement?.sums.lines).toBe(1);
  });
});

describe('the file of a statement', () => {
  it('has the same lines and sums as the page, and the warnings', async () => {
    const { lines, remarks, fileName, contentType } = await readCsv(CHOICE);
    expect({ fileName, contentType }).toEqual({
      fileName: 'statement-2026-10-ETH-p-statement.csv',
      contentType: 'text/csv; charset=utf-8',
    });
    expect(lines.map((line) => [line.Transfer, line.Amount, line.Fee, line['Balance change']])).toEqual([
      ['first', '-1.5', '-0.001', '-1.501'],
      ['received', '123456789012345678901234567890.5', '-0.5', '123456789012345678901234567890'],
      ['sideways', '', '', ''],
      ['no-total', '-1.5', '-0.001', ''],
      ['last', '-1.5', '-0.001', '-1.501'],
    ]);
    expect(lines[3]?.Reference).toBe(`'=HYPERLINK("x")\u202E`);
    expect(remarks).toEqual(
      expect.arrayContaining([
        '# Statement: profile p-statement, balance asset ETH, October 2026 (UTC)',
        expect.stringContaining('transfers may be missing'),
        '# Net: 123456789012345678901234567886.998 ETH',
        expect.stringMatching(/^# Exported: .* by support$/),
      ]),
    );
  });

  it.each([CHOICE, { ...CHOICE, profile: 'p-hostile' }])(
    'says as PDF what it says as CSV: $profile',
    async (choice) => {
      const { lines, remarks } = await readCsv(choice);
      const { text, pages, fileName, contentType } = await readPdfFile(choice);
      expect({ fileName, contentType }).toEqual({
        fileName: `statement-2026-10-ETH-${choice.profile}.pdf`,
        contentType: 'application/pdf',
      });
      expect(lines.length).toBeGreaterThan(2);
      let place = text.indexOf('Reference and transfer'.replaceAll(' ', ''));
      for (const line of lines) {
        const cells = [
          formatUtc(line.Created ?? ''),
          [inWords(line.Type), line.Recipient, networkLabel((line.Network ?? '').replace(/^'/, ''))]
            .filter(Boolean)
            .join('·'),
          line.Direction === 'DEBIT' ? line['Destination address'] : '',
          line.Direction === 'CREDIT' ? 'Sender not given' : '',
          line.Reference,
          line.Transfer,
          signed(line.Amount),
          signed(line.Fee),
          signed(line['Balance change']),
        ];
        const row = cells.map(inPdf).join('');
        expect(text.slice(place)).toContain(row);
        place = text.indexOf(row, place) + row.length;
      }
      const sums = remarks.flatMap((remark) => /^# (In|Out|Net): (\S+) (.+)$/.exec(remark)?.slice(1) ?? []);
      expect(sums).toHaveLength(9);
      for (let at = 0; at < sums.length; at += 3) {
        const [label, sum, asset] = sums.slice(at, at + 3);
        expect(text).toContain(inPdf(`${label}${label === 'Net' ? signed(sum) : sum}${asset}`));
      }
      expect(text).toContain(inPdf(remarks[1]?.slice(2)));
      expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
    },
  );

  it('is in the audit log as PDF too', async () => {
    await readPdfFile(CHOICE);
    expect(await readLastEntry('statement.exported')).toMatchObject({
      after: { ...CHOICE, format: 'pdf', transfers: 5 },
    });
  });

  it('is in the audit log', async () => {
    await readCsv(CHOICE);
    expect(await readLastEntry('statement.exported')).toMatchObject({
      actor: { name: 'support' },
      subject: 'transfers',
      after: { ...CHOICE, format: 'csv', transfers: 5 },
    });
  });

  it('needs a choice and a session', async () => {
    expect(await exportStatement(new URLSearchParams('profile=p'), signal)).toMatchObject({
      ok: false,
      error: { status: 400 },
    });
    caller.sessionId = undefined;
    expect(await exportStatement(writeStatementChoice(CHOICE), signal)).toMatchObject({
      error: { kind: 'signed-out' },
    });
  });
});

it('all statements together are the totals of the completed transfers, and each is the sum of its lines', async () => {
  const { rows: choices } = await database().execute<Record<keyof StatementChoice, string>>(sql`
    select distinct profile_id as profile, left(coalesce(nullif(record->>'balance_asset', ''), asset), 200) as asset,
      to_char(created_at at time zone 'UTC', 'YYYY-MM') as month
    from mirror_transfers where created_at > '-infinity'`);
  expect(choices.length).toBeGreaterThan(20);
  const together = new Map<string, { lines: number; in: string; out: string; net: string }>();
  for (const choice of choices) {
    const [sums] = await readRows<StatementSumsRow>(statementSums(SYSTEM_READER, choice));
    const texts = await readRows<{ record: string }>(statementLines(SYSTEM_READER, choice));
    const lines = texts.map(({ record: text }) => toStatementLine(decodeRow(JSON.parse(text)) as TransferRow));
    if (!sums) throw new Error('a statement must have sums');
    expect(lines.map(({ createdAt }) => monthOf(createdAt)).filter((month) => month !== choice.month)).toEqual([]);
    expect({ ...sumLines(lines), lines: lines.length }).toMatchObject({
      lines: sums.lines,
      in: sums.in,
      out: sums.out,
      net: sums.net,
      unreadable: sums.unreadable,
    });
    expect(subtractAmounts(sums.in, sums.out)).toBe(sums.net);
    const before = together.get(choice.asset) ?? { lines: 0, in: '0', out: '0', net: '0' };
    together.set(choice.asset, {
      lines: before.lines + sums.lines,
      in: addAmounts(before.in, sums.in),
      out: addAmounts(before.out, sums.out),
      net: addAmounts(before.net, sums.net),
    });
  }
  const { balances } = await readTotals(SYSTEM_READER, ALL_TRANSFERS);
  for (const { asset, completed } of balances)
    expect([asset, together.get(asset)]).toMatchObject([
      asset,
      { in: completed.in, out: completed.out, net: completed.net },
    ]);
});

it('a statement is read by the index of its profile', async () => {
  const [row] = await readRows<{ 'QUERY PLAN': unknown }>(
    sql`explain (format json) ${statementLines(SYSTEM_READER, CHOICE)}`,
  );
  expect(JSON.stringify(row)).toContain('mirror_transfers_profile');
});

it('more than 5,000 lines are no PDF, and CSV still has them', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => record(`many-${index}`, { profile_id: 'p-many' }));
  await storeRecords(many);
  const choice = { ...CHOICE, profile: 'p-many' };
  expect(await exportPdf(choice)).toMatchObject({
    ok: false,
    error: { status: 413, explanation: { title: 'Too long for a PDF', next: 'Export CSV instead.' } },
  });
  expect((await readCsv(choice)).lines).toHaveLength(5_000);
});
