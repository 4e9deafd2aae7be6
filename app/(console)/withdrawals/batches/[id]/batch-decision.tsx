'use client';

import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { decideOnGroupAction } from '@/app/(console)/withdrawals/[id]/actions';
import { AmountText } from '@/components/values/amount';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { type BatchItem, type BatchView, splitObjections } from '@/lib/requests/batches';
import type { Verdict } from '@/lib/requests/decisions';
import { routes } from '@/lib/http/routes';

const MAX_NAMED = 5;

interface BatchDecisionProps {
  batch: BatchView;
  onChanged: () => Promise<unknown>;
}

/**
 * Shows the buttons to approve or reject all waiting items of a batch, and the reasons against approving them at once.
 */
export function BatchDecision({ batch, onChanged }: BatchDecisionProps) {
  // The batch as it was when the dialog was opened: the reader confirms what they read.
  const [opened, setOpened] = useState<{ verdict: Verdict; batch: BatchView }>();
  const { waiting, denialReason, items } = batch;
  if (waiting.count === 0 && !opened) return null;
  const close = () => {
    setOpened(undefined);
    void onChanged();
  };
  return (
    <div className="mt-4 border-t border-line pt-4">
      {!batch.isMine && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={denialReason.approve !== null}
            onClick={() => setOpened({ verdict: 'APPROVED', batch })}
          >
            Approve all
          </Button>
          <Button
            look="danger"
            disabled={denialReason.reject !== null}
            onClick={() => setOpened({ verdict: 'REJECTED', batch })}
          >
            Reject all
          </Button>
        </div>
      )}
      {denialReason.approve !== null && <p className="mt-2 text-sm">{denialReason.approve}</p>}
      <Objections items={items} />
      {opened && (
        <BatchDecisionDialog
          {...opened}
          concurrentChange={explainConcurrentChange(opened.batch, batch)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Lists the reasons against approving all items at once: those that all share, then the first items with their own. */
function Objections({ items }: { items: readonly BatchItem[] }) {
  const { shared, own } = splitObjections(items);
  const concerned = items.map((item) => ({ ...item, reasons: own(item) })).filter(({ reasons }) => reasons.length > 0);
  return (
    <>
      {shared.length > 0 && <p className="mt-2 text-sm">For every waiting item: {shared.join(' ')}</p>}
      {concerned.length > 0 && (
        <ul aria-label="Reasons against approving all at once" className="mt-2 space-y-1 text-sm">
          {concerned.slice(0, MAX_NAMED).map(({ id, position, refId, reasons }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <Link className="underline" href={routes.withdrawal(id)}>
                Item {position + 1}, <span className="font-mono">{refId}</span>
              </Link>
              : {reasons.join(' ')}
            </li>
          ))}
          {concerned.length > MAX_NAMED && (
            <li className="text-dim">and {concerned.length - MAX_NAMED} more, marked in the list below</li>
          )}
        </ul>
      )}
    </>
  );
}

function explainConcurrentChange(opened: BatchView, now: BatchView): string | undefined {
  if (opened.waiting.sha256 === now.waiting.sha256) return undefined;
  return 'A request was changed or decided while this dialog was open. Go back to check what is waiting now.';
}

interface BatchDecisionDialogProps {
  verdict: Verdict;
  batch: BatchView;
  concurrentChange: string | undefined;
  onClose: () => void;
}

function BatchDecisionDialog({ verdict, batch, concurrentChange, onClose }: BatchDecisionDialogProps) {
  const dialog = { concurrentChange, onDone: onClose, onClose };
  return verdict === 'REJECTED' ? (
    <RejectAllDialog batch={batch} dialog={dialog} />
  ) : (
    <ApproveAllDialog batch={batch} dialog={dialog} />
  );
}

interface AllDialogProps {
  batch: BatchView;
  dialog: { concurrentChange: string | undefined; onDone: () => void; onClose: () => void };
}

function RejectAllDialog({ batch: { id, waiting }, dialog }: AllDialogProps) {
  const decision = { groupId: id, groupSha256: waiting.sha256, verdict: 'REJECTED' };
  return (
    <DecisionDialog
      {...dialog}
      title={`Reject ${describeWaiting(waiting.count)}?`}
      confirmLabel="Reject all"
      look="danger"
      comment={{ label: 'Reason', missing: 'Enter a reason.' }}
      decide={(comment) => decideOnGroupAction({ ...decision, comment })}
    >
      <p>None of these withdrawals will be sent. The requester sees the reason with each of them.</p>
      <DecisionHash sha256={waiting.sha256} />
    </DecisionDialog>
  );
}

function ApproveAllDialog({ batch: { id, waiting, isSignInFresh }, dialog }: AllDialogProps) {
  const [totals, setTotals] = useState<Record<string, string>>({});
  const decision = { groupId: id, groupSha256: waiting.sha256, verdict: 'APPROVED', totals };
  return (
    <DecisionDialog
      {...dialog}
      title={`Approve ${describeWaiting(waiting.count)}?`}
      confirmLabel="Approve all"
      look="primary"
      comment={{ label: 'Comment (optional)' }}
      isStale={!isSignInFresh}
      decide={(comment) => decideOnGroupAction({ ...decision, comment })}
    >
      <p>To confirm that you have read the totals, enter them.</p>
      {waiting.totals.map(({ asset, total }) => (
        <Field
          key={asset}
          id={`total-${asset}`}
          label={`Total in ${asset}`}
          hint={
            <>
              The waiting items total <AmountText amount={total} asset={asset} />.
            </>
          }
        >
          <input
            id={`total-${asset}`}
            className={`${CONTROL} font-mono`}
            inputMode="decimal"
            autoComplete="off"
            value={totals[asset] ?? ''}
            onChange={({ target }) => setTotals((before) => ({ ...before, [asset]: target.value }))}
          />
        </Field>
      ))}
      <p className="font-medium">Withdrawals with enough approvals are sent at once and cannot be recalled.</p>
      <DecisionHash sha256={waiting.sha256} />
    </DecisionDialog>
  );
}

function describeWaiting(count: number): string {
  return count === 1 ? 'the one waiting item' : `all ${count.toLocaleString('en-GB')} waiting items`;
}

function DecisionHash({ sha256 }: { sha256: string }) {
  return (
    <p className="text-xs text-dim">
      One decision covers all of them: SHA-256 <span className="font-mono">{sha256}</span>
    </p>
  );
}
