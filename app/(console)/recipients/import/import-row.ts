import type { Network } from '@/lib/networks/networks';
import { recipientSchemaFor } from '@/lib/recipients/entry-checks';
import type { RecipientForm } from '@/lib/recipients/form';
import { type EntryCheck, type RecipientEntry, recipientKey } from '@/lib/recipients/recipients';

/** A row of the sheet, as it stands on the screen. Its id is that of the entry that it would become. */
export interface ImportRow {
  id: string;
  form: RecipientForm;
}

type Faults = Partial<Record<keyof RecipientForm, string>>;

/** A row with what is wrong with each of its cells; `entry` where nothing is. */
export interface CheckedRow extends ImportRow {
  faults: Faults;
  entry: RecipientEntry | undefined;
}

/** What the fields of a row need to be edited: the results of the checks, the networks to choose from, the callbacks. */
export interface RowEditing {
  /** Results of the server's checks, by the row's id. */
  checks: ReadonlyMap<string, EntryCheck>;
  networks: readonly Network[];
  /** The address that was confirmed among similar ones, by the row's id. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (id: string, address: string) => void;
  onEdit: (id: string, change: Partial<RecipientForm>) => void;
  onRemove: (id: string) => void;
}

/** Checks every cell of every row, and whether two rows are the same recipient. */
export function checkRows(rows: readonly ImportRow[], networks: readonly Network[]): CheckedRow[] {
  const schema = recipientSchemaFor(networks);
  const firstRows = new Map<string, number>();
  return rows.map((row, index) => {
    const checked = schema.safeParse(row.form);
    if (!checked.success) return { ...row, faults: faultsOf(checked.error.issues), entry: undefined };
    const { network, address, memo } = checked.data;
    const key = recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
    const first = firstRows.get(key);
    if (first !== undefined)
      return { ...row, faults: { address: `Row ${first} is the same recipient.` }, entry: undefined };
    firstRows.set(key, index + 1);
    return { ...row, faults: {}, entry: checked.data };
  });
}

/** The same with what the console said of the sound ones, by the rows' ids. */
export function withChecks(rows: readonly CheckedRow[], checks: ReadonlyMap<string, EntryCheck>): CheckedRow[] {
  return rows.map((row) => {
    const saved = checks.get(row.id)?.saved;
    return saved
      ? {
          ...row,
          faults: { ...row.faults, address: `This recipient is in the book already, as “${saved.name}”.` },
          entry: undefined,
        }
      : row;
  });
}

export function isSound({ faults }: CheckedRow): boolean {
  return Object.keys(faults).length === 0;
}

function faultsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Faults {
  // The first of each cell.
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message] as const).toReversed());
}
