import { recipientKey } from '@/lib/recipients/recipients';
import { parseAmount } from '@/lib/money/parse-amount';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { columnOf, labelOf, type SheetColumn, type SheetField, SHEET_FIELDS } from '@/lib/withdrawals/import/columns';
import { readRow, type SheetContext, type SheetRow } from '@/lib/withdrawals/import/read-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** What is wrong (`error`: nothing is created) or remarkable (`warn`) about one cell, or about the row where no column holds it. */
export interface CellIssue {
  column: number | undefined;
  level: 'error' | 'warn';
  message: string;
}

/** What one row says by itself. */
export interface RowCheck {
  form: WithdrawalForm;
  issues: CellIssue[];
  /** Equal for two rows that pay the same recipient the same; undefined where that cannot be said. */
  paymentKey: string | undefined;
}

const FIELDS: Record<string, SheetField> = {
  profileId: 'profile',
  asset: 'asset',
  network: 'network',
  destinationAddress: 'address',
  recipientId: 'recipient',
  referenceId: 'reference',
  memo: 'memo',
  needsNoMemo: 'noMemo',
  identityId: 'identity',
  accountId: 'account',
  balanceAsset: 'balanceAsset',
  feeId: 'feeId',
  note: 'note',
  'beneficiary.firstName': 'firstName',
  'beneficiary.lastName': 'lastName',
  'beneficiary.institutionName': 'institution',
};

/** Reads a row and checks it by the rules of the new-withdrawal form. */
export function checkRow(row: SheetRow, context: SheetContext): RowCheck {
  const { form, faults } = readRow(row, context);
  const issues: CellIssue[] = [];
  const add = (issue: CellIssue) => {
    // The first thing that is wrong with a cell is the one to mend.
    if (issue.column === undefined || !issues.some(({ column, level }) => level === 'error' && column === issue.column))
      issues.push(issue);
  };
  for (const { field, message } of faults)
    add(placed(columnOf(context.columns, field), field, { level: 'error', message }));
  const isNamed = faults.every(({ field }) => field !== 'recipient');
  const parsed = withdrawalFormSchema.safeParse(form);
  const found = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), level: 'error', message }) as const)),
    ...checkWithdrawal(form, context.registry),
  ];
  for (const { path, level, message } of found) {
    // Where nobody knows who is meant, there is no more to say about network and address.
    if (!isNamed && ['network', 'destinationAddress', 'memo'].includes(path)) continue;
    add(placeIssue(context.columns, row.cells, form, { path, level, message }));
  }
  return { form, issues, paymentKey: paymentKeyOf(form) };
}

/** In which cell a sentence about a field of the form stands. */
export function placeIssue(
  columns: readonly SheetColumn[],
  cells: readonly string[],
  form: WithdrawalForm,
  { path, level, message }: { path: string; level: CellIssue['level']; message: string },
): CellIssue {
  const metadata = /^metadata(?:\.(\d+))?/.exec(path);
  if (metadata) {
    const given = columns.flatMap((column, index) => (column.field === 'metadata' && cells[index] ? [index] : []));
    return { column: given[Number(metadata[1] ?? given.length - 1)], level, message };
  }
  const field =
    path === 'value'
      ? form.fixed === 'amount'
        ? 'amount'
        : 'total'
      : (FIELDS[path] ?? FIELDS[path.split('.')[0] ?? '']);
  if (field === undefined) return { column: undefined, level, message };
  // What the book said stands where its name is.
  const isOfBook =
    (field === 'address' || field === 'network') &&
    (cells[columnOf(columns, field)] ?? '') === '' &&
    form.recipientId !== '';
  const place = isOfBook ? 'recipient' : field;
  return placed(columnOf(columns, place), place, { level, message });
}

function placed(
  column: number,
  field: SheetField,
  { level, message }: Pick<CellIssue, 'level' | 'message'>,
): CellIssue {
  if (column !== -1) return { column, level, message };
  const label = labelOf({ name: SHEET_FIELDS.find(({ id }) => id === field)?.label ?? field });
  return { column: undefined, level, message: `${label}: ${message}` };
}

function paymentKeyOf({ network, destinationAddress, memo, asset, value }: WithdrawalForm): string | undefined {
  const amount = parseAmount(value);
  if (!amount.ok || network === '' || destinationAddress === '' || asset === '') return undefined;
  const recipient = recipientKey({
    crypto_network: network,
    destination_address: destinationAddress,
    ...(memo !== '' && { memo }),
  });
  return JSON.stringify([recipient, asset, amount.value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')]);
}
