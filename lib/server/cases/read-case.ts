import 'server-only';
import { sql } from 'drizzle-orm';
import { type CaseEntry, type CaseFile, type CaseProblem, MAX_CASE_ENTRIES } from '@/lib/cases/contract';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema';

interface EntryRow extends Record<string, unknown> {
  key: string;
  kind: CaseEntry['kind'];
  by: string;
  at: Date | string;
  text: string;
}

/**
 * Reads what the desk wrote about a transfer, and whether its problem is settled. The caller has checked that the reader
 * may see the transfer.
 */
export async function readCaseFile(reader: Reader, transferId: string): Promise<CaseFile> {
  const [entries, problem] = await Promise.all([readEntries(transferId), readProblem(transferId)]);
  return {
    entries: entries.slice(0, MAX_CASE_ENTRIES).toReversed(),
    hasEarlier: entries.length > MAX_CASE_ENTRIES,
    problem,
    noteDenialReason: denialReason('writeCaseNotes', reader.roles) ?? null,
    settleDenialReason: denialReason('settleTransfers', reader.roles) ?? null,
  };
}

/** Reads the latest entries, the latest first, and one more than are shown. */
async function readEntries(transferId: string): Promise<CaseEntry[]> {
  const { rows } = await database().execute<EntryRow>(sql`
    select entry.key, entry.kind, ${personLabel()} as by, entry.at, entry.text
    from (
      (select 'note-' || id as key, 'note' as kind, person_id, at, note as text
       from case_notes where transfer_id = ${transferId} order by id desc limit ${MAX_CASE_ENTRIES + 1})
      union all
      (select 'settlement-' || id, event, person_id, at, reason
       from problem_settlements where transfer_id = ${transferId} order by id desc limit ${MAX_CASE_ENTRIES + 1})
    ) as entry
    join ${people} on people.id = entry.person_id
    order by entry.at desc, entry.key desc limit ${MAX_CASE_ENTRIES + 1}`);
  return rows.map(({ key, kind, by, at, text }) => ({ key, kind, by, at: new Date(at).toISOString(), text }));
}

async function readProblem(transferId: string): Promise<CaseProblem | null> {
  const { rows } = await database().execute<{ fingerprint: string; is_settled: boolean; has_changed: boolean }>(sql`
    select problem_fingerprint(record) as fingerprint, is_settled,
      coalesce((select event = 'SETTLED' from problem_settlements where transfer_id = mirror_transfers.id
        order by problem_settlements.id desc limit 1), false) as has_changed
    from mirror_transfers where id = ${transferId} and has_problem`);
  const [row] = rows;
  if (!row) return null;
  const unsettled = row.has_changed ? 'changed' : 'unsettled';
  return { fingerprint: row.fingerprint, state: row.is_settled ? 'settled' : unsettled };
}
