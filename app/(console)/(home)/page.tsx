import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { AlarmsSection } from '@/app/(console)/(home)/alarms-section';
import {
  ChangesSection,
  DecisionsSection,
  TestsSection,
  UnresolvedSection,
} from '@/app/(console)/(home)/decision-sections';
import { FirstDaySection } from '@/app/(console)/(home)/first-day-section';
import { FinishedSection, WaitingSection } from '@/app/(console)/(home)/finance-sections';
import { HomeSearchBox } from '@/app/(console)/(home)/home-search-box';
import { type HomeSectionName, listHomeSections } from '@/app/(console)/(home)/home-sections';
import { type Home, readHome } from '@/app/(console)/(home)/read-home';
import { ReturnedRequests } from '@/app/(console)/(home)/returned-requests';
import { SentTodaySection } from '@/app/(console)/(home)/sent-today-section';
import { DelayedSection, InProgressSection, UnsettledSection } from '@/app/(console)/(home)/support-sections';
import { VolumeChart } from '@/app/(console)/(home)/volume-chart';
import { WatchedTransfers } from '@/app/(console)/(home)/watched-transfers';
import { CoverageText } from '@/components/transfers/coverage-text';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { TellTimeZone } from '@/components/values/tell-time-zone';
import { routes } from '@/lib/http/routes';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { Coverage } from '@/lib/mirror/coverage';
import { requireSignedIn } from '@/lib/server/auth/page-guard';

/** Shows each role what it comes for, the most urgent first. */
export default async function HomePage() {
  const person = await requireSignedIn();
  const sections = listHomeSections(person.roles);
  const home = await readHome(person, sections);
  return (
    <>
      <PageTitle title={`Good to see you, ${person.name}`} actions={<Actions roles={person.roles} />} />
      {home.sent && <TellTimeZone used={home.sent.zone} />}
      <div className="space-y-6">
        {sections.map((section) => (
          <Fragment key={section}>{SECTIONS[section](home, person.roles)}</Fragment>
        ))}
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-body">
          <Link className="underline" href={routes.withdrawals}>
            All withdrawals
          </Link>
          <Link className="underline" href={routes.transfers}>
            All transfers
          </Link>
          <Link className="underline" href={routes.statements}>
            Monthly statements
          </Link>
        </p>
      </div>
    </>
  );
}

const SECTIONS: Record<HomeSectionName, (home: Home, roles: readonly Role[]) => ReactNode> = {
  alarms: ({ alarms }) => alarms && <AlarmsSection facts={alarms} />,
  firstDay: ({ isBookToBegin }) => <FirstDaySection isBookToBegin={isBookToBegin} />,
  search: ({ coverage }, roles) => <Search coverage={coverage} hasFocus={roles.includes('support')} />,
  decisions: ({ queue, coverage }) => <DecisionsSection queue={queue} now={Date.parse(coverage.answeredAt)} />,
  changes: ({ changes }) => <ChangesSection changes={changes} />,
  tests: ({ tests }) => <TestsSection tests={tests} />,
  unresolved: ({ unresolved }) => <UnresolvedSection unresolved={unresolved} />,
  returned: ({ returned }) => <ReturnedRequests returned={returned} />,
  waiting: ({ queue, coverage }) => <WaitingSection queue={queue} now={Date.parse(coverage.answeredAt)} />,
  sentToday: ({ sent }) => sent && <SentTodaySection sent={sent} />,
  watched: ({ watches }, roles) => <WatchedTransfers initial={watches} isShownEmpty={roles.includes('support')} />,
  delayed: ({ delayed, hasMore }) => <DelayedSection delayed={delayed} hasMore={hasMore} />,
  unsettled: ({ unsettled }, roles) => (
    <UnsettledSection unsettled={unsettled} canSettle={denialReason('settleTransfers', roles) === undefined} />
  ),
  inProgress: ({ onTime, hasMore }) => <InProgressSection items={onTime} hasMore={hasMore} />,
  volume: ({ volume }) => volume && <VolumeChart volume={volume} />,
  finished: ({ finished }) => <FinishedSection requests={finished} />,
};

/** Offers what finance comes to do; nothing to others, who cannot request withdrawals. */
function Actions({ roles }: { roles: readonly Role[] }) {
  if (denialReason('makeWithdrawal', roles) !== undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link href={routes.importWithdrawals} className={buttonClass('plain')}>
        Import withdrawals
      </Link>
      <Link href={routes.newWithdrawal} className={buttonClass('primary')}>
        New withdrawal
      </Link>
    </div>
  );
}

/** Shows the search, and how complete and how current the transfers are that it searches. */
function Search({ coverage, hasFocus }: { coverage: Coverage; hasFocus: boolean }) {
  return (
    <div className="mx-auto max-w-reading">
      <HomeSearchBox hasFocus={hasFocus} />
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
    </div>
  );
}
