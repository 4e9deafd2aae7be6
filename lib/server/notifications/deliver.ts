/**
 * Delivers notices to people by mail: claims what is due for one person, leaves out what the person no longer sees,
 * sends it as one mail, records the outcome (lib/server/notifications/claim.ts).
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { composeMail } from '@/lib/notifications/compose';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import {
  type Claimed,
  claimDue,
  type DeliveryFailure,
  recordDelivery,
  TO_PEOPLE,
} from '@/lib/server/notifications/claim';
import { dropHidden } from '@/lib/server/notifications/still-visible';
import { sendMail } from '@/lib/server/notifications/smtp';
import { tellingConsole } from '@/lib/server/notifications/telling-console';
import { unsubscribeAddress } from '@/lib/server/notifications/unsubscribe';
import { log } from '@/lib/server/observability/log';

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
