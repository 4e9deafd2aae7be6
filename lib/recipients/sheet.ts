import { formatCsvCell } from '@/lib/text/csv';
import type { Network } from '@/lib/networks/network-definition';
import { EMPTY_RECIPIENT_FORM, type RecipientForm } from '@/lib/recipients/form';
import type { TravelRuleForm } from '@/lib/recipients/travel-rule';
import { fail, ok, type Result } from '@/lib/result';
import type { ColumnNames } from '@/lib/sheets/read-table';
import type { Sheet } from '@/lib/text/sheet';
import type { BeneficiaryForm } from '@/lib/withdrawals/beneficiary-form';

/** Cell of a file of recipients: its column, the field of the form that it fills, and how it reads and writes it. */
interface RecipientCell {
  column: string;
  /** Path of the field in the form, as the schema's issues name it. */
  path: string;
  read: (form: RecipientForm) => string;
  write: (form: RecipientForm, text: string) => RecipientForm;
}

const textCell = (
  field: Exclude<keyof RecipientForm, 'beneficiary' | 'travelRule'>,
  column: string,
): RecipientCell => ({
  column,
  path: field,
  read: (form) => form[field],
  write: (form, text) => ({ ...form, [field]: text }),
});

const beneficiaryCell = (field: Exclude<keyof BeneficiaryForm, 'kind'>, column: string): RecipientCell => ({
  column,
  path: `beneficiary.${field}`,
  read: ({ beneficiary }) => beneficiary[field],
  write: (form, text) => ({ ...form, beneficiary: withKind({ ...form.beneficiary, [field]: text }) }),
});

const travelRuleCell = (field: keyof TravelRuleForm, column: string): RecipientCell => ({
  column,
  path: `travelRule.${field}`,
  read: ({ travelRule }) => travelRule[field],
  write: (form, text) => ({ ...form, travelRule: { ...form.travelRule, [field]: text } }),
});

/** Cells of a file of recipients, in order, for reading, editing and writing. */
export const RECIPIENT_CELLS = {
  name: textCell('name', 'Name'),
  network: textCell('network', 'Network'),
  address: textCell('address', 'Address'),
  memo: textCell('memo', 'Memo'),
  note: textCell('note', 'Note'),
  profiles: textCell('profiles', 'Profiles'),
  firstName: beneficiaryCell('firstName', 'Beneficiary first name'),
  lastName: beneficiaryCell('lastName', 'Beneficiary last name'),
  institutionName: beneficiaryCell('institutionName', 'Beneficiary institution'),
  json: beneficiaryCell('json', 'Beneficiary JSON'),
  custody: travelRuleCell('custody', 'Held by'),
  provider: travelRuleCell('provider', 'Provider'),
  website: travelRuleCell('website', 'Provider website'),
  receiver: travelRuleCell('receiver', 'Received by'),
  purpose: travelRuleCell('purpose', 'Purpose'),
  identities: travelRuleCell('identities', 'Identities'),
  savedOn: travelRuleCell('savedOn', 'Data saved on'),
  savedBy: travelRuleCell('savedBy', 'Data saved by'),
  providerId: travelRuleCell('providerId', 'Provider ID'),
} as const satisfies Record<string, RecipientCell>;
export type RecipientCellId = keyof typeof RECIPIENT_CELLS;

const CELLS = Object.values(RECIPIENT_CELLS);
const REQUIRED: readonly RecipientCell[] = [RECIPIENT_CELLS.name, RECIPIENT_CELLS.network, RECIPIENT_CELLS.address];

/** Gives a beneficiary the kind that its filled fields say. */
function withKind(beneficiary: BeneficiaryForm): BeneficiaryForm {
  const { firstName, lastName, institutionName, json } = beneficiary;
  if (json !== '') return { ...beneficiary, kind: 'json' };
  if (institutionName !== '') return { ...beneficiary, kind: 'institution' };
  return { ...beneficiary, kind: firstName === '' && lastName === '' ? 'none' : 'person' };
}

/** Explains that a row has fields of two kinds of beneficiary; undefined where it has not. */
export function explainTwoKinds({ beneficiary }: RecipientForm): string | undefined {
  const { firstName, lastName, institutionName, json } = beneficiary;
  const filled = [`${firstName}${lastName}`, institutionName, json].filter((text) => text !== '');
  return filled.length > 1
    ? 'The beneficiary is a person, an institution or JSON. Leave the columns of the others empty.'
    : undefined;
}

/** Names of the columns, in order. */
export const RECIPIENT_COLUMNS: readonly string[] = CELLS.map(({ column }) => column);

const cellNamed = (name: string) => CELLS.find(({ column }) => column.toLowerCase() === name.toLowerCase());

/** The columns by which the reader of a file finds the row of the names, and two columns for one cell. */
export const RECIPIENT_COLUMN_NAMES: ColumnNames = {
  knows: (name) => cellNamed(name) !== undefined,
  fieldOf: (name) => cellNamed(name)?.column,
};

/** First line of a file of recipients, with a byte order mark. */
export const RECIPIENT_CSV_HEAD = `\uFEFF${RECIPIENT_COLUMNS.join(',')}\r\n`;

/** Writes an entry as a line of the file. */
export function writeRecipientLine(form: RecipientForm): string {
  return `${CELLS.map(({ read }) => formatCsvCell(read(form))).join(',')}\r\n`;
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
  const found = CELLS.map((cell) => ({ cell, at: names.indexOf(cell.column.toLowerCase()) })).filter(
    ({ at }) => at >= 0,
  );
  const missing = REQUIRED.filter((required) => !found.some(({ cell }) => cell === required)).map(
    ({ column }) => `“${column}”`,
  );
  if (missing.length > 0)
    return fail(
      `The sheet has no column ${missing.join(' and no column ')}. ` +
        `Name the columns in the first row: ${RECIPIENT_COLUMNS.join(', ')}.`,
    );
  const twice = found.find(({ at }) => names.indexOf(names[at] ?? '', at + 1) >= 0);
  if (twice) return fail(`The sheet has two columns “${twice.cell.column}”. Remove one of them.`);
  const forms = rows.map((cells) => {
    let form = EMPTY_RECIPIENT_FORM;
    for (const { cell, at } of found) form = cell.write(form, cells[at] ?? '');
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
