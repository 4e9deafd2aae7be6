'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { saveAtServiceAction } from '@/app/(console)/recipients/[id]/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { AddressSaveView, SavedAddress, SaveFailure } from '@/lib/recipients/contract';
import { unknownSave } from '@/lib/recipients/save-failure';
import { describeAddressState } from '@/lib/recipients/service-address';
import { theService } from '@/lib/text/service-name';

interface ServiceDataProps {
  recipientId: string;
  saves: readonly AddressSaveView[];
  /** Reason why the reader cannot save; undefined where they can. */
  denialReason: string | undefined;
}

/** Travel-rule data of an entry at the service: the last save for each identity, and the button that saves them. */
export function ServiceData({ recipientId, saves, denialReason }: ServiceDataProps) {
  const router = useRouter();
  const [saving, setSaving] = useState<string>();
  const [failure, setFailure] = useState<Explanation>();
  const [done, setDone] = useState('');
  const save = async ({ identity, dataSha256 }: AddressSaveView) => {
    setSaving(identity);
    setFailure(undefined);
    setDone('');
    try {
      const outcome = await callAction(saveAtServiceAction, { recipientId, identity, dataSha256 });
      if (outcome.ok) {
        setDone(`Saved at ${theService()}: ${describeAddressState(outcome.value.state)}.`);
        router.refresh();
      } else setFailure(explainSaveFailure(outcome.error));
    } catch {
      setFailure(unknownSave('The console did not answer.').explanation);
    }
    setSaving(undefined);
  };
  return (
    <Panel title={`Travel-rule data at ${theService()}`}>
      <ul className="divide-y divide-line">
        {saves.map((one) => (
          <li key={one.identity} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 first:pt-0">
            <div className="min-w-0 grow basis-60 [overflow-wrap:anywhere]">
              <p className="font-medium">
                <Owner identity={one.identity} />
              </p>
              <LastSave last={one.last} />
            </div>
            <Button
              look={one.last?.isSame ? 'quiet' : 'plain'}
              disabled={denialReason !== undefined || saving !== undefined}
              title={denialReason}
              onClick={() => void save(one)}
            >
              {labelOf(one, saving === one.identity)}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-body text-dim empty:hidden">
        {done !== '' && <UntrustedText text={done} />}
      </p>
      {failure && <ExplanationNotice explanation={failure} isUrgent />}
      {denialReason !== undefined && <p className="text-label text-dim">{denialReason}</p>}
    </Panel>
  );
}

function labelOf({ last }: AddressSaveView, isSaving: boolean): string {
  if (isSaving) return 'Saving…';
  return last?.isSame ? `Save again at ${theService()}` : `Save at ${theService()}`;
}

function Owner({ identity }: { identity: string }) {
  if (identity === '') return 'For withdrawals without an identity';
  return (
    <>
      For the identity <bdi className="font-mono">{identity}</bdi>
    </>
  );
}

function LastSave({ last }: { last: SavedAddress | null }) {
  if (!last) return <p className="text-dim">Not saved from this console yet.</p>;
  return (
    <p className={last.isSame ? 'text-dim' : 'text-warn'}>
      Saved at {theService()} <Time iso={last.at} />
      {last.isSame ? '' : ' with other data'},{' '}
      {last.by === null ? (
        'for another entry with this address'
      ) : (
        <>
          by <UntrustedText text={last.by} limit={80} />
        </>
      )}
      .{' '}
      {last.isSame ? (
        <>
          State at that time: <UntrustedText text={describeAddressState(last.state)} />.
        </>
      ) : (
        'Save the data of this entry again.'
      )}
    </p>
  );
}

/** Explains why the data were not saved: what happened, whether anything was sent, and what to do. */
function explainSaveFailure(failure: SaveFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, 'Nothing was sent.');
  if ('explanation' in failure) return failure.explanation;
  const title = `The data were not saved at ${theService()}`;
  if (failure.kind === 'not-found')
    return { title, detail: 'The address book has no such entry. Nothing was sent.', next: 'Load the page again.' };
  return { title, detail: failure.reason, next: '' };
}
