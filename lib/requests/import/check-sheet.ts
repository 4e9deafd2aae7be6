import { type FindAmong, findAmongItems } from '@/lib/requests/bundles/among-items';
import { type AssetTotal, sumByAsset } from '@/lib/requests/bundles/batches';
import { type Need, sumNeeds } from '@/lib/balances/needs';
import { joinList } from '@/lib/text/join-list';
import { parseAmount } from '@/lib/money/parse-amount';
import { type SheetAmounts, summarizeAmounts } from '@/lib/risk/sheet-amounts';
import type { CellIssue, RowCheck } from '@/lib/requests/import/check-row';
import { columnOf } from '@/lib/sheets/columns';
import { type SheetColumn } from '@/lib/requests/import/columns';
import { canonicalId } from '@/lib/text/uuid';
import { keyOfReference } from '@/lib/withdrawals/reference';

/** A row's number with the result of its own check. */
export interface CheckedRow {
  number: number;
  check: RowCheck;
}

const MAX_NAMED_ROWS = 3;
const TICKER = /^[A-Z0-9]{1,20}$/;

/**
 * Finds rows with the same reference, which is an error, and rows with the same amount to the same recipient, which may
 * be intended. Gives the issues of each row concerned, by row number.
 */
export function findDuplicates(rows: readonly CheckedRow[], columns: readonly SheetColumn[]): Map<number, CellIssue[]> {
  const found = new Map<number, CellIssue[]>();
  const report = (groups: Iterable<number[]>, column: number, { level, message }: DuplicateIssue) => {
    for (const numbers of groups) {
      if (numbers.length === 1) continue;
      for (const number of numbers) {
        const others = nameRows(numbers.filter((other) => other !== number));
        found.set(number, [
          ...(found.get(number) ?? []),
          { column: column === -1 ? undefined : column, level, message: message(others) },
        ]);
      }
    }
  };
  report(
    groupNumbers(rows, ({ form }) => keyOfReference(form.referenceId) || undefined),
    columnOf(columns, 'reference'),
    {
      level: 'error',
      message: (others) => `${others} the same reference. Give each withdrawal its own reference.`,
    },
  );
  report(
    groupNumbers(rows, ({ paymentKey }) => paymentKey),
    columnOf(columns, columnOf(columns, 'amount') === -1 ? 'total' : 'amount'),
    {
      level: 'warn',
      message: (others) => `${others} the same amount to the same recipient. Remove unintended duplicates.`,
    },
  );
  return found;
}

interface DuplicateIssue {
  level: CellIssue['level'];
  /** Makes the message from the other rows, such as "Rows 2 and 5 have". */
  message: (others: string) => string;
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
  const more = numbers.length - MAX_NAMED_ROWS;
  const named = numbers.slice(0, MAX_NAMED_ROWS).map(String);
  return `Rows ${joinList(more > 0 ? [...named, `${more} more`] : named)} have`;
}

/**
 * Compares the rows with each other, as an approver of the batch sees it (lib/requests/bundles/among-items.ts). Takes
 * rows without errors. Gives a function to what is named about a row, by its number; `isKnown` tells by the number of a
 * row whether its recipient is known (`isKnownRecipient`).
 */
export function findAmongRows(rows: readonly CheckedRow[]): FindAmong {
  const among = findAmongItems(
    rows.flatMap(({ number, check: { form } }) =>
      listDebits([{ form }]).map((debit) => ({
        position: number - 1,
        body: { ...debit, destination_address: form.destinationAddress },
      })),
    ),
  );
  return (number, isKnown) => among(number - 1, (position) => isKnown(position + 1));
}

/** Gives a function from an asset to its amounts in the sheet (`summarizeAmounts`), of the rows that can be read. */
export function summarizeSheet(checks: readonly RowCheck[]): (asset: string) => SheetAmounts | undefined {
  return summarizeAmounts(
    checks.flatMap(({ form: { asset, value } }) => {
      const amount = parseAmount(value);
      return amount.ok ? [{ asset, value: amount.value }] : [];
    }),
  );
}

/** Sums the rows exactly by asset, as the batch will have them, and counts the rows that cannot be read. */
export function sumSheet(checks: Iterable<RowCheck>): { totals: AssetTotal[]; unreadable: number } {
  const all = [...checks];
  const readable = listDebits(all);
  return { totals: sumByAsset(readable), unreadable: all.length - readable.length };
}

/** Sums what the rows take from each balance, of the rows that can be read and name a profile and a network. */
export function listNeeds(checks: readonly RowCheck[]): Need[] {
  return sumNeeds(
    listDebits(checks).filter(({ profile_id, crypto_network }) => profile_id !== '' && crypto_network !== ''),
  );
}

function listDebits(checks: readonly Pick<RowCheck, 'form'>[]) {
  return checks.flatMap(({ form: { profileId, network, asset, balanceAsset, fixed, value } }) => {
    const amount = parseAmount(value);
    if (!amount.ok || !TICKER.test(asset)) return [];
    return [
      {
        profile_id: canonicalId(profileId),
        crypto_network: network,
        asset,
        ...(balanceAsset !== '' && { balance_asset: balanceAsset }),
        [fixed]: amount.value,
      },
    ];
  });
}
