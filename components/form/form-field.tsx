'use client';

import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type FieldValues, type RegisterOptions, useController, useFormContext, useFormState } from 'react-hook-form';
import { issueMessage } from '@/components/form/issue-message';
import { CONTROL, describedBy, Field } from '@/components/ui/field';

interface Binding {
  name: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  rules?: Pick<RegisterOptions, 'onChange' | 'onBlur'>;
}

/** Gives the props that bind a control to the form around it: registration, ID and error. */
function useBinding({ name, rules }: Pick<Binding, 'name' | 'rules'>) {
  const id = useId();
  const { register, control } = useFormContext<FieldValues>();
  const { errors } = useFormState({ control, name });
  const error = issueMessage(errors, name);
  return {
    id,
    error,
    control: { id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy(id), ...register(name, rules) },
  };
}

/** One-line text field of a form. */
export function TextField({
  name,
  label,
  hint,
  className,
  rules,
  mono,
  isLarge,
  ...rest
}: Binding & { mono?: boolean; isLarge?: boolean } & Omit<ComponentProps<'input'>, 'name'>) {
  const { id, error, control } = useBinding({ name, ...(rules && { rules }) });
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={clsx(CONTROL, mono && 'font-mono', isLarge && 'min-h-11 text-title')}
        {...rest}
        {...control}
      />
    </Field>
  );
}

/** Text field of a form with several lines. */
export function TextArea({
  name,
  label,
  hint,
  className,
  rules,
  mono = true,
  ...rest
}: Binding & { mono?: boolean } & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { id, error, control } = useBinding({ name, ...(rules && { rules }) });
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        spellCheck={false}
        autoComplete="off"
        className={clsx(CONTROL, mono && 'font-mono')}
        {...rest}
        {...control}
      />
    </Field>
  );
}

/** Select field of a form. Controlled, so that it shows the form's value even when the options change. */
export function SelectField({
  name,
  label,
  hint,
  className,
  children,
  onChoose,
}: Omit<Binding, 'rules'> & { children: ReactNode; onChoose?: (value: string) => void }) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  return (
    <Field id={id} label={label} hint={hint} error={fieldState.error?.message} className={className}>
      <select
        id={id}
        aria-invalid={fieldState.invalid}
        aria-describedby={describedBy(id)}
        className={CONTROL}
        {...field}
        value={field.value as string}
        onChange={(event) => {
          field.onChange(event);
          onChoose?.(event.target.value);
        }}
      >
        {children}
      </select>
    </Field>
  );
}
