import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { addAmounts } from '@/lib/money/amounts';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import { readSheet } from '@/lib/text/sheet';
import { checkRow, placeIssue } from '@/lib/requests/import/check-row';
import {
  labelOf,
  metadataKeyOf,
  SHEET_FIELDS,
  type SheetColumn,
  WITHDRAWAL_COLUMNS,
} from '@/lib/requests/import/columns';
import { type NamedRecipients, readRow, type SheetRow } from '@/lib/requests/import/read-row';
import { separateComments, writeTemplate } from '@/lib/requests/import/template';
import { findAmongRows, findDuplicates, sumSheet } from '@/lib/requests/import/check-sheet';
import { viewRow } from '@/lib/requests/import/view-row';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const HEAD = [
  'profile',
  'asset',
  'network',
  'address',
  'amount',
  'total',
  'reference',
  'memo',
  'no memo',
  'note',
  'metadata: ticket',
];
const GOOD = ['p-ops', 'usdc', 'Ethereum', ADDRESS, '10.5', '', 'ref-1', '', '', 'hello', 'OPS-1'];

const columns = WITHDRAWAL_COLUMNS.mapColumns(HEAD);
const row = (cells: readonly string[], number = 1): SheetRow => ({ number, cells, chosenAddress: '' });
const context = (given: readonly SheetColumn[] = columns, recipients: NamedRecipients = new Map()) => ({
  columns: given,
  registry: DEFAULT_SENDABLE,
  recipients,
});
const changed = (changes: Record<string, string>) => row(GOOD.map((cell, index) => changes[HEAD[index] ?? ''] ?? cell));
const issuesOf = (changes: Record<string, string>) =>
  checkRow(changed(changes), context()).issues.map(
    ({ column, level, message }) => [column === undefined ? '' : HEAD[column], level, message] as const,
  );

const checked = (rows: string[][]) =>
  rows.map((cells, index) => ({ number: index + 1, check: checkRow(row(cells, index + 1), context()) }));
const warn = (column: string, message: unknown) => ({ column: HEAD.indexOf(column), level: 'warn', message });
const cellsWith = (changes: Record<string, string>) => [...changed(changes).cells];
const entry = (network: string, address: string, memo: string | null = null): RecipientChoice => ({
  id: '6a1de0a4-2e5a-4a7e-9a53-1d1c7a0a3b11',
  name: 'Northwind',
  network,
  address,
  memo,
  note: '',
  profiles: [],
  beneficiary: null,
});

describe('the columns of a sheet', () => {
  it('are mapped by name, ignoring case and punctuation', () => {
    const names = [
      'PROFILE_ID',
      'Currency',
      'Chain',
      'To',
      'Value',
      'ref-id',
      'Needs no memo?',
      'meta: ticket',
      'Metadata.case',
      'Colour',
    ];
    expect(WITHDRAWAL_COLUMNS.mapColumns(names).map(({ field }) => field)).toEqual([
      'profile',
      'asset',
      'network',
      'address',
      'amount',
      'reference',
      'noMemo',
      'metadata',
      'metadata',
      undefined,
    ]);
    expect(metadataKeyOf({ name: 'Metadata.case' })).toBe('case');
    expect(labelOf({ name: 'meta: ticket', field: 'metadata' })).toBe('Metadata: ticket');
  });

  it('count once per field, and can be mapped to another field', () => {
    const twice = WITHDRAWAL_COLUMNS.mapColumns(['Amount', 'Value']);
    expect(twice.map(({ field }) => field)).toEqual(['amount', undefined]);
    expect(WITHDRAWAL_COLUMNS.assignColumn(twice, 1, 'amount').map(({ field }) => field)).toEqual([
      undefined,
      'amount',
    ]);
    expect(
      WITHDRAWAL_COLUMNS.assignColumn(WITHDRAWAL_COLUMNS.mapColumns(['meta: a', 'b']), 1, 'metadata').map(
        ({ field }) => field,
      ),
    ).toEqual(['metadata', 'metadata']);
  });

  it('have distinct names', () => {
    for (const { id, label, names } of SHEET_FIELDS)
      for (const name of [label, ...names])
        expect([name, WITHDRAWAL_COLUMNS.mapColumns([name])[0]?.field]).toEqual([name, id]);
  });

  it('are listed where they are missing', () => {
    expect(WITHDRAWAL_COLUMNS.findMissing(columns)).toEqual([]);
    expect(
      WITHDRAWAL_COLUMNS.findMissing(WITHDRAWAL_COLUMNS.mapColumns(['profile', 'asset', 'recipient', 'total'])),
    ).toEqual([]);
    expect(WITHDRAWAL_COLUMNS.findMissing(WITHDRAWAL_COLUMNS.mapColumns(['note'])).map(({ field }) => field)).toEqual([
      'profile',
      'asset',
      'network',
      'address',
      'amount',
    ]);
  });
});

