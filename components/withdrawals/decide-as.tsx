'use client';

import { CONTROL, Field } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import type { DecidesFor } from '@/lib/delegation/delegations';

/** Gives the choice that a dialog begins with: a delegate decides for the person who asked for it. */
export function firstDelegator(decidesFor: readonly DecidesFor[]): string {
  return decidesFor[0]?.id ?? '';
}

/** Gives what a decision says of the person for whom it is made; `personId` is empty where it is the reader's own. */
export const toForPerson = (personId: string) => (personId === '' ? {} : { forPersonId: personId });

/** Lets a delegate choose for whom they decide; nothing where nobody lets the reader decide for them. */
export function DecideAs({
  decidesFor,
  chosen,
  onChoose,
}: {
  decidesFor: readonly DecidesFor[];
  /** ID of the person for whom the reader decides; empty for the reader. */
  chosen: string;
  onChoose: (personId: string) => void;
}) {
  if (decidesFor.length === 0) return null;
  const name = decidesFor.find(({ id }) => id === chosen)?.name;
  return (
    <Field
      id="decide-as"
      label="Decide as"
      hint={name === undefined ? undefined : `You and ${readableText(name, 80)} count as one.`}
    >
      <select id="decide-as" className={CONTROL} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {decidesFor.map(({ id, name: delegator }) => (
          <option key={id} value={id}>
            Delegate of {readableText(delegator, 80)}
          </option>
        ))}
        <option value="">Myself</option>
      </select>
    </Field>
  );
}
