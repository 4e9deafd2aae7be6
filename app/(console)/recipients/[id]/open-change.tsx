'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { confirmProposalAction } from '@/app/(console)/_proposals/proposal-actions';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { ChangeLines } from '@/app/(console)/recipients/[id]/change-lines';
import { ConfirmAddress } from '@/app/(console)/recipients/confirm-address';
import { callAction } from '@/components/data/call-action';
import { ProposalButtons } from '@/components/proposals/proposal-buttons';
import { ProposedBy } from '@/components/proposals/proposal-panel';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { entryOf } from '@/lib/recipients/changes';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import type { ChangeView, RecipientView } from '@/lib/server/recipients/view';

interface OpenChangeProps {
  proposal: ChangeView;
  similarAddresses: RecipientView['similarAddresses'];
  paid: RecipientView['paid'];
}

/** Open proposal for an entry; the person who confirms first confirms each address that has similar ones. */
export function OpenChange({ proposal, similarAddresses, paid }: OpenChangeProps) {
  const router = useRouter();
  const [choices, setChoices] = useState<Record<string, string>>({});
  const { changes, isAdopted, confirmDenialReason, isMine } = proposal;
  const similar = changes.flatMap(
    (change): { id: string; entry: ReturnType<typeof entryOf>; found: SimilarAddress[] }[] => {
      const found = similarAddresses[change.id] ?? [];
      return found.length > 0 ? [{ id: change.id, entry: entryOf(change), found }] : [];
    },
  );
  return (
    <Panel title="Proposed change">
      <div className="space-y-4">
        <Notice look="warn" title="A second person must confirm this change before it takes effect">
          <ProposedBy proposal={proposal} />
        </Notice>
        <ChangeLines changes={changes} isAdopted={isAdopted} paid={paid} />
        {similar.map(({ id, entry, found }) => (
          <ConfirmAddress
            key={id}
            entry={entry}
            similarAddresses={found}
            {...(confirmDenialReason === null && {
              chosen: choices[id] ?? '',
              onChoose: (address: string) => setChoices({ ...choices, [id]: address }),
            })}
          />
        ))}
        <ProposalButtons
          proposal={proposal}
          steps={{ ...PROPOSAL_STEPS, confirm: (input) => callAction(confirmProposalAction, { ...input, choices }) }}
          onDecided={() => router.refresh()}
        >
          <ProposedBy proposal={proposal} />
          <ChangeLines changes={changes} isAdopted={isAdopted} isShort />
          {similar.length > 0 && !isMine && (
            <p>Confirm on the page each address that closely resembles one that is known here.</p>
          )}
        </ProposalButtons>
      </div>
    </Panel>
  );
}
