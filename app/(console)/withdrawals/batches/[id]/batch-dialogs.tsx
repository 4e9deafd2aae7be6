'use client';

import { useState } from 'react';
import { cancelBatchAction, decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import {
  nameApproval,
  nameApproved,
  nameRows,
  sayApproved,
  sayEffect,
  sayRecipients,
  sayRejected,
} from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import { RejectRowsDialog } from '@/app/(console)/withdrawals/batches/[id]/reject-rows-dialog';
import { RowFacts } from '@/app/(console)/withdrawals/batches/[id]/row-facts';
import { isMarked, type Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { ProfileNameList } from '@/components/profiles/profile-name';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/values/money';
import { readableText } from '@/components/values/untrusted-text';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { sumRows } from '@/lib/requests/bundles/batch-sum';
import { coverItems } from '@/lib/requests/bundles/cover-items';
import { describeValue } from '@/lib/money/usd-value';
import { networkLabel } from '@/lib/networks/networks';
import { joinList } from '@/lib/text/join-list';

/** Action of the reader on a batch. */
export type BatchAction = 'approve' | 'reject' | 'cancel';

interface BatchDialogProps {
  action: BatchAction;
  batch: BatchView;
  looks: Looks;
  /** The row to reject; undefined to choose. */
  row?: BatchItem | undefined;
  /** The first text of the comment: back from a renewed sign-in, or because of what was entered. */
  comment?: string | undefined;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  /** Takes what was done, as a sentence, and the rows that were rejected. */
  onDone: (said: string | undefined, rejected?: readonly BatchItem[]) => void;
  onClose: () => void;
}

/** Asks to confirm what the reader does with a batch. */
export function BatchDialog({ action, row, looks, comment, onDone, ...props }: BatchDialogProps) {
  switch (action) {
    case 'approve':
      return (
        <ApproveDialog {...props} looks={looks} comment={comment} onDone={() => onDone(sayApproved(looks.covered))} />
      );
    case 'reject':
      return (
        <RejectRowsDialog
          {...props}
          looks={looks}
          row={row}
          reason={comment}
          onDone={(rejected) => onDone(sayRejected(rejected), rejected)}
        />
      );
    case 'cancel':
      return <CancelBatchDialog {...props} onDone={() => onDone(undefined)} />;
  }
}

type DialogProps = Pick<BatchDialogProps, 'batch' | 'readShownMs' | 'concurrentChange' | 'onClose'> & {
  onDone: () => void;
};

function CancelBatchDialog({ batch: { id, name }, concurrentChange, onDone, onClose }: DialogProps) {
  return (
    <DecisionDialog
      concurrentChange={concurrentChange}
      onDone={onDone}
      onClose={onClose}
      title={`Cancel the batch ${readableText(name)}?`}
      confirmLabel="Cancel batch"
      look="danger"
      consequence="Rows that are being sent or were sent stay as they are; no other row is sent."
      canDoWithoutPasskey
      decide={(_comment, without) => signWhereAsked({ bundleId: id, ...without }, cancelBatchAction)}
    />
  );
}

/** Asks to approve the rows that were looked at, with what matters of them. */
function ApproveDialog({
  batch,
  looks,
  comment: initialComment = '',
  readShownMs,
  ...dialog
}: DialogProps & Pick<BatchDialogProps, 'looks' | 'comment'>) {
  const { id, isSignInFresh, isSigner, decidesFor } = batch;
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const { covered } = looks;
  const label = nameApproval(covered, batch);
  const decide = async (comment: string) =>
    signWhereAsked(
      {
        bundleId: id,
        verdict: 'APPROVED',
        ...(await coverItems(covered, looks.chosen, looks.amounts)),
        comment,
        shownMs: readShownMs(),
        ...toForPerson(delegator),
      },
      decideOnBundleAction,
    );
  return (
    <DecisionDialog
      {...dialog}
      title={nameApproved(covered, batch)}
      confirmLabel={label}
      needsButton={covered.some(isMarked)}
      look="primary"
      consequence={sayEffect(covered, batch)}
      comment={{ label: 'Comment (optional)' }}
      initialComment={initialComment}
      keepComment={looks.keepOpen}
      isStale={!isSignInFresh}
      decide={decide}
    >
      <ApprovedFacts covered={covered} />
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      {isSigner && <PasskeyNext />}
    </DecisionDialog>
  );
}

const MAX_NAMED = 5;

/** Shows what the title does not say of the rows, and each marked one whole. */
function ApprovedFacts({ covered }: { covered: readonly BatchItem[] }) {
  const bodies = covered.map(({ body }) => body);
  const sums = sumRows(covered);
  const marked = covered.filter(isMarked);
  const left = marked.length - MAX_NAMED;
  return (
    <Facts>
      {/* That of one asset is in the title. */}
      <Fact name={sums.length > 1 ? 'Total' : 'Worth'}>
        {sums.map(({ asset, total, value }) =>
          sums.length > 1 ? (
            <span key={asset} className="block">
              <Money amount={total} asset={asset} value={value} />
            </span>
          ) : (
            value && describeValue(value)
          ),
        )}
      </Fact>
      <Fact name="Network">
        {joinList([...new Set(bodies.map(({ crypto_network: network }) => networkLabel(network)))])}
      </Fact>
      <Fact name="From">
        <ProfileNameList ids={[...new Set(bodies.map(({ profile_id: id }) => id))]} />
      </Fact>
      <Fact name="Recipients">{sayRecipients(covered)}</Fact>
      {marked.length > 0 && (
        <Fact name={marked.length === 1 ? 'Marked row' : 'Marked rows'}>
          {marked.slice(0, MAX_NAMED).map((item) => (
            <span key={item.id} className="block not-first:mt-3">
              <RowFacts item={item} />
            </span>
          ))}
          {left > 0 && <span className="block text-dim">and {nameRows(left)} more</span>}
        </Fact>
      )}
    </Facts>
  );
}
