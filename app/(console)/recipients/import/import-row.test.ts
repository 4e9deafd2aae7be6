import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRows, isReady } from '@/app/(console)/recipients/import/import-row';
import { NETWORKS } from '@/lib/networks/networks';
import { readRecipientFile, RECIPIENT_COLUMNS } from '@/lib/recipients/read-sheet';
import { RECIPIENT_CELLS } from '@/lib/recipients/sheet';
import type { Sheet } from '@/lib/text/sheet';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const check = ({ columns, rows }: Sheet) =>
  checkRows(
    rows.map((cells, index) => ({ id: String(index), cells, edits: {} })),
    { columns: RECIPIENT_COLUMNS.mapColumns(columns), networks: NETWORKS },
  );
const checkOne = (network: string, address: string, asset = '') =>
  check({ columns: ['Name', 'Network', 'Address', 'Asset'], rows: [['Desk', network, address, asset]] })[0];

describe('a row of an import', () => {
  it('is ready with a chain ID, or a network in front of its address', () => {
    for (const [network, address] of [
      ['0x1', EVM],
      ['', `eth:${EVM}`],
    ] as const)
      expect(checkOne(network, address)).toMatchObject({ issues: {}, entry: { network: 'ETHEREUM', address: EVM } });
  });

  it.each<[string, [string, string, string?], Record<string, RegExp>, string | undefined]>([
    ['no network', ['', EVM], { network: /^Choose a network/ }, 'no-network'],
    ['only an asset', ['', EVM, 'USDC'], { network: /the asset “USDC” and no network/ }, 'no-network'],
    ['a network that is off', ['43114', EVM], { network: /^Avalanche is not among the networks/ }, 'other-network'],
    ['an unknown chain', ['10', EVM], { network: /does not know the network “10”.*remove the row/ }, 'other-network'],
    ['an unknown short name', ['', `oeth:${EVM}`], { network: /does not know the network “oeth”/ }, 'other-network'],
    ['two networks', ['Base', `eth:${EVM}`], { address: /for Ethereum, and you chose Base/ }, undefined],
    ['an asset of another kind than the address', ['', EVM, 'BTC'], { address: /not a Bitcoin address/ }, undefined],
  ])('with %s is to fix, and says why', (_what, [network, address, asset], issues, kind) => {
    const row = checkOne(network, address, asset);
    expect(row?.entry).toBeUndefined();
    expect(row?.kind).toBe(kind);
    expect(row?.issues).toEqual(
      Object.fromEntries(Object.entries(issues).map(([path, words]) => [path, expect.stringMatching(words)])),
    );
  });

  it('that repeats a recipient names the first row, whatever the network is called', () => {
    const rows = check({
      columns: ['Name', 'Chain ID', 'Address'],
      rows: [
        ['A', '1', EVM],
        ['B', '', `eth:${EVM}`],
      ],
    });
    expect(rows.map(({ kind, issues }) => [kind, issues])).toEqual([
      [undefined, {}],
      ['repeated', { address: 'Row 1 has the same recipient. Remove one of them.' }],
    ]);
  });
});

it('makes of any text questions, a sentence, or rows that are ready or say what to fix', () => {
  const names = Object.values(RECIPIENT_CELLS).flatMap(({ column, names: others }) => [column, ...others]);
  const cell = fc.oneof(
    fc.constantFrom('', '1', '0x89', 'USDC', 'BTC', EVM, `matic:${EVM}`, `eip155:10:${EVM}`, 'Base', ...names),
    fc.string({ maxLength: 12 }),
  );
  const lines = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    .map((rows) => rows.map((cells) => cells.join(',')).join('\n'));
  const json = fc.json();
  fc.assert(
    fc.property(fc.oneof(lines, fc.string(), json), (text) => {
      const { questions, value } = readRecipientFile({ kind: 'text', text }, {});
      if (value === undefined) expect(questions.length).toBeGreaterThan(0);
      else if (value.ok) for (const row of check(value.value)) expect(row.entry === undefined).toBe(!isReady(row));
      else expect(value.error).toMatch(/\.$/);
    }),
  );
});
