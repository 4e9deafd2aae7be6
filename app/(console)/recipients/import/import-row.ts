import type { Network } from '@/lib/networks/network-definition';
import { createRecipientSchema } from '@/lib/recipients/entry-checks';
import type { RecipientForm } from '@/lib/recipients/form';
import { explainTwoKinds } from '@/lib/recipients/sheet';
import { type EntryCheck, explainSaved, type RecipientEntry, recipientKey } from '@/lib/recipients/recipients';

/** Row of an import as the screen shows it. Its ID becomes that of the entry. */
export interface ImportRow {
  id: string;
  form: RecipientForm;
}

/** Issues by the path of the field (`RECIPIENT_CELLS`). */
type CellIssues = Readonly<Record<string, string>>;

/** Row with the issue of each cell; has an `entry` where there are none. */
export interface CheckedRow extends ImportRow {
  issues: CellIssues;
  entry: RecipientEntry | undefined;
}

/** Props of the rows' editors: the results of the checks, the networks to choose from, the callbacks. */
export interface RowEditing {
  /** Results of the server's checks, by the row's ID. */
  checks: ReadonlyMap<string, EntryCheck>;
  networks: readonly Network[];
  /** The confirmed address where similar ones are known, by the row's ID. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (id: string, address: string) => void;
  onEdit: (id: string, form: RecipientForm) => void;
  onRemove: (id: string) => void;
}

/** Checks every cell of every row, and finds rows with the same recipient as an earlier one. */
export function checkRows(rows: readonly ImportRow[], networks: readonly Network[]): CheckedRow[] {
  const schema = createRecipientSchema(networks);
  const firstRows = new Map<string, number>();
  return rows.map((row, index) => {
    const checked = schema.safeParse(row.form);
    const twoKinds = explainTwoKinds(row.form);
    if (twoKinds !== undefined)
      return { ...row, issues: { 'beneficiary.institutionName': twoKinds }, entry: undefined };
    if (!checked.success) return { ...row, issues: firstIssues(checked.error.issues), entry: undefined };
    const { network, address, memo } = checked.data;
    const key = recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
    const first = firstRows.get(key);
    if (first !== undefined)
      return {
        ...row,
        issues: { address: `Row ${first} has the same recipient. Remove one of them.` },
        entry: undefined,
      };
    firstRows.set(key, index + 1);
    return { ...row, issues: {}, entry: checked.data };
  });
}

/** Adds the results of the server's checks, by the rows' IDs: a recipient that is already saved is an issue. */
export function withChecks(rows: readonly CheckedRow[], checks: ReadonlyMap<string, EntryCheck>): CheckedRow[] {
  return rows.map((row) => {
    const saved = checks.get(row.id)?.saved;
    return saved
      ? {
          ...row,
          issues: { ...row.issues, address: explainSaved(saved) },
          entry: undefined,
        }
      : row;
  });
}

/** Returns whether a row has no issues. */
export function isReady({ issues }: CheckedRow): boolean {
  return Object.keys(issues).length === 0;
}

function firstIssues(issues: readonly { path: PropertyKey[]; message: string }[]): CellIssues {
  // The first issue of each cell.
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message] as const).toReversed());
}
