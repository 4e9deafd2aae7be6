'use client';

import { DecideAs, firstDelegator, toForPerson } from '@/components/withdrawals/decide-as';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { cancelBatchAction, decideOnBundleAction } from '@/app/(console)/withdrawals/[id]/actions';
import { AmountText } from '@/components/values/amount';
import { useShownTime } from '@/components/withdrawals/use-shown-time';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { readableText } from '@/components/values/untrusted-text';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { CONTROL, Field } from '@/components/ui/field';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { type BatchItem, type BatchView, type DecidedTogether, splitObjections } from '@/lib/requests/bundles/batches';
import { routes } from '@/lib/http/routes';

const MAX_NAMED = 5;

/** Action of the reader on a batch in one step. */
type BatchAction = 'approve' | 'approve-without-findings' | 'reject' | 'cancel';

interface BatchDecisionProps {
  batch: BatchView;
  onChanged: () => Promise<unknown>;
}

/** Shows what the reader can do with the waiting items of a batch in one step. */
export function BatchDecision({ batch, onChanged }: BatchDecisionProps) {
  // The batch as it was when the dialog was opened: the reader confirms what they read.
  const [opened, setOpened] = useState<{ action: BatchAction; batch: BatchView }>();
  const { waiting, denialReason, isMine } = batch;
  const readShownMs = useShownTime(batch.id);
  const keyed = findKeyedActions(batch);
  useActionKeys({
    a: keyed.approve && (() => setOpened({ action: keyed.approve ?? 'approve', batch })),
    r: keyed.reject && (() => setOpened({ action: 'reject', batch })),
  });
  if (waiting.requestIds.length === 0 && denialReason.cancel !== null && !opened) return null;
  const open = (action: BatchAction) => setOpened({ action, batch });
  const close = () => {
    setOpened(undefined);
    void onChanged();
  };
  return (
    <ActionBar title="Your decision" isSticky>
      {!isMine && denialReason.approve !== null && <p className="mb-2">{denialReason.approve}</p>}
      <div className="flex flex-wrap gap-2">
        {isMine ? <CancelButton batch={batch} onOpen={open} /> : <DecideButtons batch={batch} onOpen={open} />}
      </div>
      {opened && (
        <BatchDialog
          {...opened}
          readShownMs={readShownMs}
          concurrentChange={explainConcurrentChange(opened.batch, batch)}
          onClose={close}
        />
      )}
    </ActionBar>
  );
}

/** Finds what the keys `a` and `r` open: the first button for approving, and the one for rejecting. */
function findKeyedActions({ isMine, waiting, withoutFindings, denialReason }: BatchView): {
  approve?: 'approve' | 'approve-without-findings';
  reject?: true;
} {
  if (isMine || waiting.requestIds.length === 0) return {};
  const canSplit = withoutFindings.requestIds.length > 0 && denialReason.approveWithoutFindings === null;
  return {
    ...(denialReason.approve === null
      ? { approve: 'approve' }
      : canSplit && { approve: 'approve-without-findings' as const }),
    ...(denialReason.reject === null && { reject: true as const }),
  };
}

interface ButtonsProps {
  batch: BatchView;
  onOpen: (action: BatchAction) => void;
}

function CancelButton({ batch: { denialReason }, onOpen }: ButtonsProps) {
  return (
    <Button look="danger" disabled={denialReason.cancel !== null} onClick={() => onOpen('cancel')}>
      Cancel batch
    </Button>
  );
}

function DecideButtons({ batch, onOpen }: ButtonsProps) {
  const { waiting, withoutFindings, denialReason } = batch;
  const keyed = findKeyedActions(batch);
  const isSplit = withoutFindings.requestIds.length > 0 && denialReason.approve !== null;
  return (
    <>
      {isSplit && denialReason.approveWithoutFindings === null && (
        <Button look="primary" onClick={() => onOpen('approve-without-findings')}>
          Approve {describeItems(withoutFindings)} without findings
          {keyed.approve === 'approve-without-findings' && <KeyHint>a</KeyHint>}
        </Button>
      )}
      <Button
        look={isSplit ? 'plain' : 'primary'}
        disabled={denialReason.approve !== null}
        onClick={() => onOpen('approve')}
      >
        Approve all
        {keyed.approve === 'approve' && <KeyHint>a</KeyHint>}
      </Button>
      <Button
        look="danger"
        disabled={waiting.requestIds.length === 0 || denialReason.reject !== null}
        onClick={() => onOpen('reject')}
      >
        Reject all
        {keyed.reject && <KeyHint>r</KeyHint>}
      </Button>
    </>
  );
}

