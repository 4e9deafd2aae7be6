import 'server-only';
import { and, asc, eq, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { nameStatement, visibleRequests } from '@/lib/server/database/visible-profiles';
import { requestDenialReason } from '@/lib/requests/decisions';
import { readRulesOf } from '@/lib/server/policy/rules-of';
import { lacksRightToDecide, listLackingRights, NO_RIGHT_TO_DECIDE } from '@/lib/server/rights/check';
import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { findLeavingTime, isNeverPaid } from '@/lib/policy/facts';
import { decidingRoles } from '@/lib/policy/rules';
import { listStoredLimitUses } from '@/lib/policy/describe-rule';
import { findTwins } from '@/lib/requests/inbox/twins';
import type { ApprovalQueue, InProgressItem, QueueItem } from '@/lib/requests/queue';
import { denialReason } from '@/lib/identity/roles';
import { ok, type Result } from '@/lib/result';
import { database, prepared, readPrepared } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { readUsdValues, type ValueOf } from '@/lib/server/mirror/figures/usd-values';
import { sumUsdValues } from '@/lib/money/sum-usd-values';
import { listWaitingChanges } from '@/lib/server/proposals/waiting';
import { listWaitingBatches } from '@/lib/server/requests/bundles/list-batches';
import type { Denial } from '@/lib/http/denials';
import { withGroups } from '@/lib/server/approver-groups/members';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listOrdersToApprove } from '@/lib/server/requests/lists/planned-to-approve';
import { now } from '@/lib/server/runtime/clock';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { joinNeeds, judgeByNewest } from '@/lib/server/requests/limits/policy-evidence';
import {
  type QueueChecks,
  readCurrentFindings,
  readStoredFindings,
} from '@/lib/server/requests/checks/current-findings';
import { findAsked } from '@/lib/server/requests/votes/conversation';
import { readRejections } from '@/lib/server/requests/lists/rejections';
import { readRefusedByNewest } from '@/lib/server/requests/limits/refused-by-newest';
import { toDecidable } from '@/lib/server/requests/load';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';
import { findFirstPayment } from '@/lib/risk/first-payment';
import { POSSIBLE_DUPLICATE } from '@/lib/risk/findings';
import { listRequestFindings, nameFindings } from '@/lib/risk/request-findings';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { describeStatus } from '@/lib/transfers/describe-status';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

const MAX_MINE = 200;
// The limit for requests that the reader can only look at; every open page polls them every few seconds.
const MAX_OTHERS = 50;

/**
 * Reads what awaits the reader (requests, batches, proposed changes, unknown outcomes), what awaits others, and what is
 * in progress; each oldest first.
 */
