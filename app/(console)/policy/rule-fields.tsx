'use client';

import type { RuleNames } from '@/lib/policy/conditions/condition';
import { useState } from 'react';
import { GroupRows } from '@/app/(console)/policy/group-rows';
import { LimitRows } from '@/app/(console)/policy/limit-rows';
import { RecipientsField } from '@/app/(console)/policy/recipients-field';
import { TimeLimitFields } from '@/app/(console)/policy/time-limit-fields';
import { CheckboxField, CheckboxGroup } from '@/components/form/checkbox-fields';
import { ChoicesField } from '@/components/form/choices-field';
import { SelectField, TextField } from '@/components/form/form-field';
import type { KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import { COUNTS, type RuleDraft } from '@/lib/policy/form';
import { profileKey } from '@/lib/profiles/find-name';
import { SIGNAL_IDS, SIGNALS } from '@/lib/policy/signals';
import { canonicalId } from '@/lib/text/uuid';

/** What the fields of every rule offer. */
export interface RuleChoices {
  names: RuleNames;
  requesters: readonly { id: string; name: string }[];
  known: KnownInputs;
  groups: readonly string[];
  /** Takes the name of a recipient that was found, under its key. */
  onFoundRecipient: (key: string, name: string) => void;
}

interface RuleFieldsProps extends RuleChoices {
  /** Counts from 0. */
  index: number;
  draft: RuleDraft;
}

/** Shows the fields of one rule: what it is about, and what it asks for. */
export function RuleFields({ index, draft, ...choices }: RuleFieldsProps) {
  const at = (field: keyof RuleDraft) => `rules.${index}.${field}`;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField name={at('name')} label="Name" className="sm:col-span-2" />
      <ConditionFields at={at} draft={draft} {...choices} />
      <OutcomeFields at={at} draft={draft} groups={choices.groups} />
    </div>
  );
}

interface FieldsProps {
  /** Gives the form's name of a field of this rule. */
  at: (field: keyof RuleDraft) => string;
  draft: RuleDraft;
}

function ConditionFields({ at, draft, names, known, requesters, onFoundRecipient }: FieldsProps & RuleChoices) {
  // As it was when the editor opened: ticking a box must not close the section.
  const [startedOpen] = useState(draft.signals.length > 0);
  return (
    <>
      <ChoicesField
        name={at('assets')}
        label="Assets"
        addLabel="Add an asset"
        emptyText="Any asset"
        choices={known.assets}
        keyOf={profileKey}
        toValue={(typed) => typed.toUpperCase()}
      />
      <ChoicesField
        name={at('profiles')}
        label="Profiles"
        addLabel="Add a profile"
        emptyText="Any profile"
        choices={known.profiles}
        keyOf={profileKey}
        toValue={canonicalId}
      />
      <ChoicesField
        name={at('networks')}
        label="Networks"
        addLabel="Add a network"
        emptyText="Any network"
        choices={known.networks}
      />
      {requesters.length > 0 && (
        <ChoicesField
          name={at('makers')}
          label="Requested by"
          addLabel="Add a person"
          emptyText="Anyone"
          choices={requesters.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <RecipientsField name={at('recipients')} names={names.recipients} onFound={onFoundRecipient} />
      <LimitRows
        name={at('atLeast')}
        legend="Amount at or above"
        hint="For an asset without a limit here, every amount counts."
      />
      <CheckboxField
        name={at('isNewRecipient')}
        label="Only recipients never paid in the asset, or paid far less so far"
        className="self-start sm:mt-5"
      />
      <details className="sm:col-span-2" open={startedOpen}>
        <summary className="text-label text-dim">
          Only withdrawals with a warning{draft.signals.length > 0 && ` (${draft.signals.length} ticked)`}
        </summary>
        <CheckboxGroup
          name={at('signals')}
          legend="Warnings, at least one of which must hold (none ticked: any withdrawal)"
          hint="A check that could not be made counts as a warning."
          options={SIGNAL_IDS.map((id) => ({ value: id, label: SIGNALS[id] }))}
          className="mt-2"
        />
      </details>
      <TimeLimitFields at={at} draft={draft} />
    </>
  );
}

function OutcomeFields({ at, draft, groups }: FieldsProps & Pick<RuleChoices, 'groups'>) {
  return (
    <>
      <SelectField name={at('outcome')} label="Then">
        <option value="approve">Require approvals</option>
        <option value="refuse">Do not allow</option>
        {(draft.overTime.kind !== '' || draft.outcome === 'wait') && (
          <option value="wait">Wait until the limit allows it</option>
        )}
      </SelectField>
      {draft.outcome === 'refuse' && <TextField name={at('reason')} label="Reason" hint="Shown to the requester." />}
      {draft.outcome === 'wait' && (
        <p className="self-end text-label text-dim">The rules after this one decide about the approvals.</p>
      )}
      {draft.outcome === 'approve' && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <SelectField name={at('count')} label="Approvals">
              {COUNTS.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </SelectField>
            <SelectField name={at('role')} label="From">
              <option value="">Approvers</option>
              <option value="admin">Administrators</option>
            </SelectField>
          </div>
          <GroupRows name={at('groups')} groups={groups} className="sm:col-span-2" />
          <CheckboxField name={at('wholeBatch')} label="A batch can be approved as a whole" className="sm:col-span-2" />
        </>
      )}
    </>
  );
}
