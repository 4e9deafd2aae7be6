'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { ColumnMapping } from '@/app/(console)/withdrawals/import/column-mapping';
import { CompareAddresses } from '@/app/(console)/withdrawals/import/confirm-address-dialog';
import { CreateRequests } from '@/app/(console)/withdrawals/import/create-requests-dialog';
import { CreationFailureNotice } from '@/app/(console)/withdrawals/import/creation-failure-notice';
import { saveFile } from '@/app/(console)/withdrawals/import/download-file';
import { SheetBar } from '@/app/(console)/withdrawals/import/sheet-bar';
import { discardSheet, storeSheet, type SheetDraft } from '@/app/(console)/withdrawals/import/sheet-draft';
import { SheetGrid } from '@/app/(console)/withdrawals/import/sheet-grid';
import { SheetNotices } from '@/app/(console)/withdrawals/import/sheet-notices';
import type { RowActs } from '@/app/(console)/withdrawals/import/sheet-row';
import { SheetTools } from '@/app/(console)/withdrawals/import/sheet-tools';
import { useActiveCell } from '@/app/(console)/withdrawals/import/use-active-cell';
import { useCreation } from '@/app/(console)/withdrawals/import/use-create-batch';
import { useSheetChecks } from '@/app/(console)/withdrawals/import/use-sheet-checks';
import { useShownRows } from '@/app/(console)/withdrawals/import/use-shown-rows';
import type { Registry } from '@/lib/networks/assets';
import { labelOf } from '@/lib/withdrawals/import/columns';
import {
  type CellPlace,
  chooseAddress,
  putIntoCells,
  removeRow,
  spreadPasted,
} from '@/lib/withdrawals/import/edit-sheet';
import { findNextIssue } from '@/lib/withdrawals/import/next-issue';
import { writeSheet } from '@/lib/withdrawals/import/template';

interface SheetEditorProps {
  personId: string;
  registry: Registry;
  initial: SheetDraft;
  /** Whether it is what this tab held before a reload or another sign-in. */
  isRestored: boolean;
  onStartOver: () => void;
}

/** A sheet from its columns to the batch: mapped, mended in place, and created as a whole. */
export function SheetEditor({ personId, registry, initial, isRestored, onStartOver }: SheetEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [edited, setEdited] = useState<number>();
  const [compared, setCompared] = useState<number>();
  const [isAsking, setIsAsking] = useState(false);
  const isCreated = useRef(false);
  useEffect(() => {
    if (!isCreated.current) storeSheet(personId, draft);
  }, [personId, draft]);

  const checks = useSheetChecks(draft, registry, edited);
  const { shown, filter, setFilter } = useShownRows(checks.views);
  const numbers = shown.map(({ row }) => row.number);
  const columns = useMemo(
    () =>
      draft.columns.flatMap((column, index) =>
        column.field === undefined ? [] : [{ index, label: labelOf(column), field: column.field }],
      ),
    [draft.columns],
  );
  const grid = useRef<HTMLDivElement>(null);
  const places = columns.map(({ index }) => index);
  const { active, goTo, step } = useActiveCell(grid, numbers, places);

  const edit = (edits: (CellPlace & { text: string })[]) => {
    setDraft((sheet) => putIntoCells(sheet, edits));
    setEdited(edits[0]?.number);
  };
  // The rows get the same functions each time, so that only those are drawn anew in which something changes.
  const latest = useRef({ edit, step });
  useEffect(() => {
    latest.current = { edit, step };
  });
  const acts = useMemo<RowActs>(
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
    [goTo],
  );

  const goToNext = () => {
    const next = findNextIssue(checks.views, places, active);
    if (!next) return;
    if (!numbers.includes(next.number)) setFilter('all');
    goTo(next);
  };
  const creation = useCreation({
    batchKey: draft.batchKey,
    onWaiting: (wasHandedOver) => setDraft((sheet) => ({ ...sheet, wasHandedOver })),
    onCreated: () => {
      isCreated.current = true;
      discardSheet(personId);
    },
    onRefused: checks.refuse,
  });
  const create = async () => {
    await creation.create(
      draft.name.trim(),
      checks.views.flatMap(({ check }) => (check ? [check.form] : [])),
    );
    if (!isCreated.current) setIsAsking(false);
  };
  const comparedForm = checks.views.find(({ row }) => row.number === compared)?.check?.form;
  return (
    <>
      {creation.failure && (
        <div className="mb-3">
          <CreationFailureNotice failure={creation.failure} />
        </div>
      )}
      <SheetNotices
        isRestored={isRestored}
        wasHandedOver={initial.wasHandedOver && creation.failure === undefined}
        remarks={draft.remarks}
        failure={checks.failure}
        onRetry={checks.askAgain}
      />
      <ColumnMapping
        columns={draft.columns}
        missing={checks.missing}
        onChange={(changed) => setDraft((sheet) => ({ ...sheet, columns: changed }))}
      />
      <SheetTools
        name={draft.name}
        onName={(name) => setDraft((sheet) => ({ ...sheet, name }))}
        filter={filter}
        counts={{ all: checks.views.length, error: checks.counts.error, warn: checks.counts.warn }}
        onFilter={setFilter}
        onSave={() => saveFile(`${draft.name.trim() || 'withdrawals'}.csv`, writeSheet(draft))}
        onStartOver={onStartOver}
      />
      <SheetGrid
        gridRef={grid}
        views={shown}
        columns={columns}
        active={active}
        acts={acts}
        onGo={goTo}
        onStep={step}
        onPaste={(at, text) => edit(spreadPasted(text, at, numbers, places))}
      />
      <Suggestions id="sheet-network" options={registry.networks.map(({ label }) => label)} />
      <Suggestions id="sheet-asset" options={registry.assets.map(({ ticker }) => ticker)} />
      <SheetBar
        checks={checks}
        hasName={draft.name.trim() !== ''}
        onNext={goToNext}
        onCreate={() => setIsAsking(true)}
      />
      {isAsking && (
        <CreateRequests
          name={draft.name.trim()}
          count={checks.views.length}
          warnings={checks.counts.warn}
          totals={checks.totals}
          isBusy={creation.isBusy}
          progress={creation.progress}
          onConfirm={() => void create()}
          onClose={() => setIsAsking(false)}
        />
      )}
      {compared !== undefined && comparedForm && (
        <CompareAddresses
          number={compared}
          network={comparedForm.network}
          address={comparedForm.destinationAddress}
          onChoose={(address) => {
            setDraft((sheet) => chooseAddress(sheet, compared, address));
            setEdited(compared);
            setCompared(undefined);
          }}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

function Suggestions({ id, options }: { id: string; options: readonly string[] }) {
  return (
    <datalist id={id}>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </datalist>
  );
}
