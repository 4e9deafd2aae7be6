/**
 * Delivers notices to people by mail: claims what is due for one person, leaves out what the person no longer sees,
 * sends it as one mail, records the outcome (lib/server/notifications/claim.ts).
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { composeMail } from '@/lib/notifications/compose';
import { settings } from '@/lib/server/config/settings';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import {
  claimDue,
  type Claimed,
  type DeliveryFailure,
  recordDelivery,
  TO_PEOPLE,
} from '@/lib/server/notifications/claim';
import { sendMail } from '@/lib/server/notifications/smtp';
import { tellingConsole } from '@/lib/server/notifications/telling-console';
import { unsubscribeAddress } from '@/lib/server/notifications/unsubscribe';
import { log } from '@/lib/server/observability/log';
import { listVisibleProfiles, type ProfileRight } from '@/lib/rights/profile-rights';
import { noticeDeliveries, notices } from '@/lib/server/database/schema/notices';
import { auditLog } from '@/lib/server/database/schema/audit';
import { readAboutRequests, readItemsOf } from '@/lib/server/notifications/about-requests';
import { isVisibleTo } from '@/lib/server/notifications/audience';
import { ENTRY_COLUMNS, readNews } from '@/lib/server/notifications/plan';
import type { News } from '@/lib/server/notifications/news';

/** Delivers what is due for one person, and returns how many notices that was. */
export async function deliverNotices(): Promise<number> {
  const claimed = await claimDue(TO_PEOPLE);
  if (!claimed) return 0;
  const { ownerId: personId } = claimed;
  const noticeIds = await dropHidden(personId, claimed.noticeIds);
  // What is dropped was taken from the queue as well.
  if (noticeIds.length === 0) return claimed.noticeIds.length;
  const visible = { ...claimed, noticeIds, notices: claimed.notices.filter(({ id }) => noticeIds.includes(id)) };
  const failure = await mail(visible);
  await recordDelivery(TO_PEOPLE, visible, failure);
  if (failure)
    log.warn({ personId, notices: noticeIds.length, reason: failure.reason }, 'a notification was not delivered');
  return claimed.noticeIds.length;
}

async function mail({ ownerId: personId, noticeIds, notices: told }: Claimed): Promise<DeliveryFailure | undefined> {
  const [first, ...others] = told;
  const [person] = await database()
    .select({
      email: people.email,
      hasDigests: sql<boolean>`exists (select 1 from notice_preferences
        where person_id = ${people.id} and mode in ('hourly', 'daily')
          and kind = any(${sql.param(told.map(({ kind }) => kind))}::text[]))`,
    })
    .from(people)
    .where(eq(people.id, personId));
  const to = person?.email ?? null;
  if (to === null) return { reason: 'The person has no e-mail address.', isFinal: true };
  if (!first) return UNKNOWN_KIND;
  const unsubscribe = person?.hasDigests === true ? unsubscribeAddress(personId) : undefined;
  return sendMail({
    ...composeMail([first, ...others], tellingConsole(), unsubscribe),
    unsubscribe,
    to,
    noticeIds,
    messageId: `<${nameDelivery(personId, noticeIds)}@${new URL(settings().NEXTAUTH_URL).hostname}>`,
  });
}

export const UNKNOWN_KIND: DeliveryFailure = {
  reason: 'This version of the console does not know this kind of notice.',
  isFinal: true,
};

/** Names a delivery of these notices to one owner, the same for each attempt. */
export function nameDelivery(ownerId: string, noticeIds: readonly string[]): string {
  return createHash('sha256')
    .update([ownerId, ...noticeIds].join(' '))
    .digest('hex')
    .slice(0, 32);
}

type About = Pick<News, 'about' | 'profiles'>;

/**
 * Drops the waiting notices, of these, about profiles that the person does not see any more: rights may change between
 * an event and its mail. Gives the IDs of the others, in the same order.
 */
async function dropHidden(personId: string, noticeIds: readonly string[]): Promise<string[]> {
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
