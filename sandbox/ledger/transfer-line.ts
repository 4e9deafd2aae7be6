import type { History } from '@/sandbox/history/history';
import type { Ledger } from '@/sandbox/ledger/ledger';
import type { SandboxOptions } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

/** Up to `limit` transfers and the place where the next page begins; null at the end. */
interface TransferPage {
  items: TransferRecord[];
  nextPlace: number | null;
}

/**
 * All transfers on one line, by whole numbers that never change their meaning: created ones from 0 up in their order,
 * historical ones from -1 down, the oldest lowest. A page begins at a place, so nothing that arrives meanwhile can
 * shift it: walking down never sees newcomers, walking up meets them last.
 */
export interface TransferLine {
  pageFrom: (place: number | null, limit: number) => TransferPage;
  /** A place behind the last transfer: its page is empty. */
  endPlace: () => number;
}

/** The line over a history and a ledger, in one of the two orders. */
export function openTransferLine(history: History, ledger: Ledger, order: SandboxOptions['order']): TransferLine {
  const lowest = -history.size;
  const step = order === 'newest-first' ? -1 : 1;
  const exists = (place: number) => place >= lowest && place < ledger.size;
  const at = (place: number) => (place < 0 ? history.recordAt(-1 - place) : ledger.at(place));
  const startPlace = () => (step < 0 ? ledger.size - 1 : lowest);
  return {
    pageFrom: (from, limit) => {
      const items: TransferRecord[] = [];
      let place = from ?? startPlace();
      for (; items.length < limit && exists(place); place += step) {
        const record = at(place);
        if (record) items.push(record);
      }
      return { items, nextPlace: exists(place) ? place : null };
    },
    endPlace: () => (step < 0 ? lowest - 1 : ledger.size),
  };
}
