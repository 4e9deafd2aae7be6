import type { ColumnNames } from '@/lib/sheets/read-table';

/** A field that a column of a sheet can fill, with other names of such a column that people use. */
export interface ColumnField<Field extends string> {
  id: Field;
  label: string;
  names: readonly string[];
}

/** A column with its name in the sheet and its field; ignored without a field. */
export interface MappedColumn<Field extends string> {
  name: string;
  field?: Field | undefined;
}

/** A field that every row needs, with what the page calls it where no column has it. */
export interface MissingColumn<Field extends string> {
  field: Field;
  label: string;
}

/** A field that a person can choose for a column. */
export interface FieldChoice<Field extends string> extends MissingColumn<Field> {
  /** Set where several columns can have the field. */
  isRepeated?: true;
}

interface ColumnRules<Field extends string> {
  fields: readonly ColumnField<Field>[];
  /** A field that several columns can have: those whose name fits, and those that a person chooses. */
  repeated?: { id: Field; label: string; fits: RegExp };
  /** The fields that every row needs; `or` has those that can take the place of one. */
  required: readonly (MissingColumn<Field> & { or?: readonly Field[] })[];
}

/** How the columns of a page's sheets are mapped to fields. */
export interface SheetColumns<Field extends string> {
  /** The fields to choose from, in order. */
  choices: readonly FieldChoice<Field>[];
  /** The columns by which the reader of a file finds the row of the names, and two columns for one field. */
  names: ColumnNames;
  /** Maps columns to fields by name, ignoring case and punctuation. Of two columns for one field the first counts. */
  mapColumns: (names: readonly string[]) => MappedColumn<Field>[];
  /** Maps a column to another field. A column that had this field loses it. */
  assignColumn: <Column extends MappedColumn<Field>>(
    columns: readonly Column[],
    index: number,
    field: Field | undefined,
  ) => Column[];
  /** Finds the required fields that have no column. */
  findMissing: (columns: readonly MappedColumn<Field>[]) => MissingColumn<Field>[];
}

/** Defines the columns of a page's sheets by their fields. */
export function defineColumns<Field extends string>(rules: ColumnRules<Field>): SheetColumns<Field> {
  const { fields, repeated, required } = rules;
  const byName: ReadonlyMap<string, Field> = new Map(
    fields.flatMap(({ id, label, names }) => [label, ...names].map((name) => [plain(name), id] as const)),
  );
  const fieldOf = (name: string) => (repeated?.fits.test(name) ? repeated.id : byName.get(plain(name)));
  return {
    choices: [
      ...fields.map(({ id, label }) => ({ field: id, label })),
      ...(repeated ? [{ field: repeated.id, label: repeated.label, isRepeated: true } as const] : []),
    ],
    names: {
      knows: (name) => fieldOf(name) !== undefined,
      fieldOf: (name) => fields.find(({ id }) => id === fieldOf(name))?.label,
    },
    mapColumns: (names) => {
      const taken = new Set<Field>();
      return names.map((name) => {
        const field = fieldOf(name);
        if (field === undefined || taken.has(field)) return { name };
        if (field !== repeated?.id) taken.add(field);
        return { name, field };
      });
    },
    assignColumn: (columns, index, field) =>
      columns.map((column, at) => {
        if (at === index) return { ...column, field };
        return column.field === field && field !== repeated?.id ? { ...column, field: undefined } : column;
      }),
    findMissing: (columns) =>
      required
        .filter(({ field, or = [] }) => ![field, ...or].some((one) => columnOf(columns, one) !== -1))
        .map(({ field, label }) => ({ field, label })),
  };
}

/** Finds the index of a field's column; -1 where there is none. */
export function columnOf<Field extends string>(columns: readonly MappedColumn<Field>[], field: Field): number {
  return columns.findIndex((column) => column.field === field);
}

/** Removes case, spaces and punctuation, which people write differently. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
