import { Decimal } from 'decimal.js';
import { parse } from 'papaparse';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { caller } from '@/scripts/testing/people/caller';
import { signInAs, setUpTestDatabase } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import { exportTransfers } from '@/lib/server/transfers/export';
import { readTransferAccounts } from '@/lib/server/transfers/totals';
import { presetOf, type PresetId } from '@/lib/transfers/export/presets';
import { readTransferQuery } from '@/lib/transfers/query';
import { readLastEntry } from '@/scripts/testing/database/last-entry';

const COMPLETED = { status: 'COMPLETED', created_at: '2026-11-18T23:30:00Z', updated_at: '2026-11-18T23:40:00Z' };
// A profile whose transfers fit every system, and one with what no system can import.
const LEDGER: ServiceRecord[] = [
  { id: 'l-1', direction: 'DEBIT', amount: '1250.5', fee: '.75', total: '1251.25', asset: 'USDC', ref_id: '=INV,1' },
  { id: 'l-2', direction: 'CREDIT', amount: '100', fee: '2.10', total: '97.90', asset: 'USDC', ref_id: 'in;"2"' },
  { id: 'l-3', direction: 'CREDIT', amount: '7.00', fee: '0', total: '7', asset: 'USDC', memo: 'a\r\n=1' },
  { id: 'l-4', direction: 'DEBIT', amount: '10', fee: '1', total: '12', asset: 'USDC' },
  { id: 'l-5', direction: 'DEBIT', amount: '50.1234', fee: '0', total: '50.12', asset: 'PYUSD', balance_asset: 'USDC' },
  { id: 'l-6', direction: 'DEBIT', amount: '99', fee: '1', total: '100', asset: 'USDC', status: 'PENDING' },
  { id: 'l-7', direction: 'DEBIT', amount: '0', fee: '0.00', total: '0', asset: 'USDC' },
  { id: 'l-8', direction: 'DEBIT', amount: '99', fee: '1', total: '100', asset: 'USDC', status: 'FAILED' },
].map((members) => ({ type: 'CRYPTO_WITHDRAWAL', profile_id: 'ledger', ...COMPLETED, ...members }));
const odd = (profile: string, members: Record<string, unknown>): ServiceRecord => ({
  id: `odd-${profile}`,
  profile_id: profile,
  type: 'CRYPTO_DEPOSIT',
  direction: 'CREDIT',
  asset: 'USDC',
  amount: '1',
  fee: '0',
  total: '1',
  ...COMPLETED,
  ...members,
});
const ODD = [
  odd('precise', { asset: 'BTC', amount: '0.00012345', total: '0.00012345' }),
  odd('sideways', { direction: 'SIDEWAYS' }),
  odd('undated', { created_at: 'yesterday' }),
];
const ordinary = historyRecords(1_500);
const records = [...ordinary, ...LEDGER, ...ODD];

