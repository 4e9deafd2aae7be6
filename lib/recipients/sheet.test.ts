import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NETWORKS } from '@/lib/networks/networks';
import { checkRecipientEntry, createRecipientSchema, describeEntryNotes } from '@/lib/recipients/entry-checks';
import {
  EMPTY_RECIPIENT_FORM,
  type RecipientForm,
  recipientEntrySchema,
  toRecipientEntry,
  toRecipientForm,
} from '@/lib/recipients/form';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { readRecipientRow, RECIPIENT_COLUMNS } from '@/lib/recipients/read-sheet';
import { explainTwoKinds, RECIPIENT_COLUMN_NAMES, toRecipientCells } from '@/lib/recipients/sheet';
import { type RecipientEntry, recipientKey } from '@/lib/recipients/recipients';
import { CUSTODIES, RECEIVERS } from '@/lib/recipients/travel-rule';
import { readSheet, type Sheet } from '@/lib/text/sheet';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ACCOUNT = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const form: RecipientForm = { ...EMPTY_RECIPIENT_FORM, name: 'Desk', network: 'ETHEREUM', address: ADDRESS };
const check = (change: Partial<RecipientForm>) => createRecipientSchema(NETWORKS).safeParse({ ...form, ...change });
const firstIssueOf = (change: Partial<RecipientForm>) =>
  check(change).error?.issues.map(({ path, message }) => [path[0], message])[0];
const entryWith = (change: Partial<RecipientEntry>) => ({ ...toRecipientEntry(form), ...change });
const key = (network: string, address: string, memo?: string) =>
  recipientKey({ crypto_network: network, destination_address: address, ...(memo !== undefined && { memo }) });
const formsOf = ({ columns, rows }: Sheet) =>
  rows.map(
    (cells) =>
      readRecipientRow({ cells, edits: {} }, { columns: RECIPIENT_COLUMNS.mapColumns(columns), networks: NETWORKS })
        .form,
  );
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'ab 1,;"=+-@\té🙂'), maxLength });

describe('an entry', () => {
  it('is accepted with extra spaces and without optional fields', () => {
    expect(check({ name: '  The \t desk ', address: ` ${ADDRESS}\n`, profiles: 'p-1, p-2;p-3' }).data).toEqual({
      name: 'The desk',
      network: 'ETHEREUM',
      address: ADDRESS,
      memo: null,
      note: '',
      profiles: ['p-1', 'p-2', 'p-3'],
      beneficiary: null,
    });
  });

  it.each<[string, Partial<RecipientForm>, string, RegExp]>([
    ['no name', { name: ' \n' }, 'name', /Enter a name/],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name', /at most 80/],
    ['a name that reverses its direction', { name: 'a\u202Eb' }, 'name', /U\+202E/],
    ['half a character', { note: 'a\uD800' }, 'note', /U\+D800/],
    ['no network', { network: '' }, 'network', /Choose/],
    ['an unknown network', { network: 'the moon' }, 'network', /Choose/],
    ['no address', { address: '' }, 'address', /Enter the address/],
    [
      'a payment link',
      { address: `ethereum:${ADDRESS}@137?label=${'x'.repeat(120)}` },
      'address',
      /network Polygon PoS/,
    ],
    [
      'an address with its memo',
      { network: 'STELLAR', address: `${ACCOUNT} memo 104837562` },
      'address',
      /memo 104837562/,
    ],
    ['two addresses', { address: `${ADDRESS} ${ADDRESS}` }, 'address', /spaces/],
    ['an address of another network', { network: 'BITCOIN' }, 'address', /not a Bitcoin address/],
    ['a wrong checksum', { address: ADDRESS.replace('E0F', 'e0F') }, 'address', /checksum|capital|letter/i],
    ['the same profile twice', { profiles: 'p-1 p-1' }, 'profiles', /twice/],
    [
      '51 profiles',
      { profiles: Array.from({ length: 51 }, (_, index) => `p-${index}`).join(' ') },
      'profiles',
      /at most 50/,
    ],
    [
      'a memo beside the one inside the address',
      { network: 'STELLAR', address: MUXED, memo: '7' },
      'memo',
      /already contains/,
    ],
    ['a memo of 29 bytes', { network: 'STELLAR', address: ACCOUNT, memo: 'x'.repeat(29) }, 'memo', /29 bytes/],
    [
      'a line break in a name of the beneficiary',
      { beneficiary: { ...EMPTY_RECIPIENT_FORM.beneficiary, kind: 'institution', institutionName: 'A\nB' } },
      'beneficiary',
      /line break/,
    ],
  ])('is refused with %s', (_what, change, path, words) =>
    expect(firstIssueOf(change)).toEqual([path, expect.stringMatching(words)]),
  );

  it('warns without refusing', () => {
    expect(checkRecipientEntry(entryWith({ network: 'STELLAR', address: ACCOUNT }), NETWORKS)).toMatchObject([
      { path: 'memo', level: 'warn' },
    ]);
    expect(checkRecipientEntry(entryWith({ network: 'STELLAR', address: ACCOUNT, memo: '7' }), NETWORKS)).toEqual([]);
    expect(checkRecipientEntry(entryWith({ network: 'MOON', address: 'whatever' }), NETWORKS)).toMatchObject([
      { path: 'address', level: 'warn' },
    ]);
  });

  it('says what calls for a second look in its memo and its beneficiary', () => {
    const beneficiary = { institution_details: { name: '#N/A' } };
    expect(describeEntryNotes(entryWith({ network: 'STELLAR', address: ACCOUNT, memo: "'7", beneficiary }))).toMatch(
      /memo “'7” begins with an apostrophe.*institution “#N\/A” is an error message/u,
    );
    expect(describeEntryNotes(entryWith({ memo: '7' }))).toBe('');
  });

  it('is the same recipient in every spelling of the address', () => {
    expect(key('ETHEREUM', ADDRESS)).toBe(key('ETHEREUM', ADDRESS.toLowerCase(), 'memos do not matter here'));
    expect(key('ETHEREUM', ADDRESS)).not.toBe(key('BASE', ADDRESS));
    const bech32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    expect(key('BITCOIN', bech32)).toBe(key('BITCOIN', bech32.toUpperCase()));
    expect(key('STELLAR', ACCOUNT, '1')).not.toBe(key('STELLAR', ACCOUNT, '2'));
    expect(key('MOON', 'Abc')).not.toBe(key('MOON', 'abc'));
  });
});

