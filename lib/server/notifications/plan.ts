/**
 * Plans notices from the audit log: what happened since the last entry that was looked at, who is notified, and when.
 * Every entry was written in the transaction that did what it records, so nothing is lost and no notice is of what did
 * not happen (docs/decisions/0039-notifications-follow-the-audit-log.md). Nothing here is part of a decision or a send.
 */
import 'server-only';
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { AuditNews } from '@/lib/notifications/from-audit';
import { NOTICE_KINDS, noticeKindOf, type NoticeKind } from '@/lib/notifications/kinds';
import { DEFAULT_HOURS, dueTime, modeOf } from '@/lib/notifications/schedule';
import { PROPOSAL_KINDS, type ProposalKind, ruleOf } from '@/lib/proposals/proposals';
import { routes } from '@/lib/http/routes';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { noticeDeliveries, noticeProgress, notices, targetDeliveries } from '@/lib/server/database/schema/notices';
import { auditLog } from '@/lib/server/database/schema/audit';
import { orderIdOf, readProfileLists } from '@/lib/server/notifications/about-profiles';
import { type Addressee, findAudience, listAddressees } from '@/lib/server/notifications/audience';
import { type AboutRequest, readAboutRequests, readItemsOf } from '@/lib/server/notifications/about-requests';
import type { News } from '@/lib/server/notifications/news';
import { currentTargets } from '@/lib/server/notifications/targets/read';
import { sendsMail } from '@/lib/server/notifications/smtp';
import { log } from '@/lib/server/observability/log';
import { now } from '@/lib/server/runtime/clock';

const BATCH_SIZE = 500;

/** Plans the notices of the next entries of the audit log, and returns how many entries were looked at. */
export async function planNotices(): Promise<number> {
  return inTransaction(async (transaction) => {
    const [progress] = await transaction
      .select()
      .from(noticeProgress)
      .where(eq(noticeProgress.id, 1))
      .for('update', { skipLocked: true });
    if (!progress) return 0;
    const entries = await transaction
      .select(ENTRY_COLUMNS)
      .from(auditLog)
      .where(gt(auditLog.seq, progress.auditSeq))
      .orderBy(asc(auditLog.seq))
      .limit(BATCH_SIZE);
    const last = entries.at(-1);
    if (!last) return 0;
    await storeNews(transaction, await readNews(transaction, entries));
    await transaction.update(noticeProgress).set({ auditSeq: last.seq }).where(eq(noticeProgress.id, 1));
    return entries.length;
  });
}

/** The columns of the audit log from which news are read. */
export const ENTRY_COLUMNS = {
  seq: auditLog.seq,
  at: auditLog.at,
  action: auditLog.action,
  actorId: auditLog.actorId,
  subject: auditLog.subject,
  entry: auditLog.entry,
};

type Entry = Pick<typeof auditLog.$inferSelect, 'seq' | 'at' | 'action' | 'actorId' | 'subject' | 'entry'>;

/** Reads the news in these entries of the audit log; of a batch, something about each of its items. */
export async function readNews(transaction: Transaction, entries: readonly Entry[]): Promise<News[]> {
  const told = entries.flatMap((entry) => {
    const after = readAfter(entry);
    const kind = noticeKindOf({ action: entry.action, subject: entry.subject, after });
    return kind === undefined ? [] : [{ entry, kind, after }];
  });
  const requests = await readAboutRequests(
    transaction,
    told.flatMap(({ entry }) => requestIdOf(entry.subject) ?? []),
  );
  const profilesOf = await readProfileLists(
    transaction,
    told.map(({ entry: { subject }, after }) => ({ subject, after })),
  );
  // A batch is requested and waits as a whole.
  const batchIdOf = ({ entry, kind }: (typeof told)[number]) =>
    NOTICE_KINDS[kind].isOfBatch && entry.action === 'request.made'
      ? requests.get(requestIdOf(entry.subject) ?? '')?.bundleId
      : undefined;
  const items = await readItemsOf(
    transaction,
    told.flatMap((one) => batchIdOf(one) ?? []),
  );
  return told.flatMap((one): News[] => {
    const { entry, kind, after } = one;
    const requestId = requestIdOf(entry.subject);
    const about = requestId === undefined ? undefined : requests.get(requestId);
    const proposalKind = PROPOSAL_KINDS.find((known) => known === after.kind);
    const namedIds = Array.isArray(after.tell) ? after.tell.filter((id) => typeof id === 'string') : [];
    const path = pathOf({ kind, entry, about, proposalKind });
    if (path === undefined) return [];
    const { seq, at } = entry;
    // Another person may have signed in.
    const actorId = NOTICE_KINDS[kind].audience === 'self' ? null : entry.actorId;
    const news = {
      kind,
      path,
      at,
      actorId,
      proposalKind,
      namedIds,
      profiles: profilesOf({ subject: entry.subject, after }),
    };
    const batchId = batchIdOf(one);
    if (typeof batchId !== 'string') return [{ ...news, source: `${kind} audit:${seq}`, about }];
    const ofBatch = items.get(batchId) ?? [];
    items.delete(batchId);
    return ofBatch.map((item) => ({
      ...news,
      source: `${kind} group:${batchId}`,
      about: { ...item, asset: null, amount: null },
    }));
  });
}

