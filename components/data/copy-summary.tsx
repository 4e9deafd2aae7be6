'use client';

import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';

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
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(31.5rem,calc(100vw-2rem))] rounded-panel border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/45"
    >
      <h2 id={titleId} className="mb-2 text-heading font-semibold">
        The browser did not allow copying
      </h2>
      <p className="mb-3">The text is selected: copy it with Ctrl+C or Cmd+C.</p>
      <textarea
        readOnly
        aria-label="Summary"
        rows={14}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="mb-3 w-full rounded-control border border-edge bg-page p-2 font-mono text-body"
      />
      <Button onClick={onClose}>Close</Button>
    </dialog>
  );
}
