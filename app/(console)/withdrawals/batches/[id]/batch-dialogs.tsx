'use client';

import { useState } from 'react';
import { cancelBatchAction, decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { nameApproval, nameRows, sayApproved, sayEffect, sayRejected } from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import { RejectRowsDialog } from '@/app/(console)/withdrawals/batches/[id]/reject-rows-dialog';
import type { Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { ProfileNameList } from '@/components/profiles/profile-name';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/values/money';
import { readableText } from '@/components/values/untrusted-text';
import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { type BatchItem, type BatchView, sumByAsset } from '@/lib/requests/bundles/batches';
import { coverItems } from '@/lib/requests/bundles/cover-items';
import { countAddresses } from '@/lib/requests/bundles/recipient-groups';
import { accountKey } from '@/lib/recipients/account';
import { formatCount } from '@/lib/text/locale';

/** Action of the reader on a batch. */
export type BatchAction = 'approve' | 'reject' | 'cancel';

interface BatchDialogProps {
  action: BatchAction;
  batch: BatchView;
  looks: Looks;
  /** The row to reject; undefined to choose. */
  row?: BatchItem | undefined;
  /** What the comment begins with, back from a renewed sign-in. */
  comment?: string | undefined;
  /** The totals that the reader entered, by asset. */
  totals: Record<string, string>;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  /** Takes what was done, as a sentence, and the rows that were rejected. */
  onDone: (said: string | undefined, rejected?: readonly BatchItem[]) => void;
  onClose: () => void;
}

/** Asks to confirm what the reader does with a batch. */
export function BatchDialog({ action, row, looks, comment, totals, onDone, ...props }: BatchDialogProps) {
  switch (action) {
    case 'approve':
      return (
        <ApproveDialog
          {...props}
          looks={looks}
          comment={comment}
          totals={totals}
          onDone={() => onDone(sayApproved(looks.covered))}
        />
      );
    case 'reject':
      return (
        <RejectRowsDialog
          {...props}
          looks={looks}
          row={row}
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
  totals,
  readShownMs,
  ...dialog
}: DialogProps & Pick<BatchDialogProps, 'looks' | 'comment' | 'totals'>) {
  const { id, waiting, isSignInFresh, isSigner, decidesFor } = batch;
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const { covered } = looks;
  const label = nameApproval(covered, waiting.requestIds.length);
  const decide = async (comment: string) =>
    signWhereAsked(
      {
        bundleId: id,
        verdict: 'APPROVED',
        ...(await coverItems(covered, looks.chosen)),
        totals,
        comment,
        shownMs: readShownMs(),
        ...toForPerson(delegator),
      },
      decideOnBundleAction,
    );
  return (
    <DecisionDialog
      {...dialog}
      title={`${label}?`}
      confirmLabel={label}
      look="primary"
      consequence={sayEffect(covered)}
      comment={{ label: 'Comment (optional)' }}
      initialComment={initialComment}
      keepComment={looks.keepOpen}
      isStale={!isSignInFresh}
      decide={decide}
    >
      <ApprovedFacts
        covered={covered}
        waiting={waiting.requestIds.length}
        totals={[...waiting.totals, ...batch.totals]}
      />
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      {isSigner && <PasskeyNext />}
    </DecisionDialog>
  );
}

const MAX_NAMED = 5;

interface ApprovedFactsProps {
  covered: readonly BatchItem[];
  waiting: number;
  totals: BatchView['totals'];
}

function ApprovedFacts({ covered, waiting, totals }: ApprovedFactsProps) {
  // Of a part of the batch no value is known.
  const worth = (asset: string, total: string) =>
    totals.find((one) => one.asset === asset && one.total === total)?.value;
  const recipients = new Set(covered.map(({ body }) => accountKey(body))).size;
  const first = countAddresses(covered.filter(({ look }) => look?.need === 'screen'));
  const marked = covered.filter(({ look }) => look?.need === 'item');
  const named = marked
    .slice(0, MAX_NAMED)
    .map(({ position, look }) => `Row ${position + 1}: ${(look?.labels ?? []).join(', ')}`);
  const left = marked.length - named.length;
  return (
    <Facts>
      <Fact name="Payments">
        {covered.length === waiting ? nameRows(waiting) : `${nameRows(covered.length)}; the others keep waiting`}
      </Fact>
      <Fact name="Total">
        {sumByAsset(covered.map(({ body }) => body)).map(({ asset, total }) => (
          <strong key={asset} className="block font-semibold">
            <Money amount={total} asset={asset} value={worth(asset, total)} />
          </strong>
        ))}
      </Fact>
      <Fact name="Recipients">
        {formatCount(recipients)}
        {first > 0 && `, ${formatCount(first)} ${first === 1 ? 'address' : 'addresses'} marked as right by you`}
      </Fact>
      <Fact name="From">
        <ProfileNameList ids={[...new Set(covered.map(({ body }) => body.profile_id))]} />
      </Fact>
      {named.length > 0 && (
        <Fact name="Findings">
          {named.map((text) => (
            <span key={text} className="block text-warn">
              {text}
            </span>
          ))}
          {left > 0 && <span className="block text-dim">and {nameRows(left)} more</span>}
        </Fact>
      )}
    </Facts>
  );
}
