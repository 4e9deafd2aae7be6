'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DialogFrame } from '@/components/ui/dialog-frame';

/**
 * A button that copies a plain text for a ticket and says so. Where the browser does not allow that, a dialog shows the
 * text selected. `write` is called at the click, so that the text is as new as the page.
 */
export function CopySummary({ write }: { write: () => string }) {
  const [isCopied, setIsCopied] = useState(false);
  const [uncopied, setUncopied] = useState<string>();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    const text = write();
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      setUncopied(text);
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>Copy summary</Button>
      <span role="status" className="text-body text-dim empty:hidden">
        {isCopied && 'Summary copied'}
      </span>
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
