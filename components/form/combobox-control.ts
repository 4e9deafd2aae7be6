import type { ClipboardEventHandler, KeyboardEvent, Ref } from 'react';
import { describedBy } from '@/components/ui/field';

/** What the input of a combobox is bound to, before its list is loaded and after. */
export interface ComboboxControl {
  id: string;
  value: string;
  isInvalid: boolean;
  className: string;
  name?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onType: (text: string) => void;
  /** Called when the focus leaves the field, and before Enter submits the form. */
  onLeave?: (() => void) | undefined;
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
  /** True while Enter must not submit the form, as for a part of a name. */
  keepsEnter?: boolean | undefined;
}

/** What the plain input was doing when the list took its place. */
export interface TakenOver {
  /** The plain input, which keeps its selection once it has left the page. */
  input: HTMLInputElement;
  hasFocus: boolean;
}

export interface LoadedComboboxProps<List> {
  control: ComboboxControl;
  list: List;
  takenOver: TakenOver;
}

/** Gives what the plain input and the loaded one share. */
export function inputProps(control: ComboboxControl) {
  const { id, name, isInvalid, className, onPaste, onLeave, keepsEnter = false } = control;
  return {
    id,
    name,
    className,
    onPaste,
    type: 'text',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter') return;
      if (keepsEnter) event.preventDefault();
      else onLeave?.();
    },
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy(id),
  };
}

/** Gives an input to a ref of either kind, and passes on what the ref wants called afterwards. */
export function setRef(
  ref: Ref<HTMLInputElement> | undefined,
  input: HTMLInputElement | null,
): (() => void) | undefined {
  if (typeof ref === 'function') {
    const clean = ref(input);
    return typeof clean === 'function' ? clean : undefined;
  }
  if (ref) ref.current = input;
  return undefined;
}
