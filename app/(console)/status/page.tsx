import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { type HomeAlarm, listAlarms } from '@/app/(console)/(home)/home-alarms';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { HastyDecisions } from '@/app/(console)/status/hasty-decisions';
import { readHaste } from '@/lib/server/requests/checks/haste';
import { ConfigurationNotices } from '@/app/(console)/status/configuration-notices';
import { FirstStartSteps } from '@/app/(console)/status/first-start';
import { Notices } from '@/app/(console)/status/notices-panel';
import { RestoreProgress } from '@/app/(console)/status/restore-progress';
import { LeftOut, SendCounts, UnknownSends } from '@/app/(console)/status/sends-panel';
import { BackgroundWork } from '@/app/(console)/status/work-panel';
import { RejectedRecords, Replicas, TransferSync } from '@/app/(console)/status/sync-panel';
import { UnexplainedTransfers } from '@/app/(console)/status/watch-panels';
import { StopSwitch } from '@/app/(console)/status/stop-switch';
import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { type RestoreCheck, restoreCheckBlockReason } from '@/lib/mirror/restore-check';
import { denialReason } from '@/lib/identity/roles';
import { readFirstStart } from '@/lib/server/people/first-start';
import { readNoticeOverview } from '@/lib/server/notifications/overview';
import { readSyncOverview } from '@/lib/server/mirror/sync/sync-overview';
import { readWaitingToLeave } from '@/lib/server/requests/lists/waiting-to-leave';
import { LeavingWithdrawals } from '@/app/(console)/status/waiting-to-leave';
import type { WaitingToLeave } from '@/lib/requests/waiting-to-leave';
import type { ProposalView } from '@/lib/proposals/proposals';
import { readSignInTimes } from '@/lib/server/sign-in/sign-in-times';
import { isInSetUpMode } from '@/lib/server/passkeys/key-list/mode';
import { MAX_TRANSFER_ALARMS } from '@/lib/server/transfer-watch/known-transfers';
import { requirePage } from '@/lib/server/auth/page-guard';
import { waivedChecks } from '@/lib/server/config/environment';
import { readPolicyWarnings } from '@/lib/server/policy/read';
import { routes } from '@/lib/http/routes';
import { Link } from '@/components/ui/link';
import { readDifferingSettings, readWork } from '@/lib/server/sends/process-settings';
import { readSendsOverview } from '@/lib/server/sends/overview';
import type { SendingState } from '@/lib/sends/contract';

export const metadata: Metadata = { title: 'Status' };

export default async function StatusPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readStatus');
  const { name } = await searchParams;
  // Sessions were on this page.
  if (typeof name === 'string') redirect(routes.peopleNamed(name));
  const isAdministrator = denialReason('changePolicy', person.roles) === undefined;
  const seesPeople = denialReason('readPeople', person.roles) === undefined;
  const [overview, sync, signInTimes, warnings, differences, haste, notices, work, isWithoutKeys, firstStart] =
    await Promise.all([
      readSendsOverview(),
      readSyncOverview(),
      readSignInTimes(),
      isAdministrator ? readPolicyWarnings() : undefined,
      readDifferingSettings(),
      denialReason('readAudit', person.roles) === undefined ? readHaste() : undefined,
      seesPeople ? readNoticeOverview() : undefined,
      readWork(),
      isInSetUpMode(),
      isAdministrator ? readFirstStart() : undefined,
    ]);
  if (!overview.ok || !sync.ok || !signInTimes.ok || !differences.ok || !work.ok)
    throw new Error('the status was denied to a person who may read it');
  const { sending, counts, unresolved, lastWalk, leftOut, restore, proposals, transferAlarms, hiddenAlarms } =
    overview.value;
  const waiting = await readWaiting(sending);
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    <>
      <PageTitle
        title="Status"
        subtitle={
          person.visibleProfiles === 'all'
            ? undefined
            : 'Withdrawals and transfers are counted only for the profiles that you may see.'
        }
      />
      <Verdict
        alarms={listAlarms({
          sending,
          isInSetUpMode: isWithoutKeys,
          unresolved,
          unexplained: { count: transferAlarms.length, hasMore: transferAlarms.length >= MAX_TRANSFER_ALARMS },
          coverage: sync.value.coverage,
          haste: haste === undefined ? [] : haste.ok ? haste.value : null,
        })}
      />
      <UnknownSends unresolved={unresolved.requests} lastWalk={lastWalk} />
      <ConfigurationNotices waived={waivedChecks()} signInTimes={signInTimes.value} differences={differences.value} />
      {warnings?.ok && (
        <PolicyWarnings warnings={warnings.value} className="mb-4">
          <Link className="underline" href={routes.policy}>
            Open the policy
          </Link>
        </PolicyWarnings>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <Panel title="Stop switch">
            <Sending sending={sending} />
            <SendCounts counts={counts} />
            <RestoreProgress check={restore} />
            <StopSwitch
              isStopped={sending.isStopped}
              waiting={waiting}
              denialReason={
                denialReason(sending.isStopped ? 'resumeSending' : 'stopSending', person.roles) ??
                (sending.isStopped ? restoreCheckBlockReason(restore) : undefined) ??
                (open && sending.isStopped
                  ? `${open.proposedBy} proposed to resume sending. A second administrator must confirm.`
                  : undefined)
              }
            />
          </Panel>
          <ProposalPanel
            title="Resume sending"
            proposals={proposals}
            describe={describeResuming(restore, { alarms: transferAlarms.length, hiddenAlarms, waiting })}
            steps={PROPOSAL_STEPS}
          />
          <UnexplainedTransfers {...overview.value} roles={person.roles} />
          {haste?.ok && <HastyDecisions counts={haste.value} />}
          <LeftOut leftOut={leftOut} />
          {firstStart?.ok && <FirstStartSteps done={firstStart.value} />}
        </div>
        <div className="min-w-0 space-y-6">
          <TransferSync overview={sync.value} />
          <Replicas replicas={sync.value.replicas} />
          <BackgroundWork overview={work.value} />
          {notices?.ok && <Notices overview={notices.value} />}
          <RejectedRecords quarantine={sync.value.quarantine} />
        </div>
      </div>
    </>
  );
}

