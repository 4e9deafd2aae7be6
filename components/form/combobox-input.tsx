'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { asksForList, inputProps, type LoadedComboboxProps, setRef } from '@/components/form/combobox-control';

export interface ComboboxOption {
  /** Identifies the option in its list. */
  key: string;
  /** The whole text of an option that is cut. */
  title?: string | undefined;
  content: ReactNode;
  onChoose: () => void;
}

/** The list of a combobox, as it is for the text that is in the field. */
export interface ComboboxList {
  /** Name of the list. */
  label: string;
  groups: readonly { title?: string; options: readonly ComboboxOption[] }[];
  /** What a screen reader calls an option and several, such as profile and profiles. */
  noun: [one: string, many: string];
  /** What the list lacks, above its options, or why there are none; empty for nothing. */
  note?: ReactNode;
  /** False where the options are no matches of the text: Enter then takes only one to which the arrow keys led. */
  areMatches?: boolean;
  /** Called before a press or the keys open the list, not before typing does. */
  onOpen?: () => void;
}

/**
 * Input with a list, over Base UI's Autocomplete. The list is in its place in the page and not in a portal: Base UI
 * hides everything outside of a popup from assistive technology, and a list in a dialog has to be in the dialog.
 */
export function ComboboxInput({ control, list, takenOver }: LoadedComboboxProps<ComboboxList>) {
  const { value, inputRef, onType, onLeave } = control;
  const { label, groups, noun, note, areMatches = true, onOpen } = list;
  const own = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isWanted, setIsWanted] = useState(takenOver.isWanted);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const hasNote = note !== undefined && note !== '';
  const isOpen = isWanted && (count > 0 || hasNote);
  useLayoutEffect(() => {
    const { input, hasFocus } = takenOver;
    // With the plain input its focus has left the page, unless the person went on to another field.
    const { activeElement, body } = input.ownerDocument;
    if (!hasFocus || (activeElement !== body && activeElement !== own.current)) return setIsWanted(false);
    own.current?.focus({ preventScroll: true });
    own.current?.setSelectionRange(input.selectionStart, input.selectionEnd);
    if (takenOver.isWanted) onOpen?.();
    // Once, when it takes the place of the plain input.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    if (own.current && popup.current) place(popup.current, own.current);
  }, [isOpen, count]);
  return (
    <Autocomplete.Root
      id={control.id}
      items={groups.map(({ options }) => ({ items: options.map(({ key }) => key) }))}
      filter={null}
      value={value}
      onValueChange={(text, { reason }) => {
        // A press of an option is its own; Escape in a closed list would empty the field.
        if (reason === 'input-change') onType(text);
      }}
      open={isOpen}
      onOpenChange={(isNowOpen, { reason }) => {
        if (isNowOpen && reason !== 'input-change') onOpen?.();
        setIsWanted(isNowOpen);
      }}
      openOnInputClick
      autoHighlight={areMatches && value.trim() !== '' ? 'always' : false}
    >
      <div className="relative">
        <Autocomplete.Input
          {...inputProps(control)}
          ref={(input) => {
            own.current = input;
            return setRef(inputRef, input);
          }}
          onKeyUp={(event) => {
            if (!asksForList(event)) return;
            onOpen?.();
            setIsWanted(true);
          }}
          onBlur={() => {
            setIsWanted(false);
            onLeave?.();
          }}
        />
        <p aria-live="polite" className="sr-only">
          {isOpen && count > 0 && `${count} ${noun[count === 1 ? 0 : 1]}. Use the arrow keys to choose.`}
        </p>
        {isOpen && (
          <div
            ref={popup}
            // Above the bar of actions at the foot of the window.
            className="absolute inset-x-0 top-full z-30 -my-px overflow-y-auto rounded-panel border border-line bg-panel p-1 shadow-xl data-above:top-auto data-above:bottom-full"
          >
            {hasNote && (
              <p role="status" className="px-2 py-1.5 text-label text-dim">
                {note}
              </p>
            )}
            <Autocomplete.List aria-label={label}>
              {groups.map(({ title, options }) =>
                title === undefined ? (
                  options.map(renderOption)
                ) : (
                  <Autocomplete.Group key={title}>
                    <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-0.5 text-label text-dim">
                      {title}
                    </Autocomplete.GroupLabel>
                    {options.map(renderOption)}
                  </Autocomplete.Group>
                ),
              )}
            </Autocomplete.List>
          </div>
        )}
      </div>
    </Autocomplete.Root>
  );
}

const MAX_HEIGHT = 288;
const HEADER = 64;
const EDGE = 8;

/** Places a list below its input, or above it where the window has more room there and too little below. */
function place(list: HTMLElement, input: HTMLElement): void {
  const { top, bottom } = input.getBoundingClientRect();
  // What the keyboard of a phone leaves of the window.
  const height = window.visualViewport?.height ?? window.innerHeight;
  const [above, below] = [top - HEADER, height - bottom - EDGE];
  const isAbove = below < Math.min(MAX_HEIGHT, list.scrollHeight) && above > below;
  list.toggleAttribute('data-above', isAbove);
  list.style.maxHeight = `${Math.min(MAX_HEIGHT, Math.max(above, below))}px`;
}

function renderOption({ key, title, content, onChoose }: ComboboxOption) {
  return (
    <Autocomplete.Item
      key={key}
      value={key}
      title={title}
      onClick={onChoose}
      className="min-h-9 cursor-pointer rounded-control px-2 py-1.5 [overflow-wrap:anywhere] data-highlighted:bg-accent-soft"
    >
      {content}
    </Autocomplete.Item>
  );
}