describe('a row of a sheet', () => {
  it('fills in the form, with the origin of the address', () => {
    const { form, issues } = checkRow(row(GOOD), context());
    expect(issues).toEqual([]);
    expect(withdrawalFormSchema.parse(form)).toMatchObject({
      profileId: 'p-ops',
      asset: 'USDC',
      network: 'ETHEREUM',
      destinationAddress: ADDRESS,
      addressEntry: 'file',
      fixed: 'amount',
      value: '10.5',
      referenceId: 'ref-1',
      note: 'hello',
      metadata: [{ key: 'ticket', value: 'OPS-1' }],
    });
  });

  it.each([
    ['an amount with a comma', { amount: '1,500' }, ['amount', 'can be read as 1500 or 1.500']],
    ['no amount', { amount: '' }, ['amount', 'Enter an amount']],
    ['a network nobody knows', { network: 'ETH2' }, ['network', 'does not know the network “ETH2”']],
    ['no network', { network: '' }, ['network', 'Choose a network']],
    [
      'an address with a slip',
      { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' },
      ['address', 'one character is wrong'],
    ],
    [
      'a payment link on another network',
      { address: `ethereum:${ADDRESS}@137?value=1&label=${'x'.repeat(120)}` },
      [
        'address',
        'It is for Polygon PoS, and you chose Ethereum. Ask the recipient which network is right. It also names',
      ],
    ],
    [
      'an address that names another network',
      { address: `matic:${ADDRESS}` },
      ['address', 'It is for Polygon PoS, and you chose Ethereum.'],
    ],
    ['an address on a network nobody knows', { network: '', address: `oeth:${ADDRESS}` }, ['network', '“oeth”']],
    ['a chain that is off', { network: '0xa86a' }, ['network', 'Avalanche is not among the networks of this console.']],
    [
      'a memo behind the address',
      { address: `${ACCOUNT}:104837562`, network: 'stellar', asset: 'PYUSD', 'no memo': 'yes' },
      ['address', 'memo 104837562'],
    ],
    ['no profile', { profile: '' }, ['profile', 'Enter the profile']],
    ['a bad ticker', { asset: 'us dollar' }, ['asset', 'capital letters']],
    ['a bad reference', { reference: '-a' }, ['reference', '3 to 64']],
    ['a bad word for no memo', { 'no memo': 'perhaps' }, ['no memo', 'Enter yes']],
    ['metadata that is too long', { 'metadata: ticket': 'x'.repeat(101) }, ['metadata: ticket', '101 characters']],
  ] as const)('shows the issue in its cell: %s', (_what, changes, [column, words]) => {
    expect(issuesOf(changes).filter(([, level]) => level === 'error')).toEqual([
      [column, 'error', expect.stringContaining(words)],
    ]);
  });

  it.each([{ network: '0x1' }, { network: '', address: `eth:${ADDRESS}` }, { address: `eip155:1:${ADDRESS}` }])(
    'reads the network as wallets write it: %j',
    (changes) => {
      expect(issuesOf(changes)).toEqual([]);
      expect(readRow(changed(changes), context()).form).toMatchObject({
        network: 'ETHEREUM',
        destinationAddress: ADDRESS,
      });
    },
  );

  it('refuses amount and total together, in both cells', () => {
    expect(issuesOf({ total: '11' }).map(([column]) => column)).toEqual(['amount', 'total']);
    expect(issuesOf({ amount: '', total: '11' })).toEqual([]);
    expect(readRow(changed({ amount: '', total: '11' }), context()).form).toMatchObject({
      fixed: 'total',
      value: '11',
    });
  });

  it('needs a memo where the network does, even without a column for it', () => {
    const stellar = {
      network: 'stellar',
      address: ACCOUNT,
      asset: 'PYUSD',
    };
    expect(issuesOf(stellar)).toEqual([['memo', 'error', expect.stringContaining('memo')]]);
    expect(issuesOf({ ...stellar, memo: '7' })).toEqual([]);
    expect(issuesOf({ ...stellar, 'no memo': 'Yes' })).toEqual([]);
    const without = columns.map((column) =>
      column.field === 'memo' || column.field === 'noMemo' ? { name: column.name } : column,
    );
    expect(checkRow(changed(stellar), context(without)).issues).toEqual([
      { column: undefined, level: 'error', message: expect.stringMatching(/^Memo: /) },
    ]);
  });

  it.each<[string, Record<string, string>, [string, string, string]]>([
    ['a memo of 29 bytes', { memo: 'x'.repeat(29) }, ['memo', 'error', '29 bytes']],
    ['a line break in a memo', { memo: '1048\n37562' }, ['memo', 'error', 'line break']],
    ['a shortened number', { memo: '1.23457E+17' }, ['memo', 'warn', 'digits are missing']],
    ['an error message', { memo: '#N/A' }, ['memo', 'warn', 'error message']],
    ['a hidden character', { memo: '1048\u200b37562' }, ['memo', 'warn', 'U+200B']],
    ['a decimal zero', { reference: '104837562.0' }, ['reference', 'warn', 'decimal zero']],
    ['metadata with an apostrophe', { 'metadata: ticket': "'7" }, ['metadata: ticket', 'warn', 'apostrophe']],
  ])(
    'shows what the recipient goes by and cannot be right, or seldom is: %s',
    (_what, changes, [column, level, words]) => {
      const stellar = { network: 'stellar', address: ACCOUNT, asset: 'PYUSD', memo: '7' };
      expect(issuesOf({ ...stellar, ...changes })).toEqual([[column, level, expect.stringContaining(words)]]);
    },
  );

  it('places the server’s issue of a field in its cell', () => {
    const { form } = checkRow(row(GOOD), context());
    const place = (path: string) =>
      placeIssue({ columns, cells: GOOD, form }, { path, level: 'error', message: '' }).column;
    expect(
      ['value', 'referenceId', 'metadata.0.value', 'metadata', 'destinationAddress', 'beneficiary.firstName'].map(
        place,
      ),
    ).toEqual([4, 6, 10, 10, 3, undefined]);
  });
});

describe('a recipient that is named', () => {
  const named = WITHDRAWAL_COLUMNS.mapColumns([
    'profile',
    'asset',
    'network',
    'recipient',
    'address',
    'amount',
    'memo',
  ]);
  const check = (cells: string[], entries?: RecipientChoice[]) =>
    checkRow(row(cells), context(named, new Map(entries && [['Northwind', entries]])));

  it('is read from the address book with network and memo', () => {
    const { form, issues } = check(['p', 'USDC', '', 'Northwind', '', '1', ''], [entry('ETHEREUM', ADDRESS)]);
    expect(issues).toEqual([]);
    expect(form).toMatchObject({
      network: 'ETHEREUM',
      destinationAddress: ADDRESS,
      addressEntry: 'book',
      needsNoMemo: true,
      recipientId: entry('', '').id,
    });
  });

  it('brings the beneficiary of its entry, but where withdrawals leave it out', () => {
    const beneficiary = { institution_details: { name: 'Grace & Co' } };
    const given = context(named, new Map([['Northwind', [{ ...entry('ETHEREUM', ADDRESS), beneficiary }]]]));
    const cells = row(['p', 'USDC', '', 'Northwind', '', '1', '']);
    expect(checkRow(cells, given).form.beneficiary).toMatchObject({ institutionName: 'Grace & Co' });
    const omitting = { ...given, registry: { ...DEFAULT_SENDABLE, beneficiary: 'omit' as const } };
    expect(checkRow(cells, omitting)).toMatchObject({ form: { beneficiary: { kind: 'none' } }, issues: [] });
  });

  it.each([
    ['a name without a result', undefined, ['', ''], 'still looking up'],
    ['nobody', [], ['', ''], 'no entry with exactly this name'],
    ['several', [entry('ETHEREUM', ADDRESS), entry('BASE', ADDRESS)], ['', ''], '2 entries'],
    ['somebody elsewhere', [entry('BASE', ADDRESS)], ['Ethereum', ''], 'does not have this name on this network'],
    [
      'somebody at another address',
      [entry('BASE', ADDRESS)],
      ['', ADDRESS.toLowerCase().replace('5', '6')],
      'with this address',
    ],
  ] as const)('is refused where the name stands for %s', (_what, entries, [network, address], words) => {
    const { issues } = check(['p', 'USDC', network, 'Northwind', address, '1', ''], entries && [...entries]);
    expect(issues).toEqual([{ column: 3, level: 'error', message: expect.stringContaining(words) }]);
  });

  it('is told apart by its network', () => {
    const { issues, form } = check(
      ['p', 'USDC', 'Base', 'Northwind', '', '1', ''],
      [entry('ETHEREUM', ADDRESS), entry('BASE', ADDRESS)],
    );
    expect(issues).toEqual([]);
    expect(form.network).toBe('BASE');
  });
});

describe('the sheet as a whole', () => {
  it('reports duplicates on both rows', () => {
    const rows = checked([
      cellsWith({ amount: '1.50' }),
      cellsWith({ amount: '1.5', reference: 'ref-2', address: ADDRESS.toLowerCase() }),
      cellsWith({ amount: '2' }),
      cellsWith({ amount: '3', reference: '' }),
      cellsWith({ amount: '4', reference: '' }),
    ]);
    const found = findDuplicates(rows, columns);
    expect(new Set(found.keys())).toEqual(new Set([1, 2, 3]));
    expect(found.get(1)).toEqual([
      { column: 6, level: 'error', message: expect.stringMatching(/^Row 3 has the same reference/) },
      { column: 4, level: 'warn', message: expect.stringMatching(/^Row 2 has the same amount/) },
    ]);
    expect(found.get(2)).toHaveLength(1);
    expect(found.get(3)).toHaveLength(1);
  });

  it('names an address that resembles that of another row, and an amount far above the median', () => {
    const address = '0x2222222222222222222222222222222222222222';
    const similar = `${address.slice(0, 20)}3${address.slice(21)}`;
    const others = [...'456789'].map((digit) => cellsWith({ address: `0x${digit.repeat(40)}` }));
    const rows = checked([cellsWith({ address }), cellsWith({ address: similar, amount: '1400' }), ...others]);
    const among = findAmongRows(rows);
    const viewOf = (number: number, known?: number, signals: string[] = []) => {
      const check = rows[number - 1]?.check;
      const findings = among(number, (other) => other === known);
      const parts = { check, duplicates: [], among: findings, serverCheck: { issues: [], signals } };
      return viewRow(row(GOOD, number), columns, parts);
    };
    const warningsOf = (number: number, known?: number) =>
      viewOf(number, known).issues.filter(({ level }) => level === 'warn');
    expect(warningsOf(1)).toContainEqual(warn('address', 'The address closely resembles that of row 2.'));
    expect(warningsOf(2)).toContainEqual(warn('address', 'The address closely resembles that of row 1.'));
    // In the words that an approver of the batch reads; a first payment alone is no finding.
    expect(viewOf(2, 1, ['new-recipient', 'not-in-book']).labels).toEqual([
      'resembles row 1',
      '133× the median',
      'first payment',
    ]);
    expect([viewOf(1, 1).labels, viewOf(3, 1, ['new-recipient', 'not-in-book']).labels]).toEqual([[], []]);
    // Of a pair only the address that is not known.
    expect(warningsOf(1, 1)).toEqual(warningsOf(3));
    expect(warningsOf(2, 1)).toContainEqual(warn('address', 'The address closely resembles that of row 1.'));
    expect(warningsOf(2)).toContainEqual(
      warn('amount', '133 times the median of the batch. Is a decimal point missing?'),
    );
    expect(warningsOf(3).map(({ message }) => message)).toEqual(warningsOf(4).map(({ message }) => message));
  });

  it('sums each asset exactly', () => {
    const rows = checked([
      cellsWith({ amount: '0.1' }),
      cellsWith({ amount: '0.2' }),
      cellsWith({ amount: '', total: '5' }),
      cellsWith({ asset: 'ETH' }),
      cellsWith({ amount: 'x' }),
    ]);
    expect(sumSheet(rows.map(({ check }) => check))).toEqual({
      totals: [
        { asset: 'USDC', count: 3, total: '5.3' },
        { asset: 'ETH', count: 1, total: '10.5' },
      ],
      unreadable: 1,
    });
  });

  it('sums the same in any order of rows', () => {
    const amount = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.nat({ max: 18 })).map(([units, decimals]) => {
      const digits = String(units).padStart(decimals + 1, '0');
      return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (amounts) => {
        const checks = checked(amounts.map((value) => cellsWith({ asset: 'PAXG', amount: value }))).map(
          ({ check }) => check,
        );
        expect(sumSheet(checks.toReversed()).totals).toEqual([
          { asset: 'PAXG', count: amounts.length, total: amounts.reduce(addAmounts, '0') },
        ]);
      }),
      { numRuns: runs(0.3) },
    );
  });

  it('has a template without withdrawals', () => {
    const sheet = readSheet(writeTemplate());
    if (!sheet.ok) throw new Error(sheet.error);
    const { rows, comments } = separateComments(sheet.value);
    expect([rows, comments]).toEqual([[], 1]);
    const template = WITHDRAWAL_COLUMNS.mapColumns(sheet.value.columns);
    expect(template.every(({ field }) => field !== undefined)).toBe(true);
    expect(WITHDRAWAL_COLUMNS.findMissing(template)).toEqual([]);
    const example = sheet.value.rows.map((cells) => row(['p-operations', ...cells.slice(1)]));
    expect(example.map((one) => checkRow(one, context(template)).issues)).toEqual([[]]);
  });
});

