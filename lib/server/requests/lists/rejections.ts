import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { PastRejection } from '@/lib/risk/request-findings';
import { database } from '@/lib/server/database/client';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { findVersionChanges, selectVersions } from '@/lib/server/requests/lists/version-changes';
import type { RequestRow } from '@/lib/server/requests/select';

type Asked = Pick<RequestRow, 'request' | 'follows' | 'bundle'>;

/**
 * Reads the last rejection of what each of these requests asks for once more, by request: of an earlier version, or of
 * a request in the line that it follows, as far as the reader sees it. What was approved since ends the line.
 */
export async function readRejections(
  reader: Reader,
  rows: readonly Asked[],
): Promise<ReadonlyMap<string, PastRejection>> {
  const ids = rows.filter(mayBeAgain).map(({ request }) => request.id);
  if (ids.length === 0) return new Map();
  const found = await selectRejections(reader, ids);
  if (found.length === 0) return new Map();
  const versions = await selectVersions(found.flatMap(({ partId, rejectedId }) => [partId, rejectedId]));
  const find = (id: string, version: number) => versions.find((one) => one.requestId === id && one.version === version);
  return new Map(
    found.flatMap(({ requestId, partId, partVersion, rejectedId, refId, version, at, ...said }) => {
      const [before, now] = [find(rejectedId, version), find(partId, partVersion)];
      if (!before || !now) return [];
      const other = rejectedId === partId ? null : { id: rejectedId, refId };
      // A request that follows another one always has a reference of its own.
      const changes = findVersionChanges(before, now).filter(({ field }) => !other || field !== 'ref_id');
      return [[requestId, { ...said, at: new Date(at).toISOString(), version, other, changes }] as const];
    }),
  );
}

/** Tells whether a request may ask for something once more. Of a test payment, the remainder has the link. */
const mayBeAgain = ({ request, follows, bundle }: Asked) =>
  request.version > 1 || follows !== null || bundle?.kind === 'test-payment';

interface Rejected extends Pick<PastRejection, 'personName' | 'forPersonName' | 'reason' | 'at' | 'version'> {
  requestId: string;
  /** The request, or the part of its test payment, whose line was rejected. */
  partId: string;
  partVersion: number;
  rejectedId: string;
  refId: string;
}

async function selectRejections(reader: Reader, ids: readonly string[]): Promise<Rejected[]> {
  const { rows } = await database().execute<Rejected & Record<string, unknown>>(sql`
    with recursive part as (
      select id as request_id, id, version from withdrawal_requests where id = any(${sql.param([...ids])}::uuid[])
      union
      select own.id, other.id, other.version from withdrawal_requests own
        join bundles pair on pair.id = own.bundle_id and pair.kind = 'test-payment'
        join withdrawal_requests other on other.bundle_id = pair.id
      where own.id = any(${sql.param([...ids])}::uuid[])
    ),
    line as (
      select part.request_id, part.id as part_id, part.version as part_version, part.id from part
      union
      select line.request_id, line.part_id, line.part_version, earlier.id
      from line
      join request_follow_ups link on link.request_id = line.id
      join withdrawal_requests earlier on earlier.id = link.follows_id
        and earlier.state in ('REJECTED', 'EXPIRED', 'CANCELLED')
      join request_versions seen on seen.request_id = earlier.id and seen.version = earlier.version
        and ${visibleRequests(reader, sql`seen.body`) ?? sql`true`}
    )
    select distinct on (line.request_id) line.request_id as "requestId", line.part_id as "partId",
      line.part_version as "partVersion", line.id as "rejectedId", rejected.ref_id as "refId", vote.version,
      vote.comment as reason, vote.decided_at as at,
      person_label(voter.id, voter.name, voter.email) as "personName",
      case when behind.id is not null then person_label(behind.id, behind.name, behind.email) end as "forPersonName"
    from line
    join withdrawal_requests rejected on rejected.id = line.id
    join decisions vote on vote.request_id = line.id and vote.verdict = 'REJECTED'
    join people voter on voter.id = vote.person_id
    left join people behind on behind.id = vote.for_person_id
    where line.id <> line.part_id or vote.version < line.part_version
    order by line.request_id, vote.decided_at desc, line.id = line.request_id desc`);
  return rows;
}
