'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState, useTransition } from 'react';
import { dismissReturnedAction } from '@/app/(console)/(home)/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { DecisionFailure } from '@/lib/requests/contract';

/**
 * Marks returned withdrawals as done, so that the home page no longer lists them. `name` says which, for assistive
 * technology.
 */
export function DoneButton({ requestIds, name }: { requestIds: readonly string[]; name: string }) {
  const router = useRouter();
  const [failure, setFailure] = useState<Explanation>();
  const [isBusy, startTransition] = useTransition();
  const button = useRef<HTMLButtonElement>(null);
  const finish = async () => {
    setFailure(undefined);
    try {
      const outcome = await callAction(dismissReturnedAction, { requestIds });
      if (!outcome.ok) return setFailure(explainFailure(outcome.error));
      moveFocus(button.current);
      router.refresh();
    } catch {
      setFailure(NOT_ANSWERED);
    }
  };
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        disabled={isBusy}
        aria-label={`Done: ${name}`}
        onClick={() => startTransition(finish)}
      >
        Done
      </Button>
      {failure && (
        <div className="basis-full">
          <ExplanationNotice explanation={failure} isUrgent />
        </div>
      )}
    </>
  );
}

/** Moves the focus from a line that disappears to the heading of its section, or of the page after the last line. */
function moveFocus(button: HTMLElement | null): void {
  const section = button?.closest('section');
  const isLast = (section?.querySelectorAll('li').length ?? 0) < 2;
  const heading = isLast ? document.querySelector('h1') : section?.querySelector('h2');
  if (isLast) heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

const NOT_MARKED = 'The withdrawal was not marked as done. Nothing was sent.';

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether the withdrawal was marked as done',
  detail: 'Nothing was sent.',
  next: 'Choose Done again: marking twice does no harm.',
};

function explainFailure(failure: DecisionFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOT_MARKED);
  return { title: 'reason' in failure ? failure.reason : NOT_MARKED, detail: NOT_MARKED, next: 'Reload the page.' };
}
