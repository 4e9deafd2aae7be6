'use client';

import { useState } from 'react';
import { decideAction } from '@/app/(console)/withdrawals/[id]/actions';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { RecipientCell, FixedMoney } from '@/components/withdrawals/withdrawal-cells';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';

interface RejectItemDialogProps extends Pick<BatchView, 'decidesFor'> {
  item: BatchItem;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  onClose: () => void;
}

/** Asks for the reason to reject one item of a batch. */
export function RejectItemDialog({ item, decidesFor, readShownMs, concurrentChange, onClose }: RejectItemDialogProps) {
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const { id: requestId, position, version, bodySha256, body } = item;
  return (
    <DecisionDialog
      concurrentChange={concurrentChange}
      onDone={onClose}
      onClose={onClose}
      title={`Reject item ${position + 1}?`}
      confirmLabel="Reject"
      look="danger"
      comment={{ label: 'Reason', missing: 'Enter a reason.' }}
      canDoWithoutPasskey
      decide={(comment, without) =>
        signWhereAsked(
          {
            requestId,
            version,
            bodySha256,
            verdict: 'REJECTED',
            comment,
            chosenAddress: '',
            shownMs: readShownMs(),
            ...toForPerson(delegator),
            ...without,
          },
          decideAction,
        )
      }
    >
      <p className="font-medium">
        <FixedMoney body={body} />
      </p>
      <div>
        <RecipientCell {...item} />
      </div>
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      <p>Nothing will be sent. The requester sees the reason and can change the request.</p>
    </DecisionDialog>
  );
}
