import { networkLabel } from '@/lib/networks/networks';
import { describeStatus, titleCase } from '@/lib/transfers/describe-status';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS } from '@/lib/transfers/transfer';

/** A member of a record that is not what it was; undefined where it was or is absent. */
export interface MemberChange {
  /** As the service names it; a member of metadata or of a conversion with its own name behind a dot. */
  field: string;
  before: unknown;
  after: unknown;
}

/** The same in words; null where there is nothing. */
export interface ChangeWords {
  name: string;
  before: string | null;
  after: string | null;
}

// What is inside of these is named by somebody, so that each member can be told by itself.
const OPENED = new Set(['metadata', 'auto_conversion']);
// What somebody looks for first, then the order of section 2.2, then what is beyond it.
const ORDER: readonly string[] = [
  'status',
  'secondary_status',
  'status_details',
  ...TRANSFER_TEXT_FIELDS,
  ...TRANSFER_OBJECT_FIELDS,
];

/**
 * Which members differ between two records of one transfer, parsed from JSON. `created_at` may differ by milliseconds
 * from one kind of read to another and means nothing (service-facts, "Fields"); absent, null and empty are the same.
 */
export function findTransferChanges(before: unknown, after: unknown): MemberChange[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => field !== 'created_at' && canonical(old.get(field)) !== canonical(now.get(field)))
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .toSorted((a, b) => rankOf(a.field) - rankOf(b.field));
}

/** Changes for reading. That it was updated goes without saying where anything else is said. */
export function describeChanges(changes: readonly MemberChange[]): ChangeWords[] {
  const telling = changes.filter(({ field }) => field !== 'updated_at');
  return (telling.length > 0 ? telling : changes).map(({ field, before, after }) => ({
    name: nameOf(field),
    before: wordsOf(field, before),
    after: wordsOf(field, after),
  }));
}

/** What a transfer was before each change, and what became of it: each step from a record to the next, the last to `current`. */
export function findSteps(earlier: readonly unknown[], current: unknown): MemberChange[][] {
  return earlier.map((before, index) =>
    findTransferChanges(before, index + 1 < earlier.length ? earlier[index + 1] : current),
  );
}

function membersOf(record: unknown): Map<string, unknown> {
  const members = new Map<string, unknown>();
  if (!isObject(record)) return members;
  for (const [name, value] of Object.entries(record)) {
    if (OPENED.has(name) && isObject(value))
      for (const [inner, member] of Object.entries(value)) put(members, `${name}.${inner}`, member);
    else put(members, name, value);
  }
  return members;
}

function put(members: Map<string, unknown>, field: string, value: unknown): void {
  const isNothing = value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
  if (!isNothing) members.set(field, value);
}

// The database keeps the members of an object in an order of its own.
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, member: unknown) =>
      isObject(member) ? Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)) : member,
    ) ?? ''
  );
}

function rankOf(field: string): number {
  const [name = ''] = field.split('.');
  const rank = ORDER.indexOf(name);
  return rank === -1 ? ORDER.length : rank;
}

function nameOf(field: string): string {
  const [name = '', ...inner] = field.split('.');
  if (!OPENED.has(name) || inner.length === 0) return FIELD_NAMES.get(field) ?? titleCase(field);
  return name === 'metadata'
    ? `Metadata ${inner.join('.')}`
    : `Conversion, ${titleCase(inner.join('.')).toLowerCase()}`;
}

const FIELD_NAMES: ReadonlyMap<string, string> = new Map([
  ['status', 'Status'],
  ['secondary_status', 'Reason'],
  ['status_details', 'Details of the status'],
  ['crypto_tx_hash', 'Transaction hash'],
  ['crypto_tx_index', 'Output'],
  ['crypto_network', 'Network'],
  ['ref_id', 'Reference'],
  ['updated_at', 'Updated'],
  ['notional_value', 'Value at the time'],
]);

function wordsOf(field: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (field === 'status' && typeof value === 'string') return describeStatus({ status: value }).label;
  if (field === 'crypto_network' && typeof value === 'string') return networkLabel(value);
  if (field === 'secondary_status' && isObject(value))
    return describeStatus({ secondary_status: value }).reasons.join(' ');
  if (field === 'status_details' && isObject(value)) return describeStatus({ status_details: value }).reasons.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
