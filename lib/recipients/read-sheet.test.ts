import { describe, expect, it } from 'vitest';
import { NETWORKS } from '@/lib/networks/networks';
import {
  findMissingColumns,
  readRecipientFile,
  readRecipientRow,
  RECIPIENT_COLUMNS,
  type RowEdits,
} from '@/lib/recipients/read-sheet';
import { RECIPIENT_CELLS } from '@/lib/recipients/sheet';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const XLM = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';

const openFile = (text: string) => readRecipientFile({ kind: 'text', text }, {});
/** Reads a file that asks nothing, as the columns that are missing and the filled cells of each row. */
const read = (text: string, edits: RowEdits = {}) => {
  const { questions, value } = openFile(text);
  expect(questions).toEqual([]);
  if (!value?.ok) throw new Error(value?.error);
  const columns = RECIPIENT_COLUMNS.mapColumns(value.value.columns);
  const forms = value.value.rows.map(
    (cells) => readRecipientRow({ cells, edits }, { columns, networks: NETWORKS }).form,
  );
  return {
    missing: findMissingColumns(columns, forms).map(({ field }) => field),
    ignored: columns.filter(({ field }) => field === undefined).map(({ name }) => name),
    rows: forms.map(({ name, network, address, memo, note }) => [name, network, address, memo, note].join('|')),
  };
};

describe('an export of another wallet’s address book', () => {
  // Formats as their makers publish them, or as a console shows its table.
  it.each([
    [
      'Safe{Wallet}',
      `address,name,chainId\n${EVM},Desk,1\n${OTHER},Desk two,137`,
      [`Desk|ETHEREUM|${EVM}||`, `Desk two|POLYGON_POS|${OTHER}||`],
    ],
    [
      'Utila',
      `Name,Address,Blockchain,Note\nDesk,${EVM},ethereum-mainnet,ours\nCold,${BTC},Bitcoin Mainnet,`,
      [`Desk|ETHEREUM|${EVM}||ours`, `Cold|BITCOIN|${BTC}||`],
    ],
    [
      'a custody console',
      `Label,Asset,Address,Tag\nCold,BTC,${BTC},\nExchange,XLM,${XLM},104837562\nDesk,USDC,${EVM},`,
      [`Cold|BITCOIN|${BTC}||`, `Exchange|STELLAR|${XLM}|104837562|`, `Desk||${EVM}||`],
    ],
    [
      'whitelisted wallets',
      `Wallet Name;Asset ID;Blockchain;Deposit Address;Destination Tag;Description\nDesk;USDC;Base;${EVM};;ours`,
      [`Desk|BASE|${EVM}||ours`],
    ],
    [
      'an exchange',
      `Address Label,Coin,Network,Wallet Address,Memo/Tag\nDesk,USDC,MATIC,${EVM},\nCold,BTC,BTC,${BTC},`,
      [`Desk|POLYGON_POS|${EVM}||`, `Cold|BITCOIN|${BTC}||`],
    ],
    [
      'names and addresses with their network in front',
      `Nickname,Account\nDesk,eth:${EVM}\nTwo,eip155:8453:${OTHER}`,
      [`Desk|ETHEREUM|${EVM}||`, `Two|BASE|${OTHER}||`],
    ],
    [
      'MetaMask, as JSON',
      JSON.stringify({
        preferences: { theme: 'dark' },
        addressBook: {
          addressBook: {
            '0x1': { [EVM]: { address: EVM, name: '=Desk, 1', chainId: '0x1', memo: 'ours', isEns: false } },
            '0xa': { [OTHER]: { address: OTHER, name: 'Optimism', chainId: '0xa' } },
          },
        },
      }),
      [`=Desk, 1|ETHEREUM|${EVM}||ours`, `Optimism|0xa|${OTHER}||`],
    ],
    [
      'Safe{Wallet}, all its data as JSON',
      `\uFEFF${JSON.stringify({ version: '3.0', data: { addressBook: { 42161: { [EVM]: 'Desk' } }, addedSafes: {} } })}`,
      [`Desk|ARBITRUM_ONE|${EVM}||`],
    ],
  ])('opens without editing: %s', (_from, text, rows) => expect(read(text).rows).toEqual(rows));

  it.each(['[]', '{"a":1}', '{"addressBook":{}}', '{"addressBook":{"1":{"0x1":7}}}', '[{"name":"Desk"}]'])(
    'is named as what it is where it cannot be read: %s',
    (text) =>
      expect(openFile(text).value).toEqual({ ok: false, error: expect.stringMatching(/^This is JSON.*as CSV/) }),
  );
});

describe('a sheet of recipients', () => {
  it('has columns in any order and case, and says which it ignores', () => {
    expect(read(`ADDRESS,Balance,name,Network\n${EVM},5,Desk,polygon pos`)).toEqual({
      missing: [],
      ignored: ['Balance'],
      rows: [`Desk|POLYGON_POS|${EVM}||`],
    });
  });

  it('has distinct names of columns', () => {
    for (const [id, { column, names }] of Object.entries(RECIPIENT_CELLS))
      for (const name of [column, ...names])
        expect([name, RECIPIENT_COLUMNS.mapColumns([name])[0]?.field]).toEqual([name, id]);
  });

  it('lacks the columns that every row needs, the network only where a row says nothing of it', () => {
    expect(read('Colour,Size\nred,5').missing).toEqual(['name', 'network', 'address']);
    expect(read(`Name,Address\nDesk,eth:${EVM}`).missing).toEqual([]);
    expect(read(`Name,Address\nDesk,eth:${EVM}\nTwo,${OTHER}`).missing).toEqual(['network']);
    expect(read(`Name,Asset,Address\nCold,BTC,${BTC}`).missing).toEqual([]);
  });

  it('asks which of two columns is meant', () => {
    const { questions } = openFile(`Name,Label,Network,Address\nDesk,Treasury,Base,${EVM}`);
    expect(questions.map(({ title }) => title)).toEqual(['2 columns can be “Name”. Which one is meant?']);
  });

  it('keeps what was typed, whatever column is chosen afterwards', () => {
    const row = { cells: ['Desk', `eth:${EVM}`, 'Treasury'], edits: { name: 'Typed', network: 'ETHEREUM' } };
    const columns = RECIPIENT_COLUMNS.mapColumns(['Name', 'Address', 'Other']);
    for (const field of ['name', 'note', undefined] as const) {
      const { form } = readRecipientRow(row, {
        columns: RECIPIENT_COLUMNS.assignColumn(columns, 2, field),
        networks: NETWORKS,
      });
      expect(form).toMatchObject({ name: 'Typed', network: 'ETHEREUM', address: EVM });
      expect(form.note).toBe(field === 'note' ? 'Treasury' : '');
    }
  });
});
