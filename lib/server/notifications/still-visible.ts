import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { listVisibleProfiles, type ProfileRight } from '@/lib/rights/profile-rights';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { noticeDeliveries, notices } from '@/lib/server/database/schema/notices';
import { auditLog } from '@/lib/server/database/schema/audit';
import { people } from '@/lib/server/database/schema/people';
import { readAboutRequests, readItemsOf } from '@/lib/server/notifications/about-requests';
import { isVisibleTo } from '@/lib/server/notifications/audience';
import { ENTRY_COLUMNS, readNews } from '@/lib/server/notifications/plan';
import type { News } from '@/lib/server/notifications/news';

type About = Pick<News, 'about' | 'profiles'>;

/**
 * Drops the waiting notices, of these, about profiles that the person does not see any more: rights may change between
 * an event and its mail. Gives the IDs of the others, in the same order.
 */
export async function dropHidden(personId: string, noticeIds: readonly string[]): Promise<string[]> {
  const hidden = await inTransaction((transaction) => listHidden(transaction, personId, noticeIds));
  if (hidden.size > 0)
    await database()
      .delete(noticeDeliveries)
      .where(
        and(
          eq(noticeDeliveries.personId, personId),
          inArray(noticeDeliveries.noticeId, [...hidden]),
          eq(noticeDeliveries.state, 'QUEUED'),
        ),
      );
  return noticeIds.filter((id) => !hidden.has(id));
}

async function listHidden(
  transaction: Transaction,
  personId: string,
  noticeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [person] = await transaction
    .select({
      id: people.id,
      roles: people.roles,
      rights: sql<ProfileRight[] | null>`setting_in_force('profile-rights')`,
    })
    .from(people)
    .where(eq(people.id, personId));
  const visibleProfiles = person ? listVisibleProfiles(person.rights ?? [], person) : 'all';
  if (visibleProfiles === 'all') return new Set();
  const told = await transaction
    .select({ id: notices.id, source: notices.source })
    .from(notices)
    .where(inArray(notices.id, [...noticeIds]));
  const aboutOf = await readAbout(
    transaction,
    told.map(({ source }) => source),
  );
  return new Set(
    told
      .filter(({ source }) => {
        const about = aboutOf(source);
        return about.length > 0 && !about.some((one) => isVisibleTo({ visibleProfiles }, one));
      })
      .map(({ id }) => id),
  );
}

/** Reads what notices are about, by their sources: an entry of the audit log, a batch, or a request. */
async function readAbout(transaction: Transaction, sources: readonly string[]): Promise<(source: string) => About[]> {
  const partsOf = (pattern: RegExp) => sources.flatMap((source) => pattern.exec(source)?.[1] ?? []);
  const numbers = partsOf(OF_ENTRY).map(Number);
  const entries =
    numbers.length === 0
      ? []
      : await transaction.select(ENTRY_COLUMNS).from(auditLog).where(inArray(auditLog.seq, numbers));
  const news = await readNews(transaction, entries);
  const items = await readItemsOf(transaction, partsOf(OF_BATCH));
  const requests = await readAboutRequests(transaction, partsOf(OF_REQUEST));
  return (source) => {
    const item = requests.get(OF_REQUEST.exec(source)?.[1] ?? '');
    return [
      ...news.filter((one) => one.source === source),
      ...(items.get(OF_BATCH.exec(source)?.[1] ?? '') ?? []).map((about) => ({ about })),
      ...(item ? [{ about: item }] : []),
    ];
  };
}

const OF_ENTRY = / audit:(\d+)$/;
const OF_BATCH = / group:([0-9a-f-]{36})$/;
const OF_REQUEST = /^[a-z-]+ ([0-9a-f-]{36})(?: \d+)?$/;
