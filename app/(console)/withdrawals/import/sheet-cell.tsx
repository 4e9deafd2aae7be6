import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Steps } from '@/app/(console)/withdrawals/import/use-active-cell';
import { Address } from '@/components/values/address';
import { readableText } from '@/components/values/untrusted-text';
import type { CellIssue } from '@/lib/withdrawals/import/check-row';
import type { SheetColumn } from '@/lib/withdrawals/import/columns';

interface SheetCellProps {
  /** Under which it is found in the page. */
  place: string;
  label: string;
  field: SheetColumn['field'];
  text: string;
  network: string;
  issues: readonly CellIssue[];
  isActive: boolean;
  /** What the field starts with while it is edited. */
  editing: string | undefined;
  onCommit: (text: string, steps: Steps | undefined) => void;
  onCancel: () => void;
  /** Beside what is wrong. */
  children?: ReactNode;
}

const NUMBERS: readonly SheetColumn['field'][] = ['amount', 'total'];
// Read as a whole before anything is decided; of others a few lines will do until they are edited.
const WHOLE: readonly SheetColumn['field'][] = [...NUMBERS, 'address', 'memo', 'reference'];

/** One cell: what stands in it, and what is wrong with it in words. */
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
  const isWrong = issues.some(({ level }) => level === 'error');
  return (
    <div
      role="gridcell"
      data-cell={place}
      data-label={label}
      tabIndex={isActive && editing === undefined ? 0 : -1}
      aria-invalid={isWrong}
      className={clsx(
        'relative min-h-9 scroll-mt-16 scroll-mb-52 border-line px-2 py-1.5 outline-offset-[-2px] md:scroll-my-2 md:border-l',
        'max-md:grid max-md:grid-cols-[7rem_minmax(0,1fr)] max-md:gap-x-2 max-md:before:text-xs max-md:before:leading-6 max-md:before:text-dim max-md:before:content-[attr(data-label)]',
        isWrong ? 'bg-bad-soft' : issues.length > 0 && 'bg-warn-soft',
        isActive && 'md:outline-2 md:outline-edge',
      )}
    >
      <div className="min-w-0">
        {editing === undefined ? (
          <div
            className={clsx(
              'min-h-6 [overflow-wrap:anywhere]',
              NUMBERS.includes(field) && 'md:text-right',
              !WHOLE.includes(field) && 'line-clamp-4',
            )}
          >
            {field === 'address' && text !== '' && text.length <= 128 ? (
              <Address address={text} network={network} />
            ) : (
              <bdi>{readableText(text, 300)}</bdi>
            )}
          </div>
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
            className={clsx('mt-0.5 text-xs [overflow-wrap:anywhere]', level === 'error' ? 'text-bad' : 'text-warn')}
          >
            {message}
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}

interface CellInputProps {
  label: string;
  initial: string;
  /** The id of what is suggested. */
  list: string | undefined;
  onCommit: SheetCellProps['onCommit'];
  onCancel: () => void;
}

/** The field in a cell: Enter keeps and goes down, Tab keeps and goes on, Escape leaves everything as it was. */
function CellInput({ label, initial, list, onCommit, onCancel }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);
  const commit = (text: string, steps?: Steps) => {
    // Leaving the field in one of these ways takes it away, which is a blur as well.
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
      className="w-full min-w-0 rounded border border-accent bg-panel px-1 py-0.5 text-ink max-md:min-h-9 max-md:text-base"
    />
  );
}
