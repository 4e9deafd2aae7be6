'use client';

import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { ConfirmAddress } from '@/app/(console)/recipients/confirm-address';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { bringsAddress, describeChange, type RecipientChange } from '@/lib/recipients/changes';
import type { SimilarAddress, RecipientEntry } from '@/lib/recipients/recipients';

/** An entry that passed the checks, with the known addresses that resemble its own. */
export interface Reviewed {
  entry: RecipientEntry;
  similarAddresses: SimilarAddress[];
}

interface ProposeEntryProps {
  id: string;
  reviewed: Reviewed;
  /** The entry as it is now; undefined for a new one. */
  before: RecipientEntry | undefined;
  onProposed: () => void;
  onClose: () => void;
}

/** Dialog that shows an entry as the second person will see it, has the proposer confirm the address, and proposes. */
export function ProposeEntry({
  id,
  reviewed: { entry, similarAddresses },
  before,
  onProposed,
  onClose,
}: ProposeEntryProps) {
  const [chosen, setChosen] = useState('');
  // The server finds the similar addresses itself.
  const addressChoice = { chosen, lookAlikes: [] };
  const change: RecipientChange = before
    ? { kind: 'change', id, before, after: entry, ...addressChoice }
    : { kind: 'add', id, after: entry, ...addressChoice };
  return (
    <ProposeDialog
      title={`${describeChange(change)}?`}
      confirmLabel="Propose change"
      propose={(comment) => proposeChange({ kind: 'recipient', subject: id, payload: { changes: [change] }, comment })}
      onProposed={onProposed}
      onClose={onClose}
    >
      <p>Nothing changes until an approver or administrator confirms this proposal.</p>
      <EntryFacts entry={entry} before={before} />
      {bringsAddress(change) && (
        <ConfirmAddress entry={entry} similarAddresses={similarAddresses} chosen={chosen} onChoose={setChosen} />
      )}
    </ProposeDialog>
  );
}