it('reads any text without throwing, and accepts nothing that the form would refuse', () => {
  const word = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 30 }),
    fc.constantFrom(
      ...GOOD,
      ...HEAD,
      'Stellar',
      'BITCOIN',
      '__proto__',
      'constructor',
      'yes',
      '1e9',
      '9'.repeat(500),
      '\u202e',
      '\0',
    ),
  );
  fc.assert(
    fc.property(
      fc
        .array(word, { minLength: 1, maxLength: 14 })
        .chain((names) => fc.tuple(fc.constant(names), fc.array(fc.array(word, { maxLength: 14 }), { maxLength: 5 }))),
      ([names, rows]) => {
        const given = context(WITHDRAWAL_COLUMNS.mapColumns(names), new Map([['Northwind', []]]));
        const checks = rows.map((cells, index) => ({
          number: index + 1,
          check: checkRow(row(cells, index + 1), given),
        }));
        findDuplicates(checks, given.columns);
        expect(sumSheet(checks.map(({ check }) => check)).unreadable).toBeLessThanOrEqual(rows.length);
        for (const { check } of checks) {
          if (check.issues.some(({ level }) => level === 'error')) continue;
          expect(withdrawalFormSchema.safeParse(check.form).success).toBe(true);
        }
      },
    ),
    { numRuns: runs(0.3) },
  );
});
