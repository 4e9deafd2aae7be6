/**
 * Ending digests by a link in a mail, without signing in. The link holds an ID of the person and a code that only this
 * console can have made, another one each month; those of the last three months count. Anyone who has the mail can end
 * its digests, and nothing else: what waits for the person and alarms come at once from then on, and the rest not at
 * all, until they choose again under Account.
 */
import 'server-only';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { NOTICE_KINDS, isNoticeKind, type NoticeMode } from '@/lib/notifications/kinds';
import { routes } from '@/lib/http/routes';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { countCall } from '@/lib/server/auth/rate-limits';
import { settings } from '@/lib/server/config/settings';
import { now } from '@/lib/server/runtime/clock';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { noticePreferences } from '@/lib/server/database/schema/notices';
import { people } from '@/lib/server/database/schema/people';
import { UUID } from '@/lib/text/uuid';

const DIGESTS: ReadonlySet<NoticeMode> = new Set(['hourly', 'daily']);

const COUNTED_MONTHS = 3;

/** Gives the code of a month, by how many months it lies back. */
function codeOf(personId: string, monthsBack: number): Buffer {
  const at = now();
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBack)).toISOString().slice(0, 7);
  const key = Buffer.from(hkdfSync('sha256', settings().NEXTAUTH_SECRET, '', 'countersign end of digests', 32));
  return createHmac('sha256', key).update(`${personId} ${month}`).digest();
}

/** Gives the address that ends a person's digests, for their mails. */
export function unsubscribeAddress(personId: string): string {
  const token = `${personId}.${codeOf(personId, 0).toString('base64url')}`;
  return `${settings().NEXTAUTH_URL}${routes.unsubscribe}?${new URLSearchParams({ token }).toString()}`;
}

/**
 * Gives the person whom a token is for; undefined for a token that this console did not make in the last three months.
 */
export function readToken(token: string): string | undefined {
  const [personId = '', code = ''] = token.split('.');
  if (!UUID.test(personId)) return undefined;
  const given = Buffer.from(code, 'base64url');
  const codes = Array.from({ length: COUNTED_MONTHS }, (_, monthsBack) => codeOf(personId, monthsBack));
  const isOurs = codes.some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return isOurs ? personId : undefined;
}

/** What became of a request to end digests. */
export type Unsubscribed = 'ended' | 'unknown' | 'too-many';

/** Ends the digests of the person whom a token is for. The link has a budget of its own. */
export async function endDigests(token: string): Promise<Unsubscribed> {
  // Before anything is counted: what nobody signed uses up nothing.
  const personId = readToken(token);
  if (personId === undefined) return 'unknown';
  const origin = await readOrigin();
  if ((await countCall('endDigests', { own: personId, origin })) !== undefined) return 'too-many';
  return inTransaction(async (transaction) => {
    const [person] = await transaction
      .select({ id: people.id, name: people.name })
      .from(people)
      .where(eq(people.id, personId))
      .for('update');
    if (!person) return 'unknown';
    const chosen = await transaction.select().from(noticePreferences).where(eq(noticePreferences.personId, personId));
    const ended = chosen
      .filter(({ mode }) => DIGESTS.has(mode))
      .map(({ kind }) => ({
        personId,
        kind,
        mode: isNoticeKind(kind) && NOTICE_KINDS[kind].isNeeded ? ('at-once' as const) : ('off' as const),
      }));
    if (ended.length === 0) return 'ended';
    await transaction
      .insert(noticePreferences)
      .values(ended)
      .onConflictDoUpdate({
        target: [noticePreferences.personId, noticePreferences.kind],
        set: { mode: sql`excluded.mode` },
      });
    await transaction.execute(sql`
      delete from notice_deliveries using notices
      where notices.id = notice_id and person_id = ${personId}::uuid and state = 'QUEUED'
        and kind = any(${sql.param(ended.filter(({ mode }) => mode === 'off').map(({ kind }) => kind))}::text[])`);
    await appendAudit(transaction, {
      action: 'notifications.unsubscribed',
      actor: null,
      subject: `person:${personId}`,
      origin,
      after: { of: person.name, kinds: ended.map(({ kind }) => kind) },
    });
    return 'ended';
  });
}
