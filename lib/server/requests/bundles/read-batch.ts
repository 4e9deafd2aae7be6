import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { personLabel } from '@/lib/server/database/person-label';
import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  type BatchItem,
  type BatchStates,
  type BatchView,
  cancelBatchDenialReason,
  type DecidedTogether,
  type ItemLook,
} from '@/lib/requests/bundles/batches';
import { type Decidable, requestDenialReason } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { sumNeeds } from '@/lib/balances/needs';
import { findLeavingTime } from '@/lib/policy/facts';
import { now } from '@/lib/server/runtime/clock';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import { bundles, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { findLooks, nameSeen, readVersions, toLookedMember } from '@/lib/server/requests/bundles/looks';
import { listToChoose } from '@/lib/risk/recipient-checks';
import { candidateOf, findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import type { Denial } from '@/lib/http/denials';
import { readUsdValues } from '@/lib/server/mirror/figures/usd-values';
import { type Memberships, withGroups } from '@/lib/server/approver-groups/members';
import { isSigner } from '@/lib/server/passkeys/decisions';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { authorize, isFresh } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import { findMissingRight } from '@/lib/server/rights/check';
import { readDecidesFor } from '@/lib/server/requests/votes/deciders';
import { findLastApprovals, readSignatures } from '@/lib/server/requests/bundles/batch-signatures';
import { readVotesOn } from '@/lib/server/requests/vote-facts';
import { UUID } from '@/lib/text/uuid';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { toDecidable } from '@/lib/server/requests/load';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';

/** Reads a batch with its items, how the reader looks at each of them, and what they can do. */
export async function readBatch(id: string): Promise<Result<BatchView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const found = await findBatch(id);
  const rows = found ? await selectMembers(reader.value, id) : [];
  // A batch of which the reader may see nothing is answered as missing.
  if (!found || rows.length === 0) return fail({ kind: 'not-found' });
  const waiting = rows.filter(isWaiting);
  const names = await readNames(reader.value, rows);
  const undecided = await readUndecided(waiting);
  const open = undecided.filter(({ version, votes }) => !hasVoted(votes, version, reader.value.id));
  const actor = await withGroups(reader.value, open);
  const decidable = open.filter((item) => requestDenialReason('approve-together', item, actor) === undefined);
  const canDecide = new Set(decidable.map((item) => item.id));
  const rejectable = open.filter((item) => requestDenialReason('reject-together', item, actor) === undefined);
  const canReject = new Set(rejectable.map((item) => item.id));
  const isLast = await findLastApprovals(reader.value, { groups: actor.groups, waiting, decidable });
  const looks = await readLooks(reader.value, rows);
  const assets = rows.map(({ version }) => fixedValueOf(parseWithdrawalBody(version.body)).asset);
  const valueOf = await readUsdValues(reader.value, assets);
  const items = rows.map((row): BatchItem => {
    const { request, version } = row;
    const summary = toSummary(row, reader.value);
    return {
      ...summary,
      value: valueOf(fixedValueOf(summary.body)),
      position: request.bundlePosition ?? 0,
      recipientName: names.get(version.recipientKey) ?? null,
      note: version.note,
      version: version.version,
      bodySha256: version.bodySha256,
      look: looks.get(request.id) ?? null,
      canDecide: canDecide.has(request.id),
      canReject: canReject.has(request.id),
      isLastApproval: isLast.has(request.id),
      leavesAt: findLeavingTime(version.facts, now()),
    };
  });
  const { bundle, requesterName } = found;
  // Of items that ask for other roles, others decide.
  const approvable = decidable.length > 0 ? decidable : open;
  const refusable = rejectable.length > 0 ? rejectable : open;
  const reject = await decideDenialReason('reject-together', { waiting, open: refusable }, actor);
  const approve = await decideDenialReason('approve-together', { waiting, open: approvable }, actor);
  const signs = await isSigner(
    reader.value,
    waiting.map(({ version }) => version.requiredRole),
  );
  return ok({
    id,
    name: bundle.name,
    requesterName,
    isMine: bundle.requesterId === reader.value.id,
    createdAt: bundle.createdAt.toISOString(),
    items,
    needs:
      settings().TRANSFER_SERVICE_BALANCES === 'on'
        ? sumNeeds(waiting.map(({ version }) => parseWithdrawalBody(version.body)))
        : [],
    waiting: toDecidedTogether(waiting),
    denialReason: {
      reject: reject ?? null,
      approve: approve ?? null,
      cancel:
        cancelBatchDenialReason(
          rows.map((row) => toDecidable(row, [])),
          reader.value,
        ) ?? null,
    },
    // Who signs needs no renewed sign-in.
    isSignInFresh: isFresh(reader.value) || signs,
    isSendingStopped: (await readSendingState()).isStopped,
    isSigner: signs,
    decidesFor: approve === undefined ? await readDecidesFor(approvable, reader.value) : [],
    hasEvidence: (await readRootInForce()) !== undefined,
    signatures: await readSignatures(reader.value, rows, undecided),
  });
}

/** Reads the states of a batch's items, for polling. */
export async function readBatchStates(id: string): Promise<Result<BatchStates, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const rows = (await findBatch(id)) ? await selectMembers(reader.value, id) : [];
  if (rows.length === 0) return fail({ kind: 'not-found' });
  const states = rows
    .map((row) => toSummary(row, reader.value))
    .map(({ state, approvals, send }) => ({ state, approvals, send }));
  return ok({ waitingSha256: hashItems(rows.filter(isWaiting)), states });
}

