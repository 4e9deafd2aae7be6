'use client';

import { clsx } from 'clsx';
import { useController } from 'react-hook-form';
import { useProfileOptions } from '@/app/(console)/withdrawals/new/_fields/use-profile-options';
import { ComboboxField, ComboboxOption } from '@/components/form/combobox-field';
import { readableText } from '@/components/values/untrusted-text';
import { findProfileChoice, groupProfileChoices, type ProfileChoice } from '@/lib/profiles/choices';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface ProfileFieldProps {
  /** Profiles to choose from, in their order; undefined where they could not be read. */
  profiles: readonly ProfileChoice[] | undefined;
}

/** Field of the profile: any text, with the known profiles to choose from. */
export function ProfileField({ profiles }: ProfileFieldProps) {
  const { field, fieldState } = useController<WithdrawalForm, 'profileId'>({ name: 'profileId' });
  const { options, box, onType, leave, choose } = useProfileOptions({
    profiles: profiles ?? [],
    text: field.value,
    onChange: field.onChange,
  });
  return (
    <ComboboxField
      label="Profile ID"
      hint={box.isOpen || !profiles ? DEFAULT_HINT : describeChoice(profiles, field.value)}
      error={fieldState.error?.message}
      box={box}
      field={field}
      onType={onType}
      onLeave={leave}
      mono
      listLabel="Known profiles"
      announcement={`${options.length} ${options.length === 1 ? 'profile' : 'profiles'}. Use the arrow keys to choose.`}
    >
      {(optionId) =>
        groupProfileChoices(options).map(({ title, choices, first }) => (
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="px-2 pt-1.5 pb-0.5 text-label text-dim">
              {title}
            </p>
            {choices.map((choice, index) => (
              <ComboboxOption
                key={choice.id}
                id={optionId(first + index)}
                isActive={first + index === box.active}
                onChoose={() => choose(choice)}
              >
                <ProfileOption choice={choice} />
              </ComboboxOption>
            ))}
          </div>
        ))
      }
    </ComboboxField>
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

const DEFAULT_HINT = 'The profile whose balance is debited. Type an ID or a name to find it.';

/** Names the profile of an ID, or warns where the ID was never used here. */
function describeChoice(profiles: readonly ProfileChoice[], typed: string) {
  if (typed.trim() === '') return DEFAULT_HINT;
  const choice = findProfileChoice(profiles, typed);
  const name = choice?.name ?? null;
  return (
    <>
      {name !== null && <bdi className="font-medium text-ink">{name}</bdi>}
      {name !== null && !choice?.isSeen && '. '}
      {!choice?.isSeen && <span className="text-warn">This profile has never been used here. Check the ID.</span>}
      {choice?.isSeen && name === null && 'The profile whose balance is debited.'}
    </>
  );
}
