import 'server-only';
import { setTimeout } from 'node:timers/promises';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/sync/service-filters';
import { readNewest } from '@/lib/server/mirror/sync/poll-newest';
import { completeAsOf } from '@/lib/mirror/sync';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { readPages } from '@/lib/server/transfer-service/read-pages';
import { settings } from '@/lib/server/config/settings';
import { UUID } from '@/lib/text/uuid';
import type { TermCheck } from '@/lib/search/lookup/bulk-lookup';
import { readOtherWays } from '@/lib/search/other-readings';
import { looksLikeReference, readTransferId, type SearchTerm, mayBeReference } from '@/lib/search/search-terms';

const TIMEOUT_WITHOUT_RESULTS_MS = 4_000;
const TIMEOUT_WITH_RESULTS_MS = 1_500;
const PAUSE_MS = 400;
// Of one search; each may take a turn of the read budget.
const MAX_INSIDE = 2;

/** What decides whether and how long the service is asked. */
interface LookUpOptions {
  /** True if the mirror has partial matches: then only a term of the usual kind is looked up. */
  hasResults: boolean;
  /** Aborted as soon as the reader types on. */
  signal?: AbortSignal | undefined;
}

/**
 * Looks a search term up at the service. Undefined where the term is no reference, such as an amount, or a word that
 * the mirror has matches for. A term of no usual kind waits for a pause in typing first, so that not every keystroke
 * takes a turn of the read budget. `isAnswered`: whether the service gave a certain answer in time.
 */
export async function lookUpAtService(
  term: SearchTerm,
  { hasResults, signal }: LookUpOptions,
): Promise<{ at: string; isAnswered: boolean } | undefined> {
  if (!looksLikeReference(term)) {
    if (hasResults || !mayBeReference(term)) return undefined;
    if (signal) await waitForPause(signal);
  }
  const at = now().toISOString();
  // What a sentence or a link names is looked up beside the whole text, which may be a reference all the same.
  const inside = readOtherWays(term.text).keys.slice(0, MAX_INSIDE);
  const terms = [term, ...inside.map((text): SearchTerm => ({ text, money: undefined }))];
  const checks = await readFromService(terms, hasResults ? TIMEOUT_WITH_RESULTS_MS : TIMEOUT_WITHOUT_RESULTS_MS);
  return { at, isAnswered: terms.every(({ text }) => checks.get(text) === 'answered') };
}

async function waitForPause(signal: AbortSignal): Promise<void> {
  // The error of the timer is its own; the caller knows the signal's reason.
  await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
}

// The most values of a repeated parameter (docs/specification/service-facts.md#reads).
const BATCH_SIZE = 100;
// Several transfers may have one reference; more pages are not read while a person waits.
const MAX_FILTERED_PAGES = 5;
// The longest time of the shared read budget that the IDs of one lookup may take, read one by one.
const MAX_SINGLE_READS_S = 2;

/**
 * Reads transfers with these IDs or references from the service and stores them in the mirror: by `ids` and `ref_ids`
 * where the service honours those filters, else IDs one by one, as many as two seconds of the read budget allow, and
 * references from the pages where new transfers appear. Returns the check of each term, by its text, as far as it is
 * known at the timeout; later answers are stored as well.
 */
export async function readFromService(
  terms: readonly SearchTerm[],
  timeoutMs: number,
): Promise<Map<string, TermCheck>> {
  const answered = { reference: new Set<string>(), id: new Set<string>() };
  const ids = planIdReads(terms);
  const questions =
    terms.length === 0 ? [] : [askForIds(ids, answered.id), askForReferences(terms, answered.reference, timeoutMs)];
  const all = Promise.all(questions).catch((error: unknown) => {
    log.warn({ err: error }, 'live lookup at the service failed');
  });
  await withTimeout(
    timeoutMs,
    () => all,
    () => undefined,
  );
  return new Map(
    terms.map(({ text }): [string, TermCheck] => {
      if (ids.notAsked.has(text)) return [text, 'not-asked'];
      const isAnswered = answered.reference.has(text) && (!ids.asked.has(text) || answered.id.has(text));
      return [text, isAnswered ? 'answered' : 'failed'];
    }),
  );
}

