import type { Metadata } from 'next';
import { DelayedSection, InProgressSection, UnsettledSection } from '@/app/(console)/transfers/today/progress-sections';
import { readToday } from '@/app/(console)/transfers/today/read-today';
import { SentTodaySection } from '@/app/(console)/transfers/today/sent-today-section';
import { VolumeChart } from '@/app/(console)/transfers/today/volume-chart';
import { WatchedTransfers } from '@/app/(console)/transfers/today/watched-transfers';
import { CoverageText } from '@/components/transfers/coverage-text';
import { PageTitle } from '@/components/ui/panel';
import { TellTimeZone } from '@/components/values/tell-time-zone';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Transfers today' };

/** Shows what is watched, delayed, in progress and sent today; what is urgent first, and nothing that is empty. */
export default async function TodayPage() {
  const person = await requirePage('readTransfers');
  const today = await readToday(person);
  return (
    <>
      <PageTitle title="Today" subtitle={<CoverageText coverage={today.coverage} />} />
      <TellTimeZone used={today.sent.zone} />
      <div className="space-y-6">
        <WatchedTransfers initial={today.watches} />
        <UnsettledSection
          unsettled={today.unsettled}
          canSettle={denialReason('settleTransfers', person.roles) === undefined}
        />
        <DelayedSection delayed={today.delayed} hasMore={today.hasMore} />
        <InProgressSection items={today.onTime} hasMore={today.hasMore} />
        <SentTodaySection sent={today.sent} />
        <VolumeChart volume={today.volume} />
      </div>
    </>
  );
}
