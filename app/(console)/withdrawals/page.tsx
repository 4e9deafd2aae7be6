import type { Metadata } from 'next';
import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { ActiveFilters } from '@/app/(console)/withdrawals/_list/active-filters';
import { FilterBar } from '@/app/(console)/withdrawals/_list/filter-bar';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import { SearchForm } from '@/app/(console)/withdrawals/_list/search-form';
import { WithdrawalTable } from '@/app/(console)/withdrawals/_list/withdrawal-table';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { buttonClass } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PageLinks } from '@/components/ui/page-links';
import { PageTitle, Panel } from '@/components/ui/panel';
import { readableText } from '@/components/values/untrusted-text';
import { ImportLink, NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { explainReadFailure } from '@/lib/http/read-failures';
import { downloadRoutes, routes } from '@/lib/http/routes';
import { denialReason, type Role } from '@/lib/identity/roles';
import {
  countRequestFilters,
  describeRequestOrder,
  foldsBatches,
  readRequestQuery,
  type RequestListQuery,
  writeRequestQuery,
} from '@/lib/requests/query';
import type { RequestListPage } from '@/lib/requests/list-entry';
import { describeStateFilter, type StateFilter } from '@/lib/requests/stages';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequestPage, readFilterNames } from '@/lib/server/requests/list';
import { now } from '@/lib/server/runtime/clock';

export const metadata: Metadata = { title: 'Withdrawals' };

/** The filters by state that stand beside the list; all others are under "Status". */
const STATE_TABS: readonly (StateFilter | undefined)[] = [undefined, 'awaiting', 'under-way', 'in-doubt', 'ended'];

export default async function WithdrawalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readWithdrawals');
  const parameters = toParameters(await searchParams);
  const { query, ignored } = readRequestQuery(parameters);
  const cursor = parameters.get('cursor') ?? undefined;
  const [outcome, names] = await Promise.all([listRequestPage({ query, cursor }), readFilterNames(query)]);
  return (
    <>
      <PageTitle
        title="Withdrawals"
        subtitle={`Withdrawal requests and batches. ${describeRequestOrder(query)}.`}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {/* No Link: prefetching the file would record an export. */}
            <a
              href={`${downloadRoutes.withdrawals}?${writeRequestQuery(query).toString()}`}
              download
              className={buttonClass('plain')}
            >
              Export
            </a>
            <ImportLink roles={person.roles} />
            <NewWithdrawalLink roles={person.roles} />
          </div>
        }
      />
      <SearchForm query={query} />
      <Tabs query={query} />
      <FilterBar query={query} />
      <ActiveFilters query={query} names={names.ok ? names.value : {}} />
      {ignored.length > 0 && <IgnoredNotice ignored={ignored} />}
      {outcome.ok ? (
        <Withdrawals page={outcome.value} query={query} isFirst={cursor === undefined} roles={person.roles} />
      ) : (
        <>
          <ExplanationNotice explanation={explainReadFailure(outcome.error)} />
          <PageLinks label="Pages" hrefs={{ 'First page': addressOf(query) }} />
        </>
      )}
    </>
  );
}

function Tabs({ query }: { query: RequestListQuery }) {
  const newest = { ...query, before: undefined };
  const { state: states = [], ...others } = query.values;
  return (
    <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
      <ListTabs
        label="Requester"
        tabs={[
          { label: 'All', href: addressOf({ ...newest, isMine: false }), isCurrent: !query.isMine },
          { label: 'Mine', href: addressOf({ ...newest, isMine: true }), isCurrent: query.isMine },
          { label: 'Batches', href: routes.batches, isCurrent: false },
        ]}
      />
      <ListTabs
        label="Status"
        tabs={STATE_TABS.map((state) => ({
          label: state ? describeStateFilter(state) : 'Any status',
          href: addressOf({ ...newest, values: { ...others, ...(state && { state: [state] }) } }),
          isCurrent: states.length === (state ? 1 : 0) && states[0] === state,
        }))}
      />
    </div>
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

interface WithdrawalsProps {
  page: RequestListPage;
  query: RequestListQuery;
  isFirst: boolean;
  roles: readonly Role[];
}

function Withdrawals({ page: { items, nextCursor }, query, isFirst, roles }: WithdrawalsProps) {
  const isNewestFirst = query.sort === 'created' && !query.isAscending;
  return (
    <>
      {items.length > 0 ? (
        <WithdrawalTable items={items} query={query} nowMs={now().getTime()} />
      ) : (
        <Panel>
          <p className="text-dim">{describeEmpty(query, { isFirst, roles })}</p>
        </Panel>
      )}
      {items.length > 0 && !foldsBatches(query) && !query.batch && (
        <p className="mt-2 text-label text-dim">
          The withdrawals of a batch are shown one by one, each with its batch.
        </p>
      )}
      <PageLinks
        label="Pages"
        hrefs={{
          [isNewestFirst ? 'Newest' : 'First page']:
            (!isFirst || query.before !== undefined) && addressOf({ ...query, before: undefined }),
          [isNewestFirst ? 'Older' : 'Next page']: nextCursor !== null && addressOf(query, nextCursor),
        }}
      />
    </>
  );
}

function describeEmpty(
  query: RequestListQuery,
  { isFirst, roles }: { isFirst: boolean; roles: readonly Role[] },
): string {
  if (!isFirst || query.before !== undefined) return 'No further withdrawals.';
  if (query.q !== '')
    return countRequestFilters(query) > 0 || query.isMine
      ? 'No withdrawal matches this search and these filters. Remove a filter, or search for less of the text.'
      : 'No withdrawal matches this search. Search for less of the text, or look under Transfers for payments that were not requested here.';
  if (countRequestFilters(query) > 0) return 'No withdrawal matches these filters. Remove a filter to see more.';
  const empty = query.isMine ? 'You have not requested a withdrawal yet.' : 'No withdrawals have been requested yet.';
  const canRequest = denialReason('makeWithdrawal', roles) === undefined;
  return canRequest ? `${empty} To request one, choose “New withdrawal”.` : empty;
}

function toParameters(given: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}
