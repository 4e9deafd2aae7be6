'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { explainTransferAlarm, type TransferAlarm, type TransferAlarmKind } from '@/lib/transfer-watch/transfer-alarm';

interface TransferAlarmsProps {
  alarms: readonly TransferAlarm[];
  /** Sentence that says why the reader cannot propose to mark transfers as known. */
  denialReason: string | undefined;
}

const LABELS: Record<TransferAlarmKind, string> = {
  foreign: 'Not requested here',
  reference: 'Another transfer with our reference',
  unaudited: 'Not in the audit log',
};

/** Lists transfers that no request explains, each with the action that ends its alarm. */
export function TransferAlarms({ alarms, denialReason }: TransferAlarmsProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<readonly TransferAlarm[]>();
  if (alarms.length === 0) return null;
  return (
    <Panel title="Unexplained transfers">
      <ul className="divide-y divide-line text-body">
        {alarms.map((alarm) => (
          <li key={alarm.transferId} className="space-y-1 py-3 first:pt-0 [overflow-wrap:anywhere]">
            <StatusMark tone="failed" label={LABELS[alarm.kind]} />
            <p>
              <UntrustedText text={explainTransferAlarm(alarm)} limit={1_200} />
            </p>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-dim">
              <span>
                Found <Time iso={alarm.raisedAt} withSeconds />
              </span>
              <Link className="underline" href={routes.transfer(alarm.transferId)}>
                Open transfer
              </Link>
              {alarm.requestId !== null && (
                <Link className="underline" href={routes.withdrawal(alarm.requestId)}>
                  Open request
                </Link>
              )}
              <Button disabled={denialReason !== undefined} onClick={() => setChosen([alarm])}>
                Mark as known
              </Button>
            </p>
          </li>
        ))}
      </ul>
      {alarms.length > 1 && (
        <p className="mt-2">
          <Button disabled={denialReason !== undefined} onClick={() => setChosen(alarms)}>
            Mark all {alarms.length} as known
          </Button>
        </p>
      )}
      {denialReason !== undefined && <p className="mt-2 text-label text-dim">{denialReason}</p>}
      {chosen && (
        <ProposeDialog
          title={
            chosen.length === 1
              ? 'Propose to mark this transfer as known?'
              : 'Propose to mark these transfers as known?'
          }
          confirmLabel="Propose"
          propose={(comment) =>
            proposeChange({
              kind: 'known-transfers',
              subject: 'known-transfers',
              payload: { transferIds: chosen.map(({ transferId }) => transferId) },
              comment,
            })
          }
          onProposed={() => router.refresh()}
          onClose={() => setChosen(undefined)}
        >
          <KnownTransfers transferIds={chosen.map(({ transferId }) => transferId)} />
        </ProposeDialog>
      )}
    </Panel>
  );
}

/** Describes what marking transfers as known means, and names them. */
export function KnownTransfers({ transferIds }: { transferIds: readonly string[] }) {
  return (
    <div className="space-y-1 text-body [overflow-wrap:anywhere]">
      <p>
        Ends the alarms about {transferIds.length === 1 ? 'this transfer' : 'these transfers'}, for good. Do so only
        when you know who made {transferIds.length === 1 ? 'it' : 'them'} and why. Nothing is sent, and sending stays as
        it is.
      </p>
      <ul className="font-mono">
        {transferIds.map((id) => (
          <li key={id}>
            <UntrustedText text={id} />
          </li>
        ))}
      </ul>
    </div>
  );
}
