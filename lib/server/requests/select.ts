import 'server-only';
import { fromRequests } from '@/lib/server/database/from-requests';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { personLabel } from '@/lib/server/database/person-label';
import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { keepsBeneficiary } from '@/lib/requests/request-view';
import {
  type CastVote,
  countApprovals,
  describeVoidApproval,
  judgeApprovals,
  listMissingGroups,
} from '@/lib/requests/votes';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { decisions, voteFacts } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Reader } from '@/lib/identity/reader';
import { linkedRequest } from '@/lib/server/requests/follow-ups';
import { decidableColumns } from '@/lib/server/requests/load';
import { voteFactsJson, voteLimits } from '@/lib/server/requests/vote-facts';
import { atLeastOne } from '@/lib/policy/rules';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

// Lists read rows by the hundred, so long columns are left out, and those that the body has as well.
const {
  formKey: _formKey,
  checks: _checks,
  asset: _asset,
  network: _network,
  profileId: _profileId,
  fixedAsset: _fixedAsset,
  fixedAmount: _fixedAmount,
  ...versionColumns
} = getTableColumns(requestVersions);
const sendColumns = {
  requestId: sends.requestId,
  state: sends.state,
  fence: sends.fence,
  closedAt: sends.closedAt,
  transferId: sends.transferId,
  transferStatus: sends.transferStatus,
  unconfirmedFields: sends.unconfirmedFields,
};
const bundleColumns = { id: bundles.id, kind: bundles.kind, name: bundles.name };

/**
 * Selects requests with their current version, requester, send and bundle, and the number of approvals of that version.
 * `openApprovals` are those approvals with their facts while approvals can still be added or lose effect, else null.
 * Leaves out what the reader may not see, whatever condition is added, and the name of an entry of other profiles.
 */
export function selectRequests(reader: Reader) {
  const columns = {
    request: withdrawalRequests,
    version: versionColumns,
    ...decidableColumns(),
    send: sendColumns,
    bundle: bundleColumns,
    ...summaryColumns(reader),
  };
  return fromRequests(database(), columns, reader)
    .innerJoin(people, eq(people.id, withdrawalRequests.requesterId))
    .leftJoin(recipients, isActiveEntry(reader))
    .$dynamic();
}

/** Matches the active entry of the address book for a version's recipient, of which there is at most one. */
export function isActiveEntry(reader: Reader): SQL | undefined {
  return and(
    eq(recipients.recipientKey, requestVersions.recipientKey),
    // A literal: a plan for all values of a parameter could not use the index of active entries.
    sql`${recipients.state} = 'ACTIVE'`,
    visibleRecipients(reader),
  );
}

/** Builds the columns that a summary needs besides those of request, version and send (`toSummary`). */
export function summaryColumns(reader: Reader) {
  return {
    requesterName: personLabel(),
    recipientName: recipients.name,
    ...approvalColumns(),
    isExpired: sql<boolean>`${withdrawalRequests.expiresAt} <= now()`,
    follows: linkedRequest(reader, 'follows'),
    followedBy: linkedRequest(reader, 'followedBy'),
  };
}

/** Builds the columns `approvals` and `openApprovals` (`selectRequests`). */
function approvalColumns() {
  const approvals = database()
    .select({ given: count() })
    .from(decisions)
    .where(
      and(
        eq(decisions.requestId, withdrawalRequests.id),
        eq(decisions.version, withdrawalRequests.version),
        eq(decisions.verdict, 'APPROVED'),
        sql`${requestVersions.requiredRole} = any(${decisions.roles})`,
      ),
    );
  const openApprovals = database()
    .select({
      votes: sql`coalesce(json_agg(json_build_object(
        'personId', ${voteFacts.personId}, 'forPersonId', ${voteFacts.forPersonId}, 'version', ${voteFacts.version}, 'verdict', ${voteFacts.verdict},
        'roles', ${voteFacts.roles}, 'facts', ${voteFactsJson()},
        'personName', (select person_label(voter.id, voter.name, voter.email) from ${people} voter where voter.id = ${voteFacts.personId})
      ) order by ${voteFacts.ageS} desc), '[]')`,
    })
    .from(voteFacts)
    .where(
      and(
        eq(voteFacts.requestId, withdrawalRequests.id),
        eq(voteFacts.version, withdrawalRequests.version),
        eq(voteFacts.verdict, 'APPROVED'),
      ),
    );
  return {
    approvals: sql<number>`(${approvals})`.mapWith(Number),
    openApprovals: sql<(CastVote & { personName: string })[] | null>`case
      when ${withdrawalRequests.state} = 'AWAITING_APPROVAL'
        or ${withdrawalRequests.state} = 'APPROVED' and (coalesce(${sends.fence}, 0) = 0 or ${sends.state} = 'QUEUED')
      then (${openApprovals}) end`,
  };
}

export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

type SummaryRow = Pick<
  RequestRow,
  'requesterName' | 'recipientName' | 'approvals' | 'openApprovals' | 'follows' | 'followedBy'
> & {
  request: Pick<
    RequestRow['request'],
    'id' | 'refId' | 'state' | 'version' | 'requesterId' | 'createdAt' | 'expiresAt'
  >;
  version: Pick<RequestRow['version'], 'body' | 'requiredApprovals' | 'requiredRole' | 'requiredGroups'>;
  send: Pick<NonNullable<RequestRow['send']>, 'state' | 'closedAt' | 'transferStatus'> | null;
};

/** Converts a row to a request in a list, as this reader sees it. */
export function toSummary(
  { request, version, requesterName, recipientName, send, approvals, openApprovals, follows, followedBy }: SummaryRow,
  reader: Pick<Reader, 'id'>,
): RequestSummary {
  const { requiredApprovals, requiredRole, requiredGroups } = version;
  const open = openApprovals && { ...request, requiredApprovals, requiredRole, requiredGroups, votes: openApprovals };
  const { state } = request;
  const body = parseWithdrawalBody(version.body);
  const sent = send && { state: send.state, isClosed: send.closedAt !== null, transferStatus: send.transferStatus };
  return {
    id: request.id,
    refId: request.refId,
    state,
    requesterName,
    recipientName,
    isMine: request.requesterId === reader.id,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    body,
    ...(keepsBeneficiary({ state, body, send: sent }, settings().TRANSFER_SERVICE_BENEFICIARY) && {
      keepsBeneficiary: true,
    }),
    approvals: {
      given: open ? countApprovals(open, voteLimits()) : approvals,
      required: atLeastOne(requiredApprovals),
      void: open ? listVoidApprovals(open) : [],
      ...(open && requiredGroups.length > 0 && { missingGroups: listMissingGroups(open, voteLimits()) }),
    },
    follows,
    followedBy,
    send: sent,
  };
}

function listVoidApprovals(request: Parameters<typeof judgeApprovals<CastVote & { personName: string }>>[0]): string[] {
  return judgeApprovals(request, voteLimits()).flatMap(({ vote, reason }) =>
    reason === undefined ? [] : [describeVoidApproval(vote.personName, reason)],
  );
}
