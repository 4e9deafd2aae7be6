import type { ReactNode } from 'react';
import { ChangeList } from '@/app/(console)/transfers/_details/_facts/change-list';
import { FactGroup } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { Time } from '@/components/values/time';
import { theService } from '@/lib/text/service-name';
import type { MirroredTransfer } from '@/lib/cases/transfer-detail';

const JUST_NOW_MS = 120_000;

/** The change of the last two minutes, so that it is not overlooked. */
export function RecentChange({ mirrored, saidAt }: { mirrored: MirroredTransfer; saidAt: string }) {
  const last = mirrored.history.at(-1);
  if (!last || Date.parse(saidAt) - Date.parse(last.seenAt) > JUST_NOW_MS) return null;
  return (
    <div className="mt-1.5 rounded-control bg-accent-soft px-2.5 py-1.5 text-body">
      <p className="text-label text-dim">Changed just now</p>
      <ChangeList changes={last.changes} />
    </div>
  );
}

/** The history of a transfer: when the console first saw it, and each change since. */
export function TransferHistory({ mirrored: { firstSeenAt, goneSince, history } }: { mirrored: MirroredTransfer }) {
  return (
    <FactGroup title="History, as this console saw it">
      <ol aria-label="History" className="space-y-2 text-body">
        <Step at={firstSeenAt}>First seen</Step>
        {history.map(({ seenAt, changes }, index) => (
          <Step key={index} at={seenAt}>
            <ChangeList changes={changes} />
          </Step>
        ))}
        {goneSince !== null && (
          <Step at={goneSince}>
            <span className="text-bad">No longer found at {theService()}</span>
          </Step>
        )}
      </ol>
    </FactGroup>
  );
}

function Step({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-3">
      <span className="text-dim">
        <Time iso={at} withSeconds />
      </span>
      <div>{children}</div>
    </li>
  );
}
