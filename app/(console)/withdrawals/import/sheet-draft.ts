import { mapColumns } from '@/lib/withdrawals/import/columns';
import type { EditedSheet } from '@/lib/withdrawals/import/edit-sheet';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';

/** A sheet in this tab, with the key under which it becomes one batch however often it is handed over. */
export interface SheetDraft extends EditedSheet {
  batchKey: string;
  name: string;
  /** Rows of the file that were remarks and are left out. */
  remarks: number;
  /** Whether it was handed over without an answer so far. */
  wasHandedOver: boolean;
}

// By person: whoever signs in next in this tab must not find it.
const keyOf = (personId: string) => `countersign.withdrawal-sheet.${personId}`;

/** A sheet that was just read. */
export function openSheet(read: {
  columns: readonly string[];
  rows: readonly SheetRow[];
  remarks: number;
  name: string;
}): SheetDraft {
  return {
    batchKey: crypto.randomUUID(),
    name: read.name,
    columns: mapColumns(read.columns),
    rows: read.rows,
    remarks: read.remarks,
    wasHandedOver: false,
  };
}

/** What this tab held before it was reloaded or signed out; undefined where there is nothing usable. */
export function loadSheet(personId: string): SheetDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(personId)) ?? 'null') as SheetDraft | null;
    return typeof draft?.batchKey === 'string' && Array.isArray(draft.rows) && Array.isArray(draft.columns)
      ? draft
      : undefined;
  } catch {
    return undefined;
  }
}

export function storeSheet(personId: string, draft: SheetDraft): void {
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the sheet works all the same, it only does not survive a reload.
  }
}

export function discardSheet(personId: string): void {
  sessionStorage.removeItem(keyOf(personId));
}
