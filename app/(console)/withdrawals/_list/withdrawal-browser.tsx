'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, Suspense, useRef } from 'react';
import { ListToolbar } from '@/app/(console)/withdrawals/_list/list-toolbar';
import { SearchBox } from '@/app/(console)/withdrawals/_list/search-box';
import { useOpenBatches } from '@/app/(console)/withdrawals/_list/use-open-batches';
import { useReturn } from '@/app/(console)/withdrawals/_list/use-return';
import { REQUEST_COLUMN_SETTINGS } from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import { WITHDRAWAL_ADDRESS, WITHDRAWAL_LIST } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import { WithdrawalRows } from '@/app/(console)/withdrawals/_list/withdrawal-rows';
import { QueryProvider } from '@/components/data/query-provider';
import { useListAddress } from '@/components/list/list-address';
import { RefreshFailure, ShowNewButton } from '@/components/list/list-notices';
import { type FirstPage, useList } from '@/components/list/use-list';
import { Notice } from '@/components/ui/notice';
import { readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import type { RequestListPage } from '@/lib/requests/list/entry';
import { countsNewer } from '@/lib/requests/list/query';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// Only a search under filters loads it.
const HiddenRequests = lazyWithRetry(() => import('@/app/(console)/withdrawals/_search/hidden-requests'));

interface WithdrawalBrowserProps {
  first: FirstPage<RequestListPage>;
  /** The parts of the address that are not valid. */
  ignored: readonly string[];
  /** The link to the form, and the links to other ways of creating withdrawals. */
  primary: ReactNode;
  others: ReactNode;
  /** True if the reader may request withdrawals. */
  canRequest: boolean;
}

const NO_NAMES = {};

/** The page of all withdrawals: search, filters and the list. */
export function WithdrawalBrowser(props: WithdrawalBrowserProps) {
  return (
    <QueryProvider>
      <Browser {...props} />
    </QueryProvider>
  );
}

function Browser({ first, ignored, primary, others, canRequest }: WithdrawalBrowserProps) {
  const { parameters, query, changeQuery } = useListAddress(WITHDRAWAL_ADDRESS);
  const list = useList(WITHDRAWAL_LIST, parameters, first);
  const { info, items, newer, isStale, error } = list;
  const columns = REQUEST_COLUMN_SETTINGS.useColumns();
  const rowsRef = useRef<HTMLDivElement>(null);
  const batches = useOpenBatches(list);
  const rememberOpened = useReturn({ list, lines: batches.lines, rowsRef });
  const router = useRouter();
  const refresh = () => {
    list.refresh();
    batches.refresh();
  };
  const openOnly = () => {
    const [only, ...further] = items;
    if (isStale || query.q === '' || only?.kind !== 'request' || further.length > 0) return;
    rememberOpened(batches.lines[0]?.key ?? '');
    router.push(routes.withdrawal(only.id));
  };
  return (
    <>
      <ListToolbar
        query={query}
        names={info?.names ?? NO_NAMES}
        columns={columns}
        isReading={list.reading === 'top'}
        search={
          <SearchBox
            query={query}
            onChangeQuery={changeQuery}
            onEnterRows={() => rowsRef.current?.querySelector<HTMLElement>('a, button')?.focus()}
            onOpenOnly={openOnly}
          />
        }
        primary={primary}
        others={others}
        onRefresh={refresh}
        onChangeQuery={changeQuery}
      />
      {info?.hidden && !isStale && (
        <Suspense>
          <HiddenRequests hidden={info.hidden} names={info.names} />
        </Suspense>
      )}
      {ignored.length > 0 && parameters === first.parameters && <IgnoredNotice ignored={ignored} />}
      <div role="status" className="mb-1 flex justify-end empty:hidden">
        {newer > 0 && countsNewer(query) && !isStale && <ShowNewButton count={newer} onShow={refresh} />}
      </div>
      {error?.of === 'top' && (
        <RefreshFailure
          reason={error.reason}
          path={routes.withdrawals}
          hasRows={info !== undefined}
          onRetry={refresh}
        />
      )}
      {info && (
        <WithdrawalRows
          list={list}
          batches={batches}
          query={query}
          columns={columns}
          rowsRef={rowsRef}
          canRequest={canRequest}
          onOpen={rememberOpened}
          onSort={(sorted) => changeQuery(sorted, 'push')}
        />
      )}
    </>
  );
}

function IgnoredNotice({ ignored }: { ignored: readonly string[] }) {
  return (
    <div className="mb-3">
      <Notice look="warn" title="A part of this link is not valid and was left out">
        <p>Left out: {readableText(ignored.join(', '))}. The list shows what matches the rest.</p>
      </Notice>
    </div>
  );
}
