import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';

/** A person who cannot decide on a request because another account of theirs has a part in it. */
interface SecondAccount {
  requestId: string;
  personId: string;
  /** True where the other account is the requester's; else it has decided already. */
  isRequester: boolean;
  reason: string;
}

const OF_REQUESTER = 'This account and the requester’s account belong to one person, so someone else must decide.';
const OF_VOTER = 'This account belongs to a person who has already decided with another account.';

/**
 * Finds, among these people and requests, who cannot decide because the requester or an earlier voter on the current
 * version is the same person with another account (lib/identity/same-person.ts). The database refuses such a vote too.
 */
export async function findSecondAccounts(
  reader: Pick<Transaction, 'execute'>,
  { requestIds, personIds }: { requestIds: readonly string[]; personIds: readonly string[] },
): Promise<SecondAccount[]> {
  const { rows } = await reader.execute<{ requestId: string; personId: string; isRequester: boolean }>(
    query(requestIds, personIds),
  );
  return rows.map(({ requestId, personId, isRequester }) => ({
    requestId,
    personId,
    isRequester,
    reason: isRequester ? OF_REQUESTER : OF_VOTER,
  }));
}

/** Lists the accounts of the person who has one, by the keys that each has had since a moment; the one itself first. */
export async function listAccounts(
  reader: Pick<Transaction, 'execute'>,
  personId: string,
  since: Date,
): Promise<string[]> {
  const moment = sql`${since.toISOString()}::timestamptz`;
  // As identity_keys_since compares them, but found by the index of the keys.
  const { rows } = await reader.execute<{ id: string }>(sql`
    select distinct s.person_id as id from sign_ins s
    where s.identity_keys && (select identity_keys_since(${personId}::uuid, ${moment})) and s.person_id <> ${personId}::uuid
      and s.at >= coalesce(
        (select max(earlier.at) from sign_ins earlier where earlier.person_id = s.person_id and earlier.at <= ${moment}),
        '-infinity')
    order by 1`);
  return [personId, ...rows.map(({ id }) => id)];
}

const query = (requestIds: readonly string[], personIds: readonly string[]): SQL => sql`
  select r.id as "requestId", p.id as "personId", found.is_requester as "isRequester"
  from withdrawal_requests r
  join request_versions v on v.request_id = r.id and v.version = r.version
  join people p on p.id = any(${sql.param([...personIds])}::uuid[]) and p.id <> r.requester_id and p.identity_keys <> '{}'
  cross join lateral (select identity_keys_since(p.id, now()) as keys) own
  cross join lateral (
    select identity_keys_since(r.requester_id, v.created_at) && own.keys as is_requester,
      exists (
        select 1 from decisions d
        where d.request_id = r.id and d.version = r.version and d.person_id <> p.id
          and identity_keys_since(d.person_id, d.decided_at) && own.keys
      ) as is_voter
  ) found
  where r.id = any(${sql.param([...requestIds])}::uuid[]) and (found.is_requester or found.is_voter)
  order by r.id`;
