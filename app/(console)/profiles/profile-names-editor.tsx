'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { ProposalForm } from '@/app/(console)/_proposals/proposal-form';
import { ProfileNameChanges } from '@/app/(console)/profiles/profile-name-changes';
import { TextField } from '@/components/form/form-field';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import { profileKey, type ProfileName } from '@/lib/profiles/find-name';
import { type ProfileNamesForm, profileNamesFormSchema, sortProfileNames } from '@/lib/profiles/profile-names';

interface ProfileNamesEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  profiles: readonly ProfileName[];
  /** IDs of profiles that were used here and have no name. */
  unnamed: readonly string[];
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes names. Nothing changes before a second one confirms. */
export function ProfileNamesEditor(props: ProfileNamesEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason}>
      {(onClose) => <ProfileNamesForm {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

const MAX_OFFERED = 12;

function ProfileNamesForm({ basedOn, profiles, unnamed, onClose }: ProfileNamesEditorProps & { onClose: () => void }) {
  const [reviewed, setReviewed] = useState<ProfileName[]>();
  const form = useForm<ProfileNamesForm, unknown, { profiles: ProfileName[] }>({
    resolver: zodResolver(profileNamesFormSchema),
    defaultValues: { profiles: profiles.length > 0 ? sortProfileNames(profiles) : [{ id: '', name: '' }] },
    // Checked first by the button: an issue that appears as a field loses the focus moves the button that takes it.
    // An error at the first field on leaving it would move the offered profiles from under the pointer.
    mode: 'onSubmit',
  });
  const { control, handleSubmit, setFocus } = form;
  // The button that opened the editor is gone, and the focus with it.
  useEffect(() => setFocus('profiles.0.name'), [setFocus]);
  const rows = useFieldArray({ control, name: 'profiles' });
  const entered = useWatch({ control, name: 'profiles' });
  const keys = new Set(entered.map(({ id }) => profileKey(id)));
  const offered = unnamed.filter((id) => !keys.has(profileKey(id))).slice(0, MAX_OFFERED);
  const add = (id: string) => {
    const empty = entered.findIndex((row) => row.id === '' && row.name === '');
    if (id !== '' && empty !== -1) rows.update(empty, { id, name: '' });
    else rows.append({ id, name: '' });
  };
  return (
    <FormProvider {...form}>
      <ProposalForm
        title="Propose a change"
        isChanged={form.formState.isDirty}
        onReview={handleSubmit(({ profiles: named }) => setReviewed(named))}
        reviewed={
          reviewed && {
            proposal: { kind: 'profile-names', subject: 'profile-names', payload: { basedOn, value: reviewed } },
            changes: <ProfileNameChanges before={profiles} after={reviewed} />,
          }
        }
        onEdit={() => setReviewed(undefined)}
        onClose={onClose}
      >
        <div className="space-y-3">
          {rows.fields.map((field, index) => (
            <ProfileFields
              key={field.id}
              index={index}
              name={entered[index]?.name || entered[index]?.id || 'New profile'}
              onRemove={() => rows.remove(index)}
            />
          ))}
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button onClick={() => add('')}>Add a profile</Button>
          {offered.length > 0 && <span className="text-label text-dim">Used here without a name:</span>}
          {offered.map((id) => (
            <Button key={id} look="quiet" className="font-mono" onClick={() => add(id)}>
              <span className="sr-only">Name </span>
              {id}
            </Button>
          ))}
        </div>
      </ProposalForm>
    </FormProvider>
  );
}

function ProfileFields({ index, name, onRemove }: { index: number; name: string; onRemove: () => void }) {
  return (
    <fieldset className="rounded-control border border-line p-3">
      <legend className="px-1 text-body font-medium [overflow-wrap:anywhere]">{name}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <TextField name={`profiles.${index}.name`} label="Name" />
        <TextField name={`profiles.${index}.id`} label="Profile ID" mono />
        <Button look="danger" className="justify-self-start sm:mt-6" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </fieldset>
  );
}
