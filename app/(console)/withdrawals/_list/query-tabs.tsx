'use client';

import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import type { AddressChange } from '@/components/list/list-address';
import type { RequestListQuery } from '@/lib/requests/list/query';

interface QueryTabsProps {
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The tabs above the list: whose requests. */
export function QueryTabs({ query, onChangeQuery }: QueryTabsProps) {
  const newest = { ...query, before: undefined };
  const tabOf = (label: string, isMine: boolean) => ({
    label,
    href: addressOf({ ...newest, isMine }),
    isCurrent: query.isMine === isMine,
    onOpen: () => onChangeQuery({ ...newest, isMine }, 'push'),
  });
  return <ListTabs label="Requester" tabs={[tabOf('All', false), tabOf('Mine', true)]} />;
}
