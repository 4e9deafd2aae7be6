import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countPdfLines, type PdfDocument } from '@/lib/documents/pdf-document';
import { listStatementNotices, type Statement, STATEMENT_BASIS, type StatementLine } from '@/lib/statements/statement';
import { countStatementPdfLines, toStatementPdf } from '@/lib/statements/statement-pdf';

const LINE: StatementLine = {
  transferId: 't-1',
  createdAt: '2026-10-03T10:00:00Z',
  reference: '=cmd|"/c calc"!A1',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  network: 'ETHEREUM',
  address: '0x1',
  recipient: 'Müller\u202E',
  asset: 'ETH',
  amount: '-123456789012345678901234567890.5',
  fee: '-0.001',
  change: undefined,
};

const statementOf = (sums: Partial<Statement['sums']> = {}): Statement => ({
  choice: { profile: 'p-ops', asset: 'ETH', month: '2026-10' },
  profileName: 'Operations',
  sums: {
    lines: 1,
    in: '3000',
    out: '4500.501',
    net: '-1500.501',
    fees: [
      { asset: 'ETH', fee: '0.001' },
      { asset: 'PYUSD', fee: '2' },
    ],
    pending: 3,
    unreadable: 1,
    ...sums,
  },
  coverage: {
    transfers: 5,
    isComplete: false,
    asOf: null,
    oldestAt: null,
    progress: null,
    error: null,
    staleSince: null,
    missingIndexes: 0,
    answeredAt: '2026-11-20T10:00:05.000Z',
  },
});
const DESK = { name: 'Acme Treasury', address: ['1 Example Street'] };
const ORIGIN = { desk: DESK, at: '2026-11-20T10:00:06.000Z', by: 'support', isSandbox: false };

const factsOf = ({ blocks }: PdfDocument) =>
  blocks
    .flatMap((block) => (block.kind === 'facts' ? block.facts : block.kind === 'figures' ? block.figures : []))
    .map(({ label, value }) => [label, value]);
const noticesOf = ({ blocks }: PdfDocument) =>
  blocks.flatMap((block) => (block.kind === 'paragraph' && block.tone === 'notice' ? [block.text] : []));
const tableOf = ({ blocks }: PdfDocument) => blocks.find((block) => block.kind === 'table');

it('the head says what the statement is about, its sums, and when and by whom it was made', () => {
  const document = toStatementPdf(statementOf(), [LINE], ORIGIN);
  expect(document).toMatchObject({
    title: 'Monthly statement, October 2026',
    issuer: DESK,
    orientation: 'landscape',
    createdAt: ORIGIN.at,
    footer: 'Monthly statement, October 2026 (UTC) · Operations (p-ops) · ETH',
  });
  expect(factsOf(document)).toEqual([
    ['Profile', 'Operations (p-ops)'],
    ['Balance asset', 'ETH'],
    ['Completed transfers', '1'],
    ['In', '3,000 ETH'],
    ['Out', '4,500.501 ETH'],
    ['Net', '−1,500.501 ETH'],
    ['Fees included', '0.001 ETH, 2.00 PYUSD'],
  ]);
  expect(document.blocks.at(-1)).toEqual({
    kind: 'paragraph',
    text: `${STATEMENT_BASIS} Exported 2026-11-20 10:00:06 UTC by support.`,
    tone: 'muted',
  });
});

it('the warnings are those of page and CSV, and of a test environment', () => {
  const statement = statementOf();
  expect(listStatementNotices(statement)).toHaveLength(3);
  expect(noticesOf(toStatementPdf(statement, [LINE], ORIGIN))).toEqual(listStatementNotices(statement));
  expect(noticesOf(toStatementPdf(statement, [LINE], { ...ORIGIN, isSandbox: true }))[0]).toBe(
    'Test environment: no real money moved.',
  );
});

it('a movement has a cell for each column, with every digit, and the net below', () => {
  const table = tableOf(toStatementPdf(statementOf(), [LINE], ORIGIN));
  const [row = []] = table?.rows ?? [];
  expect(Object.fromEntries(table?.columns.map(({ title }, index) => [title, row[index]]) ?? [])).toEqual({
    'Created (UTC)': '2026-10-03 10:00:00',
    Movement: [{ text: 'Crypto withdrawal · Müller\u202E · Ethereum' }, { text: '0x1', isCode: true }],
    'Reference and transfer': [
      { text: '=cmd|"/c calc"!A1', isCode: true },
      { text: 't-1', isCode: true, isMuted: true },
    ],
    Amount: [{ text: '−123,456,789,012,345,678,901,234,567,890.5' }],
    Fee: [{ text: '−0.001' }],
    'Balance change': 'not given',
  });
  expect(table?.totals).toEqual([
    ['Net', '', '', '−123,456,789,012,345,678,901,234,567,890.5', '−0.001', '−1,500.501'],
  ]);
});

it('a deposit has a plus, and never the address of the desk as its counterparty', () => {
  const deposit: StatementLine = { ...LINE, direction: 'CREDIT', recipient: '', amount: '2', change: '1.999' };
  const table = tableOf(toStatementPdf(statementOf(), [deposit, { ...LINE, amount: '-1' }], ORIGIN));
  const [[, movement, , amount, fee, change] = []] = table?.rows ?? [];
  expect([movement, amount, fee, change]).toEqual([
    [{ text: 'Crypto withdrawal · Ethereum' }, { text: 'Sender not given', isMuted: true }],
    [{ text: '+2' }],
    [{ text: '−0.001' }],
    '+1.999',
  ]);
  expect(table?.totals).toEqual([['Net', '', '', '+1', '−0.002', '−1,500.501']]);
});

const totalsOf = (line: Partial<StatementLine>) =>
  tableOf(toStatementPdf(statementOf(), [LINE, { ...LINE, ...line }], ORIGIN))?.totals?.[0]?.slice(3, 5);

it('a column with another asset, or a value that is not given, has no sum', () => {
  expect(totalsOf({ asset: 'PYUSD' })).toEqual(['', '']);
  expect(totalsOf({ amount: undefined })).toEqual(['', '−0.002']);
});

it('a name of any length leaves room for the foot of a page', () => {
  const statement = { ...statementOf(), profileName: 'N'.repeat(500) };
  expect(toStatementPdf(statement, [], ORIGIN).footer.length).toBeLessThan(200);
});

it('an amount in another asset than the balance names it', () => {
  const [row = []] = tableOf(toStatementPdf(statementOf(), [{ ...LINE, asset: 'PYUSD' }], ORIGIN))?.rows ?? [];
  expect(row[4]).toEqual([{ text: '−0.001' }, { text: 'PYUSD', isMuted: true }]);
});

it('a statement without movements says so', () => {
  const document = toStatementPdf(statementOf({ lines: 0 }), [], ORIGIN);
  expect(tableOf(document)).toBeUndefined();
  expect(document.blocks).toContainEqual({
    kind: 'paragraph',
    text: 'No completed transfers changed this balance in October 2026.',
  });
});

it('the number of lines is known before they are read', () => {
  fc.assert(
    fc.property(fc.nat({ max: 50 }), fc.nat({ max: 2 }), fc.nat({ max: 2 }), (lines, pending, unreadable) => {
      const statement = statementOf({ lines, pending, unreadable });
      const document = toStatementPdf(
        statement,
        Array.from({ length: lines }, () => LINE),
        {
          ...ORIGIN,
          isSandbox: true,
        },
      );
      expect(countStatementPdfLines(statement)).toBe(countPdfLines(document));
    }),
  );
});
