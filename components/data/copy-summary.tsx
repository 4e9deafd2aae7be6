'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DialogFrame } from '@/components/ui/dialog-frame';
import { showToast } from '@/components/ui/toast/show-toast';

/**
 * A button that copies a plain text for a ticket and says so. Where the browser does not allow that, a dialog shows the
 * text selected. `write` is called at the click, so that the text is as new as the page.
 */
export function CopySummary({ write }: { write: () => string }) {
  const [uncopied, setUncopied] = useState<string>();
  const copy = async () => {
    const text = write();
    try {
      await navigator.clipboard.writeText(text);
      showToast('Summary copied');
    } catch {
      setUncopied(text);
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>Copy summary</Button>
      {uncopied !== undefined && <SummaryDialog text={uncopied} onClose={() => setUncopied(undefined)} />}
    </>
  );
}

function SummaryDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <DialogFrame
      title="The browser did not allow copying"
      onClose={onClose}
      buttons={<Button onClick={onClose}>Close</Button>}
    >
      <p>The text is selected: copy it with Ctrl+C or Cmd+C.</p>
      <textarea
        readOnly
        aria-label="Summary"
        rows={14}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="w-full rounded-control border border-edge bg-page p-2 font-mono text-body"
      />
    </DialogFrame>
  );
}
