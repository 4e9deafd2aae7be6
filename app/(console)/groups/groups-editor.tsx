'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useDeferredValue, useState } from 'react';
import { FormProvider, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { ProposalForm } from '@/app/(console)/_proposals/proposal-form';
import { GroupChanges } from '@/app/(console)/groups/group-changes';
import { CheckboxGroup } from '@/components/form/checkbox-fields';
import { SelectField, TextField } from '@/components/form/form-field';
import { ShortageWarnings } from '@/components/policy/shortage-warnings';
import { ProposeOpener } from '@/components/proposals/propose-opener';
import { Button } from '@/components/ui/button';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import { type ApproverGroup, type GroupsForm, groupsFormSchema } from '@/lib/approver-groups/approver-groups';

interface GroupsEditorProps {
  /** Version in force, from which the change starts. */
  basedOn: number;
  groups: readonly ApproverGroup[];
  people: readonly { id: string; label: string; canApprove: boolean }[];
  /** Who could approve; for people who may change groups. */
  setup: ApprovalSetup | undefined;
  /** Sentence that says why the reader cannot propose a change now. */
  denialReason: string | undefined;
}

/** Editor in which an administrator proposes groups of approvers. Nothing changes before a second one confirms. */
export function GroupsEditor(props: GroupsEditorProps) {
  return (
    <ProposeOpener denialReason={props.denialReason} label="Propose a change of groups">
      {(onClose) => <GroupFields {...props} onClose={onClose} />}
    </ProposeOpener>
  );
}

const NEW_GROUP: GroupsForm['groups'][number] = { name: '', from: 'console', members: [], claim: '' };

// A person who can no longer approve is still listed, so that they can be taken out.
const isMember = (groups: readonly ApproverGroup[], id: string) => groups.some(({ members }) => members.includes(id));

const toRow = ({ name, members, claim }: ApproverGroup): GroupsForm['groups'][number] => ({
  name,
  from: claim === null ? 'console' : 'claim',
  members,
  claim: claim ?? '',
});

function GroupFields({ basedOn, groups, people, setup, onClose }: GroupsEditorProps & { onClose: () => void }) {
  const [reviewed, setReviewed] = useState<ApproverGroup[]>();
  const form = useForm<GroupsForm, unknown, { groups: ApproverGroup[] }>({
    resolver: zodResolver(groupsFormSchema),
    defaultValues: { groups: groups.length > 0 ? groups.map(toRow) : [NEW_GROUP] },
    mode: 'onSubmit',
  });
  const rows = useFieldArray({ control: form.control, name: 'groups' });
  const entered = useWatch({ control: form.control, name: 'groups' });
  const parsed = groupsFormSchema.safeParse({ groups: useDeferredValue(entered) }).data?.groups;
  return (
    <FormProvider {...form}>
      <ProposalForm
        title="Propose a change of groups"
        isChanged={form.formState.isDirty}
        onReview={form.handleSubmit(({ groups: checked }) => setReviewed(checked))}
        reviewed={
          reviewed && {
            proposal: { kind: 'approver-groups', subject: 'approver-groups', payload: { basedOn, value: reviewed } },
            changes: (
              <>
                <GroupChanges
                  before={groups}
                  after={reviewed}
                  people={new Map(people.map(({ id, label }) => [id, label]))}
                />
                <ShortageWarnings setup={setup && { ...setup, groups: reviewed }} />
              </>
            ),
            effect: 'When a person leaves a group, their approvals no longer count for it, not even on open requests.',
          }
        }
        onEdit={() => setReviewed(undefined)}
        onClose={onClose}
      >
        <div className="space-y-3">
          {rows.fields.map((field, index) => (
            <fieldset key={field.id} className="rounded-control border border-line p-3">
              <legend className="px-1 text-body font-medium">Group {index + 1}</legend>
              <div className="grid items-start gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))_auto]">
                <TextField name={`groups.${index}.name`} label="Name" />
                <SelectField name={`groups.${index}.from`} label="Members are">
                  <option value="console">Chosen here</option>
                  <option value="claim">Stated by the identity provider</option>
                </SelectField>
                {entered[index]?.from === 'claim' ? (
                  <TextField
                    name={`groups.${index}.claim`}
                    label="Value of the groups claim"
                    hint="A person whose sign-in has this value is in the group until they sign in without it."
                    mono
                    className="sm:col-span-3"
                  />
                ) : (
                  <CheckboxGroup
                    name={`groups.${index}.members`}
                    legend="Members"
                    hint="Approvers and administrators. Those who have not signed in yet are not listed."
                    options={people
                      .filter(({ id, canApprove }) => canApprove || isMember(groups, id))
                      .map(({ id, label }) => ({ value: id, label }))}
                    className="sm:col-span-3"
                  />
                )}
                <Button
                  look="danger"
                  className="justify-self-start sm:col-start-3 sm:row-start-1 sm:mt-6"
                  onClick={() => rows.remove(index)}
                >
                  Remove<span className="sr-only"> group {index + 1}</span>
                </Button>
              </div>
            </fieldset>
          ))}
        </div>
        <Button className="mt-3" onClick={() => rows.append(NEW_GROUP)}>
          Add a group
        </Button>
        <div className="mt-4 empty:hidden">
          <ShortageWarnings setup={setup && parsed && { ...setup, groups: parsed }} />
        </div>
      </ProposalForm>
    </FormProvider>
  );
}
