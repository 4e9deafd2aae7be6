'use client';

import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { confirmTestAction } from '@/app/(console)/withdrawals/[id]/actions';
import { AmountText } from '@/components/values/amount';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { explainLock, type TestPaymentPart, type TestPaymentView } from '@/lib/requests/groups';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

const CONFIRM = 'The recipient has the test';

interface PairPanelProps {
  pair: TestPaymentView;
  request: RequestView;
  onChanged: () => Promise<unknown>;
}

/** A test and its remainder: where each stands, what the remainder waits for, and the word that lets it go. */
export function TestPaymentPanel({ pair, request, onChanged }: PairPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { id: groupId, test, remainder, totalAmount, confirmation, confirmDenialReason } = pair;
  const close = () => {
    setIsAsking(false);
    void onChanged();
  };
  // A dialog that is open stays, with what is typed in it, when somebody else is faster.
  const isDue = remainder.state === 'APPROVED' && !remainder.send && test.send?.transferStatus === 'COMPLETED';
  return (
    <Panel title="Test first">
      <ol className="divide-y divide-line border-y border-line text-sm">
        <Part name="Test" part={test} isThis={test.id === request.id} />
        <Part name="Remainder" part={remainder} isThis={remainder.id === request.id} />
      </ol>
      <p className="mt-2 text-sm">
        Together <AmountText amount={totalAmount} asset={test.body.asset} />.
      </p>
      <p aria-live="polite" className="mt-2 text-sm empty:hidden">
        {explainLock(pair)}
      </p>
      {confirmation && (
        <p className="mt-2 text-sm">
          <UntrustedText text={confirmation.by} /> confirmed on <Time iso={confirmation.at} withSeconds /> that the
          recipient has the test: “
          <UntrustedText text={confirmation.comment} limit={500} />”
        </p>
      )}
      {isDue && (
        <div className="mt-3">
          <Button look="primary" disabled={confirmDenialReason !== null} onClick={() => setIsAsking(true)}>
            {CONFIRM}
          </Button>
          {confirmDenialReason !== null && <p className="mt-2 text-xs text-dim">{confirmDenialReason}</p>}
        </div>
      )}
      {isAsking && (
        <DecisionDialog
          title="Does the recipient have the test?"
          confirmLabel={CONFIRM}
          look="primary"
          comment={{ label: 'How you know', ask: 'Say how you know.' }}
          isStale={!request.isSignInFresh}
          meanwhile={confirmation ? 'Somebody else has confirmed it while this was open.' : undefined}
          act={(comment) => confirmTestAction({ groupId, comment })}
          onDone={close}
          onClose={close}
        >
          <p>
            Ask the recipient, by a way that you trust, whether{' '}
            <AmountText amount={test.body.amount} asset={test.body.asset} /> has arrived. A transaction that can be seen
            on the network does not say who owns the address.
          </p>
          <p className="font-medium">
            The remainder, <AmountText amount={remainder.body.amount} asset={remainder.body.asset} />, is sent at once
            and cannot be recalled.
          </p>
        </DecisionDialog>
      )}
    </Panel>
  );
}

function Part({ name, part, isThis }: { name: string; part: TestPaymentPart; isThis: boolean }) {
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 py-2" aria-current={isThis ? 'true' : undefined}>
      <span className="text-dim">
        {name}
        {isThis && ' (this)'}
      </span>
      <span className="min-w-0">
        <AmountText amount={part.body.amount} asset={part.body.asset} />
        <span className="block">
          <StatusMark {...describeRequest(part)} />
        </span>
        {!isThis && (
          <Link href={routes.withdrawal(part.id)} className="font-mono text-xs underline [overflow-wrap:anywhere]">
            {part.refId}
          </Link>
        )}
      </span>
    </li>
  );
}
