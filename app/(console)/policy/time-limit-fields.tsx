'use client';

import { useState } from 'react';
import { LimitRows } from '@/app/(console)/policy/limit-rows';
import { CheckboxGroup } from '@/components/form/checkbox-fields';
import { SelectField, TextField } from '@/components/form/form-field';
import type { RuleDraft } from '@/lib/policy/form';
import { LIMIT_SCOPES, REFERENCE_CURRENCY } from '@/lib/policy/time-limits';

interface TimeLimitFieldsProps {
  /** Gives the form's name of a field of this rule. */
  at: (field: keyof RuleDraft) => string;
  draft: RuleDraft;
}

/** Shows the fields of a rule's limit over time. */
export function TimeLimitFields({ at, draft: { overTime } }: TimeLimitFieldsProps) {
  const name = (field: keyof RuleDraft['overTime']) => `${at('overTime')}.${field}`;
  // As it was when the editor opened: a choice must not close the section.
  const [startedOpen] = useState(overTime.kind !== '');
  return (
    <details className="sm:col-span-2" open={startedOpen}>
      <summary className="text-label text-dim">Only above a limit over time{overTime.kind !== '' && ' (set)'}</summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <SelectField name={name('kind')} label="What is counted">
          <option value="">Nothing: no limit over time</option>
          <option value="sum">Units of each asset</option>
          <option value="value">{`Value in ${REFERENCE_CURRENCY}`}</option>
          <option value="count">Number of requests</option>
        </SelectField>
        {overTime.kind !== '' && (
          <>
            <SelectField name={name('window')} label="Period">
              <option value="hours">The last hours</option>
              <option value="day">A calendar day</option>
              <option value="week">A calendar week</option>
              <option value="month">A calendar month</option>
            </SelectField>
            {overTime.kind === 'sum' ? (
              <LimitRows
                name={name('limits')}
                legend="Limit for each asset"
                hint="Any other asset is always above the limit."
              />
            ) : (
              <TextField
                name={name('limit')}
                label={overTime.kind === 'value' ? `Limit in ${REFERENCE_CURRENCY}` : 'Limit'}
              />
            )}
            {overTime.window === 'hours' ? (
              <TextField name={name('hours')} label="Hours" hint="1 to 720." />
            ) : (
              <TextField name={name('zone')} label="Time zone" hint="Such as Europe/Berlin or UTC." />
            )}
            <CheckboxGroup
              name={name('by')}
              legend="Counted separately for each (none ticked: everything together)"
              hint="Requests and other outgoing transfers count; by requester, only requests. An unknown total is above the limit."
              options={LIMIT_SCOPES.map((scope) => ({
                value: scope,
                label: `${scope.charAt(0).toUpperCase()}${scope.slice(1)}`,
              }))}
              className="sm:col-span-2"
            />
          </>
        )}
      </div>
    </details>
  );
}
