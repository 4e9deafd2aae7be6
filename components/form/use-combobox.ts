import { type KeyboardEvent, useState } from 'react';

interface ComboboxInput<Option> {
  options: readonly Option[];
  /** Whether the list may open for the text as it is. */
  canOpen: boolean;
  onChoose: (option: Option) => void;
  /** Called before a click or the keys open the list, not before typing does. */
  onOpen?: () => void;
}

/** State of the list of a combobox, and what moves it. */
export interface Combobox {
  isOpen: boolean;
  /** Number of the active option; undefined for none. */
  active: number | undefined;
  open: () => void;
  /** Opens the list for what is being typed. */
  openTyped: () => void;
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Holds the list of an editable combobox: open or closed, and the active option, which there is none of until the keys
 * move. The arrow keys open the list, Enter chooses the active option, Escape closes it.
 */
export function useCombobox<Option>({ options, canOpen, onChoose, onOpen }: ComboboxInput<Option>): Combobox {
  const [isWanted, setIsWanted] = useState(false);
  const [active, setActive] = useState<number>();
  const isOpen = isWanted && canOpen && options.length > 0;
  const set = (isNowWanted: boolean) => {
    setIsWanted(isNowWanted);
    setActive(undefined);
  };
  const open = () => {
    onOpen?.();
    set(true);
  };
  const move = (step: 1 | -1) => {
    if (!isOpen) return open();
    const from = active ?? (step === 1 ? -1 : options.length);
    setActive((from + step + options.length) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = active === undefined ? undefined : options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault();
      onChoose(chosen);
      set(false);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      set(false);
    }
  };
  return { isOpen, active, open, openTyped: () => set(true), close: () => set(false), onKeyDown };
}
