import type { Metadata } from 'next';
import Link from 'next/link';
import { NewWithdrawalLink } from '@/components/new-withdrawal-link';
import { RequestList } from '@/components/request-list';
import { buttonClass } from '@/components/ui/button';
import { PageTitle, Panel } from '@/components/ui/panel';
import { routes } from '@/lib/routes';
import { requirePage } from '@/lib/server/people/page-guard';
import { listRequests } from '@/lib/server/requests/read';

export const metadata: Metadata = { title: 'Withdrawals' };

const LISTS = [
  { which: 'all', label: 'All', href: routes.withdrawals },
  { which: 'mine', label: 'Mine', href: `${routes.withdrawals}?of=mine` },
] as const;

export default async function WithdrawalsPage({ searchParams }: { searchParams: Promise<{ of?: string | string[] }> }) {
  const person = await requirePage('readWithdrawals');
  const which = (await searchParams).of === 'mine' ? 'mine' : 'all';
  const outcome = await listRequests(which);
  const requests = outcome.ok ? outcome.value : [];
  return (
    <>
      <PageTitle title="Withdrawals" subtitle="What was asked for here, newest first." actions={<NewWithdrawalLink roles={person.roles} />} />
      <nav aria-label="Which withdrawals" className="mb-3 flex gap-2">
        {LISTS.map(({ which: id, label, href }) => (
          <Link
            key={id}
            href={href}
            aria-current={id === which ? 'page' : undefined}
            className={buttonClass('plain', 'min-h-8 px-3 py-1 text-sm aria-[current]:border-accent aria-[current]:bg-accent-soft')}
          >
            {label}
          </Link>
        ))}
      </nav>
      {requests.length > 0 ? (
        <RequestList requests={requests} />
      ) : (
        <Panel>
          <p className="text-dim">{which === 'mine' ? 'You have not asked for a withdrawal yet.' : 'Nobody has asked for a withdrawal yet.'}</p>
        </Panel>
      )}
    </>
  );
}
