import 'server-only';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { whyNotNow } from '@/lib/decisions';
import { evaluatePolicy, type PolicyFacts, type PolicyRule } from '@/lib/policy';
import { explainOutcome } from '@/lib/policy-words';
import type { ApprovalQueue, OutItem, QueueItem } from '@/lib/queue';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { decisions, policyVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import type { Person } from '@/lib/server/people/sessions';
import { type RequestRow, selectRequests, toDecidable, toSummary } from '@/lib/server/requests/select';
import { decodeTransfer } from '@/lib/transfer-records';
import { describeStatus } from '@/lib/transfer-words';

const LIMIT = 200;

/** What waits for the reader, what waits for others, and what is out and not finished; each oldest first, at most 200. */
export async function readQueue(): Promise<Result<ApprovalQueue, Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const [waiting, out] = await Promise.all([selectWaiting(), selectOut()]);
  const [votes, policies] = await Promise.all([readVotes(waiting), readPolicies(waiting)]);
  const queue: ApprovalQueue = { needsMe: [], others: [], out: out.map((row) => toOutItem(row, reader.value)) };
  for (const row of waiting) {
    const mine = votes.filter((vote) => vote.requestId === row.request.id);
    const whyNot = whyNotNow('decide', toDecidable(row, mine), reader.value);
    const item = toQueueItem(row, policies.get(row.version.policyVersion) ?? [], reader.value);
    if (whyNot === undefined) queue.needsMe.push(item);
    else queue.others.push({ ...item, whyNot });
  }
  return ok(queue);
}

function selectWaiting() {
  return selectRequests()
    .where(and(eq(withdrawalRequests.state, 'AWAITING_APPROVAL'), sql`${withdrawalRequests.expiresAt} > now()`))
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
    .limit(LIMIT);
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
    note: row.version.note,
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
