import fc from 'fast-check';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '@/lib/time/time-zone';
import { EXPORT_PRESETS, findPreset, type PresetId, presetOf } from '@/lib/transfers/export/presets';
import { createPresetWriter, PRESET_CELLS } from '@/lib/transfers/export/preset-writer';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const SEPARATOR = '~m-1_';
const WITHDRAWAL: Record<string, string> = {
  id: '2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11',
  created_at: '2026-11-21T23:30:00Z',
  ref_id: 'INV_2291',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'COMPLETED',
  asset: 'USDC',
  amount: '1250.5',
  fee: '.75',
  total: '1251.25',
  profile_id: 'p-ops',
  crypto_network: 'ETHEREUM',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  crypto_tx_hash: '0xabc',
  memo: 'for, you; "x"',
};
const DEPOSIT = {
  ...WITHDRAWAL,
  type: 'WIRE_DEPOSIT',
  direction: 'CREDIT',
  fee: '0',
  total: '1250.5',
  ref_id: '',
  destination_address: '',
};
const joined = (record: Record<string, string>) => PRESET_CELLS.map(({ id }) => record[id] ?? '').join(SEPARATOR);

function write(id: PresetId, records: readonly Record<string, string>[], zone = 'UTC'): string[][] {
  const writer = createPresetWriter(presetOf(id), zone, SEPARATOR);
  const text = writer.head + records.map((record) => writer.row(joined(record))).join('');
  return parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;
}

describe('a preset', () => {
  it('for Xero has its template’s columns, days of the zone, and amount and fee as two lines', () => {
    const id = WITHDRAWAL.id ?? '';
    expect(write('xero', [WITHDRAWAL, DEPOSIT], 'Europe/Berlin')).toEqual([
      ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Check Number'],
      [
        '22/11/2026',
        '-1250.5',
        WITHDRAWAL.destination_address,
        `Crypto withdrawal INV_2291, transfer ${id}`,
        'INV_2291',
        '',
      ],
      [
        '22/11/2026',
        '-0.75',
        WITHDRAWAL.destination_address,
        `Fee of crypto withdrawal INV_2291, transfer ${id}`,
        'INV_2291',
        '',
      ],
      ['22/11/2026', '1250.5', '', `Wire deposit ${id}`, id, ''],
    ]);
  });

  it('for QuickBooks has three columns, and no line of zero', () => {
    const nothing = { ...WITHDRAWAL, amount: '0', fee: '0', total: '0' };
    expect(write('quickbooks', [WITHDRAWAL, nothing, { ...WITHDRAWAL, status: 'PENDING' }])).toEqual([
      ['Date', 'Description', 'Amount'],
      ['11/21/2026', `Crypto withdrawal INV_2291, transfer ${WITHDRAWAL.id}`, '-1250.5'],
      ['11/21/2026', `Fee of crypto withdrawal INV_2291, transfer ${WITHDRAWAL.id}`, '-0.75'],
    ]);
  });

  it('for NetSuite has its template’s columns, types, limits and characters', () => {
    const [head, ...lines] = write('netsuite', [WITHDRAWAL, DEPOSIT, { ...DEPOSIT, id: 'ä'.repeat(100), type: '' }]);
    expect(head).toEqual([
      'Date (MM/DD/YYYY)',
      'Payer/Payee Name',
      'Transaction Id',
      'Transaction Type',
      'Amount',
      'Memo',
      'NS Internal Customer Id',
      'NS Customer Name',
      'Invoice Number(s)',
    ]);
    expect(lines.map((cells) => [cells[1], cells[2], cells[3], cells[4], cells[5]])).toEqual([
      [WITHDRAWAL.destination_address, WITHDRAWAL.id, 'DEBIT', '-1250.5', 'Crypto withdrawal INV 2291'],
      [WITHDRAWAL.destination_address, `${WITHDRAWAL.id}-fee`, 'FEE', '-0.75', 'Fee of crypto withdrawal INV 2291'],
      ['Wire deposit', WITHDRAWAL.id, 'CREDIT', '1250.5', `Wire deposit ${WITHDRAWAL.id}`],
      ['Transfer', 'ä'.repeat(43), 'CREDIT', '1250.5', `Transfer ${'ä'.repeat(100)}`],
    ]);
  });

  it('never has the receiving address of a deposit as who pays or is paid', () => {
    const deposit = { ...DEPOSIT, type: 'CRYPTO_DEPOSIT', destination_address: WITHDRAWAL.destination_address ?? '' };
    expect(write('xero', [deposit])[1]?.[2]).toBe('');
    expect(write('netsuite', [deposit])[1]?.[1]).toBe('Crypto deposit');
  });

  it('for a bank statement has profile and asset, and every completed transfer', () => {
    const nothing = { ...WITHDRAWAL, amount: '0', fee: '0', total: '0' };
    const converted = { ...WITHDRAWAL, asset: 'PYUSD', balance_asset: 'USD' };
    const [head, ...lines] = write('statement', [WITHDRAWAL, nothing, converted]);
    const read = lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [head?.[index], cell])));
    expect(
      read.map(({ Date: day, Description, Amount, Asset, Line, Profile }) => [
        day,
        Description,
        Amount,
        Asset,
        Line,
        Profile,
      ]),
    ).toEqual([
      ['2026-11-21', 'Crypto withdrawal INV_2291', '-1250.5', 'USDC', 'Amount', 'p-ops'],
      ['2026-11-21', 'Fee of crypto withdrawal INV_2291', '-0.75', 'USDC', 'Fee', 'p-ops'],
      ['2026-11-21', 'Crypto withdrawal INV_2291', '0', 'USDC', 'Amount', 'p-ops'],
      [
        '2026-11-21',
        'Crypto withdrawal INV_2291 (converted from 1250.5 PYUSD)',
        '-1251.25',
        'USD',
        'Balance change',
        'p-ops',
      ],
    ]);
    expect(read[0]?.Memo).toBe(WITHDRAWAL.memo);
  });

  it('starts no formula and breaks no line, whatever the texts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('=cmd|"/c"!A1', '-2+3', '\u202e', '\r\n=1', '+1'),
    );
    const ids = fc.constantFrom(...(Object.keys(EXPORT_PRESETS) as PresetId[]));
    fc.assert(
      fc.property(
        ids,
        fc.record({ ref_id: text, memo: text, destination_address: text, profile_id: text, type: text }),
        (id, members) => {
          const writer = createPresetWriter(presetOf(id), 'UTC', SEPARATOR);
          const written = writer.row(joined({ ...WITHDRAWAL, ...members }));
          expect(written.split('\n')).toHaveLength(3);
          for (const cells of parse<string[]>(written, { skipEmptyLines: true }).data) {
            expect(cells).toHaveLength(presetOf(id).columns.length);
            for (const cell of cells) if (!/^-?\d/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
          }
        },
      ),
    );
  });

  it('ends an unreadable time with an empty day, and remarks with the width of its lines', () => {
    expect(write('statement', [{ ...WITHDRAWAL, created_at: 'yesterday' }])[1]?.[0]).toBe('');
    const writer = createPresetWriter(presetOf('quickbooks'), 'UTC', SEPARATOR);
    expect(writer.interruption('Stopped')).toBe('# Stopped,,\r\n');
  });

  it('is found by its name alone', () => {
    expect([findPreset('xero'), findPreset('toString'), findPreset(null)]).toEqual(['xero', undefined, undefined]);
    expect(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});
