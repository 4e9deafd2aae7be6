'use client';

import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { useId } from 'react';
import { issueMessage } from '@/components/form/issue-message';

const BOX = 'size-4 accent-(--accent)';

/** Checkbox of a form for a boolean field. */
export function CheckboxField({ name, label, className }: { name: string; label: string; className?: string }) {
  const { register } = useFormContext<FieldValues>();
  return (
    <label className={`flex min-h-9 items-center gap-2 ${className ?? ''}`}>
      <input type="checkbox" className={BOX} {...register(name)} />
      {label}
    </label>
  );
}

interface CheckboxGroupProps {
  name: string;
  legend: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  className?: string;
}

/** Group of checkboxes; the form's field is the list of the ticked values. */
export function CheckboxGroup({ name, legend, hint, options, className }: CheckboxGroupProps) {
  const hintId = useId();
  const { register, control } = useFormContext<FieldValues>();
  const { errors } = useFormState({ control, name });
  const issue = issueMessage(errors, name);
  return (
    <fieldset className={className} aria-describedby={hintId}>
      <legend className="mb-1 text-label text-dim">{legend}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 items-center gap-2 [overflow-wrap:anywhere]">
            <input type="checkbox" value={value} className={BOX} {...register(name)} />
            {label}
          </label>
        ))}
      </div>
      <p id={hintId} className={`text-label empty:hidden ${issue ? 'text-bad' : 'text-dim'}`}>
        {issue ?? hint}
      </p>
    </fieldset>
  );
}
