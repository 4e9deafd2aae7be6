import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { type CaseEntry, type CaseFile, type CaseProblem, MAX_CASE_ENTRIES } from '@/lib/cases/contract';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { people } from '@/lib/server/database/schema/people';

interface EntryRow extends Record<string, unknown> {
  key: string;
  kind: CaseEntry['kind'];
  by: string;
  at: Date | string;
  text: string;
}

/**
 * Reads what the desk wrote about a transfer, and whether its problem is settled; nothing about a transfer that the
 * reader may not see.
 */
export async function readCaseFile(reader: Reader, transferId: string): Promise<CaseFile> {
  const [entries, problem] = await Promise.all([readEntries(reader, transferId), readProblem(reader, transferId)]);
  return {
    entries: entries.slice(0, MAX_CASE_ENTRIES).toReversed(),
    hasEarlier: entries.length > MAX_CASE_ENTRIES,
    problem,
    noteDenialReason: denialReason('writeCaseNotes', reader.roles) ?? null,
    settleDenialReason: denialReason('settleTransfers', reader.roles) ?? null,
  };
}

/** Reads the latest entries, the latest first, and one more than are shown. */
async function readEntries(reader: Reader, transferId: string): Promise<CaseEntry[]> {
  const visible = visibleTransfers(reader);
  // What is written outlives the mirror, but its row alone says to which profile a transfer belongs.
  const isVisible =
    visible.length === 0
      ? sql`true`
      : sql`exists (select 1 from mirror_transfers where ${joinConditions([sql`id = ${transferId}`, ...visible])})`;
  const { rows } = await database().execute<EntryRow>(sql`
    select entry.key, entry.kind, ${personLabel()} as by, entry.at, entry.text
    from (
      (select 'note-' || id as key, 'note' as kind, person_id, at, note as text
       from case_notes where transfer_id = ${transferId} order by id desc limit ${MAX_CASE_ENTRIES + 1})
      union all
      (select 'settlement-' || id, event, person_id, at, reason
       from problem_settlements where transfer_id = ${transferId} order by id desc limit ${MAX_CASE_ENTRIES + 1})
    ) as entry
    join ${people} on people.id = entry.person_id where ${isVisible}
    order by entry.at desc, entry.key desc limit ${MAX_CASE_ENTRIES + 1}`);
  return rows.map(({ key, kind, by, at, text }) => ({ key, kind, by, at: new Date(at).toISOString(), text }));
}

async function readProblem(reader: Reader, transferId: string): Promise<CaseProblem | null> {
  const conditions = [sql`id = ${transferId} and has_problem`, ...visibleTransfers(reader)];
  const { rows } = await database().execute<{ fingerprint: string; is_settled: boolean; has_changed: boolean }>(sql`
    select problem_fingerprint(record) as fingerprint, is_settled,
      coalesce((select event = 'SETTLED' from problem_settlements where transfer_id = mirror_transfers.id
        order by problem_settlements.id desc limit 1), false) as has_changed
    from mirror_transfers where ${joinConditions(conditions)}`);
  const [row] = rows;
  if (!row) return null;
  const unsettled = row.has_changed ? 'changed' : 'unsettled';
  return { fingerprint: row.fingerprint, state: row.is_settled ? 'settled' : unsettled };
}
