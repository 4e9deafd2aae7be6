import { useMemo } from 'react';
import type { SheetDraft } from '@/app/(console)/withdrawals/import/sheet-draft';
import { useNamedRecipients } from '@/app/(console)/withdrawals/import/use-named-recipients';
import { useRowChecks } from '@/app/(console)/withdrawals/import/use-row-checks';
import { formText, useServerChecks } from '@/app/(console)/withdrawals/import/use-server-checks';
import type { Registry } from '@/lib/networks/assets';
import { findMissing } from '@/lib/withdrawals/import/columns';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';
import { type RowView, type ServerSays, viewRow } from '@/lib/withdrawals/import/view-row';
import { findRepeats, sumSheet } from '@/lib/withdrawals/import/check-sheet';

export type SheetChecks = ReturnType<typeof useSheetChecks>;

/** Everything that is known about a sheet, as it becomes known. `edited`: the row that somebody is at, which comes first. */
export function useSheetChecks({ columns, rows }: SheetDraft, registry: Registry, edited: number | undefined) {
  const named = useNamedRecipients(columns, rows);
  const context = useMemo(
    () => ({ columns, registry, recipients: named.recipients }),
    [columns, registry, named.recipients],
  );
  const { checks, left } = useRowChecks(rows, context);
  const { repeats, totals, unread, sound } = useMemo(() => {
    const checked = rows.flatMap((row) => {
      const check = checks.get(row);
      return check ? [{ number: row.number, check }] : [];
    });
    const found = findRepeats(checked, columns);
    const isSound = (number: number, issues: readonly { level: string }[]) =>
      [...issues, ...(found.get(number) ?? [])].every(({ level }) => level !== 'error');
    return {
      ...sumSheet(checked.map(({ check }) => check)),
      repeats: found,
      sound: checked.filter(({ number, check }) => isSound(number, check.issues)),
    };
    // The checks are kept in one place: how many are left says when there is more there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, columns, checks, left]);
  const missing = useMemo(() => findMissing(columns), [columns]);
  const server = useServerChecks(
    missing.length === 0 && left === 0 ? sound.map(({ check }) => check) : [],
    sound.find(({ number }) => number === edited)?.check,
  );
  // A view stays the same as long as what it is made of does, so that its row is not drawn anew.
  const kept = useMemo(() => ({ columns, views: new WeakMap<SheetRow, Parts & { view: RowView }>() }), [columns]);
  const views = rows.map((row) => {
    const check = checks.get(row);
    const parts: Parts = {
      check,
      repeats: repeats.get(row.number) ?? NO_REPEATS,
      says: check && server.answers.get(formText(check.form)),
    };
    const before = kept.views.get(row);
    if (before && before.check === parts.check && before.repeats === parts.repeats && before.says === parts.says)
      return before.view;
    const view = viewRow(row, columns, parts);
    kept.views.set(row, { ...parts, view });
    return view;
  });
  const count = (state: RowView['state']) => views.filter((view) => view.state === state).length;
  return {
    views,
    totals,
    unread,
    missing,
    counts: { error: count('error'), warn: count('warn'), checking: count('checking') },
    /** What could not be asked, so that nothing is taken for right. */
    failure: named.failure ?? server.failure,
    /** Keeps what the server said of forms that it refused. */
    refuse: server.keep,
    askAgain: () => {
      named.retry();
      server.askAgain();
    },
  };
}

type Parts = { check: RowView['check']; repeats: RowView['issues']; says: ServerSays | undefined };
const NO_REPEATS: RowView['issues'] = [];
