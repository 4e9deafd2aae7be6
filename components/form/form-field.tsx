'use client';

import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import {
  type FieldValues,
  get,
  type RegisterOptions,
  useController,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import { CONTROL, describedBy, Field } from '@/components/ui/field';

interface Binding {
  name: string;
  label: string;
  hint?: ReactNode;
  className?: string;
  rules?: Pick<RegisterOptions, 'onChange' | 'onBlur'>;
}

/** What a control needs to belong to the form around it: its registration, its id and what is wrong with it. */
function useBinding({ name, rules }: Pick<Binding, 'name' | 'rules'>) {
  const id = useId();
  const { register, control } = useFormContext<FieldValues>();
  const { errors } = useFormState({ control, name });
  const fault: { message?: string } | undefined = get(errors, name);
  const error = fault?.message;
  return {
    id,
    error,
    control: { id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy(id), ...register(name, rules) },
  };
}

/** A one-line text of the form. */
export function TextField({
  name,
  label,
  hint,
  className,
  rules,
  mono,
  ...rest
}: Binding & { mono?: boolean } & Omit<ComponentProps<'input'>, 'name'>) {
  const { id, error, control } = useBinding({ name, ...(rules && { rules }) });
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={clsx(CONTROL, mono && 'font-mono')}
        {...rest}
        {...control}
      />
    </Field>
  );
}

/** A text of several lines. */
export function TextArea({
  name,
  label,
  hint,
  className,
  rules,
  ...rest
}: Binding & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { id, error, control } = useBinding({ name, ...(rules && { rules }) });
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <textarea spellCheck={false} autoComplete="off" className={clsx(CONTROL, 'font-mono')} {...rest} {...control} />
    </Field>
  );
}

/** A choice from a list. Controlled, so that it shows what the form holds also when its options change under it. */
export function SelectField({
  name,
  label,
  hint,
  className,
  children,
}: Omit<Binding, 'rules'> & { children: ReactNode }) {
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
      >
        {children}
      </select>
    </Field>
  );
}
