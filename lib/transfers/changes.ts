import { networkLabel } from '@/lib/networks/networks';
import { isJsonObject } from '@/lib/text/parse-json';
import { titleCase } from '@/lib/text/title-case';
import { VALUE_LABEL } from '@/lib/transfers/balance-change';
import { describeStatus } from '@/lib/transfers/describe-status';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS } from '@/lib/transfers/transfer';

/** A changed member of a record; `before` or `after` is undefined where the member was or is absent. */
export interface MemberChange {
  /** The name in the record; inside metadata and conversions with a dot, such as `metadata.ticket`. */
  field: string;
  before: unknown;
  after: unknown;
}

/** A change in words; null where the member was or is absent. */
export interface DescribedChange {
  name: string;
  before: string | null;
  after: string | null;
}

// Objects whose members have meaningful names, so that each change inside is listed by itself.
const EXPANDED_FIELDS = new Set(['metadata', 'auto_conversion']);
// The status first, then the order of docs/specification/service-interface.md#transfer-record, then other members.
const ORDER: readonly string[] = [
  'status',
  'secondary_status',
  'status_details',
  ...TRANSFER_TEXT_FIELDS,
  ...TRANSFER_OBJECT_FIELDS,
];

/**
 * Finds the members that differ between two records of one transfer. Ignores `created_at`, which may differ by
 * milliseconds between reads (docs/specification/service-facts.md#fields); treats absent, null and empty alike.
 */
export function findTransferChanges(before: unknown, after: unknown): MemberChange[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => field !== 'created_at' && canonical(old.get(field)) !== canonical(now.get(field)))
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .toSorted((a, b) => rankOf(a.field) - rankOf(b.field));
}

/** Describes changes for people. Leaves out the update time where anything else changed. */
export function describeChanges(changes: readonly MemberChange[]): DescribedChange[] {
  const telling = changes.filter(({ field }) => field !== 'updated_at');
  return (telling.length > 0 ? telling : changes).map(({ field, before, after }) => ({
    name: describeField(field),
    before: describeValue(field, before),
    after: describeValue(field, after),
  }));
}

/** Finds the changes of each step from one earlier record to the next, and from the last one to `current`. */
export function findChangeSteps(earlier: readonly unknown[], current: unknown): MemberChange[][] {
  return earlier.map((before, index) =>
    findTransferChanges(before, index + 1 < earlier.length ? earlier[index + 1] : current),
  );
}

function membersOf(record: unknown): Map<string, unknown> {
  const members = new Map<string, unknown>();
  if (!isJsonObject(record)) return members;
  for (const [name, value] of Object.entries(record)) {
    if (EXPANDED_FIELDS.has(name) && isJsonObject(value))
      for (const [inner, member] of Object.entries(value)) setUnlessEmpty(members, `${name}.${inner}`, member);
    else setUnlessEmpty(members, name, value);
  }
  return members;
}

function setUnlessEmpty(members: Map<string, unknown>, field: string, value: unknown): void {
  const isNothing = value === null || value === '' || (isJsonObject(value) && Object.keys(value).length === 0);
  if (!isNothing) members.set(field, value);
}

// jsonb orders the members of an object in its own way.
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isJsonObject(member) ? Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)) : member,
    ) ?? ''
  );
}

function rankOf(field: string): number {
  const [name = ''] = field.split('.');
  const rank = ORDER.indexOf(name);
  return rank === -1 ? ORDER.length : rank;
}

function describeField(field: string): string {
  const [name = '', ...inner] = field.split('.');
  if (!EXPANDED_FIELDS.has(name) || inner.length === 0) return FIELD_NAMES.get(field) ?? titleCase(field);
  return name === 'metadata'
    ? `Metadata ${inner.join('.')}`
    : `Conversion, ${titleCase(inner.join('.')).toLowerCase()}`;
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['status', 'Status'],
  ['secondary_status', 'Reason'],
  ['status_details', 'Status details'],
  ['crypto_tx_hash', 'Transaction hash'],
  ['crypto_tx_index', 'Output'],
  ['crypto_network', 'Network'],
  ['ref_id', 'Reference'],
  ['updated_at', 'Updated'],
  ['notional_value', VALUE_LABEL],
]);

const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ['DEBIT', 'Outgoing'],
  ['CREDIT', 'Incoming'],
]);

function describeValue(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (field === 'status' && typeof value === 'string') return describeStatus({ status: value }).label;
  if (field === 'type' && typeof value === 'string') return titleCase(value);
  if (field === 'direction' && typeof value === 'string') return DIRECTIONS.get(value) ?? titleCase(value);
  if (field === 'crypto_network' && typeof value === 'string') return networkLabel(value);
  if (field === 'secondary_status' && isJsonObject(value))
    return describeStatus({ secondary_status: value }).reasons.join(' ');
  if (field === 'status_details' && isJsonObject(value))
    return describeStatus({ status_details: value }).reasons.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
