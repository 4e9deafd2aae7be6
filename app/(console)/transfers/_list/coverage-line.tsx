'use client';

import { useEffect, useState } from 'react';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { Notice } from '@/components/ui/notice';
import { formatDate, zoneOfPage } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';

/** The coverage of the list, such as "1,204,311 transfers, up to date 14 s ago", updated every second. */
export function CoverageLine({ list: { info, readAtMs }, isSearch }: { list: TransferList; isSearch: boolean }) {
  const sinceMs = useTimeSince(readAtMs);
  const zone = useZone();
  if (!info) return <>loading…</>;
  const coverage = describeCoverage(later(info.coverage, sinceMs), zone);
  return <>{isSearch && info.coverage.isComplete ? `searched ${coverage}` : coverage}</>;
}

/** The notice that the list may lack transfers: the service is unavailable, or the transfer sync is not complete. */
export function CoverageNotice({ coverage }: { coverage: Coverage }) {
  const zone = useZone();
  const { staleSince, isComplete } = coverage;
  if (staleSince === null && isComplete) return null;
  return (
    <div className="mb-4">
      {staleSince === null ? (
        <Notice look="warn" title="The transfer sync is not complete">
          <p>
            The list and the search show only synced transfers ({describeCoverage(coverage, zone)}). Other transfers may
            exist.
          </p>
        </Notice>
      ) : (
        <Notice look="warn" title={describeOutage(staleSince, zone)}>
          <p>
            The list and the search show transfers as of then. Later changes appear automatically when {theService()} is
            available again.
          </p>
        </Notice>
      )}
    </div>
  );
}

function describeOutage(since: string, zone: string | undefined): string {
  const time = formatDate(new Date(since), {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${TheService()} has been unavailable since ${time}`;
}

function later(coverage: Coverage, ms: number): Coverage {
  return { ...coverage, answeredAt: new Date(Date.parse(coverage.answeredAt) + ms).toISOString() };
}

/** Gives the time since a moment (ms), every second; 0 in the first render, which must match the server's. */
function useTimeSince(moment: number): number {
  const [now, setNow] = useState(moment);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - moment);
}

// The server does not know the reader's zone.
function useZone(): string | undefined {
  return zoneOfPage(useIsInBrowser());
}
