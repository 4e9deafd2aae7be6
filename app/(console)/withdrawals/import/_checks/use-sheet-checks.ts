import { useDeferredValue, useMemo } from 'react';
import type { SheetDraft } from '@/app/(console)/withdrawals/import/sheet-draft';
import { useNamedRecipients } from '@/app/(console)/withdrawals/import/_checks/use-named-recipients';
import { useRowChecks } from '@/app/(console)/withdrawals/import/_checks/use-row-checks';
import { formText, useServerChecks } from '@/app/(console)/withdrawals/import/_checks/use-server-checks';
import type { Sendable } from '@/lib/withdrawals/sendable';
import {
  type CheckedRow,
  findAmongRows,
  findDuplicates,
  listNeeds,
  summarizeSheet,
  sumSheet,
} from '@/lib/requests/import/check-sheet';
import { type AmongFinding, isKnownRecipient } from '@/lib/requests/bundles/looks';
import type { SheetAmounts } from '@/lib/risk/sheet-amounts';
import { type SheetColumn, WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import type { SheetRow } from '@/lib/requests/import/read-row';
import { type RowView, type ServerCheck, viewRow } from '@/lib/requests/import/view-row';

export type SheetChecks = ReturnType<typeof useSheetChecks>;

/** Checks a sheet and updates the results as they arrive. `edited` is the number of the row to check first. */
export function useSheetChecks({ columns, rows }: SheetDraft, registry: Sendable, edited: number | undefined) {
  const named = useNamedRecipients(columns, rows);
  const context = useMemo(
    () => ({ columns, registry, recipients: named.recipients }),
    [columns, registry, named.recipients],
  );
  const { checks, left } = useRowChecks(rows, context);
  const { duplicates, sheetOf, totals, unreadable, needs, ready } = useMemo(() => {
    const checked = rows.flatMap((row) => {
      const check = checks.get(row);
      return check ? [{ number: row.number, check }] : [];
    });
    const found = findDuplicates(checked, columns);
    const isReady = (number: number, issues: readonly { level: string }[]) =>
      [...issues, ...(found.get(number) ?? [])].every(({ level }) => level !== 'error');
    return {
      ...sumSheet(checked.map(({ check }) => check)),
      duplicates: found,
      needs: registry.hasBalances ? listNeeds(checked.map(({ check }) => check)) : [],
      sheetOf: summarizeSheet(checked.map(({ check }) => check)),
      ready: checked.filter(({ number, check }) => isReady(number, check.issues)),
    };
    // The map of checks is always the same object; `left` changes when it has more results.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, columns, checks, left, registry.hasBalances]);
  const missing = useMemo(() => WITHDRAWAL_COLUMNS.findMissing(columns), [columns]);
  const server = useServerChecks(
    missing.length === 0 && left === 0 ? ready.map(({ check }) => check) : [],
    ready.find(({ number }) => number === edited)?.check,
  );
  const serverCheckOf = (check: RowView['check']) => check && server.results.get(formText(check.form));
  const known = ready.flatMap(({ number, check }) => {
    const found = serverCheckOf(check);
    return found && isKnownRecipient(found.signals) ? [number] : [];
  });
  // Once all rows are checked: comparing every address with the others takes time.
  const among = useAmong(missing.length === 0 && left === 0 ? ready : NO_ROWS, known);
  const views = useRowViews(rows, columns, (row) => {
    const check = checks.get(row);
    return {
      check,
      duplicates: duplicates.get(row.number) ?? NO_DUPLICATES,
      sheet: check && sheetOf(check.form.asset),
      among: among(row.number),
      serverCheck: serverCheckOf(check),
    };
  });
  const count = (state: RowView['state']) => views.filter((view) => view.state === state).length;
  return {
    views,
    totals,
    unreadable,
    needs,
    missing,
    counts: { error: count('error'), warn: count('warn'), checking: count('checking') },
    /** The approvals that rows will take, as far as they are checked, with the number of rows, most first. */
    asked: [...countBy(views.flatMap(({ asked }) => asked ?? []))].toSorted((a, b) => b[1] - a[1]),
    /** Failure of a lookup or a check, because of which no row counts as ready. */
    failure: named.failure ?? server.failure,
    /** Stores the issues of forms that the server rejected. */
    addServerIssues: server.addResults,
    checkAgain: () => {
      named.retry();
      server.checkAgain();
    },
  };
}

function countBy(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

interface Parts {
  check: RowView['check'];
  duplicates: RowView['issues'];
  sheet: SheetAmounts | undefined;
  among: readonly AmongFinding[];
  serverCheck: ServerCheck | undefined;
}
const PARTS = ['check', 'duplicates', 'sheet', 'among', 'serverCheck'] as const satisfies readonly (keyof Parts)[];
const NO_DUPLICATES: RowView['issues'] = [];
const NO_ROWS: readonly CheckedRow[] = [];
const NO_FINDINGS: readonly AmongFinding[] = [];

/**
 * Finds what is named beside the other rows; `known` are the numbers of rows to known recipients. Compares again only
 * where a recipient or an amount has changed, and after the change was drawn, since each address is compared with all
 * others.
 */
function useAmong(ready: readonly CheckedRow[], known: readonly number[]): (number: number) => readonly AmongFinding[] {
  const compared = useDeferredValue(ready);
  const key = compared
    .map(({ number, check: { form } }) =>
      [number, form.network, form.destinationAddress, form.asset, form.balanceAsset, form.fixed, form.value].join(' '),
    )
    .join('\n');
  // oxlint-disable-next-line react/exhaustive-deps
  const among = useMemo(() => findAmongRows(compared), [key]);
  // The same object for the same findings.
  const same = useMemo(() => new Map<string, readonly AmongFinding[]>(), []);
  const isKnown = new Set(known);
  return (number) => {
    const findings = among(number, (other) => isKnown.has(other));
    if (findings.length === 0) return NO_FINDINGS;
    const text = JSON.stringify(findings);
    const before = same.get(text) ?? findings;
    same.set(text, before);
    return before;
  };
}

/** Makes the views of the rows. A view stays the same object while its parts do, which saves rendering its row. */
function useRowViews(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  partsOf: (row: SheetRow) => Parts,
): RowView[] {
  const stored = useMemo(() => ({ columns, views: new WeakMap<SheetRow, Parts & { view: RowView }>() }), [columns]);
  return rows.map((row) => {
    const parts = partsOf(row);
    const before = stored.views.get(row);
    if (before && PARTS.every((part) => before[part] === parts[part])) return before.view;
    const view = viewRow(row, columns, parts);
    stored.views.set(row, { ...parts, view });
    return view;
  });
}
