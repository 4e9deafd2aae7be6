'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { ProposalForm } from '@/app/(console)/_proposals/proposal-form';
import { RightChanges } from '@/app/(console)/groups/right-changes';
import { CONTROL, Field } from '@/components/ui/field';
import type { Role } from '@/lib/identity/roles';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import { type Choice, ChoicesField } from '@/components/form/choices-field';
import { SelectField } from '@/components/form/form-field';
import { ShortageWarnings } from '@/components/policy/shortage-warnings';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import { describeProfile, indexProfileNames, profileKey, type ProfileName } from '@/lib/profiles/find-name';
import {
  describeRightsOf,
  type ProfileRight,
  type RightNames,
  ROLES_THAT,
  type RightsForm,
  rightsFormSchema,
} from '@/lib/rights/profile-rights';
import { canonicalId } from '@/lib/text/uuid';

interface RightsEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  rights: readonly ProfileRight[];
  people: readonly { id: string; label: string; roles: readonly Role[] }[];
  named: readonly ProfileName[];
  /** IDs of profiles that transfers or requests have, besides the named ones. */
  seen: readonly string[];
  /** Who could approve; for people who may change rights. */
  setup: ApprovalSetup | undefined;
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes rights. Nothing changes before a second one confirms. */
export function RightsEditor(props: RightsEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason} label="Propose a change of rights">
      {(onClose) => <RightsFields {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

const NEW_RIGHT: RightsForm['rights'][number] = { may: 'request', who: '', profiles: [] };

function RightsFields({
  basedOn,
  rights,
  people,
  named,
  seen,
  setup,
  onClose,
}: RightsEditorProps & { onClose: () => void }) {
  const [reviewed, setReviewed] = useState<ProfileRight[]>();
  const form = useForm<RightsForm, unknown, { rights: ProfileRight[] }>({
    resolver: zodResolver(rightsFormSchema),
    defaultValues: {
      rights: rights.length > 0 ? [...rights] : [NEW_RIGHT],
    },
    mode: 'onSubmit',
  });
  const rows = useFieldArray({ control: form.control, name: 'rights' });
  const entered = useWatch({ control: form.control, name: 'rights' });
  const parsed = rightsFormSchema.safeParse({ rights: useDeferredValue(entered) }).data?.rights;
  const known = listKnown(named, seen);
  const names = { people: new Map(people.map(({ id, label }) => [id, label])), profiles: indexProfileNames(named) };
  return (
    <FormProvider {...form}>
      <ProposalForm
        title="Propose a change of rights"
        isChanged={form.formState.isDirty}
        onReview={form.handleSubmit(({ rights: checked }) => setReviewed(checked))}
        reviewed={
          reviewed && {
            proposal: { kind: 'profile-rights', subject: 'profile-rights', payload: { basedOn, value: reviewed } },
            changes: (
              <>
                <RightChanges before={rights} after={reviewed} names={names} />
                <ShortageWarnings setup={setup && { ...setup, rights: reviewed }} />
              </>
            ),
          }
        }
        onEdit={() => setReviewed(undefined)}
        onClose={onClose}
      >
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
                <ChoicesField
                  name={`rights.${index}.profiles`}
                  label="Profiles"
                  addLabel="Add a profile"
                  emptyText="No profile"
                  choices={known}
                  keyOf={profileKey}
                  toValue={canonicalId}
                />
                <Button look="danger" className="justify-self-start sm:mt-6" onClick={() => rows.remove(index)}>
                  Remove<span className="sr-only"> right {index + 1}</span>
                </Button>
              </div>
            </fieldset>
          ))}
        </div>
        <Button className="mt-3" onClick={() => rows.append(NEW_RIGHT)}>
          Add a right
        </Button>
        <Trial parsed={parsed} people={people} names={names} />
        <div className="mt-4 empty:hidden">
          <ShortageWarnings setup={setup && parsed && { ...setup, rights: parsed }} />
        </div>
      </ProposalForm>
    </FormProvider>
  );
}

/** Lists profiles to choose from: the named ones first, by their names. */
function listKnown(named: readonly ProfileName[], seen: readonly string[]): Choice[] {
  const names = indexProfileNames(named);
  const ids = [...named.map(({ id }) => id), ...seen.filter((id) => !names.has(profileKey(id)))];
  return ids.map((id) => ({ value: id, label: describeProfile(names, id) }));
}

/** Says what a person could see and do under the rights as entered, before anyone proposes them. */
function Trial({
  parsed,
  people,
  names,
}: Pick<RightsEditorProps, 'people'> & { parsed: ProfileRight[] | undefined; names: RightNames }) {
  const [chosen, setChosen] = useState('');
  const person = people.find(({ id }) => id === chosen);
  return (
    <div className="mt-4 border-t border-line pt-3">
      <Field id="rights-trial" label="What could this person do under these rights?">
        <select id="rights-trial" value={chosen} className={CONTROL} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Choose a person to try it</option>
          {people.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {person && (
        <ul aria-label="Under these rights" className="mt-2 text-body">
          {parsed ? (
            describeRightsOf(parsed, person, names).map((sentence) => <li key={sentence}>{sentence}</li>)
          ) : (
            <li className="text-dim">The rights above are not complete.</li>
          )}
        </ul>
      )}
    </div>
  );
}
