import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** Classes of every form control. */
export const CONTROL =
  'min-h-9 w-full min-w-0 rounded-control border border-edge bg-panel px-2.5 py-1.5 text-ink aria-invalid:border-bad [&[readonly]]:bg-soft ' +
  'group-has-data-warning/field:border-warn group-has-data-warning/field:bg-warn-soft';

interface FieldProps {
  id: string;
  label: string;
  /** Help text below the control, also read out by screen readers. */
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/**
 * Renders a control with its label above and, below, its error or otherwise its hint. The control must have the given
 * `id` and `aria-describedby={describedBy(id)}`.
 */
export function Field({ id, label, hint, error, children, className }: FieldProps) {
  return (
    <div className={clsx('group/field min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block text-label text-dim">
        {label}
      </label>
      {children}
      <p
        id={describedBy(id)}
        className={clsx('mt-1 text-label [overflow-wrap:anywhere] empty:hidden', error ? 'text-bad' : 'text-dim')}
      >
        {error ?? hint}
      </p>
    </div>
  );
}

/** Renders a warning in the place of a hint; it colours the field as well. */
export function FieldWarning({ children }: { children: ReactNode }) {
  return (
    <strong data-warning className="text-body font-medium text-warn">
      {children}
    </strong>
  );
}

type Labelled = Omit<FieldProps, 'children'>;

interface InputFieldProps extends Labelled, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** Called with the text as it changes. */
  onText?: (text: string) => void;
  isCode?: boolean;
}

/** A `Field` with an input of one line. */
export function InputField(props: InputFieldProps) {
  const { id, label, hint, error, className, onText, isCode = false, ...input } = props;
  return (
    <Field {...{ id, label, hint, error, className }}>
      <input
        id={id}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id)}
        onChange={onText && (({ target }) => onText(target.value))}
        className={isCode ? `${CONTROL} font-mono` : CONTROL}
        {...input}
      />
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends Labelled {
  value: Value;
  /** Values with their names, in their order. */
  options: readonly (readonly [value: Value, name: string])[];
  onChoose: (value: Value) => void;
}

/** A `Field` with a choice of one value. */
export function SelectField<Value extends string>({ value, options, onChoose, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      <select
        id={field.id}
        value={value}
        aria-describedby={describedBy(field.id)}
        onChange={({ target }) => onChoose(target.value as Value)}
        className={CONTROL}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Returns the id of the hint or error of a control, for its `aria-describedby`. */
export function describedBy(id: string): string {
  return `${id}-about`;
}
