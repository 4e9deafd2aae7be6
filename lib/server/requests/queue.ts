import 'server-only';
import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { requestDenialReason } from '@/lib/requests/decisions';
import { TEST_POSITION } from '@/lib/requests/groups';
import { decidingRoles, evaluatePolicy, type PolicyFacts, type PolicyRule } from '@/lib/policy/policy';
import { explainOutcome } from '@/lib/policy/describe-rule';
import type { ApprovalQueue, OutItem, QueueItem } from '@/lib/requests/queue';
import { ok, type Result } from '@/lib/result';
import { database, prepared, readPrepared } from '@/lib/server/database/client';
import {
  decisions,
  policyVersions,
  requestGroups,
  requestVersions,
  sends,
  withdrawalRequests,
} from '@/lib/server/database/schema';
import { listWaitingBatches } from '@/lib/server/requests/groups/list-batches';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { singleton } from '@/lib/server/runtime/singleton';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { type RequestRow, selectRequests, toDecidable, toSummary } from '@/lib/server/requests/select';
import { markSignals } from '@/lib/risk/signals';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { describeStatus } from '@/lib/transfers/describe-status';

const MOST_MINE = 200;
// Of what the reader can only look at. Every open page asks again every few seconds.
const MOST_OTHERS = 50;

/** What waits for the reader, what waits for others, and what is out and not finished; each oldest first, with how many there are. */
export async function readQueue(): Promise<Result<ApprovalQueue, Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const [lines, batches] = await Promise.all([selectLines(reader.value), listWaitingBatches(reader.value)]);
  const idsOf = (isWanted: (line: Line) => boolean) => lines.filter(isWanted).map(({ id }) => id);
  const waitingIds = idsOf(({ of }) => of !== 'out');
  const outIds = new Set(idsOf(({ of }) => of === 'out'));
  const [rows, votes, transfers] = await Promise.all([
    readRows([...waitingIds, ...outIds]),
    readOwnVotes(waitingIds, reader.value),
    readTransfers([...outIds]),
  ]);
  const waiting = rows.filter(({ request }) => !outIds.has(request.id));
  const out = rows.filter(({ request }) => outIds.has(request.id));
  const policies = await readPolicies(waiting);
  const countOf = (of: LineOf) => lines.find((line) => line.of === of)?.count ?? 0;
  const counts = { needsMe: countOf('needsMe'), others: countOf('others'), out: countOf('out') };
  const toOut = (row: RequestRow) => toOutItem(row, transfers.get(row.request.id), reader.value);
  const queue: ApprovalQueue = { counts, batches, needsMe: [], others: [], out: out.map(toOut) };
  for (const row of waiting) {
    const cast = votes.filter((vote) => vote.requestId === row.request.id);
    const denialReason = requestDenialReason('decide-together', toDecidable(row, cast), reader.value);
    const item = toQueueItem(row, policies.get(row.version.policyVersion) ?? [], reader.value);
    if (denialReason === undefined) queue.needsMe.push(item);
    else queue.others.push({ ...item, denialReason });
  }
  return ok(queue);
}

type LineOf = keyof ApprovalQueue['counts'];

interface Line {
  id: string;
  of: LineOf;
  /** How many lines there are of these. */
  count: number;
}

/**
 * Which requests stand where, at one moment: what needs the reader and what does not are counted and cut each by itself,
 * or a long queue of others would hide it. What is accepted and not final is followed, and nothing else is. A batch is
 * one line of its own, and so is a pair: the test, which goes first.
 */
function selectLines({ id, roles }: Person): Promise<Line[]> {
  return readPrepared('queue_lines', LINES, { readerId: id, deciding: decidingRoles(roles) });
}