/** The IDs to read, by the text of their term, and the texts of the terms whose ID is not read. */
interface IdReads {
  asked: Map<string, string>;
  notAsked: Set<string>;
}

/** Chooses the IDs to read: all where `ids` can be used or there is one term, else UUIDs first, up to the budget. */
function planIdReads(terms: readonly SearchTerm[]): IdReads {
  const ids = terms.flatMap((term): [text: string, id: string][] => {
    const id = readTransferId(term);
    return id === undefined ? [] : [[term.text, id]];
  });
  const maxReads = Math.max(1, Math.floor(MAX_SINGLE_READS_S * settings().TRANSFER_SERVICE_READS_PER_SECOND));
  if (ids.length <= 1 || isUsableFilter('ids')) return { asked: new Map(ids), notAsked: new Set() };
  const uuidsFirst = ids.toSorted(([, one], [, other]) => Number(UUID.test(other)) - Number(UUID.test(one)));
  // Any reference may be an ID, but only a UUID surely is none: the list answers for references.
  const left = uuidsFirst.slice(maxReads).filter(([, id]) => UUID.test(id));
  return { asked: new Map(uuidsFirst.slice(0, maxReads)), notAsked: new Set(left.map(([text]) => text)) };
}

async function askForIds({ asked }: IdReads, answered: Set<string>): Promise<void> {
  if (asked.size > 1 && isUsableFilter('ids')) return readInBatches('ids', asked, answered);
  await Promise.all(
    Array.from(asked, async ([text, id]) => {
      if (await readOne(id)) answered.add(text);
    }),
  );
}

async function askForReferences(terms: readonly SearchTerm[], answered: Set<string>, timeoutMs: number): Promise<void> {
  const texts = new Map(terms.map(({ text }) => [text, text]));
  if (isUsableFilter('ref_ids')) return readInBatches('ref_ids', texts, answered);
  if (await readNewestPages(timeoutMs)) for (const text of texts.keys()) answered.add(text);
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

/** Reads values by a filter, given by the text of their term; adds the texts that the service answered for. */
async function readInBatches(
  filter: 'ids' | 'ref_ids',
  values: ReadonlyMap<string, string>,
  answered: Set<string>,
): Promise<void> {
  const all = [...values];
  const perBatch = Math.min(BATCH_SIZE, settings().TRANSFER_SERVICE_PAGE_LIMIT);
  for (let start = 0; start < all.length; start += perBatch) {
    const batch = all.slice(start, start + perBatch);
    const wanted = new Set(batch.map(([, value]) => value.toLowerCase()));
    const member = filter === 'ids' ? 'id' : 'ref_id';
    const found = new Set<string>();
    const end = await readPages({
      limit: perBatch,
      maxPages: MAX_FILTERED_PAGES,
      filters: batch.map(([, value]) => [filter, value] as const),
      visit: async (page) => {
        await storeReading(page);
        for (const item of page.items) found.add(readLowerCase(item, member));
        return page.isLast || isSubset(found, wanted);
      },
    });
    if (!isSubset(found, wanted)) {
      // Other transfers came as well: the service ignores the filter, so what is missing proves nothing.
      await disableFilter(filter);
      return;
    }
    if (end.kind === 'failed') return;
    // Without a stated end, the rest may be on a page that was not read.
    const isWhole = end.kind === 'end' && end.isStated;
    for (const [text, value] of batch) if (isWhole || found.has(value.toLowerCase())) answered.add(text);
  }
}

const isSubset = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((value) => all.has(value));

function readLowerCase(item: unknown, member: string): string {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value.toLowerCase() : '';
}
