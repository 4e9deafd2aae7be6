'use client';

import { clsx } from 'clsx';
import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useProfileOptions } from '@/app/(console)/withdrawals/new/_fields/use-profile-options';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import { findProfileChoice, groupProfileChoices, type ProfileChoice } from '@/lib/profiles/choices';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface ProfileFieldProps {
  /** Profiles to choose from, in their order; undefined where they could not be read. */
  profiles: readonly ProfileChoice[] | undefined;
}

/**
 * Field of the profile: any text, with the known profiles to choose from. An editable combobox with list autocomplete
 * and manual selection (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Not cmdk: its input always has an active
 * option, which Enter would choose in place of the text that was typed.
 */
export function ProfileField({ profiles }: ProfileFieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController<WithdrawalForm, 'profileId'>({ name: 'profileId' });
  const { options, isOpen, active, onType, onKeyDown, open, leave, choose } = useProfileOptions({
    profiles: profiles ?? [],
    text: field.value,
    onChange: field.onChange,
    onMove: (index) =>
      list.current?.querySelector(`#${CSS.escape(`${id}-${index}`)}`)?.scrollIntoView({ block: 'nearest' }),
  });
  const hint = isOpen || !profiles ? DEFAULT_HINT : describeChoice(profiles, field.value);
  return (
    <div className="relative">
      <Field id={id} label="Profile ID" hint={hint} error={fieldState.error?.message}>
        <input
          {...field}
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active !== undefined ? `${id}-${active}` : undefined}
          aria-invalid={fieldState.invalid}
          aria-describedby={describedBy(id)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={clsx(CONTROL, 'font-mono')}
          onChange={({ target }) => onType(target.value)}
          onClick={open}
          onKeyDown={onKeyDown}
          onBlur={() => {
            leave();
            field.onBlur();
          }}
        />
      </Field>
      <p aria-live="polite" className="sr-only">
        {isOpen && `${options.length} ${options.length === 1 ? 'profile' : 'profiles'}. Use the arrow keys to choose.`}
      </p>
      {isOpen && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Known profiles"
          tabIndex={-1}
          // A press keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-[3.9rem] z-20 max-h-72 overflow-y-auto rounded-panel border border-line bg-panel p-1 shadow-xl"
        >
          {groupProfileChoices(options).map(({ title, choices, first }) => (
            <div key={title} role="group" aria-label={title}>
              <p aria-hidden className="px-2 pt-1.5 pb-0.5 text-label text-dim">
                {title}
              </p>
              {choices.map((choice, index) => (
                <ProfileOption
                  key={choice.id}
                  id={`${id}-${first + index}`}
                  choice={choice}
                  isActive={first + index === active}
                  onChoose={() => choose(choice)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface ProfileOptionProps {
  id: string;
  choice: ProfileChoice;
  isActive: boolean;
  onChoose: () => void;
}

function ProfileOption({ id, choice, isActive, onChoose }: ProfileOptionProps) {
  return (
    // The keys are those of the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className="min-h-9 cursor-pointer rounded-control px-2 py-1.5 [overflow-wrap:anywhere] hover:bg-soft aria-selected:bg-accent-soft"
    >
      {choice.name !== null && <bdi className="block font-medium">{choice.name}</bdi>}{' '}
      <bdi className={clsx('font-mono', choice.name !== null && 'text-label text-dim')}>
        {readableText(choice.id, 200)}
      </bdi>
      {!choice.isSeen && <span className="text-label text-warn"> never used here</span>}
    </div>
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
