import { listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import { resolveNetwork } from '@/lib/networks/networks';
import { parseAmount } from '@/lib/money/parse-amount';
import { type AmongFinding, judgeLook } from '@/lib/requests/bundles/looks';
import { explainFarAboveSheet, isFarAboveSheet, type SheetAmounts } from '@/lib/risk/sheet-amounts';
import { askForPoint } from '@/lib/risk/typical-amount';
import { SIGNALS, type SignalId } from '@/lib/policy/signals';
import { type CellIssue, placeIssue, type RowCheck } from '@/lib/requests/import/check-row';
import type { SheetColumn } from '@/lib/requests/import/columns';
import type { SheetRow } from '@/lib/requests/import/read-row';

/** Result of the server's check of a form: issues by field, and risk signals (lib/policy/signals). */
export interface ServerCheck {
  issues: { path: string; message: string; level: 'error' | 'warn' }[];
  signals: string[];
  /** True where the amount is not unusual for the recipient, whatever it is beside the other rows. */
  isUsualForRecipient?: boolean;
  /** The approvals that the withdrawal will take, from whom, and by which rule. */
  asked?: string;
  /** Why the recipient counts as new, as sentences; that of the signal without it. */
  newRecipientFinding?: string;
}

/** State of a row; `warn` can be created after a look. */
export type RowState = 'checking' | 'error' | 'warn' | 'ready';

/** A row with the results of all its checks. */
export interface RowView {
  row: SheetRow;
  check: RowCheck | undefined;
  issues: CellIssue[];
  /** Facts that need no action. */
  notes: string[];
  /** What an approver of the batch looks at in this row, in a few words each; empty for a row without findings. */
  labels: readonly string[];
  /** Set where known addresses resemble the row's address. */
  hasSimilarAddresses: boolean;
  /** The approvals that the row will take, once it is checked (`ServerCheck`). */
  asked?: string | undefined;
  state: RowState;
}

// The form's field of each signal; empty for the whole form. The form's own checks report the other signals.
const WARNINGS: Partial<Record<SignalId, string>> = {
  'new-network': 'network',
  'amount-unusual': 'value',
  'memo-missing': 'memo',
  'memo-changed': 'memo',
  'profile-not-allowed': 'profileId',
  'look-alike': 'destinationAddress',
  'address-note': 'destinationAddress',
  'check-unavailable': '',
};
const PATHS: Record<AmongFinding['about'], string> = { address: 'destinationAddress', amount: 'value' };
const CONFIRMED = 'You confirmed this address, which closely resembles one that is known here.';
const NOTES: readonly SignalId[] = ['new-recipient', 'open-requests'];

/**
 * Combines a row's own check, its duplicates in the sheet, what is found beside the other rows (`sheet`, `among`), and
 * the server's check.
 */
export function viewRow(
  row: SheetRow,
  columns: readonly SheetColumn[],
  {
    check,
    duplicates,
    sheet,
    among = [],
    serverCheck,
  }: {
    check: RowCheck | undefined;
    duplicates: readonly CellIssue[];
    sheet?: SheetAmounts | undefined;
    among?: readonly AmongFinding[];
    serverCheck: ServerCheck | undefined;
  },
): RowView {
  if (!check) return { row, check, issues: [], notes: [], labels: [], hasSimilarAddresses: false, state: 'checking' };
  const mustConfirm = serverCheck?.issues.some(({ path }) => path === 'chosenAddress') ?? false;
  const place = (issue: Parameters<typeof placeIssue>[1]) =>
    placeIssue({ columns, cells: row.cells, form: check.form }, issue);
  const issues = [...check.issues, ...duplicates];
  const amount = parseAmount(check.form.value);
  const isFar = sheet && amount.ok && isFarAboveSheet(amount.value, sheet) && !serverCheck?.isUsualForRecipient;
  if (isFar) {
    const message = `${explainFarAboveSheet(check.form.asset, sheet)} ${askForPoint(amount.value, sheet.median)}`;
    issues.push(place({ path: 'value', level: 'warn', message: message.trim() }));
  }
  for (const { about, text } of among)
    if (about === 'address' || !isFar) issues.push(place({ path: PATHS[about], level: 'warn', message: text }));
  for (const { path, ...issue } of serverCheck?.issues ?? [])
    issues.push(place({ ...issue, path: path === 'chosenAddress' ? 'destinationAddress' : path }));
  for (const [signal, path] of Object.entries(WARNINGS)) {
    if (!serverCheck?.signals.includes(signal) || (signal === 'look-alike' && mustConfirm)) continue;
    const isConfirmed = signal === 'look-alike' && row.chosenAddress !== '';
    const own = signal === 'address-note' ? describeAddress(check.form) : '';
    const message = isConfirmed ? CONFIRMED : own || asSentence(SIGNALS[signal as SignalId]);
    issues.push(place({ path, level: 'warn', message }));
  }
  const different = issues.filter(
    ({ column, message }, index) =>
      issues.findIndex((other) => other.column === column && other.message === message) === index,
  );
  const hasErrors = different.some(({ level }) => level === 'error');
  return {
    row,
    check,
    issues: different,
    notes: NOTES.filter((signal) => serverCheck?.signals.includes(signal)).map(
      (signal) => (signal === 'new-recipient' && serverCheck?.newRecipientFinding) || asSentence(SIGNALS[signal]),
    ),
    labels: labelRow({ duplicates, among, signals: serverCheck?.signals ?? [] }),
    asked: serverCheck?.asked,
    hasSimilarAddresses: mustConfirm || (serverCheck?.signals.includes('look-alike') ?? false),
    state: stateOf({ hasErrors, isChecked: serverCheck !== undefined, hasIssues: different.length > 0 }),
  };
}

/** Labels a row as the batch will (`judgeLook`), where an approver looks at it by itself. */
function labelRow({
  duplicates,
  among,
  signals,
}: {
  duplicates: readonly CellIssue[];
  among: readonly AmongFinding[];
  signals: readonly string[];
}): readonly string[] {
  const isRepeated = duplicates.some(({ level }) => level === 'warn');
  const look = judgeLook({
    signals: isRepeated ? [...signals, 'repeated-within-a-day'] : signals,
    among,
    isAllowed: true,
    hasFiles: false,
    hasOpenQuestion: false,
  });
  return look.need === 'item' ? look.labels : [];
}

function stateOf({
  hasErrors,
  isChecked,
  hasIssues,
}: {
  hasErrors: boolean;
  isChecked: boolean;
  hasIssues: boolean;
}): RowState {
  if (hasErrors) return 'error';
  if (!isChecked) return 'checking';
  return hasIssues ? 'warn' : 'ready';
}

/** Says what is to be checked about the address of a row; empty where only the server knows. */
function describeAddress({ destinationAddress, network }: RowCheck['form']): string {
  if (network === '') return '';
  return listAddressNotes(checkAddress(destinationAddress, resolveNetwork(network)), 'sheet').join(' ');
}

function asSentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
