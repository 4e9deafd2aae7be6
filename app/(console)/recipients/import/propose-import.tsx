'use client';

import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import type { CheckedRow } from '@/app/(console)/recipients/import/import-row';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import type { RecipientChange } from '@/lib/recipients/changes';

interface ProposeSheetProps {
  subject: string;
  rows: readonly CheckedRow[];
  /** Which address is meant, by the row's id. */
  chosen: Readonly<Record<string, string>>;
  onProposed: () => void;
  onClose: () => void;
}

/** Asks for all rows of a sheet at once. */
export function ProposeSheet({ subject, rows, chosen, onProposed, onClose }: ProposeSheetProps) {
  const changes = rows.flatMap(({ id, entry }): RecipientChange[] =>
    entry ? [{ kind: 'add', id, after: entry, chosen: chosen[id] ?? '', lookAlikes: [] }] : [],
  );
  const [first, ...more] = changes;
  return (
    <ProposeDialog
      title={`Add ${changes.length.toLocaleString('en-GB')} ${changes.length === 1 ? 'recipient' : 'recipients'}?`}
      confirmLabel="Ask for it"
      // One row alone has its history under its own name.
      propose={(comment) =>
        proposeAction({
          kind: 'recipient',
          subject: more.length === 0 ? first?.id : subject,
          payload: { changes },
          comment,
        })
      }
      onProposed={onProposed}
      onClose={onClose}
    >
      <p>
        Nothing changes before a second person, an approver or administrator, has read every row and confirmed all of
        them.
      </p>
    </ProposeDialog>
  );
}
