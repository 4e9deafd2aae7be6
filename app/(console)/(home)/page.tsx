import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { AttentionCard } from '@/app/(console)/(home)/attention-card';
import { ChangeList } from '@/components/proposals/change-list';
import { InProgressList } from '@/app/(console)/(home)/in-progress-list';
import { ReturnedRequests } from '@/app/(console)/(home)/returned-requests';
import { WatchedTransfers } from '@/app/(console)/(home)/watched-transfers';
import { VolumeChart } from '@/app/(console)/(home)/volume-chart';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { CoverageText } from '@/components/transfers/coverage-text';
import { HomeSearchBox } from '@/app/(console)/(home)/home-search-box';
import { NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { RequestList } from '@/components/withdrawals/request-list';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import type { Coverage } from '@/lib/mirror/coverage';
import { type PendingTransfer, sortInProgress } from '@/lib/transfers/in-progress';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { UnsettledCount } from '@/lib/cases/contract';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import type { Result } from '@/lib/result';
import { routes } from '@/lib/http/routes';
import { countUnsettled } from '@/lib/server/cases/settlements';
import { readWatches } from '@/lib/server/cases/watches';
import { listTestsToConfirm } from '@/lib/server/requests/groups/tests-to-confirm';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { addRecipients } from '@/lib/server/recipients/names';
import { readInProgress } from '@/lib/server/mirror/in-progress';
import { readVolume } from '@/lib/server/mirror/volume';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { readQueue } from '@/lib/server/requests/queue';
import { listRequests } from '@/lib/server/requests/read';
import { listReturned } from '@/lib/server/requests/returned';

const LATEST = 5;
const MAX_SHOWN = 8;

/** Shows the search, what the reader must act on, what is delayed or in progress, and what finished recently. */
export default async function HomePage() {
  const person = await requireSignedIn();
  const home = await readHome(person);
  return (
    <>
      <PageTitle title={`Good to see you, ${person.name}`} actions={<NewWithdrawalLink roles={person.roles} />} />
      <div className="mx-auto mt-6 mb-8 max-w-2xl">
        <HomeSearchBox />
        <Basis coverage={home.coverage} />
      </div>
      <div className="space-y-6">
        <ForReader home={home} />
        <ReturnedRequests returned={home.returned} />
        <WatchedTransfers initial={home.watches} />
        <AttentionCard unsettled={home.unsettled} />
        <InProgressSection
          title={`Delayed (${countOf(home.delayed, home.hasMore)})`}
          items={home.delayed.map((item) => ({ kind: 'transfer', ageMs: item.ageMs, pending: item }))}
        />
        <InProgressSection
          title={`In progress (${countOf(home.onTime, home.hasMore)})`}
          items={home.onTime}
          whenEmpty="Nothing else is in progress."
        />
        {home.volume && <VolumeChart volume={home.volume} />}
        <RequestSection title={`Waiting for others (${home.counts.others})`} requests={home.others} />
        <RequestSection title="Recently finished" requests={home.finished} />
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-body">
          <Link className="underline" href={routes.withdrawals}>
            All withdrawals
          </Link>
          <Link className="underline" href={routes.transfers}>
            All transfers
          </Link>
        </p>
      </div>
    </>
  );
}

/** Reads everything that the page shows, from the database only. Lists that the reader may not see are empty. */
async function readHome(reader: Reader) {
  const { roles } = reader;
  const canRequest = denialReason('makeWithdrawal', roles) === undefined;
  const canDecide = denialReason('decideOnWithdrawals', roles) === undefined;
  const hasQueue = canRequest || canDecide;
  const [coverage, queue, moving, ended, cameBack, pending, volume, changes, tests, unsettled, watches] =
    await Promise.all([
      readCoverage(reader),
      hasQueue ? readQueue() : undefined,
      listRequests({ of: 'all', state: 'under-way' }),
      listRequests({ of: 'all', state: 'ended', limit: 2 * LATEST }),
      canRequest ? listReturned() : undefined,
      readInProgress(),
      readVolume(),
      listConfirmable(),
      hasQueue ? listTestsToConfirm() : undefined,
      roles.length > 0 ? countUnsettled(reader) : NOTHING_UNSETTLED,
      readWatches(),
    ]);
  const { needsMe, others, counts, batches } = queue?.ok ? queue.value : EMPTY_QUEUE;
  const inProgress = valueOr(moving, []);
  const { delayed, onTime } = sortInProgress(
    await nameRecipients(reader, valueOr(pending, NOTHING_PENDING).pending),
    inProgress.filter((request) => !isUnresolved(request)),
    Date.parse(coverage.answeredAt),
  );
  const returned = valueOr(cameBack, []);
  return {
    hasQueue,
    coverage,
    counts,
    batches: batches.needsMe,
    needsMe,
    others: others.slice(0, LATEST),
    tests: valueOr(tests, []),
    unsettled,
    watches: valueOr(watches, []),
    changes: valueOr(changes, []),
    unresolved: inProgress.filter(isUnresolved),
    returned,
    delayed,
    onTime,
    hasMore: valueOr(pending, NOTHING_PENDING).hasMore,
    volume: volume.ok ? volume.value : undefined,
    finished: valueOr(ended, [])
      .filter(({ id }) => !returned.some((request) => request.id === id))
      .slice(0, LATEST),
  };
}

/** Adds the recipients' names to the transfers in progress. */
async function nameRecipients(reader: Reader, pending: readonly PendingTransfer[]): Promise<PendingTransfer[]> {
  const named = await addRecipients(
    reader,
    pending.map(({ transfer }) => transfer),
  );
  return pending.map((item, index) => ({ ...item, transfer: named[index] ?? item.transfer }));
}

type Home = Awaited<ReturnType<typeof readHome>>;

const EMPTY_QUEUE = { needsMe: [], others: [], counts: { needsMe: 0, others: 0 }, batches: { needsMe: [] } };
const NOTHING_UNSETTLED: UnsettledCount = { count: 0, hasMore: false };
const NOTHING_PENDING = { pending: [], hasMore: false };

function valueOr<Value>(result: Result<Value, unknown> | undefined, otherwise: Value): Value {
  return result?.ok ? result.value : otherwise;
}

/** Shows what the reader must decide, confirm or look at. */
function ForReader({ home }: { home: Home }) {
  const { batches, needsMe, tests, changes, unresolved, returned } = home;
  const isEmpty = [batches, needsMe, tests, changes, unresolved, returned].every((items) => items.length === 0);
  if (isEmpty)
    return home.hasQueue ? (
      <Panel>
        <p className="text-dim">Nothing needs your attention.</p>
      </Panel>
    ) : null;
  return (
    <>
      {batches.length > 0 && (
        <Section title={`Batches waiting for your decision (${batches.length})`}>
          <BatchLines batches={batches.slice(0, LATEST)} />
        </Section>
      )}
      <RequestSection title={`Waiting for your decision (${home.counts.needsMe})`} requests={needsMe.slice(0, LATEST)}>
        <Link href={routes.approvals} className={buttonClass('primary')}>
          Open the queue
        </Link>
      </RequestSection>
      <RequestSection title={`Test payments to confirm (${tests.length})`} requests={tests.slice(0, LATEST)} />
      {changes.length > 0 && (
        <Section title={`Changes to confirm (${changes.length})`}>
          <ChangeList changes={changes.slice(0, LATEST)} />
        </Section>
      )}
      <RequestSection title={`Outcome unknown or on hold (${unresolved.length})`} requests={unresolved} />
    </>
  );
}

function isUnresolved({ send }: RequestSummary): boolean {
  return send?.state === 'UNKNOWN' || send?.state === 'HOLD';
}

function countOf(items: readonly unknown[], hasMore: boolean): string {
  return `${items.length}${hasMore ? '+' : ''}`;
}

/** Shows how complete and how current the transfers are that the search and the lists use. */
function Basis({ coverage }: { coverage: Coverage }) {
  return (
    <p
      className={clsx(
        'mt-2 text-center text-label text-balance',
        coverage.staleSince === null ? 'text-dim' : 'font-medium text-warn',
      )}
    >
      <CoverageText coverage={coverage} />
      {' · '}
      <Link className="underline" href={routes.bulkLookup}>
        Bulk lookup
      </Link>
      {' · '}
      <Link className="underline" href={routes.networks}>
        Networks at the moment
      </Link>
    </p>
  );
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-body font-medium text-dim">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Shows a list of requests under a title; nothing where the list is empty. */
function RequestSection({
  title,
  requests,
  children,
}: {
  title: string;
  requests: readonly RequestSummary[];
  children?: ReactNode;
}) {
  if (requests.length === 0) return null;
  return (
    <Section title={title} aside={children}>
      <RequestList requests={requests} />
    </Section>
  );
}

/** Shows the oldest items, and the others on demand. Without items it shows `whenEmpty`, or nothing. */
function InProgressSection({
  title,
  items,
  whenEmpty,
}: {
  title: string;
  items: Parameters<typeof InProgressList>[0]['items'];
  whenEmpty?: string;
}) {
  if (items.length === 0 && whenEmpty === undefined) return null;
  const rest = items.slice(MAX_SHOWN);
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-body text-dim">{whenEmpty}</p>
      ) : (
        <InProgressList items={items.slice(0, MAX_SHOWN)} />
      )}
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="text-body text-dim hover:text-ink">{rest.length} more recent</summary>
          <div className="mt-2">
            <InProgressList items={rest} />
          </div>
        </details>
      )}
    </Section>
  );
}
