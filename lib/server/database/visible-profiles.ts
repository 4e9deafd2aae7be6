import 'server-only';
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { listVisibleSpellings, type Reader } from '@/lib/identity/reader';
import { PROPOSAL_KINDS, ruleOf } from '@/lib/proposals/proposals';
import type { ProposalVisibility } from '@/lib/proposals/settings';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { standingOrders } from '@/lib/server/database/schema/templates';
import { isStorable } from '@/lib/text/storable-text';

/**
 * Builds the conditions that hide the transfers of other profiles (docs/decisions/0025-reads-take-a-reader.md), on
 * mirror_transfers and mirror_totals alike; none for a reader who sees all profiles. `column`: the profile's ID.
 */
export function visibleTransfers(reader: Pick<Reader, 'visibleProfiles'>, column: SQL = sql`profile_id`): SQL[] {
  const visible = readSpellings(reader);
  if (!visible) return [];
  const [only, ...more] = visible;
  // With a single value, the index gives the order of the list as well.
  if (only !== undefined && more.length === 0) return [sql`${column} = ${only}`];
  return [sql`${column} = any(${sql.param(visible)}::text[])`];
}

/**
 * Builds the condition that hides the requests of other profiles; undefined for a reader who sees all. `body`: the
 * bytes of the request's version, which alone say the profile.
 */
export function visibleRequests(
  reader: Pick<Reader, 'visibleProfiles'>,
  body: SQL = sql`${requestVersions.body}`,
): SQL | undefined {
  const visible = readSpellings(reader);
  if (!visible) return undefined;
  return sql`(convert_from(${body}, 'UTF8')::json ->> 'profile_id') = any(${sql.param(visible)}::text[])`;
}

/** Builds the condition that hides the planned payments of other profiles; undefined for a reader who sees all. */
export function visibleOrders(reader: Reader): SQL | undefined {
  const visible = readSpellings(reader);
  return visible && sql`(${standingOrders.form} ->> 'profileId') = any(${sql.param(visible)}::text[])`;
}

/**
 * Builds the condition that hides entries of the address book that only other profiles may pay; undefined for a reader
 * who sees all. An entry without profiles is for all of them.
 */
export function visibleRecipients(reader: Reader, profiles: SQL = sql`${recipients.profiles}`): SQL | undefined {
  const visible = readSpellings(reader);
  return visible && sql`(${profiles} = '{}' or ${profiles} && ${sql.param(visible)}::text[])`;
}

/**
 * Builds the condition that hides proposals of what a reader may not see, by the rule of each kind (`visibleTo`);
 * undefined for a reader who sees all. Notices follow the same rule (lib/server/notifications/about-profiles.ts).
 */
export function visibleProposals(reader: Pick<Reader, 'visibleProfiles'>): SQL | undefined {
  const visible = readSpellings(reader);
  if (!visible) return undefined;
  const { kind, subject, payload } = proposals;
  const conditions: Record<ProposalVisibility, SQL> = {
    everybody: sql`true`,
    'readers-of-all': sql`false`,
    'readers-of-request': sql`exists (
      select 1 from withdrawal_requests subject
      join request_versions current on current.request_id = subject.id and current.version = subject.version
      where subject.id::text = ${subject} and ${visibleRequests(reader, sql`current.body`)})`,
    'readers-of-profiles': sql`not exists (
      select 1 from jsonb_path_query(${payload}::jsonb, '$.**.profiles') as entry(profiles)
      where jsonb_array_length(entry.profiles) > 0 and not entry.profiles ?| ${sql.param(visible)}::text[])`,
    'readers-of-transfers': sql`not exists (
      select 1 from json_array_elements_text(${payload} -> 'transferIds') as known(id)
      left join mirror_transfers on mirror_transfers.id = known.id
      where (mirror_transfers.profile_id = any(${sql.param(visible)}::text[])) is not true)`,
  };
  const cases = PROPOSAL_KINDS.map((one) => sql`when ${one} then ${conditions[ruleOf(one).visibleTo]}`);
  return sql`case ${kind} ${sql.join(cases, sql` `)} else false end`;
}

/** Names a prepared statement that holds these conditions: readers who see the same share it. */
export function nameStatement(reader: Reader, name: string): string {
  const visible = readSpellings(reader);
  return visible ? `${name}_${createHash('sha256').update(JSON.stringify(visible)).digest('hex').slice(0, 16)}` : name;
}

// A profile that the database cannot store is in no row.
function readSpellings(reader: Pick<Reader, 'visibleProfiles'>): string[] | undefined {
  return listVisibleSpellings(reader)?.filter(isStorable);
}
