import type { Metadata } from 'next';
import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { ImportLink, NewWithdrawalLink } from '@/components/new-withdrawal-link';
import { RequestList } from '@/components/request-list';
import { PageTitle, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/routes';
import { requirePage } from '@/lib/server/people/page-guard';
import { listRequests, REQUEST_FILTERS, type RequestFilter } from '@/lib/server/requests/read';

export const metadata: Metadata = { title: 'Withdrawals' };

const STATES: Record<RequestFilter, { label: string; none: string }> = {
  awaiting: { label: 'Awaiting approval', none: 'Nothing here waits for approval.' },
  'under-way': { label: 'Under way', none: 'Nothing here is on its way.' },
  'in-doubt': { label: 'In doubt', none: 'Nothing here is in doubt: of each one that left it is known what became of it.' },
  ended: { label: 'Ended', none: 'Nothing here has come to its end yet.' },
};

interface Filters {
  of: 'all' | 'mine';
  state: RequestFilter | undefined;
}

export default async function WithdrawalsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const person = await requirePage('readWithdrawals');
  const filters = readFilters(await searchParams);
  // What is in doubt is listed wherever it came from.
  const outcome = await listRequests({ ...filters, isWithoutBatches: filters.state !== 'in-doubt' });
  const requests = outcome.ok ? outcome.value : [];
  return (
    <>
      <PageTitle
        title="Withdrawals"
        subtitle="What was asked for here, newest first."
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <ImportLink roles={person.roles} />
            <NewWithdrawalLink roles={person.roles} />
          </div>
        }
      />
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        <ListTabs
          label="Whose withdrawals"
          tabs={[
            ...(['all', 'mine'] as const).map((of) => ({
              label: of === 'mine' ? 'Mine' : 'All',
              href: hrefOf({ ...filters, of }),
              isCurrent: of === filters.of,
            })),
            { label: 'Batches', href: routes.batches, isCurrent: false },
          ]}
        />
        <ListTabs
          label="In which state"
          tabs={[undefined, ...REQUEST_FILTERS].map((state) => ({
            label: state ? STATES[state].label : 'Any state',
            href: hrefOf({ ...filters, state }),
            isCurrent: state === filters.state,
          }))}
        />
      </div>
      {requests.length > 0 ? (
        <RequestList requests={requests} />
      ) : (
        <Panel>
          <p className="text-dim">{describeEmpty(filters)}</p>
        </Panel>
      )}
    </>
  );
}

/** What the address asks for; whatever it does not know is left out. */
function readFilters({ of, state }: Record<string, string | string[] | undefined>): Filters {
  return { of: of === 'mine' ? 'mine' : 'all', state: REQUEST_FILTERS.find((known) => known === state) };
}

function hrefOf({ of, state }: Filters): string {
  const query = new URLSearchParams({ ...(of === 'mine' && { of }), ...(state && { state }) }).toString();
  return query === '' ? routes.withdrawals : `${routes.withdrawals}?${query}`;
}

function describeEmpty({ of, state }: Filters): string {
  if (state) return STATES[state].none;
  return of === 'mine' ? 'You have not asked for a withdrawal yet.' : 'Nobody has asked for a withdrawal yet.';
}
