'use client';

import type { AddressChange } from '@/components/list/list-address';
import { ListSearch, useSearchText } from '@/components/list/list-search';
import { routes } from '@/lib/http/routes';
import { type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

interface SearchBoxProps {
  query: RequestListQuery;
  onChangeQuery: (query: RequestListQuery, how: AddressChange) => void;
  /** Called on arrow down, to move the focus to the rows. */
  onEnterRows: () => void;
  /** Called on Enter, to open the only match. */
  onOpenOnly: () => void;
}

/** The search box of the list, which keeps the filters. */
export function SearchBox({ query, onChangeQuery, onEnterRows, onOpenOnly }: SearchBoxProps) {
  const { text, search } = useSearchText(query.q, (q) => onChangeQuery({ ...query, before: undefined, q }, 'typing'));
  const others = [...writeRequestQuery({ ...query, q: '', before: undefined })];
  return (
    <ListSearch
      path={routes.withdrawals}
      name="Withdrawals"
      label="Find a withdrawal"
      placeholder="Reference, recipient, 0.5 BTC"
      text={text}
      onSearch={search}
      onEnterRows={onEnterRows}
      onEnter={onOpenOnly}
    >
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </ListSearch>
  );
}