/** Gives the page that news lead to; undefined where there is nothing left to show. */
function pathOf({
  kind,
  entry,
  about,
  proposalKind,
}: {
  kind: NoticeKind;
  entry: Entry;
  about: AboutRequest | undefined;
  proposalKind: ProposalKind | undefined;
}): string | undefined {
  const { leadsTo, isOfBatch } = NOTICE_KINDS[kind];
  switch (leadsTo) {
    case 'change':
      return proposalKind && ruleOf(proposalKind).path(entry.subject.replace(/^[a-z]+:/, ''));
    case 'planned-payment': {
      const orderId = orderIdOf(entry.subject);
      return orderId === undefined ? undefined : routes.plannedPayment(orderId);
    }
    case 'request':
    case 'request-or-status':
      if (!about) return leadsTo === 'request' ? undefined : routes.status;
      if (about.bundleKind === 'batch' && isOfBatch && about.bundleId !== null) return routes.batch(about.bundleId);
      return routes.withdrawal(about.id);
    case 'account':
    case 'notifications':
    case 'status':
      return routes[leadsTo];
  }
}

/** Stores news with a delivery for everybody who is notified; news that are stored already are left as they are. */
export async function storeNews(transaction: Transaction, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const { targets } = await currentTargets(transaction);
  // Nobody is notified later of what happened while nothing was delivered.
  if (!sendsMail() && targets.length === 0) return;
  const addressees = sendsMail() ? await listAddressees(transaction) : [];
  const stored = await transaction
    .insert(notices)
    .values(
      [...new Map(news.map((one) => [one.source, one])).values()].map(({ source, kind, path, at, about }) => ({
        source,
        kind,
        path,
        at,
        asset: about?.asset ?? null,
        amount: about?.amount ?? null,
      })),
    )
    .onConflictDoNothing({ target: notices.source })
    .returning({ id: notices.id, source: notices.source });
  const bySource = new Map<string, News[]>();
  for (const one of news) bySource.set(one.source, [...(bySource.get(one.source) ?? []), one]);
  const deliveries = stored.flatMap(({ id, source }) => {
    const same = bySource.get(source) ?? [];
    const told = new Set(same.flatMap((one) => findAudience(one, addressees)));
    return same.slice(0, 1).flatMap(({ kind }) => [...told].flatMap((person) => toDelivery(id, kind, person)));
  });
  for (let from = 0; from < deliveries.length; from += BATCH_SIZE)
    await transaction.insert(noticeDeliveries).values(deliveries.slice(from, from + BATCH_SIZE));
  const toTargets = stored.flatMap(({ id, source }) => {
    const kind = bySource.get(source)?.[0]?.kind;
    return targets.flatMap((target) =>
      kind !== undefined && target.kinds.includes(kind) ? [{ noticeId: id, targetId: target.id }] : [],
    );
  });
  for (let from = 0; from < toTargets.length; from += BATCH_SIZE)
    await transaction.insert(targetDeliveries).values(toTargets.slice(from, from + BATCH_SIZE));
}

function toDelivery(noticeId: string, kind: NoticeKind, { id: personId, email, modes, hours }: Addressee) {
  if (email === null) return [];
  const dueAt = dueTime(kind, { now: now(), mode: modeOf(kind, modes.get(kind)), hours: hours ?? DEFAULT_HOURS });
  return dueAt ? [{ noticeId, personId, channel: 'mail' as const, dueAt }] : [];
}

function readAfter({ seq, entry }: Entry): AuditNews['after'] {
  try {
    const { after } = JSON.parse(entry) as { after?: unknown };
    return typeof after === 'object' && after !== null ? (after as Record<string, unknown>) : {};
  } catch (error) {
    log.error({ seq, err: error }, 'an entry of the audit log cannot be read; nobody is notified of it');
    return {};
  }
}

const requestIdOf = (subject: string) =>
  subject.startsWith('request:') ? subject.slice('request:'.length) : undefined;

const KEPT_DAYS = 30;

/** Deletes notices of more than thirty days ago whose deliveries have ended, and returns 0. */
export async function forgetNotices(): Promise<number> {
  await database().execute(sql`
    delete from notices where id in (
      select id from notices where at < now() - make_interval(days => ${KEPT_DAYS}) and not exists (
        select 1 from notice_deliveries where notice_id = notices.id and state = 'QUEUED') and not exists (
        select 1 from target_deliveries where notice_id = notices.id and state = 'QUEUED') limit 10000)`);
  return 0;
}
