import type { Metadata } from 'next';
import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { ImportLink, NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { PageLinks } from '@/components/ui/page-links';
import { RequestList } from '@/components/withdrawals/request-list';
import { PageTitle, Panel } from '@/components/ui/panel';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainDenial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequests, REQUEST_FILTERS, type RequestFilter } from '@/lib/server/requests/read';

export const metadata: Metadata = { title: 'Withdrawals' };

const STATES: Record<RequestFilter, { label: string; empty: string }> = {
  awaiting: { label: 'Awaiting approval', empty: 'No requests awaiting approval.' },
  'under-way': { label: 'In progress', empty: 'No withdrawals in progress.' },
  'in-doubt': { label: 'Outcome unknown', empty: 'No withdrawals with an unknown outcome.' },
  ended: { label: 'Finished', empty: 'No finished withdrawals.' },
};

const PAGE_SIZE = 200;

interface Filters {
  of: 'all' | 'mine';
  state: RequestFilter | undefined;
  /** The id of the last request on the previous page. */
  before?: string | undefined;
}

export default async function WithdrawalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readWithdrawals');
  const filters = readFilters(await searchParams);
  const outcome = await listRequests({
    ...filters,
    // Withdrawals with an unknown outcome are listed even if they belong to a batch.
    isWithoutBatches: filters.state !== 'in-doubt',
    limit: PAGE_SIZE + 1,
  });
  return (
    <>
      <PageTitle
        title="Withdrawals"
        subtitle="Withdrawal requests, newest first."
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <ImportLink roles={person.roles} />
            <NewWithdrawalLink roles={person.roles} />
          </div>
        }
      />
      <FilterTabs filters={filters} />
      {outcome.ok ? (
        <Requests found={outcome.value} filters={filters} roles={person.roles} />
      ) : (
        <ExplanationNotice explanation={explainDenial(outcome.error, '')} />
      )}
    </>
  );
}

function FilterTabs({ filters }: { filters: Filters }) {
  const newest = { ...filters, before: undefined };
  return (
    <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
      <ListTabs
        label="Requester"
        tabs={[
          ...(['all', 'mine'] as const).map((of) => ({
            label: of === 'mine' ? 'Mine' : 'All',
            href: hrefOf({ ...newest, of }),
            isCurrent: of === filters.of,
          })),
          { label: 'Batches', href: routes.batches, isCurrent: false },
        ]}
      />
      <ListTabs
        label="Status"
        tabs={[undefined, ...REQUEST_FILTERS].map((state) => ({
          label: state ? STATES[state].label : 'Any status',
          href: hrefOf({ ...newest, state }),
          isCurrent: state === filters.state,
        }))}
      />
    </div>
  );
}

interface RequestsProps {
  found: readonly RequestSummary[];
  filters: Filters;
  roles: readonly Role[];
}

function Requests({ found, filters, roles }: RequestsProps) {
  const requests = found.slice(0, PAGE_SIZE);
  const older = found.length > PAGE_SIZE ? requests.at(-1)?.id : undefined;
  return (
    <>
      {requests.length > 0 ? (
        <RequestList requests={requests} />
      ) : (
        <Panel>
          <p className="text-dim">{describeEmpty(filters, roles)}</p>
        </Panel>
      )}
      <PageLinks
        label="Pages"
        hrefs={{
          Newest: filters.before && hrefOf({ ...filters, before: undefined }),
          Older: older && hrefOf({ ...filters, before: older }),
        }}
      />
    </>
  );
}

/** Reads the filters from the address and ignores unknown values. */
function readFilters({ of, state, before }: Record<string, string | string[] | undefined>): Filters {
  return {
    of: of === 'mine' ? 'mine' : 'all',
    state: REQUEST_FILTERS.find((known) => known === state),
    before: typeof before === 'string' ? before : undefined,
  };
}

function hrefOf({ of, state, before }: Filters): string {
  const query = new URLSearchParams({
    ...(of === 'mine' && { of }),
    ...(state && { state }),
    ...(before && { before }),
  }).toString();
  return query === '' ? routes.withdrawals : `${routes.withdrawals}?${query}`;
}

function describeEmpty({ of, state, before }: Filters, roles: readonly Role[]): string {
  if (before) return 'No older requests.';
  if (state) return STATES[state].empty;
  const empty = of === 'mine' ? 'You have not requested a withdrawal yet.' : 'No withdrawals have been requested yet.';
  const canRequest = denialReason('makeWithdrawal', roles) === undefined;
  return canRequest ? `${empty} To request one, choose “New withdrawal”.` : empty;
}
