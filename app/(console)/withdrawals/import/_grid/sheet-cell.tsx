import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Steps } from '@/app/(console)/withdrawals/import/_grid/use-active-cell';
import { Address } from '@/components/values/address';
import { readableText } from '@/components/values/untrusted-text';
import type { CellIssue } from '@/lib/requests/import/check-row';
import type { SheetColumn } from '@/lib/requests/import/columns';

interface SheetCellProps {
  /** Row number and column index, such as "3:5", by which the grid finds the cell. */
  place: string;
  label: string;
  field: SheetColumn['field'];
  text: string;
  network: string;
  issues: readonly CellIssue[];
  isActive: boolean;
  /** Initial text of the input; undefined while the cell is not edited. */
  editing: string | undefined;
  onCommit: (text: string, steps: Steps | undefined) => void;
  onCancel: () => void;
  /** Shown below the issues. */
  children?: ReactNode;
}

const NUMBERS: readonly SheetColumn['field'][] = ['amount', 'total'];
// Always shown whole, since a person decides by them; other fields show a few lines until they are edited.
const UNCLAMPED: readonly SheetColumn['field'][] = [...NUMBERS, 'address', 'memo', 'reference'];

/** One cell of the grid: its text or its input, and its issues. */
export function SheetCell({
  place,
  label,
  field,
  text,
  network,
  issues,
  isActive,
  editing,
  onCommit,
  onCancel,
  children,
}: SheetCellProps) {
  const hasError = issues.some(({ level }) => level === 'error');
  return (
    <div
      role="gridcell"
      data-cell={place}
      data-label={label}
      tabIndex={isActive && editing === undefined ? 0 : -1}
      aria-invalid={hasError}
      className={clsx(CELL, CARD, hasError ? 'bg-bad-soft' : issues.length > 0 && 'bg-warn-soft', isActive && ACTIVE)}
    >
      <div className="min-w-0">
        {editing === undefined ? (
          <CellText field={field} text={text} network={network} />
        ) : (
          <CellInput
            label={label}
            initial={editing}
            list={field === 'network' || field === 'asset' ? `sheet-${field}` : undefined}
            onCommit={onCommit}
            onCancel={onCancel}
          />
        )}
        {issues.map(({ level, message }) => (
          <p
            key={message}
            className={clsx('mt-0.5 text-label [overflow-wrap:anywhere]', level === 'error' ? 'text-bad' : 'text-warn')}
          >
            {message}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}

const CELL =
  'relative min-h-9 scroll-mt-16 scroll-mb-52 border-line px-2 py-1.5 outline-offset-[-2px] md:scroll-my-2 md:border-l';
// On a narrow screen a row is a card, and each of its cells has its label beside it.
const CARD = clsx(
  'max-md:grid max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:gap-x-2',
  'max-md:before:text-label max-md:before:leading-6 max-md:before:text-dim max-md:before:content-[attr(data-label)]',
);
const ACTIVE = 'md:outline-2 md:outline-edge';

function CellText({ field, text, network }: Pick<SheetCellProps, 'field' | 'text' | 'network'>) {
  return (
    <div
      className={clsx(
        'min-h-6',
        NUMBERS.includes(field) ? 'overflow-x-auto whitespace-nowrap md:text-right' : '[overflow-wrap:anywhere]',
        !UNCLAMPED.includes(field) && 'line-clamp-4',
      )}
    >
      {field === 'address' && text !== '' && text.length <= 128 ? (
        <Address address={text} network={network} />
      ) : (
        <bdi>{readableText(text, 300)}</bdi>
      )}
    </div>
  );
}

interface CellInputProps {
  label: string;
  initial: string;
  /** ID of the datalist with suggestions. */
  list: string | undefined;
  onCommit: SheetCellProps['onCommit'];
  onCancel: () => void;
}

/** Input of a cell. Enter saves and moves down, Tab saves and moves right, Escape restores the old text. */
function CellInput({ label, initial, list, onCommit, onCancel }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);
  const commit = (text: string, steps?: Steps) => {
    // Saving removes the input, which also triggers its blur.
    if (isDone.current) return;
    isDone.current = true;
    onCommit(text, steps);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === 'Enter') commit(value, { down: event.shiftKey ? -1 : 1 });
    else if (event.key === 'Tab') commit(value, { right: event.shiftKey ? -1 : 1 });
    else if (event.key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
  };
  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={initial}
      list={list}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={press}
      onBlur={({ currentTarget }) => commit(currentTarget.value)}
      className="w-full min-w-0 rounded border border-accent bg-panel px-1 py-0.5 text-ink max-md:min-h-9 max-md:text-body"
    />
  );
}
