import 'server-only';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import type { ListFilter } from '@/lib/server/config/setting-values';
import { settings } from '@/lib/server/config/settings';

const ignored = () => singleton('mirror.ignored-filters', () => new Set<ListFilter>());

/**
 * Tells whether a list parameter can be used: TRANSFER_SERVICE_FILTERS names it, and no answer has ignored it since
 * this process started.
 */
export function isUsableFilter(name: ListFilter): boolean {
  return settings().TRANSFER_SERVICE_FILTERS.includes(name) && !ignored().has(name);
}

/** Stops using a list parameter in this process because an answer ignored it, and records that for the status page. */
export async function disableFilter(name: ListFilter): Promise<void> {
  if (ignored().has(name)) return;
  ignored().add(name);
  log.warn({ filter: name }, 'service ignores a filter that TRANSFER_SERVICE_FILTERS names; reading without it');
  const { ignoredFilters } = await readSyncState();
  await storeReading(undefined, { patch: { ignoredFilters: { ...ignoredFilters, [name]: now().toISOString() } } });
}
