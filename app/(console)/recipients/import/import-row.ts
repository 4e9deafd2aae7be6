import { checkAddress } from '@/lib/addresses/check-address';
import type { Network } from '@/lib/networks/network-definition';
import { explainNotNamed } from '@/lib/networks/find-named';
import { splitNetwork } from '@/lib/addresses/payment-links/eip681';
import { createRecipientSchema } from '@/lib/recipients/entry-checks';
import type { RecipientForm } from '@/lib/recipients/form';
import { readRecipientRow, type RecipientColumn, type RecipientRow } from '@/lib/recipients/read-sheet';
import { explainTwoKinds, type RecipientCellId } from '@/lib/recipients/sheet';
import { type EntryCheck, explainSaved, type RecipientEntry, recipientKey } from '@/lib/recipients/recipients';
import { formatCount } from '@/lib/text/locale';

/** Row of an import. Its ID becomes that of the entry. */
export interface ImportRow extends RecipientRow {
  id: string;
}

/** Issues by the path of the field (`RECIPIENT_CELLS`). */
type CellIssues = Readonly<Record<string, string>>;

/** Row as the screen shows it, with the issue of each cell; has an `entry` where there are none. */
export interface CheckedRow {
  id: string;
  form: RecipientForm;
  issues: CellIssues;
  entry: RecipientEntry | undefined;
  /** What many rows have in common, so that one step is enough for all of them. */
  kind?: 'no-network' | 'other-network' | 'repeated';
}

/** Props of the rows' editors: the results of the checks, the networks to choose from, the callbacks. */
export interface RowEditing {
  /** Results of the server's checks, by the row's ID. */
  checks: ReadonlyMap<string, EntryCheck>;
  networks: readonly Network[];
  /** The confirmed address where similar ones are known, by the row's ID. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (id: string, address: string) => void;
  onEdit: (id: string, cell: RecipientCellId, text: string) => void;
  onRemove: (id: string) => void;
}

/** Reads and checks every cell of every row, and finds rows with the same recipient as an earlier one. */
export function checkRows(
  rows: readonly ImportRow[],
  context: { columns: readonly RecipientColumn[]; networks: readonly Network[] },
): CheckedRow[] {
  const { networks } = context;
  const schema = createRecipientSchema(networks);
  const firstRows = new Map<string, number>();
  return rows.map(({ id, ...row }, index): CheckedRow => {
    const { form, asset } = readRecipientRow(row, context);
    const checked = schema.safeParse(form);
    const issues = { ...(checked.success ? {} : firstIssues(checked.error.issues)), ...findNetworkIssue(form, asset) };
    const twoNetworks = explainTwoNetworks(form, networks);
    if (twoNetworks !== undefined) issues.address = twoNetworks;
    const twoKinds = explainTwoKinds(form);
    if (twoKinds !== undefined) issues['beneficiary.institutionName'] = twoKinds;
    if (form.network === '') return { id, form, issues, entry: undefined, kind: 'no-network' };
    if (!networks.some((network) => network.id === form.network))
      return {
        id,
        form,
        issues: { ...issues, network: `${explainNotNamed(form.network)} Choose another, or remove the row.` },
        entry: undefined,
        kind: 'other-network',
      };
    if (!checked.success || twoKinds !== undefined) return { id, form, issues, entry: undefined };
    const { network, address, memo } = checked.data;
    const key = recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
    const first = firstRows.get(key);
    if (first !== undefined)
      return {
        id,
        form,
        issues: { address: `Row ${first} has the same recipient. Remove one of them.` },
        entry: undefined,
        kind: 'repeated',
      };
    firstRows.set(key, index + 1);
    return { id, form, issues, entry: checked.data };
  });
}

/** Explains an address that names another network than its row; undefined for any other. */
function explainTwoNetworks({ network: id, address }: RecipientForm, networks: readonly Network[]): string | undefined {
  const network = networks.find((known) => known.id === id);
  if (!network || !splitNetwork(address)) return undefined;
  const verdict = checkAddress(address, network);
  return verdict.state === 'invalid' ? verdict.reason : undefined;
}

/** Says what the sheet has instead of a network; nothing where the row has one. */
function findNetworkIssue({ network }: RecipientForm, asset: string): CellIssues {
  return network === '' && asset !== ''
    ? { network: `The sheet names the asset “${asset}” and no network. Choose the network.` }
    : {};
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

/** Counts rows in words, such as “12 rows”. */
export function countRows(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`;
}

/** Returns whether a row has no issues. */
export function isReady({ issues }: CheckedRow): boolean {
  return Object.keys(issues).length === 0;
}

function firstIssues(issues: readonly { path: PropertyKey[]; message: string }[]): CellIssues {
  // The first issue of each cell.
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message] as const).toReversed());
}
