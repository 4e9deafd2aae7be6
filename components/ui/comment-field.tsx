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
}

/** A few words with a decision, outside of any form. */
export function CommentField({ label, value, onChange, hint, error, maxLength }: CommentFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        rows={2}
        maxLength={maxLength}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id)}
        className={CONTROL}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
