import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Combobox } from '@/components/form/use-combobox';
import { CONTROL, describedBy, Field } from '@/components/ui/field';

interface ComboboxFieldProps {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  box: Combobox;
  /** The field that holds the text, as react-hook-form binds it. */
  field: ComponentProps<'input'>;
  onType: (text: string) => void;
  onLeave: () => void;
  mono?: boolean;
  /** Name of the list, and what a screen reader says of it while it is open. */
  listLabel: string;
  announcement: string;
  /** What the list lacks, above its options; empty for nothing. */
  note?: string;
  /** Renders the options; gives each the ID that the field names by its number. */
  children: (optionId: (index: number) => string) => ReactNode;
}

/**
 * Text field with a list to choose from: an editable combobox with list autocomplete and manual selection
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Not cmdk: its input always has an active option, which Enter
 * would choose in place of the text that was typed.
 */
export function ComboboxField({
  label,
  hint,
  error,
  box: { isOpen, active, open, onKeyDown },
  field,
  onType,
  onLeave,
  mono = false,
  listLabel,
  announcement,
  note = '',
  children,
}: ComboboxFieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    if (active !== undefined)
      list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <div className="relative">
      <Field id={id} label={label} hint={hint} error={error}>
        <input
          {...field}
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active !== undefined ? optionId(active) : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={clsx(CONTROL, mono && 'font-mono')}
          onChange={({ target }) => onType(target.value)}
          onClick={open}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            onLeave();
            field.onBlur?.(event);
          }}
        />
      </Field>
      <p aria-live="polite" className="sr-only">
        {isOpen && `${announcement} ${note}`}
      </p>
      {isOpen && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={listLabel}
          tabIndex={-1}
          // A press keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-[3.9rem] z-20 max-h-72 overflow-y-auto rounded-panel border border-line bg-panel p-1 shadow-xl"
        >
          {note !== '' && (
            <p aria-hidden className="px-2 py-1.5 text-label text-warn">
              {note}
            </p>
          )}
          {children(optionId)}
        </div>
      )}
    </div>
  );
}

interface ComboboxOptionProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  /** The whole text of an option that is cut. */
  title?: string | undefined;
  children: ReactNode;
}

/** Option in the list of a combobox. */
export function ComboboxOption({ id, isActive, onChoose, title, children }: ComboboxOptionProps) {
  return (
    // The keys are those of the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      title={title}
      onClick={onChoose}
      className="min-h-9 cursor-pointer rounded-control px-2 py-1.5 [overflow-wrap:anywhere] hover:bg-soft aria-selected:bg-accent-soft"
    >
      {children}
    </div>
  );
}
