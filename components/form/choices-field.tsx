'use client';

import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { ComboboxField, loadComboboxInput } from '@/components/form/combobox-field';
import { issueMessage } from '@/components/form/issue-message';
import { UntrustedText } from '@/components/values/untrusted-text';

interface ChosenFieldProps<Value> {
  /** The form's field, which holds a list of values. */
  name: string;
  label: string;
  /** What an empty list means, such as "Any asset". */
  emptyText: string;
  className?: string | undefined;
  keyOf: (value: Value) => string;
  /** The text by which people know a value. */
  describe: (value: Value) => string;
  /** Shows the search, with a function that adds a value or takes it out again. */
  children: (props: { chosen: ReadonlySet<string>; onToggle: (value: Value) => void }) => ReactNode;
}

/** Field of a form that lists what was chosen, with a button that takes each out and a field that adds others. */
export function ChosenField<Value>(props: ChosenFieldProps<Value>) {
  const { name, label, emptyText, className, keyOf, describe, children } = props;
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
      {children({ chosen: new Set(values.map(keyOf)), onToggle: toggle })}
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

type ChoicesFieldProps = Pick<ChosenFieldProps<string>, 'name' | 'label' | 'emptyText' | 'className'> & {
  choices: readonly Choice[];
  /** Label of the field that adds one, such as "Add an asset". */
  addLabel: string;
  /** Makes a value of what was typed, for one that is not among the choices; without it there are no others. */
  toValue?: (typed: string) => string;
  /** Gives the text that is equal for two spellings of one value. */
  keyOf?: (value: string) => string;
};

/** Field of a form for some of the values that the console knows, or for others that are typed. */
export function ChoicesField({ choices, addLabel, toValue, keyOf = identity, ...rest }: ChoicesFieldProps) {
  const labels = new Map(choices.map(({ value, label }) => [keyOf(value), label]));
  return (
    <ChosenField<string> {...rest} keyOf={keyOf} describe={(value) => labels.get(keyOf(value)) ?? value}>
      {({ chosen, onToggle }) => <ChoiceSearch {...{ choices, chosen, onToggle, toValue, keyOf }} label={addLabel} />}
    </ChosenField>
  );
}

const identity = (value: string) => value;

// More lines than anyone reads; typing finds the others.
const MAX_SHOWN = 50;

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
  const others = isKnown ? [] : [{ value, label: `Use “${value}”` }];
  const matches = choices.filter((choice) =>
    `${choice.label} ${choice.value}`.toLowerCase().includes(text.toLowerCase()),
  );
  const options = [...matches.slice(0, MAX_SHOWN), ...others].map((choice) => ({
    key: choice.value,
    content: <ChoiceText label={choice.label} isChosen={chosen.has(keyOf(choice.value))} />,
    onChoose: () => {
      onToggle(choice.value);
      setTyped('');
    },
  }));
  return (
    <ComboboxField
      label={label}
      value={typed}
      onType={setTyped}
      load={loadComboboxInput}
      list={{
        label: 'Choices',
        groups: [{ options }],
        noun: ['choice', 'choices'],
        note: options.length === 0 ? 'Nothing matches. Try another search.' : '',
      }}
    />
  );
}

function ChoiceText({ label, isChosen }: { label: string; isChosen: boolean }) {
  return (
    <span className="flex gap-2">
      <span aria-hidden className="w-4 flex-none text-accent">
        {isChosen && '✓'}
      </span>
      <span className="min-w-0">
        <UntrustedText text={label} />
        {isChosen && <span className="sr-only">, chosen</span>}
      </span>
    </span>
  );
}
