/**
 * Delivers notices: claims what is due for one person, sends it as one mail, records the outcome.
 *
 * - A claim postpones its deliveries by two minutes and commits before anything leaves. A process that dies in between
 *   delivers once more, with the same ids.
 * - At most five mails a minute to one person; what comes beyond goes together in the next one.
 * - A delivery that fails is tried again with longer waits, at most ten times over some hours, and then given up (DEAD).
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { composeMail, type ToldNotice } from '@/lib/notifications/compose';
import { isNoticeKind } from '@/lib/notifications/kinds';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { noticeDeliveries } from '@/lib/server/database/notice-schema';
import { type MailFailure, sendMail } from '@/lib/server/notifications/smtp';
import { log } from '@/lib/server/observability/log';
import { backoffMs, fromNow } from '@/lib/server/workers/backoff';

const LEASE = sql`interval '2 minutes'`;
const MAX_BUNDLED = 200;
const MAX_MAILS_A_MINUTE = 5;
const MAX_ATTEMPTS = 10;
const BACKOFF = { firstMs: 15_000, maxMs: 3_600_000 };

interface Claimed {
  personId: string;
  email: string | null;
  attempts: number;
  noticeIds: string[];
  /** Those of a kind that this version knows, oldest first. */
  notices: ToldNotice[];
}

/** Delivers what is due for one person, and returns how many notices that was. */
export async function deliverNotices(): Promise<number> {
  const claimed = await claimDue();
  if (!claimed) return 0;
  const { personId, noticeIds } = claimed;
  const failure = await mail(claimed);
  await record(claimed, failure);
  if (failure)
    log.warn({ personId, notices: noticeIds.length, reason: failure.reason }, 'a notification was not delivered');
  return noticeIds.length;
}

async function mail({
  personId,
  email: to,
  noticeIds,
  notices: [first, ...others],
}: Claimed): Promise<MailFailure | undefined> {
  if (to === null) return { reason: 'The person has no e-mail address.', isFinal: true };
  if (!first) return { reason: 'This version of the console does not know this kind of notice.', isFinal: true };
  const { NEXTAUTH_URL, DESK_NAME, CONSOLE_ENVIRONMENT, NOTIFY_DETAIL } = settings();
  const composed = composeMail([first, ...others], {
    url: NEXTAUTH_URL,
    deskName: DESK_NAME,
    isSandbox: CONSOLE_ENVIRONMENT === 'sandbox',
    detail: NOTIFY_DETAIL,
  });
  const name = createHash('sha256')
    .update([personId, ...noticeIds].join(' '))
    .digest('hex')
    .slice(0, 32);
  return sendMail({ ...composed, to, noticeIds, messageId: `<${name}@${new URL(NEXTAUTH_URL).hostname}>` });
}

/** Claims what is due for the person who has waited longest; undefined where nothing is. */
async function claimDue(): Promise<Claimed | undefined> {
  const { rows } = await database().execute<{
    person_id: string;
    email: string | null;
    attempts: number;
    id: string;
    kind: string;
    path: string;
    asset: string | null;
    amount: string | null;
    at: string;
  }>(sql`
    with waiting as (
      select person_id, min(due_at) as since from notice_deliveries
      where state = 'QUEUED' and channel = 'mail' and due_at <= now() group by person_id
    ), person as (
      select person_id from waiting
      where (select count(distinct ended_at) from notice_deliveries sent where sent.person_id = waiting.person_id
        and state = 'SENT' and ended_at > now() - interval '1 minute') < ${MAX_MAILS_A_MINUTE}
      order by since limit 1
    ), due as (
      select notice_id, person_id, channel from notice_deliveries
      where state = 'QUEUED' and channel = 'mail' and due_at <= now() and person_id = (select person_id from person)
      order by due_at limit ${MAX_BUNDLED} for update skip locked
    ), claimed as (
      update notice_deliveries set attempts = attempts + 1, due_at = now() + ${LEASE}
      from due where notice_deliveries.notice_id = due.notice_id and notice_deliveries.person_id = due.person_id
        and notice_deliveries.channel = due.channel
      returning notice_deliveries.notice_id, notice_deliveries.person_id, attempts
    )
    select claimed.person_id, people.email, claimed.attempts, notices.id, notices.kind, notices.path, notices.asset,
      notices.amount, to_json(notices.at) #>> '{}' as at
    from claimed join notices on notices.id = claimed.notice_id join people on people.id = claimed.person_id
    order by notices.at, notices.id`);
  const [first] = rows;
  if (!first) return undefined;
  const told = rows.flatMap(({ id, kind, path, asset, amount, at }): ToldNotice[] =>
    isNoticeKind(kind) ? [{ id, kind, path, asset, amount, at: new Date(at) }] : [],
  );
  const attempts = Math.max(...rows.map((row) => row.attempts));
  const noticeIds = rows.map(({ id }) => id);
  return { personId: first.person_id, email: first.email, attempts, noticeIds, notices: told };
}

async function record({ personId, attempts, noticeIds }: Claimed, failure: MailFailure | undefined): Promise<void> {
  const isOver = failure === undefined || failure.isFinal || attempts >= MAX_ATTEMPTS;
  await database()
    .update(noticeDeliveries)
    .set({
      failure: failure?.reason ?? null,
      ...(isOver
        ? { state: failure ? ('DEAD' as const) : ('SENT' as const), endedAt: sql`now()` }
        : { dueAt: fromNow(backoffMs(attempts - 1, BACKOFF)) }),
    })
    .where(
      and(
        eq(noticeDeliveries.personId, personId),
        eq(noticeDeliveries.channel, 'mail'),
        eq(noticeDeliveries.state, 'QUEUED'),
        inArray(noticeDeliveries.noticeId, noticeIds),
      ),
    );
}