describe('a file of recipients', () => {
  it('says by its filled cells whether the beneficiary is a person or an institution, but not both', () => {
    const columns = [
      'Name',
      'Network',
      'Address',
      'Beneficiary first name',
      'Beneficiary last name',
      'Beneficiary institution',
    ];
    const rows = [
      ['Desk', 'Ethereum', ADDRESS, 'Ada', 'Byron', ''],
      ['Desk', 'Ethereum', ADDRESS, '', '', 'Grace & Co'],
      ['Desk', 'Ethereum', ADDRESS, 'Ada', '', 'Grace & Co'],
    ];
    const forms = formsOf({ columns, rows });
    expect(forms.map((row) => toRecipientEntry(row).beneficiary).slice(0, 2)).toEqual([
      { person_details: { first_name: 'Ada', last_name: 'Byron' } },
      { institution_details: { name: 'Grace & Co' } },
    ]);
    expect(forms.map(explainTwoKinds)).toEqual([undefined, undefined, expect.stringContaining('Leave the columns')]);
    expect(
      check({ beneficiary: { ...EMPTY_RECIPIENT_FORM.beneficiary, kind: 'person', firstName: 'Ada' } }).error?.issues,
    ).toEqual([expect.objectContaining({ path: ['beneficiary', 'lastName'], message: 'Enter the last name.' })]);
  });

  it('reads back the entries that were written', () => {
    const id = fc.string({ unit: fc.constantFrom(...'ab1-_=+@'), minLength: 1, maxLength: 8 });
    const entries = fc
      .record(
        {
          name: text(80),
          network: fc.constantFrom(...NETWORKS.map((network) => network.id)),
          address: fc.constant(ADDRESS),
          memo: fc.option(text(40)),
          note: text(80),
          profiles: fc.uniqueArray(id, { maxLength: 4 }),
          beneficiary: fc.oneof(
            fc.constant(null),
            fc.record({ person_details: fc.record({ first_name: text(20), last_name: text(20) }) }),
            fc.record({ institution_details: fc.record({ name: text(20) }) }),
            fc.record({ person_details: fc.record({ first_name: text(20) }), born: text(4) }),
          ),
          travelRule: fc.record({
            receiver: fc.constantFrom(...RECEIVERS),
            custody: fc.constantFrom(...CUSTODIES),
            provider: fc.constantFrom('', 'Example, "Exchange"', '=1+1'),
            website: fc.constantFrom('', 'exchange.example'),
            purpose: text(20),
            identities: fc.uniqueArray(id, { maxLength: 3 }),
            savedOn: fc.constantFrom('', '2026-11-28'),
            savedBy: fc.constantFrom('', 'Ada Byron'),
          }),
        },
        {
          noNullPrototype: true,
          requiredKeys: ['name', 'network', 'address', 'memo', 'note', 'profiles', 'beneficiary'],
        },
      )
      .map((entry) => recipientEntrySchema.safeParse(entry))
      .filter(({ success }) => success)
      .map(({ data }) => data as RecipientEntry);
    fc.assert(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 10 }), (written) => {
        const sheet = readSheet(
          writeCsv({
            sheet: 'Recipients',
            columns: RECIPIENT_COLUMN_NAMES.map((title) => ({ title })),
            rows: written.map((entry) => toRecipientCells(toRecipientForm(entry))),
          }),
        );
        expect(sheet.ok && formsOf(sheet.value).map(toRecipientEntry)).toEqual(written);
      }),
    );
  });
});

it('stores a memo as it is written, with all its spaces', () => {
  const entry = {
    name: 'An exchange',
    network: 'STELLAR',
    address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    note: '',
    profiles: [],
  };
  expect(recipientEntrySchema.parse({ ...entry, memo: 'DESK  7  OF  9' }).memo).toBe('DESK  7  OF  9');
});
