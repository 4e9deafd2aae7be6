import { keyOfEntry, type ListedBatch, type ListedRequest, type ListEntry } from '@/lib/requests/list/entry';

/**
 * A row of the list: a withdrawal or a batch, a withdrawal below its open batch, or what is said of a batch that is not
 * read. `item`: the index of its item.
 */
export type WithdrawalLine = { key: string; item: number } & (
  | { kind: 'request'; request: ListedRequest; isInBatch: boolean }
  | { kind: 'batch'; batch: ListedBatch; isOpen: boolean }
  | { kind: 'unread'; error: Error | null; onRetry: () => void }
);

/** The requests of an open batch: undefined until they are read, with the error if they cannot be. */
export interface OpenBatch {
  data: readonly ListEntry[] | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Gives the rows of the items of a list from index `start`: below each open batch its withdrawals. */
export function listLines(
  items: readonly (ListEntry | undefined)[],
  start: number,
  open: ReadonlyMap<string, OpenBatch>,
): (WithdrawalLine | undefined)[] {
  return items.flatMap((entry, index): (WithdrawalLine | undefined)[] => {
    if (entry === undefined) return [undefined];
    const [key, item] = [keyOfEntry(entry), start + index];
    if (entry.kind === 'request') return [{ kind: 'request', key, item, request: entry, isInBatch: false }];
    const state = open.get(entry.id);
    const line = { kind: 'batch', key, item, batch: entry, isOpen: state !== undefined } as const;
    return state ? [line, ...linesOf(state, key, item)] : [line];
  });
}

function linesOf({ data, error, refetch }: OpenBatch, batch: string, item: number): WithdrawalLine[] {
  if (!data) return [{ kind: 'unread', key: `${batch}/unread`, item, error, onRetry: () => void refetch() }];
  return data.flatMap((entry): WithdrawalLine[] => {
    const key = `${batch}/${keyOfEntry(entry)}`;
    return entry.kind === 'request' ? [{ kind: 'request', key, item, request: entry, isInBatch: true }] : [];
  });
}

/** Gives the key of a line: stable while the list lives. */
export function keyOfLine({ key }: WithdrawalLine): string {
  return key;
}
