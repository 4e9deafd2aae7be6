import 'server-only';
import { desc } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { auditArchives } from '@/lib/server/database/schema/audit';

/** The entries that stand in archives and no longer in the log: up to which, with its hash, and since when. */
export interface ArchivedEntries {
  lastSeq: number;
  lastHash: string;
  /** When the last of them were archived, in ISO 8601. */
  at: string;
}

/** Reads up to where the audit log is archived; undefined where it is whole. */
export async function readArchivedEntries(): Promise<ArchivedEntries | undefined> {
  const [last] = await database()
    .select({ lastSeq: auditArchives.lastSeq, lastHash: auditArchives.lastHash, at: auditArchives.archivedAt })
    .from(auditArchives)
    .orderBy(desc(auditArchives.firstSeq))
    .limit(1);
  return last && { ...last, at: last.at.toISOString() };
}
