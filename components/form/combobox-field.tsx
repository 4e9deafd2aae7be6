'use client';

import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import {
  type ComboboxControl,
  inputProps,
  type LoadedComboboxProps,
  setRef,
  type TakenOver,
} from '@/components/form/combobox-control';
import { CONTROL, Field } from '@/components/ui/field';

interface ComboboxFieldProps<List> extends Omit<ComboboxControl, 'id' | 'isInvalid' | 'className'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  mono?: boolean;
  /** Loads the input with its list. */
  load: () => Promise<ComponentType<LoadedComboboxProps<List>>>;
  list: List;
}

/**
 * Text field with a list to choose from, the only one of the product, which opens with the focus. It is a plain input
 * until it has the focus for the first time; then the list is loaded, and takes over what was typed. Where loading
 * fails, it stays a plain input.
 */
export function ComboboxField<List>({
  label,
  hint,
  error,
  className,
  mono = false,
  load,
  list,
  ...rest
}: ComboboxFieldProps<List>) {
  const id = useId();
  const plain = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const [loaded, setLoaded] = useState<{ Loaded: ComponentType<LoadedComboboxProps<List>>; takenOver: TakenOver }>();
  const control: ComboboxControl = {
    ...rest,
    id,
    isInvalid: error !== undefined,
    className: clsx(CONTROL, mono && 'font-mono'),
  };
  const takeOver = async () => {
    const Loaded = await load().catch(() => undefined);
    const input = plain.current;
    // An input that composes a character keeps it: the next focus loads the list again, from the cache.
    if (!Loaded || !input || isComposing.current) return;
    const hasFocus = input === input.ownerDocument.activeElement;
    setLoaded({ Loaded, takenOver: { input, hasFocus } });
  };
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      {loaded ? (
        <loaded.Loaded control={control} list={list} takenOver={loaded.takenOver} />
      ) : (
        <input
          {...inputProps(control)}
          ref={(input) => {
            plain.current = input;
            return setRef(control.inputRef, input);
          }}
          value={control.value}
          role="combobox"
          aria-controls={undefined}
          aria-autocomplete="list"
          aria-expanded={false}
          onChange={({ target }) => control.onType(target.value)}
          onFocus={() => void takeOver()}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
            void takeOver();
          }}
          onBlur={control.onLeave}
        />
      )}
    </Field>
  );
}

/** Loads the input for a list whose options the field knows already. */
export const loadComboboxInput = async () => (await import('@/components/form/combobox-input')).ComboboxInput;
