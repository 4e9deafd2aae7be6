'use client';

import { ViewMenu } from '@/app/(console)/_views/view-menu';
import type { AddressChange } from '@/components/list/list-address';
import { routes } from '@/lib/http/routes';
import { builtInTransferViews } from '@/lib/transfers/built-in-views';
import { readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

interface TransferViewMenuProps {
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** The saved views of the list of transfers. */
export default function TransferViewMenu({ query, onChangeQuery }: TransferViewMenuProps) {
  return (
    <ViewMenu
      list="transfers"
      path={routes.transfers}
      builtInViews={builtInTransferViews}
      parameters={writeTransferQuery(query).toString()}
      onShow={(parameters) => onChangeQuery(readTransferQuery(parameters), 'push')}
    />
  );
}
