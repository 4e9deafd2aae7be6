import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { type CaseFailure, MAX_NOTE_LENGTH } from '@/lib/cases/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { caseNotes } from '@/lib/server/database/schema/cases';
import { inTransaction } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { formatCount } from '@/lib/text/locale';
import { storableText } from '@/lib/text/storable-text';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import type { Reader } from '@/lib/identity/reader';
import type { FoundNote } from '@/lib/search/found';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { containsWords } from '@/lib/server/database/query/escape-like';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { excerpt } from '@/lib/text/excerpt';

const MAX_ID_LENGTH = 200;

/** Schema of the id of a transfer, as far as the mirror can hold one. */
export const transferIdSchema = storableText().min(1).max(MAX_ID_LENGTH);

const noteSchema = z.strictObject({
  transferId: transferIdSchema,
  note: storableText()
    .trim()
    .min(1, 'Enter a note.')
    .max(MAX_NOTE_LENGTH, { error: () => `Enter at most ${formatCount(MAX_NOTE_LENGTH)} characters.` }),
});

/**
 * Adds a case note to a transfer that the mirror has, with an audit entry. Takes unchecked input. A note never changes;
 * a mistake is corrected by another note.
 */
export async function addCaseNote(input: unknown): Promise<Result<null, CaseFailure>> {
  const person = await authorize('writeCaseNotes', { limit: 'submit' });
  return person.ok ? addCaseNoteAs(person.value, input) : person;
}

async function addCaseNoteAs(person: Person, input: unknown): Promise<Result<null, CaseFailure>> {
  const given = readInput(noteSchema, input, INVALID_INPUT);
  if (!given.ok) return given;
  const { transferId, note } = given.value;
  return inTransaction(async (transaction) => {
    const [known] = await transaction
      .select({ id: mirrorTransfers.id })
      .from(mirrorTransfers)
      .where(and(eq(mirrorTransfers.id, transferId), ...visibleTransfers(person)));
    if (!known) return fail({ kind: 'not-found' });
    await transaction.insert(caseNotes).values({ transferId, personId: person.id, note });
    await appendAudit(transaction, {
      action: 'transfer.noted',
      ...actedBy(person),
      subject: `transfer:${transferId}`,
      after: { note },
    });
    return ok(null);
  });
}

/** The reason for input that no form of the console sends. */
export const INVALID_INPUT = 'The console could not read this.';

const MAX_EXCERPT_LENGTH = 200;

interface NoteRow {
  id: number;
  transfer_id: string;
  ref_id: string | null;
  by: string;
  at: string;
  note: string;
}

/**
 * Finds case notes that have every word of a term, the latest first. Notes are internal: for the search alone, never
 * for what leaves the desk. The signal cancels the search, down to the database.
 */
export async function findCaseNotes(
  reader: Reader,
  term: SearchTerm,
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<FoundNote[]> {
  if (!textIndexSupport(term).part) return [];
  const text = sanitizeText(term.text);
  const visible = visibleTransfers(reader, sql`mirror.profile_id`);
  // The limit is inside, so that only the notes that are shown are joined; a hidden one must not count there.
  const rows = await readRows<NoteRow>(
    sql`select found.id::int as id, found.transfer_id, found.ref_id, ${personLabel()} as by,
        to_json(found.at) #>> '{}' as at, found.note
      from (
        select notes.*, mirror.record ->> 'ref_id' as ref_id
        from case_notes as notes left join mirror_transfers as mirror on mirror.id = notes.transfer_id
        where ${joinConditions([containsWords(sql`notes.note`, text), ...visible])}
        order by notes.id desc limit ${limit}
      ) as found
      join ${people} on people.id = found.person_id order by found.id desc`,
    signal,
  );
  return rows.map(({ id, transfer_id: transferId, ref_id: refId, by, at, note }) => ({
    id,
    transferId,
    refId,
    by,
    at: new Date(at).toISOString(),
    excerpt: excerpt(note, text.split(/\s+/u), MAX_EXCERPT_LENGTH),
  }));
}
