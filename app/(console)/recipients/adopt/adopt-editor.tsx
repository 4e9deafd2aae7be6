'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { AdoptionScope } from '@/app/(console)/recipients/adopt/adoption-scope';
import { nameFieldId, OfferRow } from '@/app/(console)/recipients/adopt/offer-row';
import { ProposeAdoption } from '@/app/(console)/recipients/adopt/propose-adoption';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { type Adoption, type AdoptionOffer, findNameIssues, MAX_ADOPTED } from '@/lib/recipients/adoption';

/** Recipients that were paid before: choose and name up to 50 of them, then propose them at once. */
export function AdoptEditor({ adoption }: { adoption: Adoption }) {
  const router = useRouter();
  // The same proposal has the same IDs, however often it is sent. None is rendered: the server draws others.
  const [subject] = useState(() => crypto.randomUUID());
  const [ids] = useState(() => new Map(adoption.offers.map(({ key }) => [key, crypto.randomUUID()])));
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setIsChecked] = useState(false);
  const [isProposing, setIsProposing] = useState(false);
  const { offers } = adoption;
  const nameOf = ({ key, suggestedName }: AdoptionOffer) => names[key] ?? suggestedName;
  const chosen = offers.filter(({ key }) => chosenKeys.has(key));
  const issues = findNameIssues(chosen, nameOf);
  const isFull = chosen.length >= MAX_ADOPTED;

  const choose = (key: string, isChosen: boolean) => {
    const others = [...chosenKeys].filter((other) => other !== key);
    if (isChosen && others.length >= MAX_ADOPTED) return;
    setChosenKeys(new Set(isChosen ? [...others, key] : others));
  };
  const name = (key: string, text: string) => {
    setNames({ ...names, [key]: text });
    if (text.trim() !== '') choose(key, true);
  };
  const propose = () => {
    setIsChecked(true);
    const first = offers.findIndex(({ key }) => issues.has(key));
    if (first >= 0) document.getElementById(nameFieldId(first))?.focus();
    else setIsProposing(true);
  };

  return (
    <div className="space-y-4">
      <AdoptionScope adoption={adoption} />
      {offers.length === 0 ? (
        <NoOffers adoption={adoption} />
      ) : (
        <>
          <ul
            aria-label="Recipients paid before"
            className="divide-y divide-line rounded-panel border border-line bg-panel"
          >
            {offers.map((offer, index) => (
              <li key={offer.key}>
                <OfferRow
                  index={index}
                  offer={offer}
                  name={nameOf(offer)}
                  issue={isChecked ? issues.get(offer.key) : undefined}
                  isChosen={chosenKeys.has(offer.key)}
                  isDisabled={isFull && !chosenKeys.has(offer.key)}
                  onChoose={(isChosen) => choose(offer.key, isChosen)}
                  onName={(text) => name(offer.key, text)}
                />
              </li>
            ))}
          </ul>
          <ActionBar isSticky>
            <div className="flex flex-wrap items-center gap-2">
              <Button look="primary" disabled={chosen.length === 0} onClick={propose}>
                {describeProposal(chosen.length)}
              </Button>
              {chosen.length === 0 ? (
                <Button onClick={() => setChosenKeys(new Set(offers.slice(0, MAX_ADOPTED).map(({ key }) => key)))}>
                  {offers.length > MAX_ADOPTED ? `Choose the first ${MAX_ADOPTED}` : 'Choose all'}
                </Button>
              ) : (
                <Button onClick={() => setChosenKeys(new Set())}>Choose none</Button>
              )}
              <span role="status" className="text-label text-dim">
                {describeChoice(chosen.length, issues.size)}
              </span>
            </div>
          </ActionBar>
        </>
      )}
      {isProposing && (
        <ProposeAdoption
          subject={subject}
          chosen={chosen.map((offer) => ({ offer, id: ids.get(offer.key) ?? '', name: nameOf(offer) }))}
          onProposed={(id) => router.push(routes.recipient(id))}
          onClose={() => setIsProposing(false)}
        />
      )}
    </div>
  );
}

function NoOffers({ adoption: { before, isComplete } }: { adoption: Adoption }) {
  return (
    <Panel>
      <p className="text-dim">
        {before === null && isComplete
          ? 'No recipient was paid before who is not in the address book or proposed for it.'
          : 'No recipient to adopt was found among these withdrawals.'}
      </p>
    </Panel>
  );
}

function describeProposal(count: number): string {
  if (count === 0) return 'Propose recipients';
  return count === 1 ? 'Propose 1 recipient' : `Propose ${count} recipients`;
}

function describeChoice(count: number, issues: number): string {
  if (count === 0) return `Choose up to ${MAX_ADOPTED}.`;
  const chosen = `${count} of at most ${MAX_ADOPTED} chosen.`;
  if (issues === 0) return chosen;
  return `${chosen} ${issues === 1 ? '1 name is' : `${issues} names are`} missing or used twice.`;
}
