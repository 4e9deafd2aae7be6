'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Copies a text unchanged and announces the result. `what` completes the button's name: "Copy reference". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), 2000);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('copied'),
      () => setResult('failed'),
    );
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="inline-flex min-h-6 min-w-6 items-center gap-1 rounded px-1 align-middle text-label text-dim hover:bg-soft hover:text-ink pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
    >
      {result === 'copied' ? <Check aria-hidden className="size-3.5" /> : <Copy aria-hidden className="size-3.5" />}
      <span className="sr-only">Copy {what}</span>
      <span aria-live="polite" className={result ? undefined : 'sr-only'}>
        {result === 'copied' && 'Copied'}
        {result === 'failed' && 'Not copied'}
      </span>
    </button>
  );
}
