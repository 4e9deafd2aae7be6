'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { type ColumnSettings, moveColumn } from '@/components/list/columns/column-settings';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { joinList } from '@/lib/text/join-list';

/** A column to choose. */
export interface ColumnChoice<Id extends string> {
  id: Id;
  title: string;
  /** The part of the menu that the column is in while it is not shown. */
  group: string;
}

/** An order of the rows to choose. */
export interface SortChoice {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

interface ColumnMenuProps<Id extends string> {
  settings: ColumnSettings<Id>;
  /** All columns, in the order of their groups. */
  choices: readonly ColumnChoice<Id>[];
  columns: readonly Id[];
  sorts: readonly SortChoice[];
  /** The columns in the card of a narrow list. */
  inCard: readonly Id[];
}

/** The menu of columns: which are shown, their order, and the sort order of the rows. */
export function ColumnMenu<Id extends string>({ settings, choices, columns, sorts, inCard }: ColumnMenuProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const lastUsed = useRef<string>(undefined);
  // A moved control loses the focus, so it is focused again.
  useLayoutEffect(() => {
    if (lastUsed.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-control="${lastUsed.current}"]`)?.focus();
    lastUsed.current = undefined;
  });
  const change = (control: string, next: readonly Id[]) => {
    lastUsed.current = control;
    settings.save(next);
  };
  const others = choices.filter(
    (choice) => !columns.includes(choice.id) && choice.title.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const groups = [...new Set(others.map(({ group }) => group))];
  const shared = { columns, fixed: settings.fixed, onChange: change };
  return (
    <div ref={list} className="text-body">
      <SortSelect sorts={sorts} />
      <ul aria-label="Columns in their order">
        {columns.map((column, index) => {
          const choice = choices.find((one) => one.id === column);
          return choice && <ColumnItem key={column} choice={choice} index={index} {...shared} />;
        })}
      </ul>
      <input
        type="search"
        aria-label="Search columns"
        placeholder="Search columns"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${CONTROL} my-2`}
      />
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className="mt-1.5 px-1 text-label text-dim">
            {group}
          </p>
          <ul>
            {others
              .filter((choice) => choice.group === group)
              .map((choice) => (
                <ColumnItem key={choice.id} choice={choice} index={columns.length} {...shared} />
              ))}
          </ul>
        </div>
      ))}
      <p role="status" className="px-1 text-dim empty:hidden">
        {groups.length === 0 && typed !== '' && 'No matching columns to add.'}
      </p>
      <Button look="quiet" className="mt-2 -ml-2 px-2" onClick={() => settings.save(settings.defaults)}>
        Restore defaults
      </Button>
      <p className="mt-1 text-label text-dim">
        You can also drag the column headings. Of the columns that you choose, a narrow list shows only{' '}
        {joinList(inCard.flatMap((column) => choices.find((one) => one.id === column)?.title ?? []))}.
      </p>
    </div>
  );
}

function SortSelect({ sorts }: { sorts: readonly SortChoice[] }) {
  return (
    <label className="mb-3 block">
      <span className="mb-1 block text-label text-dim">Sort by</span>
      <select
        value={sorts.findIndex(({ isChosen }) => isChosen)}
        onChange={({ target }) => sorts[Number(target.value)]?.onChoose()}
        className={CONTROL}
      >
        {sorts.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ColumnItemProps<Id extends string> {
  choice: ColumnChoice<Id>;
  /** The index among the shown columns; their number for a hidden one. */
  index: number;
  columns: readonly Id[];
  fixed: Id;
  /** Saves the columns; `control` is focused again afterwards. */
  onChange: (control: string, columns: readonly Id[]) => void;
}

function ColumnItem<Id extends string>({
  choice: { id, title },
  index,
  columns,
  fixed,
  onChange,
}: ColumnItemProps<Id>) {
  return (
    <li className="flex items-center gap-1">
      <label className="flex min-h-7 flex-1 cursor-pointer items-center gap-2.5 rounded px-1 hover:bg-soft">
        <input
          type="checkbox"
          data-control={`${id} shown`}
          checked={index < columns.length}
          disabled={id === fixed}
          onChange={({ target }) =>
            onChange(`${id} shown`, target.checked ? [...columns, id] : columns.filter((other) => other !== id))
          }
          className="size-4 accent-accent"
        />
        {title}
      </label>
      {index < columns.length && (
        <>
          <MoveButton
            id={id}
            title={title}
            way="up"
            isDisabled={index === 0}
            onMove={(control) => onChange(control, moveColumn(columns, id, index - 1))}
          />
          <MoveButton
            id={id}
            title={title}
            way="down"
            isDisabled={index === columns.length - 1}
            onMove={(control) => onChange(control, moveColumn(columns, id, index + 1))}
          />
        </>
      )}
    </li>
  );
}

function MoveButton({
  id,
  title,
  way,
  isDisabled,
  onMove,
}: {
  id: string;
  title: string;
  way: 'up' | 'down';
  isDisabled: boolean;
  onMove: (control: string) => void;
}) {
  const Arrow = way === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      data-control={`${id} ${way}`}
      aria-label={`Move ${title} ${way}`}
      // aria-disabled rather than disabled, so that the button keeps the focus at the end of the list.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onMove(`${id} ${way}`)}
      className="inline-flex size-7 items-center justify-center rounded text-dim hover:bg-soft hover:text-ink aria-disabled:opacity-30"
    >
      <Arrow aria-hidden className="size-3.5" />
    </button>
  );
}