async function findBatch(id: string) {
  if (!UUID.test(id)) return undefined;
  const [found] = await database()
    .select({ bundle: bundles, requesterName: personLabel() })
    .from(bundles)
    .innerJoin(people, eq(people.id, bundles.requesterId))
    .where(and(eq(bundles.id, id), eq(bundles.kind, 'batch')));
  return found;
}

function selectMembers(reader: Reader, id: string) {
  return selectRequests(reader)
    .where(eq(withdrawalRequests.bundleId, id))
    .orderBy(asc(withdrawalRequests.bundlePosition));
}

/** Reads the full versions of these rows, and no newer ones, even if a request was amended since. */

const isWaiting = ({ request, isExpired }: RequestRow) => request.state === 'AWAITING_APPROVAL' && !isExpired;

function hashItems(rows: readonly RequestRow[]): string {
  return hashBundle(
    'batch',
    rows.map(({ version }) => version.bodySha256),
  );
}

function toDecidedTogether(rows: readonly RequestRow[]): DecidedTogether {
  return {
    requestIds: rows.map(({ request }) => request.id),
    sha256: hashItems(rows),
  };
}

type OpenItem = Decidable & { id: string };

/** Reads the facts of waiting items, with the votes on them. */
async function readUndecided(waiting: readonly RequestRow[]) {
  const votes = await readVotesOn(
    database(),
    waiting.map(({ request }) => request.id),
  );
  return waiting.map((row) => {
    const cast = votes.filter(({ requestId }) => requestId === row.request.id);
    return { ...toDecidable(row, cast), votes: cast };
  });
}

const hasVoted = (votes: Decidable['votes'], version: number, personId: string) =>
  votes.some((vote) => vote.personId === personId && vote.version === version);

/**
 * Explains why the reader cannot decide on the waiting items that they have not decided on; undefined where they can.
 */
async function decideDenialReason(
  action: 'approve-together' | 'reject-together',
  { waiting, open }: { waiting: readonly RequestRow[]; open: readonly OpenItem[] },
  reader: Person & Memberships,
): Promise<string | undefined> {
  if (waiting.length === 0) return 'No row awaits approval.';
  if (open.length === 0) return 'You have already decided on every waiting row.';
  for (const decidable of open) {
    const reason = requestDenialReason(action, decidable, reader);
    if (reason !== undefined) return reason;
  }
  return findMissingRight(
    database(),
    open.map(({ id: requestId, version }) => ({ version: { requestId, version } })),
    { personId: reader.id },
  );
}

/** Reads how a person looks at each waiting item of a batch, by request id. */
async function readLooks(reader: Person, rows: readonly RequestRow[]): Promise<Map<string, ItemLook>> {
  const versions = await readVersions(rows.filter(isWaiting));
  const looks = await findLooks(versions, rows.map(toLookedMember));
  const similar = await readSimilarTo(
    reader,
    versions.filter(({ requestId }) => looks.get(requestId)?.isSimilar),
  );
  return new Map(
    versions.flatMap((version): [string, ItemLook][] => {
      const { requestId, checks } = version;
      const look = looks.get(requestId);
      if (!look) return [];
      const { destination_address: address } = parseWithdrawalBody(version.body);
      const itemLook = {
        ...look,
        seen: nameSeen(version, look, reader.id),
        similarAddresses: similar.get(requestId) ?? [],
        normalAddress: checks?.address.state === 'valid' ? checks.address.normal : address,
      };
      return [[requestId, itemLook]];
    }),
  );
}

/**
 * Reads the addresses that those of these versions resemble, as far as the reader sees them: those of now, or where
 * there are none by now, those of when the withdrawal was requested.
 */
async function readSimilarTo(
  reader: Reader,
  versions: Awaited<ReturnType<typeof readVersions>>,
): Promise<Map<string, SimilarAddress[]>> {
  const found = await findSimilarAddressesOfEach(
    reader,
    versions.map(({ requestId, body, createdAt }) =>
      candidateOf(parseWithdrawalBody(body), { exceptIds: [requestId], savedAt: createdAt }),
    ),
  );
  return new Map(
    versions.map(({ requestId, checks }, index) => {
      const current = listToChoose(found[index]);
      return [requestId, current.length > 0 ? current : listToChoose(checks?.similarAddresses)];
    }),
  );
}

/** Reads the recipients' names in the address book, as far as the reader may see them, by recipient key. */
async function readNames(reader: Reader, rows: readonly RequestRow[]): Promise<Map<string, string>> {
  const keys = [...new Set(rows.map(({ version }) => version.recipientKey))];
  if (keys.length === 0) return new Map();
  const entries = await database()
    .select({ key: recipients.recipientKey, name: recipients.name })
    .from(recipients)
    .where(and(inArray(recipients.recipientKey, keys), eq(recipients.state, 'ACTIVE'), visibleRecipients(reader)));
  return new Map(entries.map(({ key, name }) => [key, name]));
}
