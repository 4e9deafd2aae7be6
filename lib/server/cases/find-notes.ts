import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { FoundNote } from '@/lib/search/found';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { containsWords } from '@/lib/server/database/query/contains-words';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { excerpt } from '@/lib/text/excerpt';

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
