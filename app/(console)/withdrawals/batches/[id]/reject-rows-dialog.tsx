'use client';

import { useState } from 'react';
import { decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { RowFacts } from '@/app/(console)/withdrawals/batches/[id]/row-facts';
import { nameRows } from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import { isMarked, type Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { rejectItems } from '@/lib/requests/bundles/cover-items';

interface RejectRowsDialogProps {
  batch: BatchView;
  looks: Looks;
  /** The row that the person rejects; undefined where they choose. */
  row: BatchItem | undefined;
  /** The first text of the reason. */
  reason?: string | undefined;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  /** Takes the rejected rows. */
  onDone: (rejected: readonly BatchItem[]) => void;
  onClose: () => void;
}

/**
 * Asks which rows of a batch to reject, and why. One decision rejects exactly these, or none where one changed. Begins
 * with the row that the person chose, or with the marked rows that they did not find right.
 */
export function RejectRowsDialog({
  batch,
  looks,
  row,
  reason = '',
  readShownMs,
  onDone,
  ...dialog
}: RejectRowsDialogProps) {
  const { id, items, decidesFor } = batch;
  const rows = items.filter(({ canReject }) => canReject);
  const first = row ? [row] : rows.filter(isMarked);
  const others = rows.filter((one) => first.every((other) => other.id !== one.id));
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(first.filter((one) => row !== undefined || !looks.isItemSeen(one)).map((one) => one.id)),
  );
  const selected = rows.filter((one) => chosen.has(one.id));
  const choose = (some: readonly BatchItem[], isChosen: boolean) => {
    const ids = some.map((one) => one.id);
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))));
  };
  const choiceOf = (one: BatchItem) => (
    <label key={one.id} className="flex items-start gap-3 py-1.5">
      <input
        type="checkbox"
        className="mt-1 accent-accent"
        checked={chosen.has(one.id)}
        onChange={({ target }) => choose([one], target.checked)}
      />
      <RowFacts item={one} isAmountHidden={looks.isAmountLeft(one)} />
    </label>
  );
  return (
    <DecisionDialog
      {...dialog}
      title={row ? `Reject row ${row.position + 1}?` : 'Reject rows?'}
      confirmLabel={nameRejection(selected.length, rows.length)}
      look="danger"
      consequence="The requester sees the reason and can change each request."
      comment={{ label: 'Reason', missing: 'Enter a reason.' }}
      initialComment={reason}
      canDoWithoutPasskey
      onDone={() => onDone(selected)}
      decide={async (comment, without) =>
        signWhereAsked(
          {
            bundleId: id,
            verdict: 'REJECTED',
            ...(await rejectItems(selected)),
            comment,
            shownMs: readShownMs(),
            ...toForPerson(delegator),
            ...without,
          },
          decideOnBundleAction,
        )
      }
    >
      <fieldset>
        <legend className="sr-only">Rows to reject</legend>
        {first.map(choiceOf)}
        {others.length > 0 && (
          <details open={first.length === 0} className="mt-1 border-t border-line pt-1">
            <summary className="py-1 text-label text-dim">
              {first.length === 0
                ? nameRows(others.length)
                : `${others.length} other ${others.length === 1 ? 'row' : 'rows'}`}
            </summary>
            <label className="flex items-center gap-3 py-1.5">
              <input
                type="checkbox"
                className="accent-accent"
                checked={selected.length === rows.length}
                onChange={({ target }) => choose(rows, target.checked)}
              />
              All {nameRows(rows.length)}
            </label>
            {others.map(choiceOf)}
          </details>
        )}
      </fieldset>
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
    </DecisionDialog>
  );
}

/** Names the button by what it rejects; before a row is chosen, by what it is for. */
function nameRejection(chosen: number, all: number): string {
  if (chosen === 0) return 'Reject rows';
  return `Reject ${chosen === all ? `all ${all}` : nameRows(chosen)}`;
}
