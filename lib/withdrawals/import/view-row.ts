import { SIGNALS, type SignalId } from '@/lib/risk/signals';
import { type CellIssue, placeIssue, type RowCheck } from '@/lib/withdrawals/import/check-row';
import type { SheetColumn } from '@/lib/withdrawals/import/columns';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';

/** What only the server can say of a form: by its fields, and what is odd about it (lib/risk/signals). */
export interface ServerSays {
  issues: { path: string; message: string; level: 'error' | 'warn' }[];
  signals: string[];
}

/** Where a row stands: `warn` can be created, and deserves a look. */
export type RowState = 'checking' | 'error' | 'warn' | 'ready';

/** A row with everything that is known about it. */
export interface RowView {
  row: SheetRow;
  check: RowCheck | undefined;
  issues: CellIssue[];
  /** What is worth knowing and wants no look. */
  notes: string[];
  /** Whether others that are known look like its address. */
  hasLookAlikes: boolean;
  state: RowState;
}

// By the field of the form that each is about; none where it is about the whole. The form's own rules say the others.
const WARNINGS: Partial<Record<SignalId, string>> = {
  'new-network': 'network',
  'amount-unusual': 'value',
  'memo-missing': 'memo',
  'memo-changed': 'memo',
  'profile-not-allowed': 'profileId',
  'look-alike': 'destinationAddress',
  'check-unavailable': '',
};
const MEANT = 'The address looks like another that is known. You said that this one is meant.';
const NOTES: readonly SignalId[] = ['new-recipient', 'open-requests'];

/** Puts together what a row says by itself, what it has in common with others, and what the server says of it. */
export function viewRow(
  row: SheetRow,
  columns: readonly SheetColumn[],
  {
    check,
    repeats,
    says,
  }: { check: RowCheck | undefined; repeats: readonly CellIssue[]; says: ServerSays | undefined },
): RowView {
  if (!check) return { row, check, issues: [], notes: [], hasLookAlikes: false, state: 'checking' };
  const must = says?.issues.some(({ path }) => path === 'chosenAddress') ?? false;
  const place = (issue: Parameters<typeof placeIssue>[3]) => placeIssue(columns, row.cells, check.form, issue);
  const issues = [...check.issues, ...repeats];
  for (const { path, ...issue } of says?.issues ?? [])
    issues.push(place({ ...issue, path: path === 'chosenAddress' ? 'destinationAddress' : path }));
  for (const [signal, path] of Object.entries(WARNINGS)) {
    if (!says?.signals.includes(signal) || (signal === 'look-alike' && must)) continue;
    const isMeant = signal === 'look-alike' && row.chosenAddress !== '';
    issues.push(place({ path, level: 'warn', message: isMeant ? MEANT : asSentence(SIGNALS[signal as SignalId]) }));
  }
  const different = issues.filter(
    ({ column, message }, index) =>
      issues.findIndex((other) => other.column === column && other.message === message) === index,
  );
  const isWrong = different.some(({ level }) => level === 'error');
  return {
    row,
    check,
    issues: different,
    notes: NOTES.filter((signal) => says?.signals.includes(signal)).map((signal) => asSentence(SIGNALS[signal])),
    hasLookAlikes: must || (says?.signals.includes('look-alike') ?? false),
    state: isWrong ? 'error' : says ? (different.length > 0 ? 'warn' : 'ready') : 'checking',
  };
}

function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