const LINES = () => sql`
    with lines as (
      select ${withdrawalRequests.id}, ${withdrawalRequests.createdAt}, case when ${needs(sql.placeholder('readerId'), sql.placeholder('deciding'))} then 'needsMe' else 'others' end as of
      from ${withdrawalRequests}
      join ${requestVersions} on ${requestVersions.requestId} = ${withdrawalRequests.id} and ${requestVersions.version} = ${withdrawalRequests.version}
      left join ${requestGroups} on ${requestGroups.id} = ${withdrawalRequests.groupId}
      where ${withdrawalRequests.state} = 'AWAITING_APPROVAL' and ${withdrawalRequests.expiresAt} > now()
        and (${requestGroups.kind} is null or ${requestGroups.kind} = 'pair' and ${withdrawalRequests.groupPosition} = ${TEST_POSITION})
      union all
      select ${withdrawalRequests.id}, ${withdrawalRequests.createdAt}, 'out'
      from ${sends} join ${withdrawalRequests} on ${withdrawalRequests.id} = ${sends.requestId}
      where ${sends.trackAt} is not null
    ),
    numbered as (
      select id, of, count(*) over (partition by of)::int as count, row_number() over (partition by of order by created_at, id) as number from lines
    )
    select id, of, count from numbered where number <= case of when 'needsMe' then ${MOST_MINE}::int else ${MOST_OTHERS}::int end`;

// The same for everybody: what differs by reader is said of the rows afterwards.
function readRows(ids: readonly string[]): Promise<RequestRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : coalesce('queue rows', ids, () => ROWS().execute({ ids }));
}

const ROWS = () =>
  prepared('queue_rows', () =>
    selectRequests()
      .where(sql`${withdrawalRequests.id} = any(${sql.placeholder('ids')}::uuid[])`)
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)),
  );

/** What waits for a decision of a person who decides by these roles: as `requestDenialReason` has it, for the database to choose by. */
export function needs(personId: string | Placeholder, deciding: unknown[] | Placeholder): SQL {
  const { id: requestId, requesterId, version } = withdrawalRequests;
  return sql`(${requesterId} <> ${personId}::uuid and ${requestVersions.requiredRole} = any(${sql.param(deciding)}::text[]) and not exists (
    select 1 from ${decisions} where ${decisions.requestId} = ${requestId} and ${decisions.version} = ${version} and ${decisions.personId} = ${personId}::uuid
  ))`;
}

/** What this person has decided on them already: whoever decides on nothing is told so first. */
async function readOwnVotes(ids: readonly string[], { id, roles }: Person) {
  if (ids.length === 0 || decidingRoles(roles).length === 0) return [];
  return database()
    .select()
    .from(decisions)
    .where(and(inArray(decisions.requestId, [...ids]), eq(decisions.personId, id)));
}

/** The service's records of what is out, by the ids of the requests. */
async function readTransfers(ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: sends.requestId, transfer: sends.transfer })
    .from(sends)
    .where(inArray(sends.requestId, [...ids]));
  return new Map(rows.map(({ id, transfer }) => [id, transfer]));
}

// Many requests wait under one version, and none is ever changed.
const rulesKept = () => singleton('queue.rules', () => new Map<number, PolicyRule[]>());

async function readPolicies(waiting: readonly RequestRow[]): Promise<ReadonlyMap<number, PolicyRule[]>> {
  const kept = rulesKept();
  const missing = [...new Set(waiting.map(({ version }) => version.policyVersion))].filter(
    (version) => !kept.has(version),
  );
  if (missing.length === 0) return kept;
  const rows = await database().select().from(policyVersions).where(inArray(policyVersions.version, missing));
  for (const { version, rules } of rows) kept.set(version, rules as PolicyRule[]);
  return kept;
}

function toQueueItem(row: RequestRow, rules: readonly PolicyRule[], reader: Person): QueueItem {
  const facts = row.version.facts as PolicyFacts;
  return {
    ...toSummary(row, reader),
    ruleName: rules[row.version.ruleNumber - 1]?.name ?? '',
    ruleSentence: explainOutcome(evaluatePolicy(rules, facts), facts),
    isNewRecipient: facts.isNewRecipient,
    marks: markSignals(facts.signals ?? []),
    note: row.version.note,
    wholeOfPair: row.group?.kind === 'pair' ? facts.value : null,
  };
}

function toOutItem(row: RequestRow, record: unknown, reader: Person): OutItem {
  const transfer = decodeTransfer(record ?? null);
  return {
    ...toSummary(row, reader),
    transferId: row.send?.transferId ?? '',
    sentAt: row.request.updatedAt.toISOString(),
    statusReasons: transfer.id === null ? [] : describeStatus(transfer).reasons,
  };
}
