import { formatCsvCell } from '@/lib/transfers/export-format';
import { type Network } from '@/lib/networks/networks';
import { EMPTY_RECIPIENT_FORM, type RecipientForm } from '@/lib/recipients/form';
import { fail, ok, type Result } from '@/lib/result';
import type { Sheet } from '@/lib/text/sheet';

/** Columns of a file of recipients by field, for reading and for writing. */
const COLUMNS = {
  name: 'Name',
  network: 'Network',
  address: 'Address',
  memo: 'Memo',
  note: 'Note',
  profiles: 'Profiles',
} as const satisfies Record<keyof RecipientForm, string>;
const FIELDS = Object.keys(COLUMNS) as (keyof RecipientForm)[];
const REQUIRED: readonly (keyof RecipientForm)[] = ['name', 'network', 'address'];

/** Names of the columns, in order. */
export const RECIPIENT_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** First line of a file of recipients, with a byte order mark. */
export const RECIPIENT_CSV_HEAD = `\uFEFF${FIELDS.map((field) => COLUMNS[field]).join(',')}\r\n`;

/** Writes an entry as a line of the file. */
export function writeRecipientLine(form: RecipientForm): string {
  return `${FIELDS.map((field) => formatCsvCell(form[field])).join(',')}\r\n`;
}

/**
 * Reads the rows of a sheet as forms, each cell as written; columns are found by name. Gives the names of the ignored
 * columns too, or explains why this is no sheet of recipients.
 */
export function readRecipientSheet(
  { columns, rows }: Sheet,
  networks: readonly Network[],
): Result<{ forms: RecipientForm[]; ignored: string[] }, string> {
  const names = columns.map((column) => column.toLowerCase());
  const found = FIELDS.map((field) => ({ field, at: names.indexOf(COLUMNS[field].toLowerCase()) })).filter(
    ({ at }) => at >= 0,
  );
  const missing = REQUIRED.filter((required) => !found.some(({ field }) => field === required)).map(
    (field) => `“${COLUMNS[field]}”`,
  );
  if (missing.length > 0)
    return fail(
      `The sheet has no column ${missing.join(' and no column ')}. ` +
        `Name the columns in the first row: ${RECIPIENT_COLUMNS.join(', ')}.`,
    );
  const twice = found.find(({ at }) => names.indexOf(names[at] ?? '', at + 1) >= 0);
  if (twice) return fail(`The sheet has two columns “${COLUMNS[twice.field]}”. Remove one of them.`);
  const forms = rows.map((cells) => {
    const form = { ...EMPTY_RECIPIENT_FORM };
    for (const { field, at } of found) form[field] = cells[at] ?? '';
    return { ...form, network: findNetworkByName(form.network, networks) };
  });
  return ok({ forms, ignored: columns.filter((_column, index) => !found.some(({ at }) => at === index)) });
}

/** Finds a network by its ID or label; gives any other text back, which the checks then report. */
function findNetworkByName(written: string, networks: readonly Network[]): string {
  return networks.find(({ id, label }) => [id, label].some((name) => plain(name) === plain(written)))?.id ?? written;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
