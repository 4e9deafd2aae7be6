'use client';

import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';

/** What an answer from the mirror rests on, its dates in the reader's zone; the server, which does not know that, writes UTC. */
export function CoverageText({ coverage }: { coverage: Coverage }) {
  const isInBrowser = useIsInBrowser();
  return <>{describeCoverage(coverage, isInBrowser ? undefined : 'UTC')}</>;
}
