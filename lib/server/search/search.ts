import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import type { Denial } from '@/lib/http/denials';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { ok, type Result } from '@/lib/result';
import {
  type FoundBeside,
  type FoundRecipient,
  MAX_COUNTED,
  MAX_NEAR,
  type NearAmounts,
  NOTHING_FOUND,
} from '@/lib/search/found';
import { type AmountTerm, listNearAmounts, readAmounts } from '@/lib/search/read-amounts';
import { readSearchTerm } from '@/lib/search/search-terms';
import { authorize } from '@/lib/server/auth/authorize';
import { findCaseNotes } from '@/lib/server/cases/notes';
import { listTransfersNear } from '@/lib/server/mirror/search/near-amounts';
import { countTransfersTo, readPaidTo, toDestination } from '@/lib/server/mirror/search/to-address';
import { findRecipients, type RecipientHit } from '@/lib/server/recipients/find';
import { findBatches, findRequests, findRequestsNear } from '@/lib/server/requests/search/find';

const MAX_OF_EACH = 5;

/**
 * Searches withdrawal requests, batches, the address book and case notes for a typed or pasted text; at most five of
 * each, the best match first; finds what is near an amount; and adds up what was paid to an address. Transfers are
 * searched apart (`listTransferPage`), so that neither waits for the other. The signal cancels the search, down to the
 * database.
 */
export async function searchBesideTransfers(typed: string, signal?: AbortSignal): Promise<Result<FoundBeside, Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const mayReadRecipients = await authorize('readRecipients');
  const mayReadTransfers = denialReason('readTransfers', reader.value.roles) === undefined;
  const term = readSearchTerm(typed);
  if (!term) return ok(NOTHING_FOUND);
  const options = { limit: MAX_OF_EACH, signal };
  const amounts = readAmounts(term.text);
  const [requests, batches, near, hits, notes, paid] = await Promise.all([
    findRequests(reader.value, term, options),
    findBatches(reader.value, term, options),
    amounts ? findNear(reader.value, amounts, { mayReadTransfers, signal }) : [],
    mayReadRecipients.ok ? findRecipients(reader.value, term, MAX_OF_EACH) : [],
    mayReadTransfers ? findCaseNotes(reader.value, term, options) : [],
    mayReadTransfers ? readPaidTo(reader.value, term.text, signal) : null,
  ]);
  return ok({
    requests,
    recipients: await countTransfers(reader.value, hits, signal),
    notes,
    paid,
    batches,
    read: amounts ? { amounts: amounts.amounts, asset: amounts.asset ?? null } : null,
    near,
    searched: [
      'requests',
      'batches',
      ...(mayReadRecipients.ok ? (['recipients'] as const) : []),
      ...(mayReadTransfers ? (['notes'] as const) : []),
    ],
  });
}

/** Finds what is near each amount of a text: transfers first, then requests that are no transfer yet. */
async function findNear(
  reader: Reader,
  term: AmountTerm,
  { mayReadTransfers, signal }: { mayReadTransfers: boolean; signal: AbortSignal | undefined },
): Promise<NearAmounts[]> {
  const all = listNearAmounts(term).map(async (range): Promise<NearAmounts> => {
    const near = { range, asset: term.asset, limit: MAX_NEAR + 1 };
    const [transfers, found] = await Promise.all([
      mayReadTransfers ? listTransfersNear(reader, near, signal) : [],
      findRequestsNear(reader, near, signal),
    ]);
    const shown = new Set(transfers.map(({ id }) => id));
    const requests = found.filter(({ transferId }) => transferId === null || !shown.has(transferId));
    return {
      amount: range.amount,
      within: range.within,
      transfers: transfers.slice(0, MAX_NEAR),
      requests: requests.slice(0, Math.max(0, MAX_NEAR - transfers.length)),
      hasMore: transfers.length + requests.length > MAX_NEAR,
    };
  });
  return (await Promise.all(all)).filter(({ transfers, requests }) => transfers.length + requests.length > 0);
}

/** Finds at most five requests by a whole reference or the beginning of one, for `GET /api/withdrawals?reference=`. */
export async function findRequestsByReference(
  typed: string,
  signal?: AbortSignal,
): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const term = readSearchTerm(typed);
  const found = term ? await findRequests(reader.value, term, { limit: MAX_OF_EACH, signal }) : [];
  return ok(found.filter(({ match }) => match.field === 'ref_id' && match.how !== 'contains'));
}

async function countTransfers(
  reader: Reader,
  hits: readonly RecipientHit[],
  signal: AbortSignal | undefined,
): Promise<FoundRecipient[]> {
  const counts = await countTransfersTo(reader, hits.map(toDestination), { limit: MAX_COUNTED, signal });
  return hits.map(({ normalAddress: _normalAddress, ...hit }, index) => ({ ...hit, transfers: counts[index] ?? 0 }));
}
