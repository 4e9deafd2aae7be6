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
  sumByAsset,
} from '@/lib/requests/bundles/batches';
import { type Decidable, requestDenialReason } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { sumNeeds } from '@/lib/balances/needs';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { findObjections } from '@/lib/server/requests/bundles/objections';
import type { Denial } from '@/lib/http/denials';
import { type Memberships, withGroups } from '@/lib/server/approver-groups/members';
import { isSigner } from '@/lib/server/passkeys/decisions';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import { authorize, isFresh } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { findMissingRight } from '@/lib/server/rights/check';
import { readDecidesFor } from '@/lib/server/requests/decides-for';
import { readVotesOn } from '@/lib/server/requests/vote-facts';
import { UUID } from '@/lib/text/uuid';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { toDecidable } from '@/lib/server/requests/load';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';

/** Reads a batch with its items, the reasons against approving it as a whole, and what the reader can do. */
export async function readBatch(id: string): Promise<Result<BatchView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const found = await findBatch(id);
  const rows = found ? await selectMembers(reader.value, id) : [];
  // A batch of which the reader may see nothing is answered as missing.
  if (!found || rows.length === 0) return fail({ kind: 'not-found' });
  const waiting = rows.filter(isWaiting);
  const objections = await findObjections(await readVersions(waiting));
  const names = await readNames(reader.value, rows);
  const items = rows.map((row): BatchItem => {
    const { request, version } = row;
    return {
      ...toSummary(row, reader.value),
      position: request.bundlePosition ?? 0,
      recipientName: names.get(version.recipientKey) ?? null,
      isWaiting: isWaiting(row),
      objections: objections.get(request.id) ?? [],
    };
  });
  const { bundle, requesterName } = found;
  const withoutFindings = waiting.filter(({ request }) => !objections.has(request.id));
  const open = await readOpen(waiting, reader.value);
  const actor = await withGroups(reader.value, open);
  const reject = await decideDenialReason('reject-together', { waiting, open }, actor);
  const approve = await decideDenialReason('approve-together', { waiting, open }, actor);
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
    totals: sumByAsset(items.map(({ body }) => body)),
    needs:
      settings().TRANSFER_SERVICE_BALANCES === 'on'
        ? sumNeeds(waiting.map(({ version }) => parseWithdrawalBody(version.body)))
        : [],
    waiting: toDecidedTogether(waiting),
    withoutFindings: toDecidedTogether(withoutFindings),
    denialReason: {
      reject: reject ?? null,
      approve: approve ?? explainObjections(objections.size, waiting.length),
      approveWithoutFindings:
        withoutFindings.length === 0
          ? 'No waiting item is without findings.'
          : ((await decideDenialReason(
              'approve-together',
              { waiting: withoutFindings, open: await readOpen(withoutFindings, reader.value) },
              actor,
            )) ?? null),
      cancel:
        cancelBatchDenialReason(
          rows.map((row) => toDecidable(row, [])),
          reader.value,
        ) ?? null,
    },
    // Who signs needs no renewed sign-in.
    isSignInFresh: isFresh(reader.value) || signs,
    isSigner: signs,
    decidesFor: approve === undefined ? await readDecidesFor(open, reader.value) : [],
    hasEvidence: (await readRootInForce()) !== undefined,
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
async function readVersions(rows: readonly RequestRow[]) {
  if (rows.length === 0) return [];
  const shown = new Map(rows.map(({ version }) => [version.requestId, version.version]));
  const found = await database()
    .select()
    .from(requestVersions)
    .where(inArray(requestVersions.requestId, [...shown.keys()]));
  return found.filter(({ requestId, version }) => shown.get(requestId) === version);
}

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
    totals: sumByAsset(rows.map(({ version }) => parseWithdrawalBody(version.body))),
    sha256: hashItems(rows),
  };
}

type OpenItem = Decidable & { id: string };

/** Reads the facts of waiting items that the reader has not decided on. */
async function readOpen(waiting: readonly RequestRow[], reader: Person): Promise<OpenItem[]> {
  const votes = await readVotesOn(
    database(),
    waiting.map(({ request }) => request.id),
  );
  return waiting
    .map((row) =>
      toDecidable(
        row,
        votes.filter(({ requestId }) => requestId === row.request.id),
      ),
    )
    .filter(
      ({ version, votes: cast }) => !cast.some((vote) => vote.personId === reader.id && vote.version === version),
    );
}

/**
 * Explains why the reader cannot decide on the waiting items that they have not decided on; undefined where they can.
 */
async function decideDenialReason(
  action: 'approve-together' | 'reject-together',
  { waiting, open }: { waiting: readonly RequestRow[]; open: readonly OpenItem[] },
  reader: Person & Memberships,
): Promise<string | undefined> {
  if (waiting.length === 0) return 'No item awaits approval.';
  if (open.length === 0) return 'You have already decided on every waiting item.';
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

function explainObjections(count: number, total: number): string | null {
  if (count === 0) return null;
  const waiting = `${total.toLocaleString('en-GB')} waiting ${total === 1 ? 'item' : 'items'}`;
  const concerned =
    count === total
      ? `${total === 1 ? 'the' : 'each of the'} ${waiting}`
      : `${count.toLocaleString('en-GB')} of the ${waiting}`;
  return (
    `This batch cannot be approved as a whole because of ${concerned}. ` +
    (count === total
      ? 'Decide on the items one by one, or reject all.'
      : 'Approve the items without findings together and decide on the others one by one, or reject all.')
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