/** Lists the reasons against approving all items at once: those that all share, then the first items with their own. */
export function Objections({ items }: { items: readonly BatchItem[] }) {
  const { shared, own } = splitObjections(items);
  const concerned = items.map((item) => ({ ...item, reasons: own(item) })).filter(({ reasons }) => reasons.length > 0);
  return (
    <>
      {shared.length > 0 && <p className="mt-2 text-body">For every waiting item: {shared.join(' ')}</p>}
      {concerned.length > 0 && (
        <ul aria-label="Reasons against approving all at once" className="mt-2 space-y-1 text-body">
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

interface BatchDialogProps {
  action: BatchAction;
  batch: BatchView;
  /** Gives for how long the batch has been shown, in milliseconds. */
  readShownMs: () => number;
  concurrentChange: string | undefined;
  onClose: () => void;
}

function BatchDialog({ action, batch, readShownMs, concurrentChange, onClose }: BatchDialogProps) {
  const dialog = { concurrentChange, onDone: onClose, onClose };
  switch (action) {
    case 'approve':
      return <ApproveDialog batch={batch} covered={batch.waiting} readShownMs={readShownMs} dialog={dialog} />;
    case 'approve-without-findings':
      return <ApproveDialog batch={batch} covered={batch.withoutFindings} readShownMs={readShownMs} dialog={dialog} />;
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
      <DecisionHash sha256={waiting.sha256} />
    </DecisionDialog>
  );
}

/** Asks to approve all waiting items, or those without findings (`covered`), with their totals. */
function ApproveDialog({ batch, covered, readShownMs, dialog }: DecidingDialogProps & { covered: DecidedTogether }) {
  const { id, waiting, isSignInFresh, isSigner, decidesFor } = batch;
  const [delegator, setDelegator] = useState(() => firstDelegator(decidesFor));
  const [totals, setTotals] = useState<Record<string, string>>({});
  const isAll = covered === waiting;
  const others = waiting.requestIds.length - covered.requestIds.length;
  const { requestIds, sha256 } = covered;
  const decision = {
    bundleId: id,
    bundleSha256: sha256,
    verdict: 'APPROVED',
    totals,
    ...(!isAll && { requestIds }),
  };
  return (
    <DecisionDialog
      {...dialog}
      title={isAll ? `Approve ${describeAll(covered)}?` : `Approve ${describeItems(covered)} without findings?`}
      confirmLabel={isAll ? 'Approve all' : `Approve ${describeItems(covered)}`}
      look="primary"
      comment={{ label: 'Comment (optional)' }}
      isStale={!isSignInFresh}
      decide={(comment) =>
        signWhereAsked(
          { ...decision, comment, shownMs: readShownMs(), ...toForPerson(delegator) },
          decideOnBundleAction,
        )
      }
    >
      {!isAll && (
        <p>
          {others === 1 ? 'The one item with findings keeps' : `The ${count(others)} items with findings keep`} waiting
          for a decision one by one.
        </p>
      )}
      {isSigner && <PasskeyNext />}
      <DecideAs decidesFor={decidesFor} chosen={delegator} onChoose={setDelegator} />
      <p>To confirm that you have read the totals, enter them.</p>
      {covered.totals.map(({ asset, total }) => (
        <Field
          key={asset}
          id={`total-${asset}`}
          label={`Total in ${asset}`}
          hint={
            <>
              {isAll ? 'The waiting items total' : 'The items without findings total'}{' '}
              <AmountText amount={total} asset={asset} />.
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
      <DecisionHash sha256={sha256} />
    </DecisionDialog>
  );
}

const count = (number: number) => number.toLocaleString('en-GB');

function describeItems({ requestIds }: DecidedTogether): string {
  return requestIds.length === 1 ? 'the one item' : `the ${count(requestIds.length)} items`;
}

function describeAll({ requestIds }: DecidedTogether): string {
  return requestIds.length === 1 ? 'the one waiting item' : `all ${count(requestIds.length)} waiting items`;
}

function DecisionHash({ sha256 }: { sha256: string }) {
  return (
    <p className="text-label text-dim">
      One decision covers all of them: SHA-256 <span className="font-mono">{sha256}</span>
    </p>
  );
}
