import type { ClipboardEventHandler, KeyboardEvent, MouseEvent, Ref } from 'react';
import { describedBy } from '@/components/ui/field';

/** What the input of a combobox is bound to, before its list is loaded and after. */
export interface ComboboxControl {
  id: string;
  value: string;
  isInvalid: boolean;
  className: string;
  name?: string | undefined;
  placeholder?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onType: (text: string) => void;
  /** Called when the focus leaves the field. */
  onLeave?: (() => void) | undefined;
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
}

/** What the plain input was doing when the list took its place. */
export interface TakenOver {
  /** The plain input, which keeps its selection once it has left the page. */
  input: HTMLInputElement;
  hasFocus: boolean;
  /** True where the person asked for the list meanwhile (`asksForList`). */
  isWanted: boolean;
}

export interface LoadedComboboxProps<List> {
  control: ComboboxControl;
  list: List;
  takenOver: TakenOver;
}

/** Gives what the plain input and the loaded one share. */
export function inputProps(control: ComboboxControl) {
  const { id, name, placeholder, isInvalid, className, onPaste } = control;
  return {
    id,
    name,
    placeholder,
    className,
    onPaste,
    type: 'text',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    // Enter is for the list, which may not be there yet: it submits no form.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') event.preventDefault();
    },
    // A press selects the whole text, as Tab does: what is typed next takes its place, and does not land within it.
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      const input = event.currentTarget;
      if (input.value === '' || input === input.ownerDocument.activeElement) return;
      event.preventDefault();
      input.select();
      input.focus();
    },
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy(id),
  };
}

/**
 * Tells whether a key that was released opens the list: Tab, with which a person came to the field. A focus that the
 * program sets, such as at the first error of a form, opens no list over what it points to.
 */
export const asksForList = ({ key }: Pick<KeyboardEvent, 'key'>) => key === 'Tab';

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
