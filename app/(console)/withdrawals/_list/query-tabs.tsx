'use client';

import { collectionTabs, ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import type { AddressChange } from '@/components/list/list-address';
import type { RequestListQuery } from '@/lib/requests/list/query';
import { describeStateFilter, type StateFilter } from '@/lib/requests/stages';

/** The filters by state beside the list; all others are under "Status". */
const STATE_TABS: readonly (StateFilter | undefined)[] = [undefined, 'awaiting', 'in-progress', 'unknown', 'ended'];

interface QueryTabsProps {
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The tabs above the list: whose requests, and those of a status. */
export function QueryTabs({ query, onChangeQuery }: QueryTabsProps) {
  const newest = { ...query, before: undefined };
  const { state: states = [], ...others } = query.values;
  const tabOf = (label: string, next: RequestListQuery, isCurrent: boolean) => ({
    label,
    href: addressOf(next),
    isCurrent,
    onOpen: () => onChangeQuery(next, 'push'),
  });
  return (
    <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
      <ListTabs
        label="Requester"
        tabs={[
          tabOf('All', { ...newest, isMine: false }, !query.isMine),
          tabOf('Mine', { ...newest, isMine: true }, query.isMine),
          ...collectionTabs(),
        ]}
      />
      <ListTabs
        label="Status"
        tabs={STATE_TABS.map((state) =>
          tabOf(
            state ? describeStateFilter(state) : 'Any status',
            { ...newest, values: { ...others, ...(state && { state: [state] }) } },
            states.length === (state ? 1 : 0) && states[0] === state,
          ),
        )}
      />
    </div>
  );
}