export async function readQueue(): Promise<Result<ApprovalQueue, Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const refused = await readRefusedByNewest();
  const [lines, batches, changes, planned] = await Promise.all([
    selectLines(reader.value, [...refused.keys()]),
    listWaitingBatches(reader.value, [...refused.keys()]),
    listWaitingChanges(reader.value),
    listOrdersToApprove(reader.value),
  ]);
  const idsIn = (...sections: QueueSection[]) =>
    lines.filter(({ section }) => sections.includes(section)).map(({ id }) => id);
  const waitingIds = idsIn('needsMe', 'others');
  const [rows, votes, transfers, findings] = await Promise.all([
    readRows(
      reader.value,
      lines.map(({ id }) => id),
    ),
    readOwnVotes(waitingIds, reader.value),
    readTransfers(idsIn('inProgress')),
    readStoredFindings(reader.value, waitingIds),
  ]);
  const rowsIn = (...sections: QueueSection[]) => {
    const ids = new Set(idsIn(...sections));
    return rows.filter(({ request }) => ids.has(request.id));
  };
  const waiting = await addNewestNeeds(rowsIn('needsMe', 'others'));
  const bodies = waiting.map(({ version }) => parseWithdrawalBody(version.body));
  const [current, rulesOf, asked, valueOf, rejections] = await Promise.all([
    readCurrentFindings(reader.value, waiting),
    readRulesOf(
      database(),
      waiting.map(({ version }) => version),
    ),
    findAsked(
      database(),
      waiting.map(({ version }) => version),
    ),
    readUsdValues(
      reader.value,
      bodies.map((body) => fixedValueOf(body).asset),
    ),
    readRejections(reader.value, waiting),
  ]);
  const actor = await withGroups(
    reader.value,
    waiting.map(({ version }) => version),
  );
  const countOf = (section: QueueSection) => lines.find((line) => line.section === section)?.count ?? 0;
  const counts = {
    needsMe: countOf('needsMe'),
    others: countOf('others'),
    unresolved: countOf('unresolved'),
    inProgress: countOf('inProgress'),
  };
  const queue: ApprovalQueue = {
    counts,
    value: null,
    batches,
    needsMe: [],
    others: [],
    changes,
    planned,
    unresolved: rowsIn('unresolved').map((row) => toSummary(row, reader.value)),
    inProgress: rowsIn('inProgress').map((row) => toInProgressItem(row, transfers.get(row.request.id), reader.value)),
  };
  const judged = waiting.map((row) => {
    const cast = votes.filter((vote) => vote.requestId === row.request.id);
    return { row, denied: requestDenialReason('approve-together', toDecidable(row, cast), actor) };
  });
  const others = new Set(idsIn('others'));
  const unexplained = judged.flatMap(({ row: { request, version }, denied }) =>
    denied === undefined && others.has(request.id) ? [version] : [],
  );
  const lacking = await listLackingRights(database(), unexplained, { personId: reader.value.id });
  const isTwin = findTwins(bodies);
  const items = judged.map(({ row }, index) => {
    const { id } = row.request;
    const checks = current.get(id) ?? findings.get(id) ?? null;
    const found = listRequestFindings({
      questions: asked.has(id) ? [''] : [],
      rejection: rejections.get(id) ?? null,
      checks,
      limits: listStoredLimitUses(rulesOf.get(row.version.policyVersion) ?? [], row.version, now()),
    });
    return toQueueItem(row, {
      lines: isTwin[index] ? [...found, TWIN] : found,
      isChecked: current.has(id),
      paid: checks?.paid,
      valueOf,
      reader: reader.value,
    });
  });
  for (const [index, item] of items.entries()) {
    const reason =
      judged[index]?.denied ?? (lacking.has(item.id) ? NO_RIGHT_TO_DECIDE : undefined) ?? refused.get(item.id);
    if (reason === undefined) queue.needsMe.push(item);
    else queue.others.push({ ...item, denialReason: reason });
  }
  // What is judged apart from the statement that counts is counted where it is shown.
  const moved = queue.needsMe.length - idsIn('needsMe').length;
  queue.counts.needsMe += moved;
  queue.counts.others -= moved;
  queue.value = sumUsdValues([
    ...queue.needsMe.map(({ amountWithRemainder: amount, body, value }) =>
      amount === null ? value : valueOf({ asset: fixedValueOf(body).asset, amount }),
    ),
    ...batches.needsMe.map(({ value }) => value),
  ]);
  return ok(queue);
}

/** Adds what the newest policy in force asks for to what the versions do. */
async function addNewestNeeds(rows: RequestRow[]): Promise<RequestRow[]> {
  const judged = await judgeByNewest(database(), rows);
  return rows.map((row) => ({ ...row, version: joinNeeds(row.version, judged.get(row.request.id)) }));
}

type QueueSection = keyof ApprovalQueue['counts'];

interface Line {
  id: string;
  section: QueueSection;
  /** The number of all lines in the section. */
  count: number;
}

/**
 * Selects the lines of each section at one moment. Each section is counted and limited by itself, so that a long queue
 * of others hides nothing that needs the reader. In progress are accepted sends that are not final. Items of a batch
 * are left out, because the batch has a line of its own; of a test payment and its remainder, the test payment is
 * listed here.
 */
