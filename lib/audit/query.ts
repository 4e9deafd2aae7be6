import { AUDIT_ACTIONS } from '@/lib/audit/audit-log';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';
import { type Bounds, isTimeBound } from '@/lib/transfers/time-bounds';

/** The filters of the audit log by value: actions, and IDs of people. Any of the values matches. */
export const AUDIT_VALUE_FILTERS = ['action', 'person'] as const;
/** One of AUDIT_VALUE_FILTERS. */
export type AuditValueFilter = (typeof AUDIT_VALUE_FILTERS)[number];

/** A query of the audit log. The parameters of `/audit` and `GET /api/audit`. */
export interface AuditQuery {
  /** A whole subject, or the reference or ID of a request; empty without a search. */
  q: string;
  values: Partial<Record<AuditValueFilter, readonly string[]>>;
  /** The inclusive bounds of the time. */
  created: Bounds | undefined;
}

/** The query of the whole log. */
export const ALL_ENTRIES: AuditQuery = { q: '', values: {}, created: undefined };

const MAX_VALUES = 50;
const MAX_SUBJECT_LENGTH = 200;

/** Reads a query from URL parameters. Never fails: skips what it does not understand. */
export function readAuditQuery(parameters: URLSearchParams): AuditQuery {
  // Earlier links name a subject.
  const q = (parameters.get('q') ?? parameters.get('subject') ?? '').trim().slice(0, MAX_SUBJECT_LENGTH);
  const read = (name: 'from' | 'to') => {
    const bound = parameters.get(name)?.trim() ?? '';
    // PostgreSQL has no year 0.
    return isTimeBound(bound) && !bound.startsWith('0000') ? bound : undefined;
  };
  const bounds = { from: read('from'), to: read('to') };
  return {
    q: storableText().safeParse(q).success ? q : '',
    values: Object.fromEntries(
      AUDIT_VALUE_FILTERS.flatMap((filter) => {
        const valid = [...new Set(parameters.getAll(filter))].filter((value) => isValue(filter, value));
        return valid.length > 0 ? [[filter, valid.slice(0, MAX_VALUES).toSorted()]] : [];
      }),
    ),
    created: bounds.from || bounds.to ? bounds : undefined,
  };
}

/** Writes the URL parameters of a query; the same query always gives the same text. */
export function writeAuditQuery({ q, values, created }: AuditQuery): URLSearchParams {
  const parameters = new URLSearchParams(q === '' ? {} : { q });
  for (const filter of AUDIT_VALUE_FILTERS) for (const value of values[filter] ?? []) parameters.append(filter, value);
  for (const [name, bound] of Object.entries(created ?? {})) if (bound) parameters.set(name, bound);
  return parameters;
}

function isValue(filter: AuditValueFilter, value: string): boolean {
  return filter === 'action' ? (AUDIT_ACTIONS as readonly string[]).includes(value) : UUID.test(value);
}
