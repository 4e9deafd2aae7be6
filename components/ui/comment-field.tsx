'use client';

import { useId } from 'react';
import { CONTROL, describedBy, Field } from '@/components/ui/field';

interface CommentFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  maxLength: number;
  isRequired?: boolean;
}

/** Renders a multi-line comment field for a dialog that is not a form. */
export function CommentField({
  label,
  value,
  onChange,
  hint,
  error,
  maxLength,
  isRequired = false,
}: CommentFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={isRequired ? `${label} (required)` : label} hint={hint} error={error}>
      <textarea
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