function selectLines(reader: Person, refused: readonly string[]): Promise<Line[]> {
  const { id, roles } = reader;
  return readPrepared(nameStatement(reader, 'queue_lines'), () => linesQuery(reader), {
    readerId: id,
    deciding: decidingRoles(roles),
    refused,
    resolves: denialReason('resolveSends', roles) === undefined,
  });
}

function linesQuery(reader: Reader): SQL {
  const visible = visibleRequests(reader);
  const isCurrent = isCurrentVersion(reader);
  return sql`
    with lines as (
      select ${withdrawalRequests.id}, ${withdrawalRequests.createdAt},
        case when ${needsDecisionOf(sql.placeholder('readerId'), sql.placeholder('deciding'), sql.placeholder('refused'))}
          then 'needsMe' else 'others' end as section
      from ${withdrawalRequests}
      join ${requestVersions} on ${isCurrent}
      left join ${bundles} on ${bundles.id} = ${withdrawalRequests.bundleId}
      where ${withdrawalRequests.state} = 'AWAITING_APPROVAL' and ${withdrawalRequests.expiresAt} > now()
        and (${bundles.kind} is null
          or ${bundles.kind} = 'test-payment' and ${withdrawalRequests.bundlePosition} = ${TEST_POSITION})
      union all
      select ${withdrawalRequests.id}, ${withdrawalRequests.createdAt}, 'inProgress'
      from ${sends} join ${withdrawalRequests} on ${withdrawalRequests.id} = ${sends.requestId}
        ${visible ? sql`join ${requestVersions} on ${isCurrent}` : sql``}
      where ${sends.trackAt} is not null
      union all
      select ${withdrawalRequests.id}, ${withdrawalRequests.createdAt}, 'unresolved'
      from ${sends} join ${withdrawalRequests} on ${withdrawalRequests.id} = ${sends.requestId}
        ${visible ? sql`join ${requestVersions} on ${isCurrent}` : sql``}
      where ${needsResolutionOf(sql.placeholder('readerId'), sql.placeholder('resolves'))}
    ),
    numbered as (
      select id, section, count(*) over (partition by section)::int as count,
        row_number() over (partition by section order by created_at, id) as number
      from lines
    )
    select id, section, count from numbered
    where number <= case section when 'needsMe' then ${MAX_MINE}::int else ${MAX_OTHERS}::int end`;
}

// Readers who may see the same get the same rows, so concurrent reads share them; what differs is added afterwards.
function readRows(reader: Reader, ids: readonly string[]): Promise<RequestRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const name = nameStatement(reader, 'queue_rows');
  return coalesce(name, ids, () => prepareRows(reader, name).execute({ ids }));
}

const prepareRows = (reader: Reader, name: string) =>
  prepared(name, () =>
    selectRequests(reader)
      .where(sql`${withdrawalRequests.id} = any(${sql.placeholder('ids')}::uuid[])`)
      .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id)),
  );

/**
 * Gives the SQL condition that a request needs the decision of a person with these roles; matches
 * `requestDenialReason`, and asks the right to decide for its profile. `refused`: IDs of the requests of which the
 * newest policy takes no approval (`readRefusedByNewest`).
 */
export function needsDecisionOf(
  personId: string | Placeholder,
  deciding: unknown[] | Placeholder,
  refused: readonly string[] | Placeholder,
): SQL {
  const { id: requestId, requesterId, version } = withdrawalRequests;
  return sql`(
    ${requesterId} <> ${personId}::uuid
    and not ${requestId} = any(${sql.param(refused)}::uuid[])
    and ${requestVersions.requiredRole} = any(${sql.param(deciding)}::text[])
    and (json_array_length(${requestVersions.requiredGroups}) = 0 or can_fill_place(
      ${requestVersions.requiredApprovals}, ${requestVersions.requiredGroups}, approver_groups_of(${personId}::uuid)))
    and not exists (
      select 1 from ${decisions}
      where ${decisions.requestId} = ${requestId} and ${decisions.version} = ${version}
        and ${personId}::uuid in (${decisions.personId}, ${decisions.forPersonId})
    )
    and not ${lacksRightToDecide(ASKED, sql`${personId}::uuid`)}
  )`;
}

