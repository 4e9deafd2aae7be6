'use client';

import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { type AdoptionOffer, toAdoptedEntry } from '@/lib/recipients/adoption';
import { describeSeveral, type RecipientChange } from '@/lib/recipients/changes';

interface ProposeAdoptionProps {
  subject: string;
  chosen: readonly { offer: AdoptionOffer; id: string; name: string }[];
  /** Takes the ID under which the proposal is shown. */
  onProposed: (id: string) => void;
  onClose: () => void;
}

/** Dialog that proposes all chosen recipients at once. */
export function ProposeAdoption({ subject, chosen, onProposed, onClose }: ProposeAdoptionProps) {
  const changes = chosen.map(({ offer, id, name }): RecipientChange => ({
    kind: 'add',
    id,
    after: toAdoptedEntry(offer, name),
    chosen: '',
    lookAlikes: [],
  }));
  // A single recipient has its history under its own ID.
  const place = changes.length === 1 ? (changes[0]?.id ?? subject) : subject;
  return (
    <ProposeDialog
      title={`${describeSeveral(changes.length, true)}?`}
      confirmLabel="Propose change"
      propose={(comment) =>
        postProposal({ kind: 'recipient', subject: place, payload: { changes, adopted: true }, comment })
      }
      onProposed={() => onProposed(place)}
      onClose={onClose}
    >
      <p>Nothing changes until an approver or administrator has read every address and confirms this proposal.</p>
    </ProposeDialog>
  );
}
