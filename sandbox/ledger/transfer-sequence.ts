import type { History } from '@/sandbox/history/history';
import type { Ledger } from '@/sandbox/ledger/ledger';
import type { SandboxOptions } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

/** Up to `limit` transfers and the position at which the next page begins; null at the end. */
interface TransferPage {
  items: TransferRecord[];
  nextPosition: number | null;
}

/**
 * All transfers in one sequence of stable positions: created ones from 0 upwards in order of creation, historical ones
 * from -1 downwards, the oldest lowest. A page begins at a position, so new transfers cannot shift it: reading
 * downwards never meets them, reading upwards meets them last.
 */
export interface TransferSequence {
  pageFrom: (position: number | null, limit: number) => TransferPage;
  /** Returns a position past the last transfer: its page is empty. */
  endPosition: () => number;
}

/** Creates the sequence of a history and a ledger, in one of the two orders. */
export function createTransferSequence(
  history: History,
  ledger: Ledger,
  order: SandboxOptions['order'],
): TransferSequence {
  const lowest = -history.size;
  const step = order === 'newest-first' ? -1 : 1;
  const exists = (position: number) => position >= lowest && position < ledger.size;
  const at = (position: number) => (position < 0 ? history.recordAt(-1 - position) : ledger.at(position));
  const startPosition = () => (step < 0 ? ledger.size - 1 : lowest);
  return {
    pageFrom: (from, limit) => {
      const items: TransferRecord[] = [];
      let position = from ?? startPosition();
      for (; items.length < limit && exists(position); position += step) {
        const record = at(position);
        if (record) items.push(record);
      }
      return { items, nextPosition: exists(position) ? position : null };
    },
    endPosition: () => (step < 0 ? lowest - 1 : ledger.size),
  };
}
