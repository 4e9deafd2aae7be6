'use client';

import { ViewMenu } from '@/app/(console)/_views/view-menu';
import { QueryTabs } from '@/app/(console)/withdrawals/_list/query-tabs';
import type { AddressChange } from '@/components/list/list-address';
import { routes } from '@/lib/http/routes';
import { builtInRequestViews } from '@/lib/requests/list/built-in-views';
import { readRequestQuery, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

interface WithdrawalViewMenuProps {
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** Whose withdrawals the list shows, the lists beside it, and its saved views. */
export default function WithdrawalViewMenu({ query, onChangeQuery }: WithdrawalViewMenuProps) {
  return (
    <>
      <div className="mb-2 border-b border-line pb-2">
        <QueryTabs query={query} onChangeQuery={onChangeQuery} />
      </div>
      <ViewMenu
        list="withdrawals"
        path={routes.withdrawals}
        builtInViews={builtInRequestViews}
        parameters={writeRequestQuery(query).toString()}
        onShow={(parameters) => onChangeQuery(readRequestQuery(parameters).query, 'push')}
      />
    </>
  );
}
