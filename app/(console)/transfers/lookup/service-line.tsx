'use client';

import type { AskedAnswer } from '@/app/(console)/transfers/lookup/ask-service';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { formatCount, formatDate } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';
import { type BulkLookupLine, uniqueTerms } from '@/lib/search/lookup/bulk-lookup';

interface ServiceLineProps {
  lines: readonly BulkLookupLine[];
  asked: AskedAnswer | undefined;
  isAsking: boolean;
  onAsk: (terms: readonly string[]) => void;
}

/** What the service was asked, its progress, and the button that asks for the terms without an answer. */
export function ServiceLine({ lines, asked, isAsking, onAsk }: ServiceLineProps) {
  const unchecked = lines.filter(({ outcome }) => outcome === 'unchecked');
  const terms = uniqueTerms(unchecked.map(({ term }) => term));
  return (
    <div className="mb-3 text-body text-dim">
      <p aria-live="polite">{isAsking ? describeProgress(asked) : explainAsked(asked, unchecked)}</p>
      {isAsking && asked && asked.of > asked.asked && (
        <progress
          aria-label={`Progress at ${theService()}`}
          className="mt-1 block w-full max-w-card accent-accent"
          value={asked.asked}
          max={asked.of}
        />
      )}
      {!isAsking && asked?.failure && (
        <div className="mt-2">
          <ExplanationNotice explanation={asked.failure} look="warn" />
        </div>
      )}
      {!isAsking && terms.length > 0 && (
        <Button className="mt-2" onClick={() => onAsk(terms)}>
          Ask {theService()} for {formatCount(terms.length)} {terms.length === 1 ? 'reference' : 'references'}
        </Button>
      )}
    </div>
  );
}

function describeProgress(asked: AskedAnswer | undefined): string {
  const count = asked ? `: ${formatCount(asked.asked)} of ${formatCount(asked.of)}` : '';
  return `Asking ${theService()} for what is missing${count}…`;
}

function explainAsked(asked: AskedAnswer | undefined, unchecked: readonly BulkLookupLine[]): string {
  if (!asked) return '';
  const time = asked.askedAt === null ? '' : ` at ${formatDate(new Date(asked.askedAt), { timeStyle: 'medium' })}`;
  const wasAsked = `${TheService()} was also checked for the missing references${time}.`;
  const [failed, notAsked] = (['failed', 'not-asked'] as const).map(
    (check) => unchecked.filter((line) => line.check === check).length,
  );
  if (unchecked.length === 0) return asked.askedAt === null ? '' : wasAsked;
  return [
    asked.askedAt === null || failed === unchecked.length ? '' : wasAsked,
    failed ? `No certain answer came${time} for those marked Not checked, so they may still exist.` : '',
    notAsked ? `${TheService()} was not asked for ${formatCount(notAsked)}, to spare its limit of reads.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
