'use client';

import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import type { CheckedRow } from '@/app/(console)/recipients/import/import-row';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import type { RecipientChange } from '@/lib/recipients/changes';
import { formatCount } from '@/lib/text/locale';

interface ProposeImportProps {
  subject: string;
  rows: readonly CheckedRow[];
  /** The confirmed address where similar ones are known, by the row's ID. */
  chosen: Readonly<Record<string, string>>;
  onProposed: () => void;
  onClose: () => void;
}

/** Dialog that proposes all rows of an import at once. */
export function ProposeImport({ subject, rows, chosen, onProposed, onClose }: ProposeImportProps) {
  const changes = rows.flatMap(({ id, entry }): RecipientChange[] =>
    entry ? [{ kind: 'add', id, after: entry, chosen: chosen[id] ?? '', lookAlikes: [] }] : [],
  );
  const [first, ...more] = changes;
  return (
    <ProposeDialog
      title={`Add ${formatCount(changes.length)} ${changes.length === 1 ? 'recipient' : 'recipients'}?`}
      confirmLabel="Propose change"
      // A single row has its history under its own ID.
      propose={(comment) =>
        postProposal({
          kind: 'recipient',
          subject: more.length === 0 ? first?.id : subject,
          payload: { changes },
          comment,
        })
      }
      onProposed={onProposed}
      onClose={onClose}
    >
      <p>Nothing changes until an approver or administrator has read every row and confirms this proposal.</p>
    </ProposeDialog>
  );
}
