import type { AuditEntry } from '@/lib/audit/audit-log';

/** What of an entry is stored: its JSON, and the columns that the page filters by, which repeat parts of it. */
export interface WrittenEntry {
  action: string;
  actorId: string | null;
  subject: string;
  /** The entry's JSON, exactly as it is hashed. */
  text: string;
}

// Far deeper than anything that the console writes; JSON.stringify and PostgreSQL's parser end at a few thousand.
const MAX_DEPTH = 64;
const TOO_DEEP = '[nested too deeply]';
// An index of the database refuses keys from 2,700 bytes on.
const MAX_SUBJECT_LENGTH = 200;

/**
 * Writes an entry as JSON that can always be stored, and that PostgreSQL can always read: well-formed texts without
 * U+0000 (each replaced by U+FFFD), at most 64 levels deep. Action, subject and actor come first, as the check
 * `audit_log_columns` of the database requires. Never throws on texts of others.
 */
export function writeAuditEntry({ action, subject, actor, ...details }: AuditEntry): WrittenEntry {
  const columns = {
    action: toStorable(action),
    subject: toStorable(subject.slice(0, MAX_SUBJECT_LENGTH)),
    actorId: actor?.id.toLowerCase() ?? null,
  };
  const entry = {
    action: columns.action,
    subject: columns.subject,
    actor: actor && { id: columns.actorId, name: actor.name },
    ...details,
  };
  return { ...columns, text: JSON.stringify(normalize(entry, 0)) };
}

function normalize(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toStorable(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map((item) => normalize(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toStorable(key), normalize(member, depth + 1)]),
  );
}

function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** Columns of a stored entry, as the page filters by them. */
export type AuditColumns = Pick<WrittenEntry, 'action' | 'actorId' | 'subject'>;

/**
 * Returns whether the columns of a stored entry say what its JSON says, which alone is hashed; false also where the
 * JSON has a member twice.
 */
export function isTied({ action, actorId, subject }: AuditColumns, text: string): boolean {
  try {
    const entry = JSON.parse(text) as Partial<AuditEntry> | null;
    return (
      entry?.action === action &&
      entry.subject === subject &&
      (entry.actor?.id ?? null) === actorId &&
      JSON.stringify(entry) === text
    );
  } catch {
    return false;
  }
}
