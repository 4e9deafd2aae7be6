'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { confirmProposalAction } from '@/app/(console)/_proposals/proposal-actions';
import { ChangeLines } from '@/app/(console)/recipients/[id]/change-lines';
import { ChooseAddress } from '@/app/(console)/recipients/confirm-address';
import { ProposalButtons } from '@/components/proposals/proposal-buttons';
import { RequestedBy } from '@/components/proposals/proposal-panel';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { entryOf } from '@/lib/recipients/changes';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import type { ChangeView, RecipientView } from '@/lib/server/recipients/view';

interface OpenChangeProps {
  proposal: ChangeView;
  lookAlikes: RecipientView['lookAlikes'];
}

/** A change of the book that waits for a second person, who says of each look-alike which address is meant before it is confirmed. */
export function OpenChange({ proposal, lookAlikes }: OpenChangeProps) {
  const router = useRouter();
  const [choices, setChoices] = useState<Record<string, string>>({});
  const { changes, confirmDenialReason, isMine } = proposal;
  const alike = changes.flatMap(
    (change): { id: string; entry: ReturnType<typeof entryOf>; found: SimilarAddress[] }[] => {
      const found = lookAlikes[change.id] ?? [];
      return found.length > 0 ? [{ id: change.id, entry: entryOf(change), found }] : [];
    },
  );
  return (
    <Panel title="Asked for">
      <div className="space-y-4">
        <Notice look="warn" title="A second person must confirm this before anything changes">
          <RequestedBy proposal={proposal} />
        </Notice>
        <ChangeLines changes={changes} />
        {alike.map(({ id, entry, found }) => (
          <ChooseAddress
            key={id}
            entry={entry}
            lookAlikes={found}
            {...(confirmDenialReason === null && {
              chosen: choices[id] ?? '',
              onChoose: (address: string) => setChoices({ ...choices, [id]: address }),
            })}
          />
        ))}
        <ProposalButtons
          proposal={proposal}
          steps={{ ...PROPOSAL_STEPS, confirm: (input) => confirmProposalAction({ ...input, choices }) }}
          onDecided={() => router.refresh()}
        >
          <RequestedBy proposal={proposal} />
          <ChangeLines changes={changes} isShort />
          {alike.length > 0 && !isMine && (
            <p>Where an address looks like one that is known, say on the page which of them is meant.</p>
          )}
        </ProposalButtons>
      </div>
    </Panel>
  );
}
