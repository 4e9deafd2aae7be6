import 'server-only';
import { and, asc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { whyNotNow } from '@/lib/decisions';
import { PAIR_TEST } from '@/lib/groups';
import { APPROVING_ROLES, evaluatePolicy, type PolicyFacts, type PolicyRule } from '@/lib/policy';
import { explainOutcome } from '@/lib/policy-words';
import type { ApprovalQueue, OutItem, QueueItem } from '@/lib/queue';
import { ok, type Result } from '@/lib/result';
import { database, prepared } from '@/lib/server/database/client';
import { decisions, policyVersions, requestGroups, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { listWaitingBatches } from '@/lib/server/groups/list-batches';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import type { Person } from '@/lib/server/people/sessions';
import { type RequestRow, selectRequests, toDecidable, toSummary } from '@/lib/server/requests/select';
import { markSignals } from '@/lib/signals';
import { decodeTransfer } from '@/lib/transfer-records';
import { describeStatus } from '@/lib/transfer-words';

const MOST_MINE = 200;
// Of what the reader can only look at. Every open page asks again every few seconds.
const MOST_OTHERS = 50;

/** What waits for the reader, what waits for others, and what is out and not finished; each oldest first, with how many there are. */
export async function readQueue(): Promise<Result<ApprovalQueue, Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  // What needs the reader is asked for by itself, or a long queue of others would hide it.
  const asker = askerOf(reader.value);
  const [mine, theirs, out, counts, batches] = await Promise.all([
    asker.roles.length > 0 ? MINE().execute(asker) : [],
    THEIRS().execute(asker),
    OUT().execute(),
    countLines(asker),
    listWaitingBatches(reader.value),
  ]);
  // One that was decided on between the two questions is in both.
  const waiting = [...mine, ...theirs.filter(({ request }) => !mine.some((row) => row.request.id === request.id))];
  const [votes, policies, transfers] = await Promise.all([readVotes(waiting), readPolicies(waiting), readTransfers(out)]);
  const toOut = (row: RequestRow) => toOutItem(row, transfers.get(row.request.id), reader.value);
  const queue: ApprovalQueue = { counts, batches, needsMe: [], others: [], out: out.map(toOut) };
  for (const row of waiting) {
    const cast = votes.filter((vote) => vote.requestId === row.request.id);
    const whyNot = whyNotNow('decide-together', toDecidable(row, cast), reader.value);
    const item = toQueueItem(row, policies.get(row.version.policyVersion) ?? [], reader.value);
    if (whyNot === undefined) queue.needsMe.push(item);
    else queue.others.push({ ...item, whyNot });
  }
  return ok(queue);
}

// A batch is one line, and so is a pair: the test, which goes first.
const isLine = () => or(isNull(requestGroups.kind), and(eq(requestGroups.kind, 'pair'), eq(withdrawalRequests.groupPosition, PAIR_TEST)));
const isWaiting = () => and(eq(withdrawalRequests.state, 'AWAITING_APPROVAL'), sql`${withdrawalRequests.expiresAt} > now()`, isLine());

const MINE = () => prepared('queue_mine', () => selectWaiting(needs(ASKER), MOST_MINE));
const THEIRS = () => prepared('queue_theirs', () => selectWaiting(not(needs(ASKER)), MOST_OTHERS));
const OUT = () =>
  prepared('queue_out', () =>
    selectRequests()
      // What is accepted and not final is followed, and nothing else is.
      .where(isNotNull(sends.trackAt))
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
      .limit(MOST_OTHERS),
  );
const COUNTS = () =>
  prepared('queue_counts', () =>
    database()
      .select({ needsMe: countWhere(needs(ASKER)), others: countWhere(not(needs(ASKER))) })
      .from(withdrawalRequests)
      .innerJoin(requestVersions, and(eq(requestVersions.requestId, withdrawalRequests.id), eq(requestVersions.version, withdrawalRequests.version)))
      .leftJoin(requestGroups, eq(requestGroups.id, withdrawalRequests.groupId))
      .where(isWaiting()),
  );

function selectWaiting(condition: SQL, limit: number) {
  return selectRequests().where(and(isWaiting(), condition)).orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)).limit(limit);
}

const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

async function countLines(asker: Asker): Promise<ApprovalQueue['counts']> {
  const [[waiting], out] = await Promise.all([COUNTS().execute(asker), database().$count(sends, isNotNull(sends.trackAt))]);
  return { needsMe: 0, others: 0, ...waiting, out };
}

type Asker = ReturnType<typeof askerOf>;

const ASKER = { id: sql.placeholder('id'), roles: sql.placeholder('roles') };

/** Whose queue it is, with those of their roles that decide. */
export const askerOf = ({ id, roles }: Person) => ({ id, roles: APPROVING_ROLES.filter((role) => roles.includes(role)) });

/** What waits for a decision of this person: as `whyNotNow` has it, for the database to choose by. */
export function needs({ id, roles }: Asker | typeof ASKER): SQL {
  const { id: requestId, makerId, version } = withdrawalRequests;
  return sql`(${makerId} <> ${id}::uuid and ${requestVersions.requiredRole} = any(${Array.isArray(roles) ? sql.param(roles) : roles}::text[]) and not exists (
    select 1 from ${decisions} where ${decisions.requestId} = ${requestId} and ${decisions.version} = ${version} and ${decisions.personId} = ${id}::uuid
  ))`;
}

async function readVotes(waiting: readonly RequestRow[]) {
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ request }) => request.id);
  return database().select().from(decisions).where(inArray(decisions.requestId, ids));
}

/** The service's records of what is out, by the ids of the requests. */
async function readTransfers(out: readonly RequestRow[]): Promise<Map<string, unknown>> {
  if (out.length === 0) return new Map();
  const ids = out.map(({ request }) => request.id);
  const rows = await database().select({ id: sends.requestId, transfer: sends.transfer }).from(sends).where(inArray(sends.requestId, ids));
  return new Map(rows.map(({ id, transfer }) => [id, transfer]));
}

async function readPolicies(waiting: readonly RequestRow[]): Promise<Map<number, PolicyRule[]>> {
  const versions = [...new Set(waiting.map(({ version }) => version.policyVersion))];
  if (versions.length === 0) return new Map();
  const rows = await database().select().from(policyVersions).where(inArray(policyVersions.version, versions));
  return new Map(rows.map(({ version, rules }) => [version, rules as PolicyRule[]]));
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
