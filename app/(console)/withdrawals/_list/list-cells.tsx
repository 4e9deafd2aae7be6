import { CELLS } from '@/app/(console)/withdrawals/_list/row-layout';
import { ProfileName } from '@/components/profiles/profile-name';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { networkLabel } from '@/lib/networks/networks';
import { formatDuration } from '@/lib/text/duration';

const MINUTE_MS = 60_000;

/** Shows when something was requested, and how long ago. `nowMs`: the time at which the list was read. */
export function CreatedCell({ iso, nowMs }: { iso: string; nowMs: number }) {
  const ageMs = nowMs - Date.parse(iso);
  return (
    <div role="cell" className={CELLS.created}>
      <Time iso={iso} />
      <span className="ml-2 text-label text-dim lg:ml-0 lg:block">
        {ageMs < MINUTE_MS ? 'just now' : `${formatDuration(ageMs)} ago`}
      </span>
    </div>
  );
}

/** Shows the network and, below it, the profile; null where a batch has several. */
export function NetworkCell({ network, profileId }: { network: string | null; profileId: string | null }) {
  return (
    <div role="cell" className={CELLS.network}>
      <span className="lg:block">{network === null ? 'Several networks' : networkLabel(network)}</span>
      <span className="ml-2 inline-block max-w-full truncate align-bottom text-label text-dim lg:ml-0 lg:block">
        {profileId === null ? 'Several profiles' : <ProfileName id={profileId} isShort />}
      </span>
    </div>
  );
}

/** Shows who requested a withdrawal or a batch. */
export function RequesterCell({ name, isMine }: { name: string; isMine: boolean }) {
  return (
    <div role="cell" className={CELLS.requester}>
      <UntrustedText text={name} limit={80} />
      {isMine && ' (you)'}
    </div>
  );
}
