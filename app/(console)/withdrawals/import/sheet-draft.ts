import type { Sheet } from '@/lib/text/sheet';
import { readColumns } from '@/lib/requests/import/columns';
import type { EditedSheet } from '@/lib/requests/import/edit-sheet';
import type { SheetRow } from '@/lib/requests/import/read-row';

/** Sheet stored in this tab, with the key under which it becomes one batch however often it is submitted. */
export interface SheetDraft extends EditedSheet {
  batchKey: string;
  name: string;
  /** Number of comment rows in the file, which are ignored. */
  remarks: number;
  /** How the file was read: what was chosen, and what to know of its cells. */
  notes?: readonly string[];
  /** Set while the sheet is submitted and no answer has arrived. */
  wasHandedOver: boolean;
}

// By person, since the next person in this tab must not see the sheet.
const keyOf = (personId: string) => `countersign.withdrawal-sheet.${personId}`;

/** Creates the draft of a sheet that was just read. */
export function openSheet(read: {
  sheet: Sheet;
  rows: readonly SheetRow[];
  comments: number;
  name: string;
  notes: readonly string[];
}): SheetDraft {
  return {
    batchKey: crypto.randomUUID(),
    name: read.name,
    columns: readColumns(read.sheet),
    rows: read.rows,
    remarks: read.comments,
    notes: read.notes,
    wasHandedOver: false,
  };
}

/** Loads the sheet that this tab stored before a reload or a sign-out; undefined where there is no usable one. */
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

/** Stores the sheet in this tab. */
export function storeSheet(personId: string, draft: SheetDraft): void {
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(draft));
  } catch {
    // Storage is full or disabled: the sheet still works, but does not survive a reload.
  }
}

/** Removes the sheet from this tab. */
export function discardSheet(personId: string): void {
  sessionStorage.removeItem(keyOf(personId));
}