/** Reads what leaves when sending resumes; undefined while sending is on. */
async function readWaiting({ isStopped }: SendingState): Promise<WaitingToLeave | undefined> {
  const waiting = isStopped ? await readWaitingToLeave() : undefined;
  return waiting?.ok ? waiting.value : undefined;
}

const describeResuming = (
  restore: RestoreCheck | null,
  { alarms, hiddenAlarms, waiting }: { alarms: number; hiddenAlarms: number; waiting: WaitingToLeave | undefined },
) =>
  function Resuming({ state }: ProposalView) {
    return (
      <>
        {alarms > 0 && (
          <p className="text-body font-medium">
            {alarms === 1 ? 'One transfer is' : `${alarms} transfers are`} not explained by any request. Find out who
            made {alarms === 1 ? 'it' : 'them'} before sending resumes.
          </p>
        )}
        {hiddenAlarms > 0 && (
          <p className="text-body font-medium">
            {hiddenAlarms === 1 ? '1 alarm is' : `${hiddenAlarms} alarms are`} about other profiles. You do not see{' '}
            {hiddenAlarms === 1 ? 'it' : 'them'}. Ask a person who does before sending resumes.
          </p>
        )}
        <p className="text-body">When sending resumes, waiting approved withdrawals are sent at once.</p>
        <RestoreProgress check={restore} />
        {state === 'OPEN' && waiting && <LeavingWithdrawals waiting={waiting} />}
      </>
    );
  };

/** Says that all is well, or what is not; the panels below say more. */
function Verdict({ alarms }: { alarms: readonly HomeAlarm[] }) {
  if (alarms.length === 0)
    return (
      <p className="mb-4 text-heading">
        <StatusMark tone="well" label="All well" />
      </p>
    );
  return (
    <ul aria-label="Not well" className="mb-2 text-heading">
      {alarms.map(({ title }) => (
        <li key={title}>
          <StatusMark tone="failed" label={title} />
        </li>
      ))}
    </ul>
  );
}

function Sending({ sending: { isStopped, reason, since, by } }: { sending: SendingState }) {
  if (!isStopped) return <StatusMark tone="well" label="Sending is on" />;
  return (
    <div className="space-y-1 text-body [overflow-wrap:anywhere]">
      <p className="text-heading font-medium">
        <StatusMark tone="failed" label="Sending is stopped. Nothing is sent." />
      </p>
      <p>
        “<UntrustedText text={reason} />”
      </p>
      <p className="text-dim">
        Since <Time iso={since} withTime />, by {by === null ? 'the console' : <UntrustedText text={by} />}.
      </p>
    </div>
  );
}