setUpTestDatabase();
beforeAll(async () => {
  await storeRecords(records);
});
beforeEach(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

/** Reads an export as an importer does, by its head. */
async function take(parameters: string): Promise<{ text: string; lines: Record<string, string>[] }> {
  const outcome = surely(await exportTransfers(new URLSearchParams(parameters)));
  const bytes = await new Response(outcome.stream).arrayBuffer();
  const text = Buffer.from(bytes).toString('utf8');
  const { data, errors } = parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return { text, lines: data };
}

const signOf = ({ direction }: ServiceRecord) => (direction === 'DEBIT' ? -1 : 1);
const Exact = Decimal.clone({ precision: 200 });
const changeOf = (record: ServiceRecord) => new Exact(String(record.total)).times(signOf(record));
const sum = (amounts: readonly Decimal.Value[]) => amounts.reduce((all: Decimal, one) => all.plus(one), new Exact(0));
const ofLedger = 'account_profile=ledger&account_asset=USDC';

describe('an accounting file', () => {
  it.each([
    ['xero', '*Date', '*Amount', '19/11/2026'],
    ['quickbooks', 'Date', 'Amount', '11/19/2026'],
    ['netsuite', 'Date (MM/DD/YYYY)', 'Amount', '11/19/2026'],
    ['statement', 'Date', 'Amount', '2026-11-19'],
  ])('for %s has the lines of one account, with days of the zone', async (preset, day, amount, written) => {
    const { text, lines } = await take(`preset=${preset}&${ofLedger}&zone=Europe/Berlin`);
    const expected = ['-1250.5', '-0.75', '100', '-2.10', '7.00', '-12', '-50.12'];
    const zero = preset === 'statement' ? ['0'] : [];
    expect(new Map(lines.map((line, index) => [line[amount], index])).size).toBe(lines.length);
    expect(new Set(lines.map((line) => line[amount]))).toEqual(new Set([...expected, ...zero]));
    expect(new Set(lines.map((line) => line[day]))).toEqual(new Set([written]));
    expect(text.startsWith('\uFEFF')).toBe(preset === 'statement');
    expect(text).not.toMatch(/(?:^|[,"\n])[=+@]|\n[^\r]*[^\r]\n/);
    expect(Object.keys(lines[0] ?? {})).toEqual(presetOf(preset as PresetId).columns.map(([title]) => title));
    const changes = LEDGER.filter(({ status }) => status === 'COMPLETED').map(changeOf);
    expect(sum(lines.map((line) => line[amount] ?? NaN)).equals(sum(changes))).toBe(true);
  });

  it('of all accounts names profile and asset, and adds up to each transfer’s balance change', async () => {
    const { lines } = await take('preset=statement');
    const completed = records.filter(({ status }) => status === 'COMPLETED');
    expect(new Set(lines.map(({ Transfer }) => Transfer))).toEqual(new Set(completed.map(({ id }) => id)));
    for (const record of completed) {
      const own = lines.filter(({ Transfer }) => Transfer === record.id);
      const asset = record.balance_asset ?? record.asset;
      expect(own.map(({ Profile, Asset }) => [Profile, Asset])).toEqual(own.map(() => [record.profile_id, asset]));
      if (record.direction === 'SIDEWAYS') expect(own.map(({ Amount }) => Amount)).toEqual(['']);
      else expect(sum(own.map(({ Amount }) => Amount ?? NaN)).equals(changeOf(record))).toBe(true);
    }
  });

  it('has a trailer only as a bank statement, and where one is wanted', async () => {
    expect((await take(`preset=statement&${ofLedger}`)).text).not.toContain('# Rows');
    expect((await take(`preset=xero&trailer=1&${ofLedger}`)).text).not.toContain('# Rows');
    const { lines } = await take(`preset=statement&trailer=1&${ofLedger}`);
    expect(lines.map((line) => line.Date)).toEqual(
      expect.arrayContaining(['# Rows: 6', expect.stringMatching(/^# Exported: .* by support$/)]),
    );
  });

  it.each(['xero', 'quickbooks', 'netsuite'])(
    'for %s is refused where it does not fit, with what to do',
    async (preset) => {
      const { title, system } = presetOf(preset as PresetId);
      const ask = async (parameters: string) => {
        const outcome = await exportTransfers(new URLSearchParams(`preset=${preset}&${parameters}`));
        return outcome.ok ? 'started' : 'explanation' in outcome.error && outcome.error.explanation;
      };
      const misfit = { title: `These transfers do not fit ${title}` };
      expect(await ask('')).toMatchObject({ ...misfit, detail: expect.stringContaining('holds one account') });
      expect(await ask('profile=precise')).toMatchObject({
        ...misfit,
        detail: `0.00012345 BTC has more decimals than the 2 that ${system?.name} imports. No file was made.`,
        next: 'Choose Bank statement CSV, which has every decimal.',
      });
      expect(await ask('profile=sideways')).toMatchObject({
        ...misfit,
        detail: expect.stringContaining('odd-sideways'),
      });
      expect(await ask('profile=undated')).toMatchObject({ ...misfit, detail: expect.stringContaining('odd-undated') });
      expect(await ask('status=FAILED')).toMatchObject({ title: 'These filters show no completed transfers' });
      // Refused exports give back their connection and their slot.
      expect((await take(`preset=${preset}&asset=NONE`)).lines).toEqual([]);
    },
  );

  it('is audited with its preset and account', async () => {
    await take(`preset=xero&${ofLedger}&zone=Mars/Base`);
    expect(await readLastEntry('transfers.exported')).toMatchObject({
      after: { format: 'csv', preset: 'xero', zone: 'UTC', account: 'ledger USDC', transfers: 6 },
    });
  });
});

describe('the accounts of a list', () => {
  it.each(['', 'profile=ledger', 'created_from=2026-11-18', 'q=l-1', 'status=PENDING&asset=USDC'])(
    'of %j are those of its completed transfers',
    async (parameters) => {
      const read = surely(await readTransferAccounts(readTransferQuery(new URLSearchParams(parameters))));
      const { searchParams } = new URL(`https://x/?${parameters}`);
      const fits = records.filter(
        (record) =>
          record.status === 'COMPLETED' &&
          [null, record.profile_id].includes(searchParams.get('profile')) &&
          [null, record.asset].includes(searchParams.get('asset')) &&
          (!searchParams.has('created_from') || String(record.created_at) >= '2026-11-18') &&
          [null, record.id].includes(searchParams.get('q')),
      );
      const wanted = new Map<string, number>();
      for (const record of fits.filter(({ id }) => id !== 'odd-undated' || !searchParams.has('created_from'))) {
        const name = `${String(record.profile_id)} ${String(record.balance_asset ?? record.asset)}`;
        wanted.set(name, (wanted.get(name) ?? 0) + 1);
      }
      expect(new Map(read.accounts.map(({ profile, asset, transfers }) => [`${profile} ${asset}`, transfers]))).toEqual(
        wanted,
      );
      const counts = read.accounts.map(({ transfers }) => transfers);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    },
  );
});
