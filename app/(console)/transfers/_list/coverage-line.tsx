'use client';

import { useEffect, useState } from 'react';
import type { ListState } from '@/app/(console)/transfers/_list/transfer-list';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import { Notice } from '@/components/ui/notice';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';

/** What the list rests on, such as "1,204,311 transfers, complete as of 14 s ago", true at every moment. */
export function CoverageLine({ state: { about, heardAt }, isSearch }: { state: ListState; isSearch: boolean }) {
  const sinceMs = useTimeSince(heardAt);
  const zone = useZone();
  if (!about) return <>reading…</>;
  const words = describeCoverage(later(about.coverage, sinceMs), zone);
  return <>{isSearch && about.coverage.isComplete ? `searched ${words}` : words}</>;
}

/** Said where the list may lack something: the service cannot be read, or has not been read to its end. */
export function CoverageNotice({ coverage }: { coverage: Coverage }) {
  const zone = useZone();
  const { staleSince, isComplete } = coverage;
  if (staleSince === null && isComplete) return null;
  const time =
    staleSince !== null &&
    new Date(staleSince).toLocaleString('en-GB', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
  return (
    <div className="mb-4">
      {staleSince === null ? (
        <Notice look="warn" title="Not every transfer of the service has been read yet">
          <p>
            The list and the search answer from what is here: {describeCoverage(coverage, zone)}. What they lack may
            exist all the same.
          </p>
        </Notice>
      ) : (
        <Notice look="warn" title={`The transfer service could not be read since ${time}`}>
          <p>
            The list and the search go on with what was read until then; what has changed there since is missing. They
            catch up by themselves.
          </p>
        </Notice>
      )}
    </div>
  );
}

function later(coverage: Coverage, ms: number): Coverage {
  return { ...coverage, answeredAt: new Date(Date.parse(coverage.answeredAt) + ms).toISOString() };
}

/** How long ago a moment of `performance.now` was, each second anew; 0 in the first drawing, which must match the server's. */
function useTimeSince(moment: number): number {
  const [now, setNow] = useState(moment);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(performance.now());
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - moment);
}

// The server does not know the reader's zone.
function useZone(): string | undefined {
  return useIsInBrowser() ? undefined : 'UTC';
}
