'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { ChooseAddress } from '@/app/(console)/recipients/confirm-address';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Button, buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { describeChange, type RecipientChange } from '@/lib/recipients/changes';
import { toRecipientEntry, toRecipientForm } from '@/lib/recipients/form';
import type { SimilarAddress, RecipientSummary } from '@/lib/recipients/recipients';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

interface EntryButtonsProps {
  entry: RecipientSummary;
  /** What its address looks like, where it could be brought back. */
  lookAlikes: readonly SimilarAddress[];
  roles: readonly Role[];
  /** Why no change can be asked for now. */
  changeDenialReason: string | undefined;
}

/** What can be done with an entry; what cannot says why. */
export function EntryButtons({ entry, lookAlikes, roles, changeDenialReason }: EntryButtonsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isRetired = entry.state === 'RETIRED';
  const reason = changeDenialReason ?? (isRetired ? undefined : denialReason('makeWithdrawal', roles));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isRetired && denialReason('makeWithdrawal', roles) === undefined && (
        <Link href={routes.repeatWithdrawal({ recipient: entry.id })} className={buttonClass('primary')}>
          Pay again
        </Link>
      )}
      {!isRetired &&
        (changeDenialReason === undefined ? (
          <Link href={routes.changeRecipient(entry.id)} className={buttonClass('plain')}>
            Change
          </Link>
        ) : (
          <Button disabled>Change</Button>
        ))}
      <Button
        look={isRetired ? 'plain' : 'danger'}
        disabled={changeDenialReason !== undefined}
        onClick={() => setIsAsking(true)}
      >
        {isRetired ? 'Bring back' : 'Retire'}
      </Button>
      {reason !== undefined && <span className="text-xs text-dim">{reason}</span>}
      {isAsking && <AskDialog entry={entry} lookAlikes={lookAlikes} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

function AskDialog({
  entry,
  lookAlikes,
  onClose,
}: Pick<EntryButtonsProps, 'entry' | 'lookAlikes'> & { onClose: () => void }) {
  const router = useRouter();
  const [chosen, setChosen] = useState('');
  const about = { id: entry.id, before: toRecipientEntry(toRecipientForm(entry)) };
  const change: RecipientChange =
    entry.state === 'RETIRED' ? { kind: 'restore', ...about, chosen, lookAlikes: [] } : { kind: 'retire', ...about };
  return (
    <ProposeDialog
      title={`${describeChange(change)}?`}
      confirmLabel="Ask for it"
      propose={(comment) =>
        proposeAction({ kind: 'recipient', subject: entry.id, payload: { changes: [change] }, comment })
      }
      onProposed={() => router.refresh()}
      onClose={onClose}
    >
      <p>
        Nothing changes before a second person, an approver or administrator, has confirmed it. What was paid stays what
        it is.
      </p>
      <EntryFacts entry={entry} />
      {change.kind === 'restore' && (
        <ChooseAddress entry={entry} lookAlikes={lookAlikes} chosen={chosen} onChoose={setChosen} />
      )}
    </ProposeDialog>
  );
}
