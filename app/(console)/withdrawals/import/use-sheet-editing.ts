import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react';
import { discardSheet, type SheetDraft, storeSheet } from '@/app/(console)/withdrawals/import/sheet-draft';
import type { RowActions } from '@/app/(console)/withdrawals/import/_grid/sheet-row';
import { type ActiveCell, type Steps, useActiveCell } from '@/app/(console)/withdrawals/import/_grid/use-active-cell';
import { useSheetChecks } from '@/app/(console)/withdrawals/import/_checks/use-sheet-checks';
import { useShownRows } from '@/app/(console)/withdrawals/import/use-shown-rows';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { labelOf } from '@/lib/requests/import/columns';
import {
  type CellPlace,
  confirmAddress,
  putIntoCells,
  removeRow,
  spreadPasted,
} from '@/lib/requests/import/edit-sheet';
import { findNextIssue } from '@/lib/requests/import/next-issue';

interface SheetEditingOptions {
  personId: string;
  registry: Sendable;
  initial: SheetDraft;
}

/** State of a sheet while it is edited: draft, checks, shown rows, active cell. Stores every change in this tab. */
export function useSheetEditing({ personId, registry, initial }: SheetEditingOptions) {
  const [draft, setDraft] = useState(initial);
  const [edited, setEdited] = useState<number>();
  const [compared, setCompared] = useState<number>();
  const isDiscarded = useRef(false);
  useEffect(() => {
    if (!isDiscarded.current) storeSheet(personId, draft);
  }, [personId, draft]);

  const checks = useSheetChecks(draft, registry, edited);
  const { shown, filter, setFilter } = useShownRows(checks.views);
  const columns = useMemo(
    () =>
      draft.columns.flatMap((column, index) =>
        column.field === undefined ? [] : [{ index, label: labelOf(column), field: column.field }],
      ),
    [draft.columns],
  );
  const grid = useRef<HTMLDivElement>(null);
  const places = { numbers: shown.map(({ row }) => row.number), columns: columns.map(({ index }) => index) };
  const { active, goTo, step } = useActiveCell(grid, places);
  const edit = (edits: (CellPlace & { text: string })[]) => {
    setDraft((sheet) => putIntoCells(sheet, edits));
    setEdited(edits[0]?.number);
  };
  const actions = useRowActions({ edit, step, goTo, setDraft, setCompared });
  const goToNextIssue = () => {
    const next = findNextIssue(checks.views, places.columns, active);
    if (!next) return;
    if (!places.numbers.includes(next.number)) setFilter('all');
    goTo(next);
  };
  return {
    draft,
    change: (changes: Partial<SheetDraft>) => setDraft((sheet) => ({ ...sheet, ...changes })),
    discard: () => {
      isDiscarded.current = true;
      discardSheet(personId);
    },
    checks,
    filter: { filter, onFilter: setFilter },
    grid: { gridRef: grid, views: shown, columns, active, actions, onGo: goTo, onStep: step },
    paste: (at: CellPlace, text: string) => edit(spreadPasted(text, at, places)),
    goToNextIssue,
    compared,
    closeComparison: () => setCompared(undefined),
    confirmAddress: (number: number, address: string) => {
      setDraft((sheet) => confirmAddress(sheet, number, address));
      setEdited(number);
      setCompared(undefined);
    },
  };
}

interface RowActionsOptions {
  edit: (edits: (CellPlace & { text: string })[]) => void;
  step: (from: CellPlace, steps: Steps) => void;
  goTo: (place: ActiveCell) => void;
  setDraft: Dispatch<SetStateAction<SheetDraft>>;
  setCompared: (number: number) => void;
}

/** Gives the rows the same callbacks on every render, so that only rows with changes render again. */
function useRowActions({ edit, step, goTo, setDraft, setCompared }: RowActionsOptions): RowActions {
  const latest = useRef({ edit, step });
  useEffect(() => {
    latest.current = { edit, step };
  });
  return useMemo<RowActions>(
    () => ({
      commit: (place, text, steps) => {
        latest.current.edit([{ ...place, text }]);
        if (steps) latest.current.step(place, steps);
        else goTo(place);
      },
      cancel: (place) => goTo(place),
      remove: (number) => setDraft((sheet) => removeRow(sheet, number)),
      compare: setCompared,
    }),
    [goTo, setDraft, setCompared],
  );
}
