import 'server-only';
import type { Client } from 'pg';

/** Entries of one partition of the audit log. */
export interface Range {
  partition: string;
  firstSeq: number;
  lastSeq: number;
}

// A request whose creation and approvals the log has to show before anything is sent (lib/server/sends/audit-evidence.ts).
const OPEN_REQUESTS = `
  select request.id from withdrawal_requests request left join sends send on send.request_id = request.id
  where request.state not in ('SENT', 'REJECTED', 'CANCELLED', 'EXPIRED')
    and (send.state is null or send.state not in ('ACCEPTED', 'REFUSED'))`;
// Whoever may not see any more what a notice is about is not told of it, which its entry says.
const WAITING_NOTICES = `
  select substring(notices.source from ' audit:(\\d+)$')::bigint as seq from notices
  where notices.source ~ ' audit:\\d+$' and (
    exists (select from notice_deliveries where notice_id = notices.id and state = 'QUEUED')
    or exists (select from target_deliveries where notice_id = notices.id and state = 'QUEUED'))`;

/** Lists, as sentences, why the entries of a range are still needed in the database; empty where they are not. */
export async function listNeeds(
  client: Client,
  { partition, firstSeq, lastSeq }: Range,
  { minAgeDays }: { minAgeDays: number },
): Promise<string[]> {
  // Before the partition is detached and after it.
  const table = `public.${client.escapeIdentifier(partition)}`;
  const { rows } = await client.query<Needs>(
    `select
       (select count(*)::int from (${OPEN_REQUESTS}) open
        where exists (select from ${table} where subject = 'request:' || open.id)) as requests,
       (select count(*)::int from (${WAITING_NOTICES}) waiting where seq between $1 and $2) as notices,
       (select audit_seq::text from notice_progress) as planned,
       (select at from ${table} where seq = $2) as "lastAt",
       (select at > now() - make_interval(days => $3) from ${table} where seq = $2) as "isYoung"`,
    [firstSeq, lastSeq, minAgeDays],
  );
  const [needs] = rows;
  if (!needs) throw new Error('the needs of the audit log gave no row');
  const { requests, notices, planned, lastAt, isYoung } = needs;
  return [
    ...(isYoung === false
      ? []
      : [`Entry ${lastSeq} is of ${lastAt?.toISOString()}: less than ${minAgeDays} days ago.`]),
    ...(requests > 0 ? [`${count(requests, 'request')} with entries up to ${lastSeq} can still be sent.`] : []),
    ...(notices > 0 ? [`${count(notices, 'notification')} about these entries must be delivered first.`] : []),
    ...(Number(planned) < lastSeq
      ? [`Notifications have read the log only up to entry ${planned}: start a console whose workers are on.`]
      : []),
  ];
}

interface Needs {
  requests: number;
  notices: number;
  planned: string;
  lastAt: Date | null;
  isYoung: boolean | null;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
