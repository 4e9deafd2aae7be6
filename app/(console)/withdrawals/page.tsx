import type { Metadata } from 'next';
import { ListTabs } from '@/app/(console)/withdrawals/list-tabs';
import { ImportLink, NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { PageLinks } from '@/components/ui/page-links';
import { RequestList } from '@/components/withdrawals/request-list';
import { PageTitle, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequests, REQUEST_FILTERS, type RequestFilter } from '@/lib/server/requests/read';

export const metadata: Metadata = { title: 'Withdrawals' };

const STATES: Record<RequestFilter, { label: string; none: string }> = {
  awaiting: { label: 'Awaiting approval', none: 'Nothing here waits for approval.' },
  'under-way': { label: 'Under way', none: 'Nothing here is on its way.' },
  'in-doubt': {
    label: 'In doubt',
    none: 'Nothing here is in doubt: of each one that left it is known what became of it.',
  },
  ended: { label: 'Ended', none: 'Nothing here has come to its end yet.' },
};

const ON_A_PAGE = 200;

interface Filters {
  of: 'all' | 'mine';
  state: RequestFilter | undefined;
  /** The last request of the page before. */
  before?: string | undefined;
}

export default async function WithdrawalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readWithdrawals');
  const filters = readFilters(await searchParams);
  // What is in doubt is listed wherever it came from.
  const outcome = await listRequests({
    ...filters,
    isWithoutBatches: filters.state !== 'in-doubt',
    limit: ON_A_PAGE + 1,
  });
  const found = outcome.ok ? outcome.value : [];
  const requests = found.slice(0, ON_A_PAGE);
  const older = found.length > ON_A_PAGE ? requests.at(-1)?.id : undefined;
  const newest = { ...filters, before: undefined };
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
              href: hrefOf({ ...newest, of }),
              isCurrent: of === filters.of,
            })),
            { label: 'Batches', href: routes.batches, isCurrent: false },
          ]}
        />
        <ListTabs
          label="In which state"
          tabs={[undefined, ...REQUEST_FILTERS].map((state) => ({
            label: state ? STATES[state].label : 'Any state',
            href: hrefOf({ ...newest, state }),
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
      <PageLinks
        label="Pages of the list"
        hrefs={{ Newest: filters.before && hrefOf(newest), Older: older && hrefOf({ ...filters, before: older }) }}
      />
    </>
  );
}

/** What the address asks for; whatever it does not know is left out. */
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

function describeEmpty({ of, state, before }: Filters): string {
  if (before) return 'Nothing here is older than that.';
  if (state) return STATES[state].none;
  return of === 'mine' ? 'You have not asked for a withdrawal yet.' : 'Nobody has asked for a withdrawal yet.';
}
