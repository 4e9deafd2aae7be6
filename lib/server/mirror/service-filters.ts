import 'server-only';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { type ListFilter, settings } from '@/lib/server/config/settings';

const ignored = () => singleton('mirror.ignored-filters', () => new Set<ListFilter>());

/** Whether a parameter of the list can be used: the configuration says so, and no answer said otherwise since this process started. */
export function isUsableFilter(name: ListFilter): boolean {
  return settings().TRANSFER_SERVICE_FILTERS.includes(name) && !ignored().has(name);
}

/** Ends the use of a parameter in this process, because an answer took no notice of it. It is shown on /status. */
export async function disableFilter(name: ListFilter): Promise<void> {
  if (ignored().has(name)) return;
  ignored().add(name);
  log.warn(
    { filter: name },
    'the service takes no notice of a filter that the configuration names; it is not used any more',
  );
  const { ignoredFilters } = await readSyncState();
  await storeReading(undefined, { patch: { ignoredFilters: { ...ignoredFilters, [name]: now().toISOString() } } });
}
