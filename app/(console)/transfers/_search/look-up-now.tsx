'use client';

import { useState } from 'react';
import { lookUpAtServiceAction } from '@/app/(console)/transfers/lookup/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { readableText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Explanation } from '@/lib/http/problems';
import { explainReadFailure } from '@/lib/http/read-failures';
import { routes } from '@/lib/http/routes';
import { formatDate } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';
import type { LiveLookupAnswer } from '@/lib/search/lookup/bulk-lookup';

interface LookUpNowProps {
  term: string;
  /** A sentence below an answer without a transfer, about what it does not prove. */
  caveat?: string;
  /** Called with an answer that has a transfer: the console has stored it. */
  onFound?: () => void;
}

/** The button that looks a reference or an ID up at the service now, and what the service answered. */
export function LookUpNow({ term, caveat, onFound }: LookUpNowProps) {
  const [isAsking, setIsAsking] = useState(false);
  // The answer belongs to its term: a search that changes begins without one.
  const [outcome, setOutcome] = useState<{ term: string; answer: LiveLookupAnswer | Explanation }>();
  const ask = async () => {
    setIsAsking(true);
    const answer = await callAction(lookUpAtServiceAction, { term }).catch(() => undefined);
    setIsAsking(false);
    if (answer?.ok) {
      setOutcome({ term, answer: answer.value });
      if (listFound(answer.value).length > 0) onFound?.();
    } else setOutcome({ term, answer: answer ? explainReadFailure(answer.error) : UNREACHED });
  };
  const answer = outcome?.term === term ? outcome.answer : undefined;
  return (
    <div className="mt-3 text-body">
      <Button disabled={isAsking} onClick={() => void ask()}>
        {isAsking ? `Asking ${theService()}…` : `Look this up at ${theService()} now`}
      </Button>
      <div aria-live="polite" className="mt-2 empty:hidden">
        {answer &&
          ('rows' in answer ? <Answer answer={answer} caveat={caveat} /> : <ExplanationNotice explanation={answer} />)}
      </div>
    </div>
  );
}

function Answer({ answer, caveat }: { answer: LiveLookupAnswer; caveat: string | undefined }) {
  const found = listFound(answer);
  return (
    <p>
      {explainAnswer(answer)} {found.length === 0 && caveat}
      {found.map(({ id, ref_id }) => (
        <Link key={id} href={routes.transfer(id)} className="mr-2 text-accent underline [overflow-wrap:anywhere]">
          <bdi>{readableText(ref_id ?? id, 100)}</bdi>
        </Link>
      ))}
    </p>
  );
}

function listFound({ rows }: LiveLookupAnswer) {
  return rows.flatMap(({ items }) => items);
}

function explainAnswer(answer: LiveLookupAnswer): string {
  const time = formatDate(new Date(answer.askedAt), { timeStyle: 'medium' });
  if (listFound(answer).length > 0) return `${TheService()} was asked at ${time}. Found:`;
  return answer.rows.every(({ check }) => check === 'answered')
    ? `${TheService()} was asked at ${time} and has no transfer with this reference or ID.`
    : `${TheService()} gave no certain answer at ${time}, so the transfer may still exist. Try again in a moment.`;
}

const UNREACHED: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Your connection was lost, or the console is restarting.',
  next: 'Try again in a minute.',
};
