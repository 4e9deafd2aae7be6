'use client';

import { listActiveFilters } from '@/app/(console)/withdrawals/_list/filter-labels';
import { useProfileNames } from '@/components/profiles/profile-names';
import { HiddenMatches } from '@/components/search/hidden-matches';
import { RequestResult } from '@/components/search/search-result';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import { routes } from '@/lib/http/routes';
import type { RequestListPage } from '@/lib/requests/list/entry';
import { readRequestQuery } from '@/lib/requests/list/query';
import { zoneOfPage } from '@/lib/text/locale';

interface HiddenRequestsProps {
  hidden: NonNullable<RequestListPage['hidden']>;
  /** The names of the people, address book entries and batch that the query has by their IDs. */
  names: Readonly<Record<string, string>>;
}

/** The requests that answer the search of the list but do not meet its filters. */
export default function HiddenRequests({ hidden, names }: HiddenRequestsProps) {
  const profiles = useProfileNames();
  const zone = zoneOfPage(useIsInBrowser());
  const matches = hidden.map(({ item, by }) => {
    const { query } = readRequestQuery(new URLSearchParams(by));
    const labels = listActiveFilters(query, { names, profiles, zone }).map(({ label }) => label);
    return {
      key: item.id,
      href: routes.withdrawal(item.id),
      filters: query.isMine ? ['Mine', ...labels] : labels,
      result: <RequestResult request={item} />,
    };
  });
  return <HiddenMatches matches={matches} />;
}
