'use client';

import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { cancelBatchAction, decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { Money } from '@/components/values/money';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { readableText } from '@/components/values/untrusted-text';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { KeyHint } from '@/components/ui/key';
import type { Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { type BatchItem, type BatchView, type DecidedTogether, sumByAsset } from '@/lib/requests/bundles/batches';
import { describeAmounts } from '@/lib/requests/bundles/item-amounts';
import { coverItems } from '@/lib/requests/bundles/cover-items';

/** Action of the reader on a batch in one step. */
type BatchAction = 'approve' | 'reject' | 'cancel';

interface BatchDecisionProps {
  batch: BatchView;
  looks: Looks;
  /** Gives for how long the batch has been shown, in milliseconds. */
  readShownMs: () => number;
  /** Asks for the reason to reject one item. */
  onReject: (item: BatchItem) => void;
  onChanged: () => Promise<unknown>;
}

/** Shows what the reader can do with the waiting items of a batch in one step: first the looks, then the decision. */
export function BatchDecision({ batch, looks, readShownMs, onReject, onChanged }: BatchDecisionProps) {
  // The batch as it was when the dialog was opened, and what was looked at: the reader confirms what they read.
  const [opened, setOpened] = useState<{ action: BatchAction; batch: BatchView; looks: Looks }>();
  // What the last decision did, as long as the page is shown.
  const [done, setDone] = useState<string>();
  const { waiting, denialReason, isMine } = batch;
  const open = (action: BatchAction) => setOpened({ action, batch, looks });
  const isDeciding = !isMine && waiting.requestIds.length > 0;
  const canApprove = isDeciding && denialReason.approve === null;
  const { current } = looks;
  useActionKeys({
    a: canApprove ? lookOrApprove(looks, () => open('approve')) : undefined,
    r: canApprove && current?.kind === 'item' ? () => current.items.forEach(onReject) : undefined,
    j: canApprove ? () => looks.move(1) : undefined,
    k: canApprove ? () => looks.move(-1) : undefined,
  });
  if (waiting.requestIds.length === 0 && denialReason.cancel !== null && !opened && done === undefined) return null;
  const close = () => {
    setOpened(undefined);
    void onChanged();
  };
  return (
    <ActionBar title="Your decision" isSticky>
      <p role="status" className="mb-2 font-medium empty:hidden">
        {done}
      </p>
      {!isMine && done === undefined && denialReason.approve !== null && <p className="mb-2">{denialReason.approve}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {isMine ? (
          <CancelButton batch={batch} onOpen={open} />
        ) : (
          <DecideButtons batch={batch} looks={looks} onOpen={open} />
        )}
      </div>
      {opened && (
        <BatchDialog
          {...opened}
          readShownMs={readShownMs}
          concurrentChange={explainConcurrentChange(opened.batch, batch)}
          onDone={() => {
            setDone(describeDone(opened));
            close();
          }}
          onClose={close}
        />
      )}
    </ActionBar>
  );
}

function describeDone({ action, batch, looks }: { action: BatchAction; batch: BatchView; looks: Looks }) {
  switch (action) {
    case 'approve':
      return `Approved ${describeItems(looks.covered)}. Those that have every approval are being sent.`;
    case 'reject':
      return `Rejected ${describeItems(batch.waiting.requestIds)}. Nothing of them is sent.`;
    case 'cancel':
      return undefined;
  }
}

/** Gives what the key `a` does: mark the current step as looked at, and once none is left, open the approval. */
function lookOrApprove({ left, current, markSeen, covered }: Looks, approve: () => void): (() => void) | undefined {
  if (left > 0 && current) return () => markSeen(current);
  return covered.length > 0 ? approve : undefined;
}

function CancelButton({
  batch: { denialReason },
  onOpen,
}: {
  batch: BatchView;
  onOpen: (action: BatchAction) => void;
}) {
  return (
    <Button look="danger" disabled={denialReason.cancel !== null} onClick={() => onOpen('cancel')}>
      Cancel batch
    </Button>
  );
}

interface DecideButtonsProps {
  batch: BatchView;
  looks: Looks;
  onOpen: (action: BatchAction) => void;
}

function DecideButtons({ batch: { waiting, denialReason }, looks, onOpen }: DecideButtonsProps) {
  const { covered, left } = looks;
  const canApprove = denialReason.approve === null;
  return (
    <>
      {canApprove && left > 0 && (
        <Button look="primary" onClick={() => looks.move(0)}>
          Next look ({left.toLocaleString('en-GB')} left)
        </Button>
      )}
      <Button
        look={left > 0 ? 'plain' : 'primary'}
        disabled={!canApprove || covered.length === 0}
        onClick={() => onOpen('approve')}
      >
        Approve {describeItems(covered)}
        {canApprove && left === 0 && covered.length > 0 && <KeyHint>a</KeyHint>}
      </Button>
      <Button
        look="danger"
        disabled={waiting.requestIds.length === 0 || denialReason.reject !== null}
        onClick={() => onOpen('reject')}
      >
        Reject all
      </Button>
    </>
  );
}

function explainConcurrentChange(opened: BatchView, now: BatchView): string | undefined {
  if (opened.waiting.sha256 === now.waiting.sha256) return undefined;
  return 'A request was changed or decided while this dialog was open. Go back to check what is waiting now.';
}

interface BatchDialogProps {
  action: BatchAction;
  batch: BatchView;
  looks: Looks;
  readShownMs: () => number;
  concurrentChange: string | undefined;
  onDone: () => void;
  onClose: () => void;
}

function BatchDialog({ action, batch, looks, readShownMs, concurrentChange, onDone, onClose }: BatchDialogProps) {
  const dialog = { concurrentChange, onDone, onClose };
  switch (action) {
    case 'approve':
      return <ApproveDialog batch={batch} looks={looks} readShownMs={readShownMs} dialog={dialog} />;
    case 'reject':
      return <RejectAllDialog batch={batch} readShownMs={readShownMs} dialog={dialog} />;
    case 'cancel':
      return <CancelBatchDialog batch={batch} dialog={dialog} />;
  }
}

interface ActionDialogProps {
  batch: BatchView;
  dialog: { concurrentChange: string | undefined; onDone: () => void; onClose: () => void };
}

interface DecidingDialogProps extends ActionDialogProps {
  readShownMs: () => number;
}

function CancelBatchDialog({ batch: { id, name }, dialog }: ActionDialogProps) {
  return (
    <DecisionDialog
      {...dialog}
      title={`Cancel the batch ${readableText(name)}?`}
      confirmLabel="Cancel batch"
      look="danger"
      canDoWithoutPasskey
      decide={(_, without) => signWhereAsked({ bundleId: id, ...without }, cancelBatchAction)}
    >
      <p>
        Every item whose sending has not begun is cancelled and will not be sent. Items that are being sent or were sent
        stay as they are.
      </p>
    </DecisionDialog>
  );
}

function RejectAllDialog({ batch: { id, waiting, decidesFor }, readShownMs, dialog }: DecidingDialogProps) {
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const decision = { bundleId: id, bundleSha256: waiting.sha256, verdict: 'REJECTED' };
  return (
    <DecisionDialog
      {...dialog}
      title={`Reject ${describeAll(waiting)}?`}
      confirmLabel="Reject all"
      look="danger"
      comment={{ label: 'Reason', missing: 'Enter a reason.' }}
      canDoWithoutPasskey
      decide={(comment, without) =>
        signWhereAsked(
          { ...decision, comment, shownMs: readShownMs(), ...toForPerson(delegator), ...without },
          decideOnBundleAction,
        )
      }
    >
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      <p>None of these withdrawals will be sent. The requester sees the reason with each of them.</p>
    </DecisionDialog>
  );
}

/** Asks to approve the items that were looked at, with their totals. */
function ApproveDialog({ batch, looks, readShownMs, dialog }: DecidingDialogProps & { looks: Looks }) {
  const { id, items, isSignInFresh, isSigner, decidesFor } = batch;
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const [totals, setTotals] = useState<Record<string, string>>({});
  const { covered } = looks;
  const others = items.filter(({ look }) => look !== null).length - covered.length;
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
      title={`Approve ${describeItems(covered)}?`}
      confirmLabel={`Approve ${describeItems(covered)}`}
      look="primary"
      comment={{ label: 'Comment (optional)' }}
      isStale={!isSignInFresh}
      decide={decide}
    >
      {others > 0 && (
        <p>{others === 1 ? 'The other item keeps' : `The other ${count(others)} items keep`} waiting for a decision.</p>
      )}
      {isSigner && <PasskeyNext />}
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      {describeAmounts(covered).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>To confirm that you have read the totals, enter them.</p>
      {sumByAsset(covered.map(({ body }) => body)).map(({ asset, total }) => (
        <Field
          key={asset}
          id={`total-${asset}`}
          label={`Total in ${asset}`}
          hint={
            <>
              The {covered.length === 1 ? 'item totals' : 'items total'} <Money amount={total} asset={asset} />.
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
      <p className="font-medium">
        Withdrawals with enough approvals are sent at once, or when a limit over time lets them leave, and cannot be
        recalled.
      </p>
    </DecisionDialog>
  );
}

const count = (number: number) => number.toLocaleString('en-GB');

function describeItems(items: readonly unknown[]): string {
  if (items.length === 0) return 'items';
  return items.length === 1 ? 'one item' : `${count(items.length)} items`;
}

function describeAll({ requestIds }: DecidedTogether): string {
  return requestIds.length === 1 ? 'the one waiting item' : `all ${count(requestIds.length)} waiting items`;
}
