import type { OpenBatchStates } from '@/app/(console)/withdrawals/_list/open-batches';
import { keyOfEntry, type ListedBatch, type ListedRequest, type ListEntry } from '@/lib/requests/list/entry';

/**
 * A row of the list: a withdrawal or a batch, a withdrawal below its open batch, or the row that reads more of a batch.
 */
export type WithdrawalLine =
  | { kind: 'request'; key: string; request: ListedRequest; isInBatch: boolean }
  | { kind: 'batch'; key: string; batch: ListedBatch; isOpen: boolean }
  | { kind: 'more'; key: string; batchId: string; status: 'loading' | 'next' | Error };

/** Gives the rows of a list: below each open batch its withdrawals, as far as they were read. */
export function listLines(items: readonly ListEntry[], open: OpenBatchStates): WithdrawalLine[] {
  return items.flatMap((item): WithdrawalLine[] => {
    const key = keyOfEntry(item);
    if (item.kind === 'request') return [{ kind: 'request', key, request: item, isInBatch: false }];
    const state = open.get(item.id);
    const line = { kind: 'batch', key, batch: item, isOpen: state !== undefined } as const;
    return state ? [line, ...batchLines(item.id, state)] : [line];
  });
}

type BatchState = OpenBatchStates extends ReadonlyMap<string, infer State> ? State : never;

function batchLines(batchId: string, { items, info, next, reading, error }: BatchState): WithdrawalLine[] {
  const lines = items.flatMap((item): WithdrawalLine[] =>
    item.kind === 'request' ? [{ kind: 'request', key: itemKey(batchId, item), request: item, isInBatch: true }] : [],
  );
  const isWhole = info !== undefined && next === null && !error;
  if (isWhole) return lines;
  const status = error ? toError(error.reason) : reading || !info ? 'loading' : 'next';
  return [...lines, { kind: 'more', key: `batch:${batchId}/more`, batchId, status }];
}

function itemKey(batchId: string, item: ListEntry): string {
  return `batch:${batchId}/${keyOfEntry(item)}`;
}

/** Gives the key of a line: stable while the list lives. */
export function keyOfLine({ key }: WithdrawalLine): string {
  return key;
}

/** Gives the keys of the withdrawals below open batches among keys of lines, as the batch's own list knows them. */
export function itemKeysOf(keys: readonly string[]): string[] {
  return keys.flatMap((key) => key.split('/')[1] ?? []);
}

function toError(reason: Error | { title: string }): Error {
  return reason instanceof Error ? reason : new Error(reason.title);
}
