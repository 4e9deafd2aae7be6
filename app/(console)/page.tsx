import Link from 'next/link';
import type { ReactNode } from 'react';
import { NewWithdrawalLink } from '@/components/new-withdrawal-link';
import { RequestList } from '@/components/request-list';
import { buttonClass } from '@/components/ui/button';
import { PageTitle, Panel } from '@/components/ui/panel';
import type { RequestSummary } from '@/lib/requests';
import { routes } from '@/lib/routes';
import { requireSignedIn } from '@/lib/server/people/page-guard';
import { readQueue } from '@/lib/server/requests/queue';
import { listRequests } from '@/lib/server/requests/read';

const LATEST = 5;

/** What needs the reader first, then what is on its way without them. */
export default async function HomePage() {
  const person = await requireSignedIn();
  const [queue, moving, ended, mine] = await Promise.all([
    readQueue(),
    listRequests({ of: 'all', state: 'under-way' }),
    listRequests({ of: 'all', state: 'ended' }),
    listRequests({ of: 'mine', state: 'ended' }),
  ]);
  const { needsMe, others } = queue.ok ? queue.value : { needsMe: [], others: [] };
  const underWay = moving.ok ? moving.value : [];
  const inDoubt = underWay.filter(isInDoubt);
  const onItsWay = underWay.filter((request) => !isInDoubt(request));
  const cameBack = (mine.ok ? mine.value : []).filter(({ state }) => state === 'REJECTED' || state === 'EXPIRED').slice(0, LATEST);
  const latest = (ended.ok ? ended.value : []).filter(({ id }) => !cameBack.some((request) => request.id === id)).slice(0, LATEST);
  const needsNothing = needsMe.length + inDoubt.length + cameBack.length === 0;
  return (
    <>
      <PageTitle title={`Good to see you, ${person.name}`} actions={<NewWithdrawalLink roles={person.roles} />} />
      <div className="space-y-6">
        {needsNothing && (
          <Panel>
            <p className="text-dim">Nothing needs you at the moment.</p>
          </Panel>
        )}
        <HomeList title={`Waiting for your decision (${needsMe.length})`} requests={needsMe.slice(0, LATEST)}>
          <Link href={routes.approvals} className={buttonClass('primary')}>
            Open the queue
          </Link>
        </HomeList>
        <HomeList title={`In doubt (${inDoubt.length})`} requests={inDoubt} />
        <HomeList title="Came back to you: change it, or let it rest" requests={cameBack} />
        <HomeList title={`Waiting for others (${others.length})`} requests={others.slice(0, LATEST)} />
        <HomeList title={`Under way (${onItsWay.length})`} requests={onItsWay.slice(0, LATEST)} />
        <HomeList title="Latest that have come to an end" requests={latest} />
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

/** A titled list; nothing where it is empty. */
function HomeList({ title, requests, children }: { title: string; requests: readonly RequestSummary[]; children?: ReactNode }) {
  if (requests.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm font-medium text-dim">{title}</h2>
        {children}
      </div>
      <RequestList requests={requests} />
    </section>
  );
}
