import { createCsvTable, writeCsv } from '@/lib/sheets/write/csv-table';
import { isExactNumber, isPlainDecimal } from '@/lib/sheets/write/workbook-table';
import { textContent } from '@/lib/sheets/write/workbook-xml';
import { formatCsvCell } from '@/lib/text/csv';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { computeProbes, computeSignature, findResemblance } from '@/lib/addresses/similarity';
import { explainRefusal } from '@/lib/http/problems';
import { isJsonInput } from '@/lib/http/json-input';
import { networkOf } from '@/lib/http/rate-limits';
import { patternOf } from '@/lib/http/route-patterns';
import { describeAgent } from '@/lib/identity/sessions';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';
import { parseAmount } from '@/lib/money/parse-amount';
import { NETWORKS } from '@/lib/networks/networks';
import { createRecipientSchema } from '@/lib/recipients/entry-checks';
import { splitPastedTerms } from '@/lib/search/pasted-terms';
import { looksLikeReference, readSearchTerm, readTransferId, textIndexSupport } from '@/lib/search/search-terms';
import { findHiddenCharacter, revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { readSheet } from '@/lib/text/sheet';
import { uniqueTerms } from '@/lib/search/lookup/bulk-lookup';
import { matchTermsToRows } from '@/lib/search/lookup/bulk-lookup';
import { readTermColumn } from '@/lib/search/term-column';
import { toBulkLookupTable } from '@/lib/search/lookup/bulk-lookup-csv';
import { describeChanges, findTransferChanges } from '@/lib/transfers/changes';
import { readColumns } from '@/lib/transfers/columns';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { createJsonLinesExport, createTableExport } from '@/lib/transfers/export/format';
import { readTransferQuery } from '@/lib/transfers/query';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import { spreadPasted } from '@/lib/requests/import/edit-sheet';
import { filledForm } from '@/scripts/stack/filled-form';
import { listPatterns } from '@/scripts/security/regular-expressions';
import { measureGrowth, measureOnce } from '@/scripts/testing/measure-growth';

// Repeats of characters that patterns repeat, each after a beginning and before an end that a pattern may expect.
const BEGINNINGS = ['', '1', '.', 'eth'];
const REPEATED = [
  ...'aA01-+ \n\r\t";,._\'=@/\\%(){}:é\u200B\u0000',
  '\r\n',
  ' (',
  '1 ',
  '1,',
  'a ',
  '0x',
  '{"trailer":',
  '\r\n# Exported: ',
];
const ENDS = ['', '!', '0'];
const HOSTILE = BEGINNINGS.flatMap((beginning) =>
  REPEATED.flatMap((repeated) =>
    ENDS.map((end) => (characters: number) => {
      const times = Math.floor((characters - beginning.length - end.length) / repeated.length);
      return beginning + repeated.repeat(times) + end;
    }),
  ),
);

/** Patterns that are not linear, and what bounds every text that they read. */
const BOUNDED: Record<string, string> = {
  '/0+$/': 'format-amount: after isServiceAmount, at most 121 characters',
  '/(?<=[0-9])(?=(?:[0-9]{3})+$)/g': 'format-amount: after isServiceAmount, at most 121 characters',
  '/(\\.\\d*?)0+$/': 'check-row: a parsed amount, at most 61 characters',
  '/\\/+$/': 'settings: the operator’s own text',
};
const LENGTHS = [1_000, 16_000];

it(
  'every regular expression takes time in proportion to the text, or reads only short texts',
  { timeout: 300_000 },
  () => {
    const texts = HOSTILE.map((textOf) => ({ textOf, text: textOf(4_000) }));
    const patterns = listPatterns();
    const found = patterns.filter(({ pattern }) => {
      if (String(pattern) in BOUNDED) return false;
      const run = (text: string) => (pattern.global ? text.replaceAll(pattern, '') : pattern.test(text));
      // A linear pattern reads 4,000 characters in a twentieth of this.
      const isSuspect = (text: string) => measureOnce(run, text) > 1;
      return texts.some(({ textOf, text }) => isSuspect(text) && !measureGrowth(run, textOf, LENGTHS).isLinear);
    });
    expect(patterns.length).toBeGreaterThan(200);
    expect(found.map(({ file, pattern }) => [file, pattern])).toEqual([]);
    expect(
      Object.keys(BOUNDED).filter((written) => !patterns.some(({ pattern }) => String(pattern) === written)),
    ).toEqual([]);
  },
);

const COLUMNS = readColumns('reference,memo,metadata');
const csv = createTableExport(createCsvTable(COLUMNS), '~m-1_');
const jsonLines = createJsonLinesExport(COLUMNS, '~m-1_');
const transfer = (text: string) => ({
  id: text,
  ref_id: text,
  memo: text,
  amount: text,
  created_at: text,
  status: text,
});
const recipientSchema = createRecipientSchema(NETWORKS);

/** What reads a text of the service, of a provider or of a person, over its whole length. */
const READERS: [name: string, read: (text: string) => unknown][] = [
  ['a CSV cell', formatCsvCell],
  ['a cell of a workbook', (text) => [textContent(text), isPlainDecimal(text), isExactNumber(text)]],
  ['a CSV row of an export', (text) => csv?.row(`INV~m-1_${text}~m-1_{}`)],
  ['a JSON line of an export', (text) => jsonLines?.row(`INV~m-1_${text}~m-1_{}`)],
  [
    'the CSV of a bulk lookup',
    (text) =>
      writeCsv(
        toBulkLookupTable(
          matchTermsToRows(
            [text],
            [{ term: text, items: [{ ref_id: text } as never], requests: [], check: 'answered' }],
          ),
          { coverage: { asOf: null, answeredAt: '' }, askedAt: null },
        ),
      ),
  ],
  ['a file for a bulk lookup', readTermColumn],
  ['a sheet', readSheet],
  ['the columns of a sheet', (text) => WITHDRAWAL_COLUMNS.mapColumns([text])],
  [
    'cells pasted into a sheet',
    (text) => spreadPasted(text, { number: 1, column: 0 }, { numbers: [1, 2], columns: [0, 1] }),
  ],
  ['a typed amount', parseAmount],
  ['an amount of the service', (text) => [groupDigits(text), roundForOverview(text)]],
  [
    'a search',
    (text) => {
      const term = readSearchTerm(text);
      return term && [looksLikeReference(term), readTransferId(term), textIndexSupport(term)];
    },
  ],
  ['a pasted list', (text) => uniqueTerms(splitPastedTerms(text))],
  ['hidden characters', (text) => [findHiddenCharacter(text), revealHiddenCharacters(text)]],
  ['an address', (text) => NETWORKS.map((network) => checkAddress(text, network))],
  ['similar addresses', (text) => [computeSignature(text), computeProbes(text), findResemblance(text, `${text}a`)]],
  [
    'the parameters of a list',
    (text) => readTransferQuery(new URLSearchParams({ q: text, created_from: text, status: text })),
  ],
  ['a transfer of the service', (text) => decodeTransfer(transfer(text))],
  ['the changes of a transfer', (text) => describeChanges(findTransferChanges(transfer(text), transfer(`${text}a`)))],
  [
    'an error of the service',
    (text) =>
      explainRefusal({ status: 400, type: text, title: text, detail: text, meta: { limit: text }, isReadable: true }),
  ],
  ['the address of a caller', networkOf],
  ['the browser of a caller', describeAgent],
  ['the path of a request', patternOf],
  ['the input of an action', (text) => isJsonInput({ text })],
  [
    'a withdrawal form',
    (text) =>
      withdrawalFormSchema.safeParse({
        ...filledForm(),
        memo: text,
        note: text,
        destinationAddress: text,
        referenceId: text,
        value: text,
        beneficiary: text,
      }),
  ],
  [
    'an entry of the address book',
    (text) =>
      recipientSchema.safeParse({ name: text, network: text, address: text, memo: text, note: text, profiles: text }),
  ],
];
const FAMILIES: [name: string, textOf: (characters: number) => string][] = [
  ...['\n', ' ', ';', '"', '=', '0', 'a', '{', '\u200B', '😀', '\\', '/', '1 ', '.0', '%', "\n'=", ';"\n'].map(
    (repeated): [string, (characters: number) => string] => [
      JSON.stringify(repeated),
      (characters) => `x${repeated.repeat(characters / repeated.length)}!`,
    ],
  ),
  ['an amount that is cut off', (characters) => `.${'0'.repeat(characters)}1`],
  ['a metadata object', (characters) => JSON.stringify({ a: '\n'.repeat(characters / 2) })],
];

// A list of as many parts cannot be the arguments of a call.
const PARTED = ['\n', ' ', ';', '"'].map((separator) => separator.repeat(1_024_000));

describe('time grows in proportion to the text, and a megabyte of separators is read, by', { timeout: 120_000 }, () => {
  it.each(READERS)('%s', (_name, read) => {
    const steep = FAMILIES.map(([name, textOf]) => ({ name, ...measureGrowth(read, textOf, [8_000, 128_000]) }));
    expect(steep.filter(({ isLinear }) => !isLinear)).toEqual([]);
    for (const text of PARTED) expect(() => read(text)).not.toThrow();
  });
});
