import { type AssetTotal, sumByAsset } from '@/lib/requests/batches';
import { parseAmount } from '@/lib/money/parse-amount';
import type { CellIssue, RowCheck } from '@/lib/withdrawals/import/check-row';
import { columnOf, type SheetColumn } from '@/lib/withdrawals/import/columns';

/** A row by its number, with what it says by itself. */
export interface CheckedRow {
  number: number;
  check: RowCheck;
}

const FEW = 3;
const TICKER = /^[A-Z0-9]{1,20}$/;

/**
 * What rows have in common that they should not: the same reference, which only one can have, and the same amount to the
 * same recipient, which may be meant. Said on each of them, by row number; rows without either are not in it.
 */
export function findRepeats(rows: readonly CheckedRow[], columns: readonly SheetColumn[]): Map<number, CellIssue[]> {
  const found = new Map<number, CellIssue[]>();
  const say = (
    groups: Iterable<number[]>,
    column: number,
    level: CellIssue['level'],
    sentence: (others: string) => string,
  ) => {
    for (const numbers of groups) {
      if (numbers.length === 1) continue;
      for (const number of numbers) {
        const message = sentence(nameRows(numbers.filter((other) => other !== number)));
        found.set(number, [
          ...(found.get(number) ?? []),
          { column: column === -1 ? undefined : column, level, message },
        ]);
      }
    }
  };
  const references = groupNumbers(rows, ({ form }) => form.referenceId || undefined);
  say(
    references,
    columnOf(columns, 'reference'),
    'error',
    (others) => `${others} the same reference. Each withdrawal has one of its own.`,
  );
  const value = columnOf(columns, 'amount') === -1 ? columnOf(columns, 'total') : columnOf(columns, 'amount');
  const payments = groupNumbers(rows, ({ paymentKey }) => paymentKey);
  say(
    payments,
    value,
    'warn',
    (others) => `${others} the same amount to the same recipient. Remove what is there twice by mistake.`,
  );
  return found;
}

function groupNumbers(rows: readonly CheckedRow[], keyOf: (check: RowCheck) => string | undefined): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (const { number, check } of rows) {
    const key = keyOf(check);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(number);
    else groups.set(key, [number]);
  }
  return groups.values();
}

function nameRows(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Row ${numbers[0]} has`;
  const more = numbers.length - FEW;
  const named = numbers.slice(0, FEW).join(', ');
  return more > 0 ? `Rows ${named} and ${more} more have` : `Rows ${named} have`;
}

/** The exact sums by asset, as the batch will have them, and how many rows are in none since they cannot be read. */
export function sumSheet(checks: Iterable<RowCheck>): { totals: AssetTotal[]; unread: number } {
  const forms = [...checks].map(({ form }) => form);
  const readable = forms.flatMap(({ asset, fixed, value }) => {
    const amount = parseAmount(value);
    return amount.ok && TICKER.test(asset) ? [{ asset, [fixed]: amount.value }] : [];
  });
  return { totals: sumByAsset(readable), unread: forms.length - readable.length };
}
