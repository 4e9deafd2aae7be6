'use client';

import { Command } from 'cmdk';
import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { issueMessage } from '@/components/form/issue-message';
import { CONTROL } from '@/components/ui/field';
import { PopoverButton } from '@/components/ui/popover-button';
import { UntrustedText } from '@/components/values/untrusted-text';

interface ChosenFieldProps<Value> {
  /** The form's field, which holds a list of values. */
  name: string;
  label: string;
  /** Text of the button that opens the search, such as "Add an asset". */
  addLabel: string;
  /** What an empty list means, such as "Any asset". */
  emptyText: string;
  className?: string | undefined;
  keyOf: (value: Value) => string;
  /** The text by which people know a value. */
  describe: (value: Value) => string;
  /** Shows the search, with a function that adds a value or takes it out again. */
  children: (props: { chosen: ReadonlySet<string>; onToggle: (value: Value) => void }) => ReactNode;
}

/** Field of a form that lists what was chosen, with a button that takes each out and one that opens a search. */
export function ChosenField<Value>(props: ChosenFieldProps<Value>) {
  const { name, label, addLabel, emptyText, className, keyOf, describe, children } = props;
  const id = useId();
  const { field, formState } = useController({ name });
  const values = field.value as readonly Value[];
  const issue = [name, ...values.map((_value, index) => `${name}.${index}`)]
    .map((path) => issueMessage(formState.errors, path))
    .find((message) => message !== undefined);
  const toggle = (value: Value) => {
    const others = values.filter((other) => keyOf(other) !== keyOf(value));
    field.onChange(others.length < values.length ? others : [...values, value]);
  };
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-issue`} className={className}>
      <p id={id} className="mb-1 text-label text-dim">
        {label}
      </p>
      <ul aria-label={label} className="mb-1 flex flex-wrap gap-1">
        {values.length === 0 && <li className="py-1 text-body text-dim">{emptyText}</li>}
        {values.map((value) => (
          <li
            key={keyOf(value)}
            className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-soft py-0.5 pr-0.5 pl-2 text-body"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <UntrustedText text={describe(value)} />
            </span>
            <button
              type="button"
              className="flex size-6 flex-none items-center justify-center rounded hover:bg-panel"
              onClick={() => toggle(value)}
            >
              <X aria-hidden className="size-3.5" />
              <span className="sr-only">Remove {describe(value)}</span>
            </button>
          </li>
        ))}
      </ul>
      <PopoverButton label={addLabel}>
        {children({ chosen: new Set(values.map(keyOf)), onToggle: toggle })}
      </PopoverButton>
      <p id={`${id}-issue`} className="mt-1 text-label text-bad empty:hidden">
        {issue}
      </p>
    </div>
  );
}

/** A value that can be chosen, and the text by which people know it. */
export interface Choice {
  value: string;
  label: string;
}

type ChoicesFieldProps = Pick<ChosenFieldProps<string>, 'name' | 'label' | 'addLabel' | 'emptyText' | 'className'> & {
  choices: readonly Choice[];
  /** Label of the search, such as "Find an asset". */
  findLabel: string;
  /** Makes a value of what was typed, for one that is not among the choices; without it there are no others. */
  toValue?: (typed: string) => string;
  /** Gives the text that is equal for two spellings of one value. */
  keyOf?: (value: string) => string;
};

/** Field of a form for some of the values that the console knows, or for others that are typed. */
export function ChoicesField({ choices, findLabel, toValue, keyOf = identity, ...rest }: ChoicesFieldProps) {
  const labels = new Map(choices.map(({ value, label }) => [keyOf(value), label]));
  return (
    <ChosenField<string> {...rest} keyOf={keyOf} describe={(value) => labels.get(keyOf(value)) ?? value}>
      {({ chosen, onToggle }) => <ChoiceSearch {...{ choices, chosen, onToggle, toValue, keyOf }} label={findLabel} />}
    </ChosenField>
  );
}

const identity = (value: string) => value;

interface ChoiceSearchProps extends Pick<ChoicesFieldProps, 'choices'> {
  label: string;
  chosen: ReadonlySet<string>;
  onToggle: (value: string) => void;
  toValue: ((typed: string) => string) | undefined;
  keyOf: (value: string) => string;
}

function ChoiceSearch({ choices, chosen, onToggle, toValue, keyOf, label }: ChoiceSearchProps) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const value = text === '' ? undefined : toValue?.(text);
  const isKnown = value === undefined || choices.some((choice) => keyOf(choice.value) === keyOf(value));
  const other = isKnown ? undefined : value;
  const choose = (chosenValue: string) => {
    onToggle(chosenValue);
    setTyped('');
  };
  return (
    <Command label={label} loop>
      <Command.Input data-autofocus placeholder={label} value={typed} onValueChange={setTyped} className={CONTROL} />
      <Command.List className="mt-2 max-h-64 overflow-y-auto">
        {other === undefined && (
          <Command.Empty className="px-2 text-body text-dim">Nothing matches. Try another search.</Command.Empty>
        )}
        {choices.map((choice) => (
          <SearchOption
            key={choice.value}
            value={choice.label.includes(choice.value) ? choice.label : `${choice.label} ${choice.value}`}
            isChosen={chosen.has(keyOf(choice.value))}
            onSelect={() => choose(choice.value)}
          >
            {choice.label}
          </SearchOption>
        ))}
        {other !== undefined && (
          // Matches whatever is typed, beside the choices that do.
          <SearchOption value={`${other} ${text}`} isChosen={chosen.has(keyOf(other))} onSelect={() => choose(other)}>
            {`Use “${other}”`}
          </SearchOption>
        )}
      </Command.List>
    </Command>
  );
}

interface SearchOptionProps {
  /** What is searched. */
  value: string;
  isChosen: boolean;
  onSelect: () => void;
  children: string;
}

function SearchOption({ value, isChosen, onSelect, children }: SearchOptionProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      className="flex cursor-pointer items-center gap-2 rounded-control px-2 py-1.5 text-body aria-selected:bg-accent-soft"
    >
      <span aria-hidden className="w-4 flex-none text-accent">
        {isChosen && '✓'}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <UntrustedText text={children} />
        {isChosen && <span className="sr-only">, chosen</span>}
      </span>
    </Command.Item>
  );
}
