'use client';

import { useState } from 'react';
import { ConfirmAddressDialog } from '@/app/(console)/withdrawals/import/confirm-address-dialog';
import { CreateRequestsDialog } from '@/app/(console)/withdrawals/import/create-requests-dialog';
import { CreationFailureNotice } from '@/app/(console)/withdrawals/import/creation-failure-notice';
import { SheetBar } from '@/app/(console)/withdrawals/import/sheet-bar';
import type { SheetDraft } from '@/app/(console)/withdrawals/import/sheet-draft';
import { SheetGrid } from '@/app/(console)/withdrawals/import/_grid/sheet-grid';
import { SheetNotices } from '@/app/(console)/withdrawals/import/sheet-notices';
import { SheetTools } from '@/app/(console)/withdrawals/import/sheet-tools';
import { useCreateBatch } from '@/app/(console)/withdrawals/import/use-create-batch';
import { useSheetEditing } from '@/app/(console)/withdrawals/import/use-sheet-editing';
import { ColumnMapping } from '@/components/sheets/column-mapping';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { labelOf, WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import { toTable } from '@/lib/requests/import/template';

interface SheetEditorProps {
  personId: string;
  registry: Sendable;
  initial: SheetDraft;
  /** Set where the sheet was stored before a reload or another sign-in. */
  isRestored: boolean;
  onStartOver: () => void;
}

/** Editor of a sheet from its columns to the batch: map the columns, fix the rows in place, create all requests. */
export function SheetEditor({ personId, registry, initial, isRestored, onStartOver }: SheetEditorProps) {
  const editing = useSheetEditing({ personId, registry, initial });
  const { draft, change, checks } = editing;
  const [isCreating, setIsCreating] = useState(false);
  const name = draft.name.trim();
  const { create, failure, isBusy, progress } = useCreateBatch({
    batchKey: draft.batchKey,
    onWaiting: (wasHandedOver) => change({ wasHandedOver }),
    onCreated: editing.discard,
    onRejected: checks.addServerIssues,
  });
  const createAll = async () => {
    const forms = checks.views.flatMap(({ check }) => (check ? [check.form] : []));
    if (!(await create(name, forms))) setIsCreating(false);
  };
  return (
    <>
      {failure && (
        <div className="mb-3">
          <CreationFailureNotice failure={failure} />
        </div>
      )}
      <SheetNotices
        isRestored={isRestored}
        wasHandedOver={initial.wasHandedOver && failure === undefined}
        commentRows={draft.remarks}
        notes={draft.notes ?? []}
        needs={checks.needs}
        failure={checks.failure}
        onRetry={checks.checkAgain}
      />
      <ColumnMapping
        columns={draft.columns}
        choices={WITHDRAWAL_COLUMNS.choices}
        missing={checks.missing}
        onAssign={(index, field) => change({ columns: WITHDRAWAL_COLUMNS.assignColumn(draft.columns, index, field) })}
        onAdd={(field) => change({ columns: [...draft.columns, { name: labelOf({ name: field, field }), field }] })}
      />
      <SheetTools
        name={draft.name}
        onName={(changed) => change({ name: changed })}
        {...editing.filter}
        counts={{ all: checks.views.length, error: checks.counts.error, warn: checks.counts.warn }}
        makeTable={() => toTable(draft)}
        onStartOver={onStartOver}
      />
      <SheetGrid {...editing.grid} onPaste={editing.paste} />
      <CellSuggestions registry={registry} />
      <SheetBar
        checks={checks}
        hasName={name !== ''}
        onNext={editing.goToNextIssue}
        onCreate={() => setIsCreating(true)}
      />
      {isCreating && (
        <CreateRequestsDialog
          name={name}
          checks={checks}
          isBusy={isBusy}
          progress={progress}
          onConfirm={() => void createAll()}
          onClose={() => setIsCreating(false)}
        />
      )}
      <RowComparison editing={editing} />
    </>
  );
}

/** Dialog for the row whose address a person compares with similar ones. Empty while there is none. */
function RowComparison({ editing }: { editing: ReturnType<typeof useSheetEditing> }) {
  const { compared, checks } = editing;
  const form = checks.views.find(({ row }) => row.number === compared)?.check?.form;
  if (compared === undefined || !form) return null;
  return (
    <ConfirmAddressDialog
      number={compared}
      network={form.network}
      address={form.destinationAddress}
      onChoose={(address) => editing.confirmAddress(compared, address)}
      onClose={editing.closeComparison}
    />
  );
}

/** Suggestions for the cells of networks and assets. */
function CellSuggestions({ registry: { networks, assets } }: { registry: Sendable }) {
  return (
    <>
      <Suggestions id="sheet-network" options={networks.map(({ label }) => label)} />
      <Suggestions id="sheet-asset" options={assets.map(({ ticker }) => ticker)} />
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
