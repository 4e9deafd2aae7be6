'use client';

import { useId, useState } from 'react';
import { ReadFailureNotice } from '@/components/list/list-notices';
import { readableText } from '@/components/values/untrusted-text';
import { explainError } from '@/components/data/fetch-json';
import { CONTROL } from '@/components/ui/field';
import { OptionRow } from '@/components/ui/option-row';
import { formatCount } from '@/lib/text/locale';

/** An option of a filter: its value, its name for people, and its number of items. */
export interface FilterChoice {
  value: string;
  label: string;
  count?: number | undefined;
}

interface FilterChoicesProps {
  /** The name of the filter. */
  name: string;
  /** The options; undefined until they are read. */
  choices: readonly FilterChoice[] | undefined;
  chosen: readonly string[];
  /** Gives the name of a chosen value that is not among the options. */
  nameOf: (value: string) => string;
  error: Error | null | undefined;
  /** The path of the list, for signing in again. */
  path: string;
  /** Adds or removes a value. All choices while the filter is open are one entry of the browser's history. */
  onToggle: (value: string, how: 'push' | 'replace') => void;
}

// With more values, a search box is shown.
const MAX_WITHOUT_SEARCH = 12;

/** The options of a filter with their numbers. Items with any of the chosen values match. */
export function FilterChoices({ name, choices, chosen, nameOf, error, path, onToggle }: FilterChoicesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [hasChanged, setHasChanged] = useState(false);
  const options = withChosen(choices ?? [], chosen, nameOf);
  const shown = options.filter(({ value, label }) =>
    `${value} ${label}`.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <fieldset className="text-body">
      <legend className="sr-only">{name}</legend>
      {options.length > MAX_WITHOUT_SEARCH && (
        <input
          type="search"
          aria-label={`Search ${name}`}
          placeholder="Search values"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${CONTROL} mb-2`}
        />
      )}
      {shown.map(({ value, label, count }, index) => (
        <OptionRow
          key={value}
          id={`${id}-${index}`}
          label={readableText(label, 220)}
          count={count === undefined ? undefined : formatCount(count)}
          isChosen={chosen.includes(value)}
          onToggle={() => {
            onToggle(value, hasChanged ? 'replace' : 'push');
            setHasChanged(true);
          }}
        />
      ))}
      {error ? (
        <ReadFailureNotice explanation={explainError(error)} path={path} />
      ) : (
        <p role="status" className="px-1 text-dim empty:hidden">
          {!choices ? 'Loading…' : shown.length === 0 && (typed === '' ? 'No values yet.' : 'No matching values.')}
        </p>
      )}
    </fieldset>
  );
}

// Chosen values that no item has are listed as well, so that they can be removed.
function withChosen(
  choices: readonly FilterChoice[],
  chosen: readonly string[],
  nameOf: (value: string) => string,
): FilterChoice[] {
  const others = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...others.map((value) => ({ value, label: nameOf(value) })), ...choices];
}
