'use client';

import { useState } from 'react';
import { showSigningSecretAction, testTargetAction } from '@/app/(console)/notifications/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { Explanation } from '@/lib/http/problems';
import { explainTargetFailure, type TargetsView } from '@/lib/notifications/contract';
import { deskLabelOf } from '@/lib/notifications/kinds';
import { CHANNEL_LABELS, type NotificationTarget } from '@/lib/notifications/targets';

type Delivery = TargetsView['deliveries'][number];

interface TargetListProps {
  targets: readonly NotificationTarget[];
  deliveries: readonly Delivery[];
  /** True for people who may send a test message and see signing secrets. */
  canTest: boolean;
}

/** Lists the targets in force, with how delivery to each goes. */
export function TargetList({ targets, deliveries, canTest }: TargetListProps) {
  return (
    <Panel title="In force">
      {targets.length === 0 ? (
        <p className="text-body text-dim">No channel or webhook gets notifications.</p>
      ) : (
        <ul aria-label="Targets" className="divide-y divide-line text-body">
          {targets.map((target) => (
            <TargetLine
              key={target.id}
              target={target}
              delivery={deliveries.find(({ targetId }) => targetId === target.id)}
              canTest={canTest}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TargetLine({
  target: { id, channel, label, host, ending, kinds, secrets },
  delivery,
  canTest,
}: {
  target: NotificationTarget;
  delivery: Delivery | undefined;
  canTest: boolean;
}) {
  const { isBusy, said, failure, run } = useTargetAction();
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_auto] [overflow-wrap:anywhere]">
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          <UntrustedText text={label} limit={80} />
          <span className="font-normal text-dim">
            {' '}
            · {CHANNEL_LABELS[channel]} at <span className="font-mono">{host}</span>
            {ending !== '' && (
              <>
                , ends with <span className="font-mono">{ending}</span>
              </>
            )}
          </span>
        </p>
        <DeliveryState delivery={delivery} />
        <p className="text-label text-dim">{kinds.map(deskLabelOf).join(' · ')}</p>
      </div>
      {canTest && (
        <div className="flex flex-wrap items-start gap-2">
          <Button
            disabled={isBusy}
            onClick={() =>
              void run(
                () => callAction(testTargetAction, { id }),
                () => 'The target took the test message.',
              )
            }
          >
            Send a test
          </Button>
          {secrets.map((generation) => (
            <Button
              key={generation}
              look="quiet"
              disabled={isBusy}
              onClick={() =>
                void run(
                  () => callAction(showSigningSecretAction, { id, generation }),
                  (secret) => secret ?? '',
                )
              }
            >
              Show signing secret {generation}
            </Button>
          ))}
        </div>
      )}
      <div aria-live="polite" className="lg:col-span-2 empty:hidden">
        {said !== undefined && (
          <p className="flex flex-wrap items-center gap-2">
            <span className={said.startsWith('whsec_') ? 'font-mono' : undefined}>{said}</span>
            {said.startsWith('whsec_') && <CopyButton text={said} what="signing secret" />}
          </p>
        )}
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
    </li>
  );
}

function DeliveryState({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return <p className="text-dim">Nothing was delivered yet.</p>;
  const { sentAt, queued, dead, failure } = delivery;
  const isFailing = failure !== null && (queued > 0 || dead > 0);
  return (
    <>
      <p>
        <StatusMark
          tone={dead > 0 ? 'failed' : queued > 0 ? 'waiting' : 'done'}
          label={dead > 0 ? `${dead} given up in seven days` : queued > 0 ? `${queued} to be delivered` : 'Delivered'}
        />
        {sentAt !== null && (
          <>
            , last <Time iso={sentAt} withSeconds />
          </>
        )}
      </p>
      {isFailing && <p>{failure}</p>}
    </>
  );
}

type Acting = ReturnType<typeof testTargetAction>;

function useTargetAction() {
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [failure, setFailure] = useState<Explanation>();
  const run = async (act: () => Acting, say: (value: string | null) => string) => {
    setIsBusy(true);
    setSaid(undefined);
    setFailure(undefined);
    try {
      const outcome = await act();
      if (outcome.ok) setSaid(say(outcome.value));
      else setFailure(explainTargetFailure(outcome.error));
    } catch {
      setFailure({ title: 'The console did not answer', detail: '', next: 'Try again in a minute.' });
    }
    setIsBusy(false);
  };
  return { isBusy, said, failure, run };
}
