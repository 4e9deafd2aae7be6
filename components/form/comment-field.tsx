'use client';

import { type Ref, useId, useRef } from 'react';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { useKeptText } from '@/components/form/kept-text';
import { formatCount } from '@/lib/text/locale';

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

// From this share of the limit on, the field says how much is left.
const NEARLY_FULL = 0.8;

/**
 * Renders a multi-line comment field. The browser takes no text beyond `maxLength`; the field says so near the limit. A
 * text that could not be recorded since the page was too old is there again after a reload.
 */
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
  useKeptText(label, value, onChange);
  const wasFocused = useRef(false);
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
        // A text that is there from the start is gone on with, not written before.
        onFocus={({ currentTarget }) => {
          if (!wasFocused.current) currentTarget.setSelectionRange(value.length, value.length);
          wasFocused.current = true;
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className="mt-1 text-label text-dim empty:hidden">
        {describeSpace(value.length, maxLength)}
      </p>
    </Field>
  );
}

function describeSpace(length: number, maxLength: number): string {
  const left = Math.max(0, maxLength - length);
  if (length < maxLength * NEARLY_FULL) return '';
  if (left === 0) return `No characters left. Text beyond ${formatCount(maxLength)} characters is left out.`;
  return left === 1 ? '1 character left' : `${left} characters left`;
}
