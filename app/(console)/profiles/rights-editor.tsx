'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { RightChanges } from '@/app/(console)/profiles/right-changes';
import { SelectField, TextField } from '@/components/form/form-field';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { indexProfileNames, type ProfileName } from '@/lib/profiles/find-name';
import { type ProfileRight, ROLES_THAT, type RightsForm, rightsFormSchema } from '@/lib/rights/profile-rights';

interface RightsEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  rights: readonly ProfileRight[];
  people: readonly { id: string; label: string }[];
  named: readonly ProfileName[];
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes rights. Nothing changes before a second one confirms. */
export function RightsEditor(props: RightsEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason} label="Change rights">
      {(onClose) => <RightsFields {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

const NEW_RIGHT = { may: 'request', who: '', profiles: '' } as const;

function RightsFields({ basedOn, rights, people, named, onClose }: RightsEditorProps & { onClose: () => void }) {
  const router = useRouter();
  const [reviewed, setReviewed] = useState<ProfileRight[]>();
  const form = useForm<RightsForm, unknown, { rights: ProfileRight[] }>({
    resolver: zodResolver(rightsFormSchema),
    defaultValues: {
      rights:
        rights.length > 0 ? rights.map((right) => ({ ...right, profiles: right.profiles.join(', ') })) : [NEW_RIGHT],
    },
    mode: 'onSubmit',
  });
  const rows = useFieldArray({ control: form.control, name: 'rights' });
  const entered = useWatch({ control: form.control, name: 'rights' });
  const names = { people: new Map(people.map(({ id, label }) => [id, label])), profiles: indexProfileNames(named) };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(({ rights: checked }) => setReviewed(checked))(event)}
      >
        <Panel title="New rights">
          <div className="space-y-3">
            {rows.fields.map((field, index) => (
              <fieldset key={field.id} className="rounded-control border border-line p-3">
                <legend className="px-1 text-body font-medium">Right {index + 1}</legend>
                <div className="grid items-start gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
                  <SelectField name={`rights.${index}.may`} label="Can only">
                    <option value="request">Request withdrawals</option>
                    <option value="approve">Decide on withdrawals</option>
                    <option value="see">See transfers and requests</option>
                  </SelectField>
                  <SelectField name={`rights.${index}.who`} label="Role or person">
                    <option value="">Choose</option>
                    {ROLES_THAT[entered[index]?.may ?? 'request'].map((role) => (
                      <option key={role} value={role}>
                        Everybody with the role {role}
                      </option>
                    ))}
                    {people.map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                  </SelectField>
                  <TextField
                    name={`rights.${index}.profiles`}
                    label="Profile IDs"
                    hint="With commas between. Empty: no profile."
                    mono
                  />
                  <Button look="danger" className="self-end" onClick={() => rows.remove(index)}>
                    Remove<span className="sr-only"> right {index + 1}</span>
                  </Button>
                </div>
              </fieldset>
            ))}
          </div>
          <Button className="mt-3" onClick={() => rows.append(NEW_RIGHT)}>
            Add a right
          </Button>
        </Panel>
        <ActionBar isSticky>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary">
              Review change
            </Button>
            <Button look="quiet" onClick={onClose}>
              Discard
            </Button>
          </div>
        </ActionBar>
      </form>
      {reviewed && (
        <ProposeDialog
          title="Propose this change?"
          confirmLabel="Propose change"
          propose={(comment) =>
            postProposal({
              kind: 'profile-rights',
              subject: 'profile-rights',
              payload: { basedOn, rights: reviewed },
              comment,
            })
          }
          onProposed={() => {
            onClose();
            router.refresh();
          }}
          onClose={() => setReviewed(undefined)}
        >
          <p>Nothing changes until another administrator confirms this proposal.</p>
          <RightChanges before={rights} after={reviewed} names={names} />
        </ProposeDialog>
      )}
    </FormProvider>
  );
}
