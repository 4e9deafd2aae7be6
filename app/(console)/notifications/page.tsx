import type { Metadata } from 'next';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { TargetChanges } from '@/app/(console)/notifications/target-changes';
import { TargetList } from '@/app/(console)/notifications/target-list';
import { TargetsEditor } from '@/app/(console)/notifications/targets-editor';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import { VersionHistory } from '@/components/proposals/version-history';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import type { SettingPayload } from '@/lib/proposals/settings';
import type { NotificationTarget } from '@/lib/notifications/targets';
import { explainOpenProposal, type ProposalView } from '@/lib/proposals/proposals';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readTargets } from '@/lib/server/notifications/targets/read';

export const metadata: Metadata = { title: 'Notifications' };

/** Shows where the console tells the desk of what happens, beside the mails that everybody chooses under Account. */
export default async function NotificationsPage() {
  const person = await requirePage('readNotificationTargets');
  const targets = await readTargets();
  if (!targets.ok) throw new Error('reading targets was denied to a person who may read them');
  const { current, history, proposals, deliveries } = targets.value;
  const targetsOf = new Map([current, ...history].map(({ version, targets: stored }) => [version, stored]));
  const describe = ({ payload }: ProposalView) => {
    const { basedOn, value: proposed } = payload as SettingPayload<NotificationTarget[]>;
    return <TargetChanges before={targetsOf.get(basedOn) ?? []} after={proposed} />;
  };
  const denied = denialReason('changeNotificationTargets', person.roles);
  return (
    <>
      <PageTitle
        title="Notifications"
        subtitle={
          'Channels and webhooks that the console notifies, with a link and at most the asset and a rounded amount. ' +
          'Each person chooses their own mail under Account.'
        }
      />
      <div className="space-y-4">
        <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />
        {denied === undefined && (
          <TargetsEditor
            basedOn={current.version}
            targets={current.targets}
            denialReason={explainOpenProposal(proposals)}
          />
        )}
        <TargetList targets={current.targets} deliveries={deliveries} canTest={denied === undefined} />
        <VersionHistory
          versions={[current, ...history]}
          renderChanges={(before, after) => <TargetChanges before={before.targets} after={after.targets} />}
        />
      </div>
    </>
  );
}
