import type { Metadata } from 'next';
import { Sessions } from '@/app/(console)/_sessions/session-list';
import { People } from '@/app/(console)/people/people-panel';
import { PageTitle } from '@/components/ui/panel';
import { listSessions } from '@/lib/server/auth/list-sessions';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listPeople } from '@/lib/server/people/list-people';

export const metadata: Metadata = { title: 'People and sessions' };

export default async function PeoplePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readPeople');
  const { name } = await searchParams;
  const [sessions, people] = await Promise.all([listSessions(name), listPeople()]);
  if (!sessions.ok || !people.ok) throw new Error('people were denied to a person who may read them');
  return (
    <>
      <PageTitle title="People and sessions" />
      <div className="space-y-6">
        <People people={people.value} />
        <Sessions sessions={sessions.value} />
      </div>
    </>
  );
}
