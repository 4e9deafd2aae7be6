'use client';

import { ViewMenu } from '@/app/(console)/_views/view-menu';
import type { AddressChange } from '@/components/list/list-address';
import { routes } from '@/lib/http/routes';
import { builtInRequestViews } from '@/lib/requests/list/built-in-views';
import { readRequestQuery, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

interface WithdrawalViewMenuProps {
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
}

/** The saved views of the list of withdrawals. */
export default function WithdrawalViewMenu({ query, onChangeQuery }: WithdrawalViewMenuProps) {
  return (
    <ViewMenu
      list="withdrawals"
      path={routes.withdrawals}
      builtInViews={builtInRequestViews}
      parameters={writeRequestQuery(query).toString()}
      onShow={(parameters) => onChangeQuery(readRequestQuery(parameters).query, 'push')}
    />
  );
}
