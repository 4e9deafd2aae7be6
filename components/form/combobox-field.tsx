'use client';

import { clsx } from 'clsx';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import {
  asksForList,
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
  isLarge?: boolean;
  /** Loads the input with its list. */
  load: () => Promise<ComponentType<LoadedComboboxProps<List>>>;
  list: List;
}

/**
 * Text field with a list to choose from, the only one of the product. It opens with a press, with Tab into the field,
 * with typing and with the arrow keys. Enter takes the option that is highlighted, which is the first match of what was
 * typed, and submits no form. The field is a plain input until it has the focus for the first time; then the list is
 * loaded, and takes over what was typed. Where loading fails, it stays a plain input.
 */
export function ComboboxField<List>({
  label,
  hint,
  error,
  className,
  mono = false,
  isLarge = false,
  load,
  list,
  ...rest
}: ComboboxFieldProps<List>) {
  const id = useId();
  const plain = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const isWanted = useRef(false);
  const [loaded, setLoaded] = useState<{ Loaded: ComponentType<LoadedComboboxProps<List>>; takenOver: TakenOver }>();
  const control: ComboboxControl = {
    ...rest,
    id,
    isInvalid: error !== undefined,
    className: clsx(CONTROL, mono && 'font-mono', isLarge && 'min-h-11 text-title'),
  };
  const takeOver = async () => {
    const Loaded = await load().catch(() => undefined);
    const input = plain.current;
    // An input that composes a character keeps it: the next focus loads the list again, from the cache.
    if (!Loaded || !input || isComposing.current) return;
    const hasFocus = input === input.ownerDocument.activeElement;
    setLoaded({ Loaded, takenOver: { input, hasFocus, isWanted: hasFocus && isWanted.current } });
  };
  const shared = inputProps(control);
  const want = () => {
    isWanted.current = true;
  };
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      {loaded ? (
        <loaded.Loaded control={control} list={list} takenOver={loaded.takenOver} />
      ) : (
        <input
          {...shared}
          ref={(input) => {
            plain.current = input;
            return setRef(control.inputRef, input);
          }}
          value={control.value}
          role="combobox"
          aria-controls={undefined}
          aria-autocomplete="list"
          aria-expanded={false}
          onChange={({ target }) => {
            want();
            control.onType(target.value);
          }}
          onFocus={() => void takeOver()}
          onMouseDown={(event) => {
            // The list may take over before the button is released.
            want();
            shared.onMouseDown(event);
          }}
          onClick={want}
          onKeyUp={(event) => {
            if (asksForList(event)) want();
          }}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
            void takeOver();
          }}
          onBlur={() => {
            isWanted.current = false;
            control.onLeave?.();
          }}
        />
      )}
    </Field>
  );
}

/** Loads the input for a list whose options the field knows already. */
export const loadComboboxInput = async () => (await import('@/components/form/combobox-input')).ComboboxInput;
