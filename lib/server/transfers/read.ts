import 'server-only';
import { type Explanation, explainReadFailure, type ServiceFailure } from '@/lib/problems';
import { fail, ok, type Result } from '@/lib/result';
import { log } from '@/lib/server/log';
import { keepSeen, markGone } from '@/lib/server/mirror/seen';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import { getTransfer, listTransfers } from '@/lib/server/service/endpoints';
import { settings } from '@/lib/server/settings';
import type { Transfer, TransferAnswer, TransferListPage, TransferRow, UnusableItem } from '@/lib/transfers';

/** Why transfers could not be read. `status` is what a GET route answers. */
export type ReadDenial = Denial | { kind: 'not-found' | 'failed'; status: 404 | 502 | 503; explanation: Explanation };

export interface ListQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

const MAX_ID_LENGTH = 200;

/** One page of transfers, newest first where the service lists them so. */
export async function listTransferPage({ cursor, limit }: ListQuery): Promise<Result<TransferListPage, ReadDenial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  const page = await listTransfers(cursor, Math.min(limit ?? settings().TRANSFER_SERVICE_PAGE_LIMIT, settings().TRANSFER_SERVICE_PAGE_LIMIT));
  if (!page.ok) return fail(toDenial(page.error));
  const saidAt = new Date().toISOString();
  const coverage = { transfers: 0, isComplete: false, asOf: saidAt, oldestAt: null, progress: null, fault: null, staleSince: null, saidAt };
  return ok({ items: page.value.items.map(toRow), nextCursor: page.value.nextCursor, topCursor: null, coverage });
}

/** One transfer, as the service has it now. What was seen is in the mirror afterwards, or that it is gone. */
export async function readTransfer(id: string): Promise<Result<TransferAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  // A text that no path can carry is an id that nobody has.
  const isUsable = id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes('\0') && !/^\.{0,2}$/.test(id);
  const readAt = new Date();
  const found = isUsable ? await getTransfer(id) : fail(UNKNOWN_ID);
  if (!found.ok) {
    const denial = toDenial(found.error);
    if (isUsable && denial.kind === 'not-found') await markGone(id, readAt);
    return fail(denial);
  }
  await keepSeen([found.value], readAt);
  return ok({ transfer: found.value, asOf: new Date().toISOString() });
}

const UNKNOWN_ID: ServiceFailure = { kind: 'problem', problem: { status: 404, type: 'not-found', title: '', detail: '', meta: {}, isReadable: true } };

// The details ask for the record as it came; a list of thousands would carry it twice.
function toRow(item: Transfer | UnusableItem): TransferRow | UnusableItem {
  if (item.id === null) return item;
  const { raw: _raw, ...row } = item;
  return row;
}

function toDenial(failure: ServiceFailure): ReadDenial {
  const explanation = explainReadFailure(failure);
  if (failure.kind === 'problem' && failure.problem.status === 404) return { kind: 'not-found', status: 404, explanation };
  log.warn(
    { failure: failure.kind, status: failure.kind === 'problem' ? failure.problem.status : undefined, cause: 'cause' in failure ? failure.cause : undefined },
    'the service could not be read',
  );
  return { kind: 'failed', status: failure.kind === 'problem' && failure.problem.status === 429 ? 503 : 502, explanation };
}
