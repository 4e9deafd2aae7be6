'use client';

import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { zoneOfPage } from '@/lib/text/locale';

/**
 * The coverage of the mirror in words, with dates in the reader's zone; the server, which does not know it, writes UTC.
 */
export function CoverageText({ coverage }: { coverage: Coverage }) {
  const isInBrowser = useIsInBrowser();
  return <>{describeCoverage(coverage, zoneOfPage(isInBrowser))}</>;
}
