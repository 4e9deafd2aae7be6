/**
 * The members of a record that have no filter of their own, with their names in sentences. `balance_asset` stands for
 * the asset whose balance changes: `asset` where the record has no balance asset.
 */
export const FIELD_FILTERS = {
  ref_id: 'Reference',
  id: 'Transfer',
  memo: 'Memo',
  destination_address: 'Destination',
  crypto_tx_hash: 'Transaction hash',
  crypto_tx_index: 'Transaction output',
  balance_asset: 'Balance asset',
  total: 'Total',
  fee: 'Fee',
  notional_value: 'USD value',
  group_id: 'Group',
  customer_id: 'Customer',
  identity_id: 'Identity',
  account_id: 'Account',
  fiat_account_id: 'Fiat account',
} as const;

/** One of FIELD_FILTERS. */
export type FieldFilter = keyof typeof FIELD_FILTERS;

/** The ways to match a field. */
export const FIELD_MATCHES = { is: 'is', empty: 'is empty', present: 'is not empty' } as const;
/** One of FIELD_MATCHES. */
export type FieldMatch = keyof typeof FIELD_MATCHES;

/** A filter by one field of the record; upper and lower case are the same. */
export interface FieldCondition {
  field: FieldFilter;
  match: FieldMatch;
  /** The exact value for `is`; empty otherwise. */
  value: string;
}

/** The longest value of a field filter. */
export const MAX_FIELD_VALUE = 500;
const MAX_CONDITIONS = 10;

/**
 * Reads the `f` parameters of a query, such as `memo:is:INV-1` or `ref_id:empty`, each once and in a fixed order. Skips
 * what it does not understand.
 */
export function readFieldConditions(given: readonly string[]): FieldCondition[] {
  return [...new Set(given)].toSorted().flatMap(readCondition).slice(0, MAX_CONDITIONS);
}

/** Writes a condition as an `f` parameter. */
export function writeFieldCondition({ field, match, value }: FieldCondition): string {
  return match === 'is' ? `${field}:is:${value}` : `${field}:${match}`;
}

/** Describes a condition, such as "Memo is INV-1" or "Reference is empty". */
export function describeFieldCondition({ field, match, value }: FieldCondition): string {
  return `${FIELD_FILTERS[field]} ${FIELD_MATCHES[match]}${match === 'is' ? ` ${value}` : ''}`;
}

function readCondition(text: string): FieldCondition[] {
  const [, field = '', match = '', value] = /^([a-z_]+):([a-z]+)(?::([^]*))?$/.exec(text) ?? [];
  if (!isOneOf(FIELD_FILTERS, field) || !isOneOf(FIELD_MATCHES, match)) return [];
  if (match !== 'is') return value === undefined ? [{ field, match, value: '' }] : [];
  const plain = value?.trim() ?? '';
  return plain === '' || plain.length > MAX_FIELD_VALUE ? [] : [{ field, match, value: plain }];
}

function isOneOf<Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> {
  return Object.hasOwn(table, name);
}
