'use client';

import { useState } from 'react';
import { CaseEntries } from '@/app/(console)/_cases/case-entries';
import { CaseProblem } from '@/app/(console)/_cases/case-problem';
import { NoteForm } from '@/app/(console)/_cases/note-form';
import type { CaseFile } from '@/lib/cases/contract';

interface TransferCaseProps {
  transferId: string;
  caseFile: CaseFile;
  /** Reads the case again. */
  onChanged: () => void;
}

/** What the desk wrote about a transfer, with the form for another note, and what needs attention. */
export function TransferCase({ transferId, caseFile, onChanged }: TransferCaseProps) {
  const [announcement, setAnnouncement] = useState('');
  const changed = (text: string) => {
    setAnnouncement(text);
    onChanged();
  };
  const { problem, noteDenialReason, settleDenialReason } = caseFile;
  return (
    <>
      {problem && (
        <CaseProblem
          transferId={transferId}
          problem={problem}
          denialReason={settleDenialReason}
          onChanged={() => changed('The case has changed.')}
        />
      )}
      <CaseEntries caseFile={caseFile} />
      {noteDenialReason === null ? (
        // A payment with nothing to settle needs no note.
        <details open={problem !== null && problem.state !== 'settled'}>
          <summary className="min-h-6 text-body text-dim hover:text-ink">Write a note</summary>
          <NoteForm transferId={transferId} onAdded={() => changed('The note was added.')} />
        </details>
      ) : (
        <p className="mt-2 text-label text-dim">{noteDenialReason}</p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
