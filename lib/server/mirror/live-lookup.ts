import 'server-only';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/service-filters';
import { readNewest } from '@/lib/server/mirror/poll-newest';
import { completeAsOf } from '@/lib/mirror/sync';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { getTransfer, listRecords } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import { looksLikeReference, readTransferId, type SearchTerm } from '@/lib/search/search-terms';

const TIMEOUT_WITHOUT_RESULTS_MS = 4_000;
const TIMEOUT_WITH_RESULTS_MS = 1_500;

/**
 * Looks a search term up at the service. Undefined where the term looks like neither an ID nor a reference.
 * `isAnswered`: whether the service gave a certain answer in time.
 */
export async function lookUpAtService(
  term: SearchTerm,
  hasResults: boolean,
): Promise<{ at: string; isAnswered: boolean } | undefined> {
  if (!looksLikeReference(term)) return undefined;
  const at = now().toISOString();
  return {
    at,
    isAnswered: await readFromService([term], hasResults ? TIMEOUT_WITH_RESULTS_MS : TIMEOUT_WITHOUT_RESULTS_MS),
  };
}

// The most values of a repeated parameter (docs/specification/service-facts.md#reads).
const BATCH_SIZE = 100;

/**
 * Reads transfers with these IDs or references from the service and stores them in the mirror: a single one by its ID,
 * several by `ids` and `ref_ids` where the service honours those filters, else from the pages where new transfers
 * appear. Returns whether the service answered for all of them within the timeout; later answers are stored as well.
 */
export async function readFromService(terms: readonly SearchTerm[], timeoutMs: number): Promise<boolean> {
  if (terms.length === 0) return true;
  const questions = [
    ...readByIds(terms),
    isUsableFilter('ref_ids')
      ? readInBatches(
          'ref_ids',
          terms.map(({ text }) => text),
        )
      : readNewestPages(timeoutMs),
  ];
  const all = Promise.all(questions).then(
    (answers) => answers.every(Boolean),
    (error: unknown) => {
      log.warn({ err: error }, 'live lookup at the service failed');
      return false;
    },
  );
  return withTimeout(
    timeoutMs,
    () => all,
    () => false,
  );
}

function readByIds(terms: readonly SearchTerm[]): Promise<boolean>[] {
  const ids = terms.flatMap((term) => readTransferId(term) ?? []);
  if (ids.length > 1 && isUsableFilter('ids')) return [readInBatches('ids', ids)];
  // Reading many one by one would use up the shared read budget.
  return terms.length === 1 ? ids.map(readOne) : [];
}

async function readOne(id: string): Promise<boolean> {
  const readAt = now();
  const found = await getTransfer(id);
  if (found.ok) await storeReading({ items: [found.value.raw], readAt });
  // Not found is an answer, and so is a rejected ID.
  return found.ok || (found.error.kind === 'problem' && [400, 404].includes(found.error.problem.status));
}

/**
 * Reads the newest pages and returns whether the mirror now holds everything that the service had when this was called.
 * The newest pages alone do not prove that for a list that was never read to its end, has no order or lost its end, and
 * neither does a reading that began before.
 */
async function readNewestPages(timeoutMs: number): Promise<boolean> {
  const at = now().toISOString();
  // The first reading may have begun before this call.
  for (let tries = 0; tries < 2; tries += 1) {
    if ((await readNewest({ timeoutMs })) !== 'read') return false;
    const state = await readSyncState();
    const wasWhole = state.newest?.isWhole && !isUsableFilter('updated_at');
    const covered = wasWhole ? state.newest?.asOf : completeAsOf(state);
    if (!covered) return false;
    if (covered >= at) return true;
  }
  return false;
}

async function readInBatches(filter: 'ids' | 'ref_ids', texts: readonly string[]): Promise<boolean> {
  const perBatch = Math.min(BATCH_SIZE, settings().TRANSFER_SERVICE_PAGE_LIMIT);
  let isWhole = true;
  for (let start = 0; start < texts.length; start += perBatch) {
    const batch = texts.slice(start, start + perBatch);
    const page = await listRecords({ limit: perBatch, filters: batch.map((text) => [filter, text] as const) });
    if (!page.ok) return false;
    await storeReading(page.value);
    const wanted = new Set(batch.map((text) => text.toLowerCase()));
    const member = filter === 'ids' ? 'id' : 'ref_id';
    if (page.value.items.every((item) => wanted.has(readLowerCase(item, member)))) {
      const found = new Set(page.value.items.map((item) => readLowerCase(item, member)));
      // The next page may have the rest.
      if (page.value.nextCursor !== null && [...wanted].some((text) => !found.has(text))) isWhole = false;
      continue;
    }
    // Other transfers came as well: the service ignores the filter, so what is missing proves nothing.
    await disableFilter(filter);
    return false;
  }
  return isWhole;
}

function readLowerCase(item: unknown, member: string): string {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value.toLowerCase() : '';
}
