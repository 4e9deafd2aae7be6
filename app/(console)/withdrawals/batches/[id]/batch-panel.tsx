'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { nameApproval, sayConsequence, sayNeeds } from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import { type BatchAction, BatchDialog } from '@/app/(console)/withdrawals/batches/[id]/batch-dialogs';
import { focusAnswer, type Looks, type Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { ActionBar } from '@/components/ui/action-bar';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { Button, buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { useRenewSignIn } from '@/components/shell/renew-sign-in';
import { EvidenceLink } from '@/components/withdrawals/evidence-link';
import { SignatureLines } from '@/components/withdrawals/signature-lines';
import { downloadRoutes, routes } from '@/lib/http/routes';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { listBatchLines } from '@/lib/requests/signatures/batch-lines';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { joinList } from '@/lib/text/join-list';

interface BatchPanelProps {
  batch: BatchView;
  /** Opens the next look (`look`) or the rejection of rows (`reject`) with the page. */
  start?: string | string[] | undefined;
  looks: Looks;
  /** Gives for how long the batch has been shown, in milliseconds. */
  readShownMs: () => number;
  onChanged: () => Promise<unknown>;
  /** The row whose rejection a person chose beside it, with what its reason begins with; undefined for none. */
  rejected: { row: BatchItem; comment: string | undefined } | undefined;
  onRejectEnd: () => void;
}

/**
 * Shows what a decision on a batch takes and who signed, beside its rows: first the looks, then one approval. On a
 * phone its buttons are a bar at the bottom.
 */
export function BatchPanel({ batch, start, looks, readShownMs, onChanged, rejected, onRejectEnd }: BatchPanelProps) {
  // The batch as it was when the dialog was opened, and what was looked at: the reader confirms what they read.
  const [opened, setOpened] = useState<{
    action: BatchAction;
    batch: BatchView;
    looks: Looks;
    row?: BatchItem;
    comment?: string;
  }>();
  // What the last decision did, as long as the page is shown.
  const [done, setDone] = useState<string>();
  const { isLeaving, renew } = useRenewSignIn();
  const { waiting, denialReason, isMine } = batch;
  const canApprove = !isMine && waiting.requestIds.length > 0 && denialReason.approve === null;
  const canReject = !isMine && batch.items.some((item) => item.canReject);
  const open = (action: BatchAction, row?: BatchItem) => setOpened({ action, batch, looks, ...(row && { row }) });
  const needs = sayNeeds(looks, batch.items);
  // The reader has decided, and nothing here is left to them.
  const isOver = done !== undefined && !isMine && !canApprove;
  const mustRenew = canApprove && !batch.isSignInFresh;
  const approve = () => {
    // The looks are kept in any case; the dialog opens after the last of them.
    if (mustRenew) renew(() => (looks.left.length === 0 ? looks.keepOpen('') : undefined));
    else open('approve');
  };
  // Back from the sign-in, the dialog opens again with what was entered. The person confirms: nothing is decided by
  // coming back, and nothing opens where a row was changed meanwhile.
  const { returned, changed, covered, settleReturn } = looks;
  const isBack = returned?.batch?.isOpen === true;
  const reopen = useEffectEvent(() => {
    settleReturn();
    // A sign-in that was given up opens nothing.
    if (returned && canApprove && !mustRenew && covered.length > 0 && changed.length === 0)
      setOpened({ action: 'approve', batch, looks, comment: returned.comment });
  });
  useEffect(() => {
    if (isBack) queueMicrotask(reopen);
  }, [isBack]);
  const begin = useEffectEvent(() => {
    const [next] = looks.left;
    if (start === 'look' && canApprove && next) looks.open(next);
    if (start === 'reject' && canReject) open('reject');
  });
  useEffect(() => queueMicrotask(begin), []);
  const next = () => nextStep(looks, approve);
  const chosen = looks.current?.kind === 'item' ? looks.current.items[0] : undefined;
  useActionKeys({
    a: canApprove ? next : undefined,
    r: canReject ? () => open('reject', chosen) : undefined,
    j: canApprove ? () => looks.move(1) : undefined,
    k: canApprove ? () => looks.move(-1) : undefined,
  });
  const dialog = opened ?? (rejected && { action: 'reject' as const, batch, looks, ...rejected });
  const close = () => {
    setOpened(undefined);
    onRejectEnd();
    void onChanged();
  };
  return (
    <section
      aria-label="Your decision"
      className="max-lg:contents lg:sticky lg:top-20 lg:rounded-panel lg:border lg:border-line lg:bg-panel lg:p-5"
    >
      <div className="min-w-0 max-lg:contents max-lg:*:order-2 lg:space-y-4 lg:has-[>:not(:empty)]:mb-4">
        <p role="status" className="font-medium empty:hidden max-lg:sr-only">
          {done}
        </p>
        {canApprove && <Kept looks={looks} />}
        {canApprove && <Needs needs={needs} />}
        {mustRenew && <p className="text-label text-dim">{RENEW_FIRST}</p>}
        {!isMine && !canApprove && done === undefined && denialReason.approve !== null && (
          <p className="text-body">{denialReason.approve}</p>
        )}
      </div>
      <div className="min-w-0 space-y-4 max-lg:order-4">
        <SignatureLines lines={listBatchLines(batch)} isProofUsed={batch.hasEvidence} />
        {batch.hasEvidence && <EvidenceLink href={downloadRoutes.evidenceOfBatch(batch.id)} />}
      </div>
      {(canApprove || canReject || denialReason.cancel === null || isOver) && (
        <ActionBar look="plain" className="max-lg:order-5 max-lg:-mb-5 lg:mt-4">
          {/* In sight on a phone, wherever the reader is among the rows. */}
          {(canApprove || done !== undefined) && (
            <p className="mb-2 text-label lg:hidden">
              {done !== undefined && <span aria-hidden>{done} </span>}
              {canApprove && needs.join(' · ')}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {isOver && (
              <Link href={routes.approvals} className={buttonClass('primary', 'w-full')}>
                Back to approvals
              </Link>
            )}
            {isMine ? (
              <Button look="danger" className="grow" onClick={() => open('cancel')}>
                Cancel batch
              </Button>
            ) : (
              <DecideButtons
                looks={looks}
                batch={batch}
                canApprove={canApprove && !isLeaving}
                canReject={canReject}
                mustRenew={mustRenew}
                onApprove={approve}
                onReject={() => open('reject')}
              />
            )}
          </div>
          {canApprove && (
            <p className="mt-2 text-label text-dim empty:hidden max-lg:hidden">
              {!mustRenew && sayConsequence(looks, batch)}
            </p>
          )}
        </ActionBar>
      )}
      {dialog && (
        <BatchDialog
          {...dialog}
          readShownMs={readShownMs}
          concurrentChange={explainConcurrentChange(dialog.batch, batch)}
          onDone={(said, gone) => {
            setDone(said);
            close();
            if (gone) goOn(looks, gone);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

const RENEW_FIRST =
  `To approve, you must have signed in within the last ${FRESH_SIGN_IN_MINUTES} minutes. ` +
  'What you have looked at is kept while you renew the sign-in.';

/**
 * Does what the one primary button does: opens the next look, and at last approves. In the open one it leads to the
 * answer, and gives none: pressing one key again and again says nothing about what was compared.
 */
function nextStep({ left, current, isSeen, open }: Looks, approve: () => void): void {
  if (current && !isSeen(current)) focusAnswer(current);
  else if (left[0]) open(left[0]);
  else approve();
}

/** Opens the first look that is left without these rows; the open one stays open. */
function goOn({ left, current, open }: Looks, without: readonly BatchItem[]): void {
  const isLeft = ({ items }: Step) => items.some((item) => without.every(({ id }) => id !== item.id));
  open([...left.filter((step) => step === current), ...left].find(isLeft));
}

/** Says what was not kept of what the reader had looked at. */
function Kept({ looks: { returned, changed } }: Pick<BatchPanelProps, 'looks'>) {
  const rows = changed.map(({ position }) => String(position + 1));
  const said = [
    returned?.warning,
    rows.length > 0 && `Changed since you looked: ${rows.length === 1 ? 'row' : 'rows'} ${joinList(rows)}.`,
  ].filter((text) => typeof text === 'string');
  return said.map((text) => <Notice key={text} look="warn" title={text} />);
}

/** Says what is left to look at. On a phone the bar of buttons says it, which stays in sight. */
function Needs({ needs: [first, ...others] }: { needs: readonly string[] }) {
  return (
    <div className="max-lg:hidden">
      <h2 className="text-heading font-semibold">{first}</h2>
      {others.map((text) => (
        <p key={text} className="text-label text-dim">
          {text}
        </p>
      ))}
    </div>
  );
}

interface DecideButtonsProps {
  looks: Looks;
  batch: BatchView;
  canApprove: boolean;
  canReject: boolean;
  mustRenew: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function DecideButtons({ looks, batch, canApprove, canReject, mustRenew, onApprove, onReject }: DecideButtonsProps) {
  const { left, covered, current, isSeen, open } = looks;
  const isLooking = canApprove && left.length > 0;
  // The open one has a button of its own.
  const next = current && !isSeen(current) ? undefined : left[0];
  return (
    <>
      {isLooking && next && (
        <Button look="primary" className="w-full" onClick={() => open(next)}>
          Look at the next <KeyHint>a</KeyHint>
        </Button>
      )}
      {canApprove && (mustRenew || !(isLooking && covered.length === 0)) && (
        <Button
          look={isLooking ? 'plain' : 'primary'}
          className={isLooking ? 'grow' : 'w-full'}
          disabled={!mustRenew && covered.length === 0}
          onClick={onApprove}
        >
          {mustRenew ? 'Renew sign-in' : nameApproval(covered, batch)} {!isLooking && <KeyHint>a</KeyHint>}
        </Button>
      )}
      {canReject && (
        <Button look="danger" className="grow" onClick={onReject}>
          Reject rows…
        </Button>
      )}
    </>
  );
}

function explainConcurrentChange(opened: BatchView, now: BatchView): string | undefined {
  if (opened.waiting.sha256 === now.waiting.sha256) return undefined;
  return 'A request was changed or decided while this dialog was open. Go back to check what is waiting now.';
}
