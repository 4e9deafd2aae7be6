import 'server-only';
import { and, asc, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { fromRequests } from '@/lib/server/database/from-requests';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { judgeByNewest, newestDenialReason } from '@/lib/server/requests/limits/policy-evidence';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { now } from '@/lib/server/runtime/clock';
import { singleton } from '@/lib/server/runtime/singleton';

// The oldest of what waits under an older policy; each is derived again from its bytes.
const MAX_JUDGED = 200;
// What counts against a limit over time changes with every withdrawal; every open page asks every ten seconds.
const KEPT_MS = 10_000;

// Stored checks are long.
const { checks: _checks, ...versionColumns } = getTableColumns(requestVersions);

interface Judged {
  /** The newest policy, and the versions that wait under another one. */
  key: string;
  at: number;
  refused: ReadonlyMap<string, string>;
}
const kept = () => singleton('requests.refused-by-newest', () => ({ last: undefined as Judged | undefined }));

/**
 * Reads which waiting requests the newest policy takes no approval of, with the reason (`newestDenialReason`). Queue,
 * badge and home leave them out of what waits for a person, as the page of such a request refuses its approval.
 */
export function readRefusedByNewest(): Promise<ReadonlyMap<string, string>> {
  return coalesce('refused-by-newest', null, judge);
}

async function judge(): Promise<ReadonlyMap<string, string>> {
  const waiting = await fromRequests(database(), {
    id: withdrawalRequests.id,
    version: withdrawalRequests.version,
    newest: NEWEST,
  })
    .where(isWaitingUnderAnother())
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
    .limit(MAX_JUDGED);
  // Nearly always: no policy was changed while a request waits.
  if (waiting.length === 0) return new Map();
  const key = JSON.stringify(waiting);
  const { last } = kept();
  if (last?.key === key && now().getTime() - last.at < KEPT_MS) return last.refused;
  const rows = await fromRequests(database(), {
    request: withdrawalRequests,
    version: versionColumns,
    bundle: { kind: bundles.kind },
  })
    .where(isWaitingUnderAnother())
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
    .limit(MAX_JUDGED);
  const judged = await judgeByNewest(database(), rows);
  const refused = new Map(
    [...judged].flatMap(([id, needs]) => {
      const reason = newestDenialReason(needs);
      return reason === undefined ? [] : [[id, reason] as const];
    }),
  );
  kept().last = { key, at: now().getTime(), refused };
  return refused;
}

const NEWEST = sql<number>`(select max(${policyVersions.version}) from ${policyVersions})`;

/** Makes the condition that a version was made under another policy than the newest. */
export function isUnderAnotherPolicy(): SQL {
  return ne(requestVersions.policyVersion, NEWEST);
}

const isWaitingUnderAnother = () =>
  and(
    eq(withdrawalRequests.state, 'AWAITING_APPROVAL'),
    gt(withdrawalRequests.expiresAt, sql`now()`),
    isUnderAnotherPolicy(),
  );
