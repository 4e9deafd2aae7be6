'use client';

import { type Ref, useId } from 'react';
import { CONTROL, describedBy, Field } from '@/components/ui/field';

interface CommentFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  maxLength: number;
  isRequired?: boolean;
  /** For a form that puts the focus on the field. */
  ref?: Ref<HTMLTextAreaElement>;
}

/** Renders a multi-line comment field. */
export function CommentField({
  label,
  value,
  onChange,
  hint,
  error,
  maxLength,
  isRequired = false,
  ref,
}: CommentFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={isRequired ? `${label} (required)` : label} hint={hint} error={error}>
      <textarea
        ref={ref}
        id={id}
        rows={2}
        maxLength={maxLength}
        value={value}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id)}
        className={CONTROL}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
