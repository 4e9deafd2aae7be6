import { LiftSuspension, SuspendPerson } from '@/app/(console)/people/suspend-person';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { PageSection } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import type { PeopleList } from '@/lib/server/people/list-people';

type Listed = PeopleList['items'][number];

/**
 * Lists the people who are known, each with a button that suspends them or proposes to lift the suspension, for
 * administrators.
 */
export function People({ people: { items, total, adminCount, unlinked, denialReason } }: { people: PeopleList }) {
  return (
    <PageSection title="People">
      <p className="mb-1 text-body text-dim">
        {items.length < total
          ? `The ${items.length} people who signed in last, of ${total}.`
          : 'Everyone who has signed in or is in the company’s directory.'}{' '}
        {denialReason}
      </p>
      {unlinked.total > 0 && (
        <p className="mb-1 text-body text-dim [overflow-wrap:anywhere]">
          {unlinked.total === 1 ? '1 account' : `${unlinked.total} accounts`} of the company’s directory belong to
          nobody known here, and suspend nobody: <UntrustedText text={unlinked.userNames.join(', ')} limit={500} />.
        </p>
      )}
      {/* Above the columns of a wide window, for the eye: each cell says itself what it is. */}
      <div aria-hidden className={`${COLUMNS} border-b border-line pb-1 text-label text-dim max-lg:hidden`}>
        <span>Name</span>
        <span>Roles and sessions</span>
        <span>Last sign-in</span>
      </div>
      <ul aria-label="People" className="divide-y divide-line text-body">
        {items.map((person) => (
          <PersonLine key={person.id} person={person} adminCount={adminCount} canSuspend={denialReason === null} />
        ))}
      </ul>
    </PageSection>
  );
}

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 ' +
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,14rem)]';

interface PersonLineProps {
  person: Listed;
  adminCount: number;
  canSuspend: boolean;
}

function PersonLine({ person, adminCount, canSuspend }: PersonLineProps) {
  const { id, name, email, roles, lastSignInAt, sessionCount, suspension, proposals } = person;
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    <li className="py-2.5 last:pb-0">
      <div className={COLUMNS}>
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">
            <UntrustedText text={name} limit={80} />
          </span>
          <span className="block text-dim">{email !== null && <UntrustedText text={email} limit={120} />}</span>
        </div>
        <div className="min-w-0 text-dim max-lg:col-span-2">
          <span className="block">{roles.length > 0 ? roles.join(', ') : 'no role'}</span>
          {sessionCount > 0 && (
            <span className="block">{sessionCount === 1 ? '1 active session' : `${sessionCount} active sessions`}</span>
          )}
        </div>
        <div className="min-w-0 text-dim [overflow-wrap:anywhere] max-lg:col-span-2">
          {lastSignInAt === null ? 'Not signed in yet' : <LastSignIn iso={lastSignInAt} />}
        </div>
        {canSuspend && suspension && (
          <LiftSuspension
            personId={id}
            name={name}
            denialReason={open && 'Lifting the suspension is proposed below.'}
          />
        )}
        {canSuspend && !suspension && (
          <SuspendPerson person={person} isLeavingOneAdmin={roles.includes('admin') && adminCount === 2} />
        )}
      </div>
      {suspension && (
        <div className="mt-1 [overflow-wrap:anywhere]">
          <StatusMark tone="failed" label="Suspended" />: “<UntrustedText text={suspension.reason} />” (by{' '}
          <UntrustedText text={suspension.by} limit={80} />, <Time iso={suspension.since} />)
        </div>
      )}
      {proposals.length > 0 && (
        <div className="mt-2">
          <ProposalPanel
            title="Lift the suspension"
            proposals={proposals}
            describe={describeLift}
            steps={PROPOSAL_STEPS}
          />
        </div>
      )}
    </li>
  );
}

const describeLift = () => (
  <p className="text-body">The person can sign in again. Approvals from before the suspension stay void.</p>
);

function LastSignIn({ iso }: { iso: string }) {
  return (
    <>
      <span className="lg:sr-only">Last sign-in </span>
      <Time iso={iso} />
    </>
  );
}
