'use client';

import { useState } from 'react';
import { decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { nameRows } from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { Recipient } from '@/components/withdrawals/recipient';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { rejectItems } from '@/lib/requests/bundles/cover-items';

interface RejectRowsDialogProps {
  batch: BatchView;
  /** The row that is chosen already. */
  row: BatchItem | undefined;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  /** Takes the number of rejected rows. */
  onDone: (rejected: number) => void;
  onClose: () => void;
}

/** Asks which rows of a batch to reject, and why. One decision rejects exactly these, or none where one changed. */
export function RejectRowsDialog({ batch, row, readShownMs, onDone, ...dialog }: RejectRowsDialogProps) {
  const { id, items, decidesFor } = batch;
  const rows = items.filter(({ canReject }) => canReject);
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(row ? [row.id] : []));
  const selected = rows.filter((one) => chosen.has(one.id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))));
  return (
    <DecisionDialog
      {...dialog}
      title={row ? `Reject row ${row.position + 1}?` : 'Reject rows?'}
      confirmLabel={nameRejection(selected.length, rows.length)}
      look="danger"
      consequence="Nothing of them is sent. The requester sees the reason and can change each request."
      comment={{ label: 'Reason', missing: 'Enter a reason.' }}
      canDoWithoutPasskey
      onDone={() => onDone(selected.length)}
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
      {rows.length > 1 && (
        <fieldset className="rounded-control border border-line">
          <legend className="sr-only">Rows to reject</legend>
          <label className="flex items-center gap-3 border-b border-line px-3 py-1.5">
            <input
              type="checkbox"
              className="accent-accent"
              checked={selected.length === rows.length}
              onChange={({ target }) =>
                choose(
                  rows.map((one) => one.id),
                  target.checked,
                )
              }
            />
            All {nameRows(rows.length)}
          </label>
          <div className="max-h-56 overflow-y-auto px-3 py-1">
            {rows.map((one) => (
              <label key={one.id} className="flex flex-wrap items-center gap-x-3 py-1">
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={chosen.has(one.id)}
                  onChange={({ target }) => choose([one.id], target.checked)}
                />
                <span className="min-w-14">Row {one.position + 1}</span> {/* Read as one name. */}
                <FixedMoney body={one.body} />{' '}
                <span className="min-w-0 text-dim">
                  <Recipient item={one} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
    </DecisionDialog>
  );
}

/** Names the button by what it rejects; before a row is chosen, by what it is for. */
function nameRejection(chosen: number, all: number): string {
  if (chosen === 0) return 'Reject rows';
  return `Reject ${chosen === all ? `all ${all}` : nameRows(chosen)}`;
}
