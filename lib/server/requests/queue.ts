import 'server-only';
import { and, asc, eq, inArray, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { whyNotNow } from '@/lib/decisions';
import { PAIR_TEST } from '@/lib/groups';
import { APPROVING_ROLES, evaluatePolicy, type PolicyFacts, type PolicyRule } from '@/lib/policy';
import { explainOutcome } from '@/lib/policy-words';
import type { ApprovalQueue, OutItem, QueueItem } from '@/lib/queue';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { decisions, policyVersions, requestGroups, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { listWaitingBatches } from '@/lib/server/groups/list-batches';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import type { Person } from '@/lib/server/people/sessions';
import { type RequestRow, selectRequests, toDecidable, toSummary } from '@/lib/server/requests/select';
import { markSignals } from '@/lib/signals';
import { decodeTransfer } from '@/lib/transfer-records';
import { describeStatus } from '@/lib/transfer-words';

const LIMIT = 200;

/** What waits for the reader, what waits for others, and what is out and not finished; each oldest first, at most 200. */
export async function readQueue(): Promise<Result<ApprovalQueue, Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  // What needs the reader is asked for by itself, or a long queue of others would hide it.
  const [mine, all, out, batches] = await Promise.all([selectWaiting(needs(reader.value)), selectWaiting(), selectOut(), listWaitingBatches(reader.value)]);
  const waiting = [...mine, ...all.filter(({ request }) => !mine.some((row) => row.request.id === request.id))];
  const [votes, policies] = await Promise.all([readVotes(waiting), readPolicies(waiting)]);
  const queue: ApprovalQueue = { batches, needsMe: [], others: [], out: out.map((row) => toOutItem(row, reader.value)) };
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

function selectWaiting(condition?: SQL) {
  return selectRequests().where(and(isWaiting(), condition)).orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)).limit(LIMIT);
}

/** What waits for a decision of this person: as `whyNotNow` has it, for the database to choose by. */
export function needs({ id, roles }: Person): SQL | undefined {
  const voted = database()
    .select({ one: sql`1` })
    .from(decisions)
    .where(and(eq(decisions.requestId, withdrawalRequests.id), eq(decisions.version, withdrawalRequests.version), eq(decisions.personId, id)));
  return and(
    ne(withdrawalRequests.makerId, id),
    inArray(
      requestVersions.requiredRole,
      APPROVING_ROLES.filter((role) => roles.includes(role)),
    ),
    notExists(voted),
  );
}

function selectOut() {
  return (
    selectRequests()
      // What is accepted and not final is followed, and nothing else is.
      .where(isNotNull(sends.trackAt))
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
      .limit(LIMIT)
  );
}

async function readVotes(waiting: readonly RequestRow[]) {
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ request }) => request.id);
  return database().select().from(decisions).where(inArray(decisions.requestId, ids));
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

function toOutItem(row: RequestRow, reader: Person): OutItem {
  const transfer = decodeTransfer(row.send?.transfer ?? null);
  return {
    ...toSummary(row, reader),
    transferId: row.send?.transferId ?? '',
    sentAt: row.request.updatedAt.toISOString(),
    statusReasons: transfer.id === null ? [] : describeStatus(transfer).reasons,
  };
}
