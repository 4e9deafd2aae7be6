'use client';

import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { decideOnGroupAction } from '@/app/(console)/withdrawals/[id]/actions';
import { AmountText } from '@/components/values/amount';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { type BatchView, splitObjections } from '@/lib/requests/batches';
import { routes } from '@/lib/http/routes';

const MOST_NAMED = 5;

interface BatchDecisionProps {
  batch: BatchView;
  onChanged: () => Promise<unknown>;
}

/** The decision on all that waits of a batch, or why it cannot be taken and which items stand against it. */
export function BatchDecision({ batch, onChanged }: BatchDecisionProps) {
  // The batch as it was when the dialog was opened: what is confirmed is what was read.
  const [asked, setAsked] = useState<{ verdict: 'APPROVED' | 'REJECTED'; batch: BatchView }>();
  const { waiting, denialReason, items } = batch;
  if (waiting.count === 0 && !asked) return null;
  const close = () => {
    setAsked(undefined);
    void onChanged();
  };
  const { shared, own } = splitObjections(items);
  const against = items.map((item) => ({ ...item, against: own(item) })).filter((item) => item.against.length > 0);
  return (
    <div className="mt-4 border-t border-line pt-4">
      {!batch.isMine && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={denialReason.approve !== null}
            onClick={() => setAsked({ verdict: 'APPROVED', batch })}
          >
            Approve all
          </Button>
          <Button
            look="danger"
            disabled={denialReason.reject !== null}
            onClick={() => setAsked({ verdict: 'REJECTED', batch })}
          >
            Reject all
          </Button>
        </div>
      )}
      {denialReason.approve !== null && <p className="mt-2 text-sm">{denialReason.approve}</p>}
      {shared.length > 0 && <p className="mt-2 text-sm">For every waiting item: {shared.join(' ')}</p>}
      {against.length > 0 && (
        <ul aria-label="What stands against approving it as a whole" className="mt-2 space-y-1 text-sm">
          {against.slice(0, MOST_NAMED).map(({ id, position, refId, against: reasons }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <Link className="underline" href={routes.withdrawal(id)}>
                Item {position + 1}, <span className="font-mono">{refId}</span>
              </Link>
              : {reasons.join(' ')}
            </li>
          ))}
          {against.length > MOST_NAMED && (
            <li className="text-dim">and {against.length - MOST_NAMED} more, marked in the list below</li>
          )}
        </ul>
      )}
      {asked && <BatchDecisionDialog {...asked} meanwhile={sayMeanwhile(asked.batch, batch)} onClose={close} />}
    </div>
  );
}

function sayMeanwhile(asked: BatchView, now: BatchView): string | undefined {
  if (asked.waiting.sha256 === now.waiting.sha256) return undefined;
  return 'Something of it was changed or decided while this was open. Go back and look at what waits now.';
}

interface DecisionDialogProps {
  verdict: 'APPROVED' | 'REJECTED';
  batch: BatchView;
  meanwhile: string | undefined;
  onClose: () => void;
}

function BatchDecisionDialog({ verdict, batch, meanwhile, onClose }: DecisionDialogProps) {
  const [totals, setTotals] = useState<Record<string, string>>({});
  const { waiting } = batch;
  const decided = { groupId: batch.id, groupSha256: waiting.sha256, verdict };
  const hash = (
    <p className="text-xs text-dim">
      One decision over all of them: SHA-256 <span className="font-mono">{waiting.sha256}</span>
    </p>
  );
  const dialog = { meanwhile, onDone: onClose, onClose };
  const count = waiting.count.toLocaleString('en-GB');
  if (verdict === 'REJECTED') {
    return (
      <DecisionDialog
        {...dialog}
        title={`Reject all ${count} that wait?`}
        confirmLabel="Reject all"
        look="danger"
        comment={{ label: 'Reason', ask: 'Give the reason.' }}
        act={(comment) => decideOnGroupAction({ ...decided, comment })}
      >
        <p>Nothing of them is sent. Whoever asked for them sees the reason with each.</p>
        {hash}
      </DecisionDialog>
    );
  }
  return (
    <DecisionDialog
      {...dialog}
      title={`Approve all ${count} that wait?`}
      confirmLabel="Approve all"
      look="primary"
      comment={{ label: 'Comment (may stay empty)' }}
      isStale={!batch.isSignInFresh}
      act={(comment) => decideOnGroupAction({ ...decided, comment, totals })}
    >
      <p>Type in what they come to, so that you have read it.</p>
      {waiting.totals.map(({ asset, total }) => (
        <Field
          key={asset}
          id={`total-${asset}`}
          label={`Total of ${asset}`}
          hint={
            <>
              It says <AmountText amount={total} asset={asset} />.
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
      <p className="font-medium">What has enough approvals with yours is sent at once and cannot be recalled.</p>
      {hash}
    </DecisionDialog>
  );
}
