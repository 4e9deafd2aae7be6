'use client';

import { useState } from 'react';
import {
  discardSheet,
  storeSheet,
  loadSheet,
  openSheet,
  type SheetDraft,
} from '@/app/(console)/withdrawals/import/sheet-draft';
import { SheetEditor } from '@/app/(console)/withdrawals/import/sheet-editor';
import { SheetSource } from '@/app/(console)/withdrawals/import/sheet-source';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import type { Sendable } from '@/lib/withdrawals/sendable';

interface ImportEditorProps {
  personId: string;
  registry: Sendable;
}

/** Import of withdrawals from the file to the batch. Rendered in the browser only, where this tab's draft is stored. */
export function ImportEditor(props: ImportEditorProps) {
  return useIsInBrowser() ? (
    <DraftImport {...props} />
  ) : (
    <div aria-busy className="h-96 animate-pulse rounded-panel border border-line bg-panel" />
  );
}

function DraftImport({ personId, registry }: ImportEditorProps) {
  const [opened, setOpened] = useState<{ draft: SheetDraft; isRestored: boolean } | undefined>(() => {
    const stored = loadSheet(personId);
    return stored && { draft: stored, isRestored: true };
  });
  if (!opened) {
    return (
      <SheetSource
        onRead={(read) => {
          const draft = openSheet(read);
          storeSheet(personId, draft);
          setOpened({ draft, isRestored: false });
        }}
      />
    );
  }
  const startOver = () => {
    discardSheet(personId);
    setOpened(undefined);
  };
  return (
    <SheetEditor
      key={opened.draft.batchKey}
      personId={personId}
      registry={registry}
      initial={opened.draft}
      isRestored={opened.isRestored}
      onStartOver={startOver}
    />
  );
}
