import { byField } from '@/lib/withdrawals/fields';
import { recipientKey } from '@/lib/recipients/recipients';
import { parseAmount } from '@/lib/money/parse-amount';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { columnOf } from '@/lib/sheets/columns';
import { labelOf, SHEET_FIELDS, type SheetColumn, type SheetField } from '@/lib/requests/import/columns';
import { readRow, type SheetContext, type SheetRow } from '@/lib/requests/import/read-row';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Issue (`error`: nothing is created) or warning of one cell; of the whole row where no column has the field. */
export interface CellIssue {
  column: number | undefined;
  level: 'error' | 'warn';
  message: string;
}

/** Result of checking one row by itself. */
export interface RowCheck {
  form: WithdrawalForm;
  issues: CellIssue[];
  /** Equal for two rows with the same recipient and value; undefined where the row lacks one of them. */
  paymentKey: string | undefined;
}

/** A row with its columns and the form that it fills in. */
interface PlacedRow {
  columns: readonly SheetColumn[];
  cells: readonly string[];
  form: WithdrawalForm;
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
  ...byField(({ name }) => name),
  note: 'note',
  'beneficiary.firstName': 'firstName',
  'beneficiary.lastName': 'lastName',
  'beneficiary.institutionName': 'institution',
};

/** Reads a row and checks it by the rules of the new-withdrawal form. */
export function checkRow(row: SheetRow, context: SheetContext): RowCheck {
  const { form, issues: readIssues } = readRow(row, context);
  const issues: CellIssue[] = [];
  const add = (issue: CellIssue) => {
    // Each cell shows its first error only.
    if (issue.column === undefined || !issues.some(({ column, level }) => level === 'error' && column === issue.column))
      issues.push(issue);
  };
  for (const { field, message } of readIssues)
    add(placeInColumn(columnOf(context.columns, field), field, { level: 'error', message }));
  const isRecipientKnown = readIssues.every(({ field }) => field !== 'recipient');
  const parsed = withdrawalFormSchema.safeParse(form);
  const together = checkWithdrawal(form, context.registry);
  const found = [
    // The check against the network says more about an address than its own schema.
    ...together.filter(({ path, level }) => path === 'destinationAddress' && level === 'error'),
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), level: 'error', message }) as const)),
    ...together,
  ];
  for (const { path, level, message } of found) {
    // Without a recipient, issues of network, address and memo would only repeat the first one.
    if (!isRecipientKnown && ['network', 'destinationAddress', 'memo'].includes(path)) continue;
    add(placeIssue({ columns: context.columns, cells: row.cells, form }, { path, level, message }));
  }
  return { form, issues, paymentKey: paymentKeyOf(form) };
}

/** Finds the cell in which an issue of a form's field is shown. */
export function placeIssue(
  { columns, cells, form }: PlacedRow,
  { path, level, message }: { path: string; level: CellIssue['level']; message: string },
): CellIssue {
  const metadata = /^metadata(?:\.(\d+))?/.exec(path);
  if (metadata) {
    const filled = columns.flatMap((column, index) => (column.field === 'metadata' && cells[index] ? [index] : []));
    return { column: filled[Number(metadata[1] ?? filled.length - 1)], level, message };
  }
  // The value is in the column that is named like the fixed member.
  const field = path === 'value' ? form.fixed : (FIELDS[path] ?? FIELDS[path.split('.')[0] ?? '']);
  if (field === undefined) return { column: undefined, level, message };
  // An issue of a value from the address book is at the recipient's name.
  const isFromAddressBook =
    (field === 'address' || field === 'network') &&
    (cells[columnOf(columns, field)] ?? '') === '' &&
    form.recipientId !== '';
  const place = isFromAddressBook ? 'recipient' : field;
  return placeInColumn(columnOf(columns, place), place, { level, message });
}

function placeInColumn(
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
