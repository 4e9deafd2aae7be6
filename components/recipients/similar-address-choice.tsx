'use client';

import { useId } from 'react';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { markDifferences, type Resemblance } from '@/lib/addresses/similarity';
import { findNetwork, networkLabel } from '@/lib/networks/networks';
import type { SimilarAddress } from '@/lib/recipients/recipients';

interface LookAlikeChoiceProps {
  network: string;
  /** The address that is to be used. */
  address: string;
  /** The same in the form that the others have (lib/addresses). */
  normal: string;
  lookAlikes: readonly SimilarAddress[];
  /** What it is to be used for, and what follows where another one is meant; for a withdrawal unless said otherwise. */
  about?: string;
  ifWrong?: string;
  /** The address that the person said is meant, where they are to say so. */
  chosen?: string;
  onChoose?: (address: string) => void;
}

const WORDS: Record<Resemblance, string> = {
  'same-ends': 'the same beginning or end',
  'few-differences': 'a few characters differ',
  reordered: 'the same characters in another order',
  'looks-same': 'characters that look the same',
};

/** An address under those that look like it, with the chunks that differ marked; whoever decides says which is meant. */
export function SimilarAddressChoice({
  network,
  address,
  normal,
  lookAlikes,
  about: ownAbout = 'What this withdrawal goes to',
  ifWrong = 'Then this withdrawal goes to the wrong address. Change the address before you go on.',
  chosen,
  onChoose,
}: LookAlikeChoiceProps) {
  const name = useId();
  const family = findNetwork(network)?.family;
  const [first] = lookAlikes;
  const own = first && markDifferences(normal, first.address, family).a;
  const isWrong = chosen !== undefined && chosen !== '' && chosen !== address;
  const line = (text: string, marked: typeof own, about: React.ReactNode, on = network) => (
    <div key={`${on} ${text}`} role={onChoose ? undefined : 'listitem'} className="py-2">
      <label className="flex items-start gap-3">
        {onChoose && (
          <input
            type="radio"
            name={name}
            className="mt-2 accent-accent"
            checked={chosen === text}
            onChange={() => onChoose(text)}
          />
        )}
        <span className="min-w-0">
          <Address address={text} network={on} {...(marked && { marked })} />
          <span className="block text-xs text-dim">{about}</span>
        </span>
      </label>
    </div>
  );
  return (
    <Notice
      look="warn"
      title="This address looks like one that is known. Compare the marked characters with what the recipient gave you."
    >
      <div
        role={onChoose ? 'radiogroup' : 'list'}
        aria-label={onChoose ? 'Which address is meant?' : 'Addresses that look alike'}
        className="divide-y divide-line"
      >
        {line(address, own, ownAbout)}
        {lookAlikes.map(({ address: other, network: on, resemblance, name: known, lastPaidAt }) =>
          line(
            other,
            markDifferences(normal, other, family).b,
            <>
              {known === null ? 'Not in the book' : <UntrustedText text={known} />}
              {on !== network && ` on ${networkLabel(on)}`}
              {lastPaidAt === null ? (
                ', never paid from here'
              ) : (
                <>
                  , last paid <Time iso={lastPaidAt} />
                </>
              )}
              : {WORDS[resemblance]}
            </>,
            on,
          ),
        )}
      </div>
      {isWrong && <p role="alert">{ifWrong}</p>}
    </Notice>
  );
}
