'use client';

import { clsx } from 'clsx';
import { Suspense, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useFilledFrom } from '@/app/(console)/withdrawals/new/use-filled';
import { ComboboxField, loadComboboxInput } from '@/components/form/combobox-field';
import { FieldWarning } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import {
  filterProfileChoices,
  findProfileByName,
  findProfileChoice,
  groupProfileChoices,
  NEVER_USED,
  type ProfileChoice,
} from '@/lib/profiles/choices';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const ProfileCheck = lazyQueryPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/profile-check')).ProfileCheck,
);

// More lines than anyone reads; typing finds the others.
const MAX_SHOWN = 50;

interface ProfileFieldProps {
  /** Profiles to choose from, in their order; undefined where they could not be read. */
  profiles: readonly ProfileChoice[] | undefined;
}

/** Field of the profile: any text, with the known profiles to choose from. */
export function ProfileField({ profiles = [] }: ProfileFieldProps) {
  const { clearErrors } = useFormContext<WithdrawalForm>();
  const { field, fieldState } = useController<WithdrawalForm, 'profileId'>({ name: 'profileId' });
  // Part of a name or an ID is no value yet, and nothing is said of it: the form has it once it is whole, or left.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? field.value;
  const chosen = findProfileChoice(profiles, text);
  const from = useFilledFrom('profileId');
  // A field that already has a whole ID offers the others, since its text finds only itself; typing one needs no list.
  const [offersAll, setOffersAll] = useState(false);
  const found = chosen && !offersAll ? [] : filterProfileChoices(profiles, offersAll ? '' : text);
  const choose = (id: string) => {
    setTyped(undefined);
    field.onChange(id);
  };
  return (
    <ComboboxField
      label="Profile ID"
      hint={describeChoice(typed === undefined ? text : '', chosen, { areKnown: profiles.length > 0, from })}
      error={fieldState.error?.message}
      name={field.name}
      value={text}
      inputRef={field.ref}
      onType={(next) => {
        setOffersAll(false);
        if (findProfileChoice(profiles, next)) choose(next);
        else {
          setTyped(next);
          clearErrors('profileId');
        }
      }}
      onLeave={() => {
        // Who typed the whole name means the profile.
        if (typed !== undefined) choose(findProfileByName(profiles, typed)?.id ?? typed);
        setOffersAll(false);
        field.onBlur();
      }}
      mono
      load={loadComboboxInput}
      list={{
        label: 'Known profiles',
        groups: groupProfileChoices(found.slice(0, MAX_SHOWN)).map(({ title, choices }) => ({
          title,
          options: choices.map((choice) => ({
            key: choice.id,
            content: <ProfileOption choice={choice} />,
            onChoose: () => choose(choice.id),
          })),
        })),
        noun: ['profile', 'profiles'],
        areMatches: !offersAll,
        onOpen: () => setOffersAll(chosen !== undefined),
      }}
    />
  );
}

function ProfileOption({ choice }: { choice: ProfileChoice }) {
  return (
    <>
      {choice.name !== null && <bdi className="block font-medium">{choice.name}</bdi>}{' '}
      <bdi className={clsx('font-mono', choice.name !== null && 'text-label text-dim')}>
        {readableText(choice.id, 200)}
      </bdi>
      {!choice.isSeen && <span className="text-label text-warn"> never used here</span>}
    </>
  );
}

/** Names the profile of an ID; for one that is not listed, says what speaks against it. */
function describeChoice(
  typed: string,
  choice: ProfileChoice | undefined,
  rest: { areKnown: boolean; from?: string | undefined },
) {
  const profile = typed.trim();
  if (profile === '') return undefined;
  if (!choice)
    return (
      <Suspense>
        <ProfileCheck profile={profile} areKnown={rest.areKnown} />
      </Suspense>
    );
  return (
    <>
      {choice.name !== null && <bdi className="font-medium text-ink">{choice.name}</bdi>}
      {choice.name !== null && (!choice.isSeen || rest.from !== undefined) && '. '}
      {choice.isSeen ? rest.from : <FieldWarning>{NEVER_USED}</FieldWarning>}
    </>
  );
}
