'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { ConfirmAddress } from '@/app/(console)/recipients/confirm-address';
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
  /** Known addresses that resemble the entry's own, where it can be restored. */
  similarAddresses: readonly SimilarAddress[];
  roles: readonly Role[];
  /** Reason why the reader cannot propose a change now. */
  changeDenialReason: string | undefined;
}

/** Buttons of an entry, with the reason where one is disabled. */
export function EntryButtons({ entry, similarAddresses, roles, changeDenialReason }: EntryButtonsProps) {
  const [isProposing, setIsProposing] = useState(false);
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
        onClick={() => setIsProposing(true)}
      >
        {isRetired ? 'Restore' : 'Retire'}
      </Button>
      {reason !== undefined && <span className="text-label text-dim">{reason}</span>}
      {isProposing && (
        <ProposeStateDialog entry={entry} similarAddresses={similarAddresses} onClose={() => setIsProposing(false)} />
      )}
    </div>
  );
}

function ProposeStateDialog({
  entry,
  similarAddresses,
  onClose,
}: Pick<EntryButtonsProps, 'entry' | 'similarAddresses'> & { onClose: () => void }) {
  const router = useRouter();
  const [chosen, setChosen] = useState('');
  const subject = { id: entry.id, before: toRecipientEntry(toRecipientForm(entry)) };
  const change: RecipientChange =
    entry.state === 'RETIRED'
      ? { kind: 'restore', ...subject, chosen, lookAlikes: [] }
      : { kind: 'retire', ...subject };
  return (
    <ProposeDialog
      title={`${describeChange(change)}?`}
      confirmLabel="Propose change"
      propose={(comment) =>
        proposeChange({ kind: 'recipient', subject: entry.id, payload: { changes: [change] }, comment })
      }
      onProposed={() => router.refresh()}
      onClose={onClose}
    >
      <p>
        Nothing changes until an approver or administrator confirms this proposal. Earlier withdrawals stay as they are.
      </p>
      <EntryFacts entry={entry} />
      {change.kind === 'restore' && (
        <ConfirmAddress entry={entry} similarAddresses={similarAddresses} chosen={chosen} onChoose={setChosen} />
      )}
    </ProposeDialog>
  );
}
