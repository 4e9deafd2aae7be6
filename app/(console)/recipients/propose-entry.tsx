'use client';

import { useState } from 'react';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { ChooseAddress } from '@/app/(console)/recipients/confirm-address';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { bringsAddress, describeChange, type RecipientChange } from '@/lib/recipients/changes';
import type { SimilarAddress, RecipientEntry } from '@/lib/recipients/recipients';

/** An entry as it was written, and what it looks like. */
export interface Reviewed {
  entry: RecipientEntry;
  lookAlikes: SimilarAddress[];
}

interface ProposeEntryProps {
  id: string;
  reviewed: Reviewed;
  /** What the book says now, where an entry is changed. */
  before: RecipientEntry | undefined;
  onProposed: () => void;
  onClose: () => void;
}

/** Shows an entry as the second person will see it, lets whoever asks choose among look-alikes, and asks for it. */
export function ProposeEntry({ id, reviewed: { entry, lookAlikes }, before, onProposed, onClose }: ProposeEntryProps) {
  const [chosen, setChosen] = useState('');
  const meant = { chosen, lookAlikes: [] };
  const change: RecipientChange = before
    ? { kind: 'change', id, before, after: entry, ...meant }
    : { kind: 'add', id, after: entry, ...meant };
  return (
    <ProposeDialog
      title={`${describeChange(change)}?`}
      confirmLabel="Ask for it"
      propose={(comment) => proposeAction({ kind: 'recipient', subject: id, payload: { changes: [change] }, comment })}
      onProposed={onProposed}
      onClose={onClose}
    >
      <p>Nothing changes before a second person, an approver or administrator, has confirmed it.</p>
      <EntryFacts entry={entry} before={before} />
      {bringsAddress(change) && (
        <ChooseAddress entry={entry} lookAlikes={lookAlikes} chosen={chosen} onChoose={setChosen} />
      )}
    </ProposeDialog>
  );
}