/** The role and the profile of a request, and those that any waiting request asks for (`lacksRightToDecide`). */
const ASKED = {
  role: requestVersions.requiredRole,
  profile: sql`coalesce(convert_from(${requestVersions.body}, 'UTF8')::json ->> 'profile_id', '')`,
  asked: sql`
    select distinct version.required_role, coalesce(convert_from(version.body, 'UTF8')::json ->> 'profile_id', '')
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    where request.state = 'AWAITING_APPROVAL' and request.expires_at > now()`,
};

/**
 * Gives the SQL condition that a person, who may resolve sends or not, can propose how to resolve a send: not of their
 * own request, and only while no proposal is open. Matches `resolverDenialReason`.
 */
export function needsResolutionOf(personId: Placeholder, resolves: Placeholder): SQL {
  return sql`(
    ${resolves}::boolean and ${sends.state} in ('UNKNOWN', 'HOLD')
    and ${withdrawalRequests.requesterId} <> ${personId}::uuid
    and not exists (
      select 1 from ${proposals}
      where ${proposals.kind} = 'resolve-send' and ${proposals.state} = 'OPEN'
        and ${proposals.subject} = ${withdrawalRequests.id}::text
    )
  )`;
}

/**
 * Reads the votes of this person on the requests, and those of their delegates; none for a person who cannot decide,
 * who is shown that reason first.
 */
async function readOwnVotes(ids: readonly string[], { id, roles }: Person) {
  if (ids.length === 0 || decidingRoles(roles).length === 0) return [];
  return database()
    .select()
    .from(decisions)
    .where(and(inArray(decisions.requestId, [...ids]), or(eq(decisions.personId, id), eq(decisions.forPersonId, id))));
}

/** Reads the service's records of the requests in progress, by request id. */
async function readTransfers(ids: readonly string[]): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({ id: sends.requestId, transfer: sends.transfer })
    .from(sends)
    .where(inArray(sends.requestId, [...ids]));
  return new Map(rows.map(({ id, transfer }) => [id, transfer]));
}

interface FoundAboutItem extends Pick<QueueItem, 'isChecked'> {
  lines: readonly RiskLine[];
  paid: QueueChecks['paid'] | undefined;
  valueOf: ValueOf;
  reader: Person;
}

function toQueueItem(row: RequestRow, { lines, isChecked, paid, valueOf, reader }: FoundAboutItem): QueueItem {
  const { facts, requiredRole, note } = row.version;
  const summary = toSummary(row, reader);
  return {
    ...summary,
    value: valueOf(fixedValueOf(summary.body)),
    requiredRole,
    leavesAt: findLeavingTime(facts, now()),
    firstPayment: findFirstPayment(paid, isNeverPaid(facts)),
    findings: nameFindings(lines),
    isChecked,
    note,
    amountWithRemainder: row.bundle?.kind === 'test-payment' ? facts.value : null,
  };
}

// Two that arrive together: the checks of neither may know of the other yet.
const TWIN: RiskLine = { id: 'repeated', state: 'warn', name: POSSIBLE_DUPLICATE, text: '' };

function toInProgressItem(row: RequestRow, record: unknown, reader: Person): InProgressItem {
  const transfer = decodeTransfer(record ?? null);
  return {
    ...toSummary(row, reader),
    transferId: row.send?.transferId ?? '',
    sentAt: row.request.updatedAt.toISOString(),
    statusReasons: transfer.id === null ? [] : describeStatus(transfer).reasons,
  };
}
