import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { profileKey } from '@/lib/profiles/find-name';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';

/** Profile of a transfer or of a request that was not rejected, cancelled, expired or declined. */
export interface SeenProfile {
  id: string;
  /** Number of transfers of the profile; 0 for one that only requests name. */
  transfers: number;
}

const MAX_SEEN = 500;
const MAX_LAST_REQUESTS = 100;

/** Tells in SQL whether a request (`requests`) is open or was sent, and not declined by the service. */
const CAME_TO_SOMETHING = sql`requests.state in ('AWAITING_APPROVAL', 'APPROVED', 'SENT')
  and not exists (select from sends where sends.request_id = requests.id and sends.state = 'REFUSED')`;

/** Reads the profiles that transfers and requests name, for a reader, the most used first, at most 500. */
export async function readSeenProfiles(reader: Reader): Promise<SeenProfile[]> {
  const [ofTransfers, ofRequests] = await Promise.all([
    readRows<SeenProfile>(sql`
      select profile_id as id, sum(transfers)::float8 as transfers from mirror_totals
      where ${joinConditions([...visibleTransfers(reader), sql`profile_id <> ''`])}
      group by 1 having sum(transfers) > 0 order by 2 desc, 1 limit ${MAX_SEEN}`),
    readRequestedProfiles(reader),
  ]);
  const seen = new Map<string, SeenProfile>();
  for (const profile of [...ofTransfers, ...ofRequests]) {
    const earlier = seen.get(profileKey(profile.id));
    if (earlier) earlier.transfers += profile.transfers;
    else seen.set(profileKey(profile.id), { ...profile });
  }
  return [...seen.values()].slice(0, MAX_SEEN);
}

async function readRequestedProfiles(reader: Reader): Promise<SeenProfile[]> {
  // From one value of the index to the next: a plain "distinct" would read every version.
  const rows = await readRows<{ id: string }>(sql`
    with recursive ids as (
      (select facts->>'profileId' as id from request_versions where facts->>'profileId' > ''
        order by facts->>'profileId' limit 1)
      union all
      select (select facts->>'profileId' from request_versions where facts->>'profileId' > ids.id
        order by facts->>'profileId' limit 1) from ids where ids.id is not null
    )
    select id from ids where exists (
      select 1 from request_versions as versions
      join withdrawal_requests as requests on requests.id = versions.request_id and requests.version = versions.version
      where versions.facts->>'profileId' = ids.id and ${CAME_TO_SOMETHING}
    ) limit ${MAX_SEEN}`);
  return rows.filter(({ id }) => canSeeProfile(reader, id)).map(({ id }) => ({ id, transfers: 0 }));
}

/** Profile of requests of one person. */
export interface OwnProfile {
  id: string;
  requests: number;
}

/**
 * Reads the profiles of the reader's own latest 100 requests, the last used first. Requests that came to nothing do not
 * count: a profile that the service declined is not offered as one that is used.
 */
export async function readOwnProfiles(reader: Reader): Promise<OwnProfile[]> {
  const rows = await readRows<OwnProfile>(sql`
    select facts->>'profileId' as id, count(*)::int as requests from (
      select id, version, created_at from withdrawal_requests as requests
      where requester_id = ${reader.id} and ${CAME_TO_SOMETHING}
      order by created_at desc, id desc limit ${MAX_LAST_REQUESTS}
    ) as own
    join request_versions as versions on versions.request_id = own.id and versions.version = own.version
    where facts->>'profileId' <> '' group by 1 order by max(own.created_at) desc, 1`);
  return rows.filter(({ id }) => canSeeProfile(reader, id));
}
