import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { AlarmsSection } from '@/app/(console)/(home)/alarms-section';
import { listAlarms } from '@/app/(console)/(home)/home-alarms';
import { type HomeSectionName, listHomeSections } from '@/app/(console)/(home)/home-sections';
import { type Home, readHome } from '@/app/(console)/(home)/read-home';
import { ReturnedRequests } from '@/app/(console)/(home)/returned-requests';
import {
  DecisionsSection,
  FirstDaySection,
  QuestionsSection,
  TestsSection,
} from '@/app/(console)/(home)/to-do-sections';
import { TodaySection } from '@/app/(console)/(home)/today-section';
import { WaitingSection } from '@/app/(console)/(home)/waiting-section';
import { firstPageFor } from '@/components/shell/navigation/navigation';
import { buttonClass } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { Link } from '@/components/ui/link';
import { PageTitle, Panel } from '@/components/ui/panel';
import { TellTimeZone } from '@/components/values/tell-time-zone';
import { routes } from '@/lib/http/routes';
import { denialReason, type Role } from '@/lib/identity/roles';
import { countNeedsMe } from '@/lib/requests/queue';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { now } from '@/lib/server/runtime/clock';

/** Leads to the first page of the reader's role, or shows what is theirs to do, what waits for others, and the day. */
export default async function HomePage() {
  const person = await requireSignedIn();
  const first = firstPageFor(person.roles);
  if (first !== routes.home) redirect(first);
  const sections = listHomeSections(person.roles);
  const home = await readHome(person, sections);
  const isToDo = hasToDo(home, sections);
  return (
    <div className="max-w-lines">
      <PageTitle
        title={isToDo ? 'Yours to do' : 'Nothing waits for you'}
        subtitle={isToDo ? undefined : <WhatComes roles={person.roles} />}
        actions={<Actions roles={person.roles} />}
      />
      <TellTimeZone used={home.today.zone} />
      <div className="space-y-6">
        {isToDo && (
          <Panel className="divide-y divide-line p-0!">
            {home.alarms && <AlarmsSection facts={home.alarms} />}
            {sections.includes('decisions') && <DecisionsSection queue={home.queue} />}
            <TestsSection tests={home.tests} />
            <QuestionsSection questions={home.questions} />
            <ReturnedRequests returned={home.returned} />
            <FirstDaySection isBookToBegin={home.isBookToBegin} />
          </Panel>
        )}
        {sections.includes('waiting') && (
          <WaitingSection queue={home.queue} unresolved={home.unresolved} now={now().getTime()} />
        )}
        <TodaySection figures={home.today.figures} />
      </div>
    </div>
  );
}

function hasToDo(
  { alarms, queue, tests, questions, returned, isBookToBegin }: Home,
  sections: readonly HomeSectionName[],
): boolean {
  const decisions = sections.includes('decisions') ? countNeedsMe(queue) : 0;
  const lines = tests.length + questions.length + returned.length + decisions;
  return lines > 0 || isBookToBegin || (alarms !== undefined && listAlarms(alarms).length > 0);
}

/** Says what appears on an empty page. */
function WhatComes({ roles }: { roles: readonly Role[] }): ReactNode {
  if (denialReason('makeWithdrawal', roles) === undefined)
    return 'Returned requests, test payments and questions appear here.';
  return 'Alarms, decisions and changes appear here.';
}

/** Offers what finance comes to do; nothing to others, who cannot request withdrawals. */
function Actions({ roles }: { roles: readonly Role[] }) {
  if (denialReason('makeWithdrawal', roles) !== undefined) return null;
  return (
    <>
      <Link href={routes.importWithdrawals} className={buttonClass('plain')}>
        Import withdrawals
      </Link>
      <Link href={routes.newWithdrawal} className={buttonClass('primary')} aria-keyshortcuts="n">
        New withdrawal
        <KeyHint>n</KeyHint>
      </Link>
    </>
  );
}
