import { formatCsvCell } from '@/lib/transfers/export-format';
import type { BulkLookupLine } from '@/lib/transfers/bulk-lookup';
import type { TransferRow } from '@/lib/transfers/transfer';

const MEMBERS = [
  'id',
  'ref_id',
  'created_at',
  'type',
  'direction',
  'amount',
  'asset',
  'crypto_network',
  'status',
] as const satisfies readonly (keyof TransferRow)[];
const RESULTS = { found: 'found', missing: 'not found', several: 'found more than once' } as const;

/**
 * Writes the results of a bulk lookup as CSV (RFC 4180), one row for each transfer; the last line is `# ` and `basis`.
 */
export function writeBulkLookupCsv(lines: readonly BulkLookupLine[], basis: string): string {
  const rows = lines.flatMap(({ place, term, outcome, items, repeats }) => {
    const about = [
      String(place),
      term,
      outcome ? RESULTS[outcome] : 'not looked up',
      repeats === undefined ? '' : String(repeats),
    ];
    return (items.length > 0 ? items : [{} as Partial<TransferRow>]).map((item) => [
      ...about,
      ...MEMBERS.map((member) => item[member] ?? ''),
    ]);
  });
  const table = [['place', 'term', 'result', 'same_as', ...MEMBERS], ...rows, [`# ${basis}`]]
    .map((cells) => `${cells.map(formatCsvCell).join(',')}\r\n`)
    .join('');
  // Without the byte order mark, spreadsheets take UTF-8 for another encoding.
  return `\uFEFF${table}`;
}
