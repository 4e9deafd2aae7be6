'use client';

import { useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';

const NOTHING_CHANGED = 'Nothing was changed.';
const FAILURES: Readonly<Record<number, Explanation>> = {
  404: {
    title: 'This link is not valid',
    detail: NOTHING_CHANGED,
    next: 'Open the link of the newest digest, or sign in and choose under Account.',
  },
  429: { title: 'Too many requests', detail: NOTHING_CHANGED, next: 'Try again in a minute.' },
};
const NO_ANSWER: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Digests may or may not have ended.',
  next: 'Try again in a minute. Repeating it has no further effect.',
};

/** Ends digests at the press of a button, and says so. */
export function EndDigests({ token }: { token: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const end = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const answer = await fetch(`${routes.endDigests}?${new URLSearchParams({ token }).toString()}`, {
        method: 'POST',
      });
      setIsDone(answer.ok);
      if (!answer.ok) setFailure(FAILURES[answer.status] ?? NO_ANSWER);
    } catch {
      setFailure(NO_ANSWER);
    }
    setIsBusy(false);
  };
  return (
    <div aria-live="polite" className="space-y-3 text-body">
      {isDone ? (
        <p className="font-medium">Digests have ended.</p>
      ) : (
        <Button look="primary" disabled={isBusy} onClick={() => void end()}>
          End digests
        </Button>
      )}
      {failure && <ExplanationNotice explanation={failure} />}
    </div>
  );
}
