import { csvCell } from '@/lib/transfers/export-format';
import { type Network } from '@/lib/networks/networks';
import { EMPTY_RECIPIENT_FORM, type RecipientForm } from '@/lib/recipients/form';
import { fail, ok, type Result } from '@/lib/result';
import type { Sheet } from '@/lib/text/sheet';

/** The columns of the book in a file, by the field that each holds; the same when it is written and when it is read. */
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

/** What the columns are called, in their order. */
export const RECIPIENT_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** The first line of a file of recipients. */
export const RECIPIENT_CSV_HEAD = `\uFEFF${FIELDS.map((field) => COLUMNS[field]).join(',')}\r\n`;

/** An entry as a line of the file. */
export function writeRecipientLine(form: RecipientForm): string {
  return `${FIELDS.map((field) => csvCell(form[field])).join(',')}\r\n`;
}

/** The rows of a sheet as forms, each cell as it stands there, and which columns are left out; or why it is no sheet of recipients. Columns are found by name. */
export function readRecipientSheet(
  { columns, rows }: Sheet,
  networks: readonly Network[],
): Result<{ forms: RecipientForm[]; leftOut: string[] }, string> {
  const names = columns.map((column) => column.toLowerCase());
  const found = FIELDS.map((field) => ({ field, at: names.indexOf(COLUMNS[field].toLowerCase()) })).filter(
    ({ at }) => at >= 0,
  );
  const missing = REQUIRED.filter((required) => !found.some(({ field }) => field === required)).map(
    (field) => `“${COLUMNS[field]}”`,
  );
  if (missing.length > 0)
    return fail(
      `There is no column ${missing.join(' and none ')}. The first row must name the columns: ${RECIPIENT_COLUMNS.join(', ')}.`,
    );
  const twice = found.find(({ at }) => names.indexOf(names[at] ?? '', at + 1) >= 0);
  if (twice) return fail(`The column “${COLUMNS[twice.field]}” is there twice.`);
  const forms = rows.map((cells) => {
    const form = { ...EMPTY_RECIPIENT_FORM };
    for (const { field, at } of found) form[field] = cells[at] ?? '';
    return { ...form, network: findNetworkByName(form.network, networks) };
  });
  return ok({ forms, leftOut: columns.filter((_column, index) => !found.some(({ at }) => at === index)) });
}

/** A network may be named by its id or its label; anything else stays what it is, and is then found wrong or unknown. */
function findNetworkByName(written: string, networks: readonly Network[]): string {
  return networks.find(({ id, label }) => [id, label].some((name) => plain(name) === plain(written)))?.id ?? written;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
