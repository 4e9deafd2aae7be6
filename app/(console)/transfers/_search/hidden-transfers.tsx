'use client';

import { listActiveFilters } from '@/app/(console)/transfers/_filters/filter-labels';
import { useProfileNames } from '@/components/profiles/profile-names';
import { HiddenMatches } from '@/components/search/hidden-matches';
import { TransferResult } from '@/components/search/search-result';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { routes } from '@/lib/http/routes';
import { zoneOfPage } from '@/lib/text/locale';
import { readTransferQuery } from '@/lib/transfers/query';
import type { TransferListPage } from '@/lib/transfers/transfer';

interface HiddenTransfersProps {
  hidden: NonNullable<TransferListPage['hidden']>;
  /** When the answer was given (ISO 8601). */
  now: string;
}

/** The transfers that answer the search of the list but do not meet its filters. */
export default function HiddenTransfers({ hidden, now }: HiddenTransfersProps) {
  const names = useProfileNames();
  const zone = zoneOfPage(useIsInBrowser());
  const matches = hidden.map(({ item, by }) => ({
    key: item.id,
    href: routes.transfer(item.id),
    filters: listActiveFilters(readTransferQuery(new URLSearchParams(by)), { zone, names }).map(({ label }) => label),
    result: <TransferResult transfer={item} now={now} />,
  }));
  return <HiddenMatches matches={matches} />;
}
