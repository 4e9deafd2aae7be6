import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/service-filters';
import { readNewest } from '@/lib/server/mirror/poll-newest';
import { coveredAt } from '@/lib/mirror/sync';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { getTransfer, listRecords } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import { looksLikeReference, readId, type SearchTerm } from '@/lib/search/search-terms';

const NOTHING_SHOWN_MS = 4_000;
const SOMETHING_SHOWN_MS = 1_500;

/** Asks the service about what somebody searches for, where it looks like an id or a reference. Undefined where it looks like neither. */
export async function lookUpLive(
  term: SearchTerm,
  hasSomething: boolean,
): Promise<{ at: string; isAnswered: boolean } | undefined> {
  if (!looksLikeReference(term)) return undefined;
  const at = now().toISOString();
  return { at, isAnswered: await askService([term], hasSomething ? SOMETHING_SHOWN_MS : NOTHING_SHOWN_MS) };
}

// What one list question may name (service-facts, "Reads").
const PER_BATCH = 100;

/**
 * Asks the service itself for transfers with these ids or references, and puts what it gives into the mirror: by id for a
 * single one, by `ids` and `ref_ids` where the service honours them, else by the pages where new transfers appear. Gives
 * whether it answered within the time; what comes later is kept all the same.
 */
export async function askService(terms: readonly SearchTerm[], withinMs: number): Promise<boolean> {
  if (terms.length === 0) return true;
  const questions = [
    ...askById(terms),
    isUsableFilter('ref_ids')
      ? askInBatches(
          'ref_ids',
          terms.map(({ text }) => text),
        )
      : askForNewest(withinMs),
  ];
  const all = Promise.all(questions).then(
    (answers) => answers.every(Boolean),
    (error: unknown) => {
      log.warn({ err: error }, 'the service could not be asked for what somebody searches for');
      return false;
    },
  );
  const timeout = new AbortController();
  const tooSlow = delay(withinMs, false, { signal: timeout.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([all, tooSlow]);
  } finally {
    timeout.abort();
  }
}

function askById(terms: readonly SearchTerm[]): Promise<boolean>[] {
  const ids = terms.flatMap((term) => readId(term) ?? []);
  if (ids.length > 1 && isUsableFilter('ids')) return [askInBatches('ids', ids)];
  // Many would each take a read of a budget that all share.
  return terms.length === 1 ? ids.map(askForOne) : [];
}

async function askForOne(id: string): Promise<boolean> {
  const readAt = now();
  const found = await getTransfer(id);
  if (found.ok) await storeReading({ items: [found.value.raw], readAt });
  // That it knows none is an answer, and so is that this can be no id.
  return found.ok || (found.error.kind === 'problem' && [400, 404].includes(found.error.problem.status));
}

/**
 * Whether the mirror holds all that the service had when this was asked. That the newest pages were read says nothing of
 * a list that was never read to its end, has no order or lost its end; nor does a reading that began before.
 */
async function askForNewest(withinMs: number): Promise<boolean> {
  const at = now().toISOString();
  // The first may have been under way already.
  for (let tries = 0; tries < 2; tries += 1) {
    if ((await readNewest({ withinMs })) !== 'read') return false;
    const state = await readSyncState();
    const wasWhole = state.newest?.isWhole && !isUsableFilter('updated_at');
    const covered = wasWhole ? state.newest?.asOf : coveredAt(state);
    if (!covered) return false;
    if (covered >= at) return true;
  }
  return false;
}

async function askInBatches(filter: 'ids' | 'ref_ids', texts: readonly string[]): Promise<boolean> {
  const perBatch = Math.min(PER_BATCH, settings().TRANSFER_SERVICE_PAGE_LIMIT);
  let isWhole = true;
  for (let start = 0; start < texts.length; start += perBatch) {
    const batch = texts.slice(start, start + perBatch);
    const page = await listRecords({ limit: perBatch, filters: batch.map((text) => [filter, text] as const) });
    if (!page.ok) return false;
    await storeReading(page.value);
    const wanted = new Set(batch.map((text) => text.toLowerCase()));
    const member = filter === 'ids' ? 'id' : 'ref_id';
    if (page.value.items.every((item) => wanted.has(textOf(item, member)))) {
      const found = new Set(page.value.items.map((item) => textOf(item, member)));
      // Another page may hold what this one lacks.
      if (page.value.nextCursor !== null && [...wanted].some((text) => !found.has(text))) isWhole = false;
      continue;
    }
    // Records of other transfers: it takes no notice of what it was asked for, so what it lacks says nothing.
    await disableFilter(filter);
    return false;
  }
  return isWhole;
}

function textOf(item: unknown, member: string): string {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined;
  return typeof value === 'string' ? value.toLowerCase() : '';
}
