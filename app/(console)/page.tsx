import Link from 'next/link';
import { NewWithdrawalLink } from '@/components/new-withdrawal-link';
import { RequestList } from '@/components/request-list';
import { PageTitle, Panel } from '@/components/ui/panel';
import { isSettled } from '@/lib/requests';
import { routes } from '@/lib/routes';
import { requireSignedIn } from '@/lib/server/people/page-guard';
import { listRequests } from '@/lib/server/requests/read';

const LATEST = 8;

export default async function HomePage() {
  const person = await requireSignedIn();
  const outcome = await listRequests('all');
  const requests = outcome.ok ? outcome.value : [];
  const inFlight = requests.filter((request) => !isSettled(request));
  const settled = requests.filter(isSettled);
  return (
    <>
      <PageTitle title={`Good to see you, ${person.name}`} actions={<NewWithdrawalLink roles={person.roles} />} />
      <div className="space-y-6">
        <section aria-labelledby="in-flight">
          <h2 id="in-flight" className="mb-2 text-sm font-medium text-dim">
            Under way ({inFlight.length})
          </h2>
          {inFlight.length > 0 ? (
            <RequestList requests={inFlight} />
          ) : (
            <Panel>
              <p className="text-dim">
                {requests.length === 0 ? 'Nobody has asked for a withdrawal yet.' : 'Nothing is under way. Everything that was asked for has come to its end.'}
              </p>
            </Panel>
          )}
        </section>
        {settled.length > 0 && (
          <section aria-labelledby="latest">
            <h2 id="latest" className="mb-2 text-sm font-medium text-dim">
              Latest that have come to an end
            </h2>
            <RequestList requests={settled.slice(0, LATEST)} />
          </section>
        )}
        <p className="text-sm">
          <Link className="underline" href={routes.transfers}>
            All transfers at the service
          </Link>
        </p>
      </div>
    </>
  );
}
