import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ChangeList } from '@/app/(console)/(home)/pending-changes';
import { InProgressList } from '@/app/(console)/(home)/in-progress-list';
import { VolumeChart } from '@/app/(console)/(home)/volume-chart';
import { BatchLines } from '@/components/withdrawals/batch-lines';
import { CoverageText } from '@/components/transfers/coverage-text';
import { FindBox } from '@/app/(console)/(home)/home-search-box';
import { NewWithdrawalLink } from '@/components/withdrawals/new-withdrawal-link';
import { RequestList } from '@/components/withdrawals/request-list';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import type { Coverage } from '@/lib/mirror/coverage';
import { sortInProgress } from '@/lib/transfers/in-progress';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { listArrivedTests } from '@/lib/server/requests/groups/arrived-tests';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readInProgress } from '@/lib/server/mirror/in-progress';
import { readVolume } from '@/lib/server/mirror/volume';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { readQueue } from '@/lib/server/requests/queue';
import { listRequests } from '@/lib/server/requests/read';

const LATEST = 5;
const MOST_SHOWN = 8;

/** The search, what needs the reader, what is late, what is on its way, and what moved. It asks nothing of the service. */
export default async function HomePage() {
  const person = await requireSignedIn();
  const makes = denialReason('makeWithdrawal', person.roles) === undefined;
  const decides = denialReason('decideOnWithdrawals', person.roles) === undefined;
  const [coverage, queue, moving, ended, mine, flight, volume, proposed, arrived] = await Promise.all([
    readCoverage(),
    // Who neither asks nor decides has nothing to do with what waits for a decision.
    makes || decides ? readQueue() : undefined,
    listRequests({ of: 'all', state: 'under-way' }),
    listRequests({ of: 'all', state: 'ended', limit: 2 * LATEST }),
    makes ? listRequests({ of: 'mine', state: 'ended' }) : undefined,
    readInProgress(),
    readVolume(),
    listConfirmable(),
    makes || decides ? listArrivedTests() : undefined,
  ]);
  const { needsMe, others, counts } = queue?.ok
    ? queue.value
    : { needsMe: [], others: [], counts: { needsMe: 0, others: 0 } };
  const batches = queue?.ok ? queue.value.batches.needsMe : [];
  const underWay = moving.ok ? moving.value : [];
  const inDoubt = underWay.filter(isInDoubt);
  const { pending, hasMore } = flight.ok ? flight.value : { pending: [], hasMore: false };
  const { delayed, onTime } = sortInProgress(
    pending,
    underWay.filter((request) => !isInDoubt(request)),
    Date.parse(coverage.answeredAt),
  );
  const cameBack = (mine?.ok ? mine.value : [])
    .filter(({ state }) => state === 'REJECTED' || state === 'EXPIRED')
    .slice(0, LATEST);
  const latest = (ended.ok ? ended.value : [])
    .filter(({ id }) => !cameBack.some((request) => request.id === id))
    .slice(0, LATEST);
  const changes = proposed.ok ? proposed.value : [];
  const tests = arrived?.ok ? arrived.value : [];
  const needsNothing =
    batches.length + needsMe.length + inDoubt.length + cameBack.length + changes.length + tests.length === 0;
  return (
    <>
      <PageTitle title={`Good to see you, ${person.name}`} actions={<NewWithdrawalLink roles={person.roles} />} />
      <div className="mx-auto mt-6 mb-8 max-w-2xl">
        <FindBox />
        <Basis coverage={coverage} />
      </div>
      <div className="space-y-6">
        {needsNothing && (makes || decides) && (
          <Panel>
            <p className="text-dim">Nothing needs you at the moment.</p>
          </Panel>
        )}
        {batches.length > 0 && (
          <Section title={`Batches that wait for your decision (${batches.length})`}>
            <BatchLines batches={batches.slice(0, LATEST)} />
          </Section>
        )}
        <RequestSection title={`Waiting for your decision (${counts.needsMe})`} requests={needsMe.slice(0, LATEST)}>
          <Link href={routes.approvals} className={buttonClass('primary')}>
            Open the queue
          </Link>
        </RequestSection>
        <RequestSection
          title={`Tests that have arrived: confirm that the recipient has them (${tests.length})`}
          requests={tests.slice(0, LATEST)}
        />
        {changes.length > 0 && (
          <Section title={`Changes for you to confirm (${changes.length})`}>
            <ChangeList changes={changes.slice(0, LATEST)} />
          </Section>
        )}
        <RequestSection title={`In doubt (${inDoubt.length})`} requests={inDoubt} />
        <RequestSection title="Came back to you: change it, or let it rest" requests={cameBack} />
        <FlightSection
          title={`Late or held (${countOf(delayed, hasMore)})`}
          items={delayed.map((item) => ({ kind: 'transfer', ageMs: item.ageMs, pending: item }))}
        />
        <FlightSection
          title={`In flight (${countOf(onTime, hasMore)})`}
          items={onTime}
          whenEmpty="Nothing else is on its way."
        />
        {volume.ok && <VolumeChart volume={volume.value} />}
        <RequestSection title={`Waiting for others (${counts.others})`} requests={others.slice(0, LATEST)} />
        <RequestSection title="Latest that have come to an end" requests={latest} />
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Link className="underline" href={routes.withdrawals}>
            All withdrawals
          </Link>
          <Link className="underline" href={routes.transfers}>
            All transfers at the service
          </Link>
        </p>
      </div>
    </>
  );
}

function isInDoubt({ send }: RequestSummary): boolean {
  return send?.state === 'UNKNOWN' || send?.state === 'HOLD';
}

function countOf(items: readonly unknown[], hasMore: boolean): string {
  return `${items.length}${hasMore ? '+' : ''}`;
}

/** What a search, and all that stands below it, rests on. */
function Basis({ coverage }: { coverage: Coverage }) {
  return (
    <p
      className={clsx(
        'mt-2 text-center text-xs text-balance',
        coverage.staleSince === null ? 'text-dim' : 'font-medium text-warn',
      )}
    >
      <CoverageText coverage={coverage} />
    </p>
  );
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm font-medium text-dim">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A titled list; nothing where it is empty. */
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

/** The oldest of what is on its way; the rest folds out. */
function FlightSection({
  title,
  items,
  whenEmpty,
}: {
  title: string;
  items: Parameters<typeof InProgressList>[0]['items'];
  whenEmpty?: string;
}) {
  if (items.length === 0 && whenEmpty === undefined) return null;
  const rest = items.slice(MOST_SHOWN);
  return (
    <Section title={title}>
      {items.length === 0 ? (
        <p className="text-sm text-dim">{whenEmpty}</p>
      ) : (
        <InProgressList items={items.slice(0, MOST_SHOWN)} />
      )}
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-6 text-sm text-dim hover:text-ink">{rest.length} more, newer than these</summary>
          <div className="mt-2">
            <InProgressList items={rest} />
          </div>
        </details>
      )}
    </Section>
  );
}
