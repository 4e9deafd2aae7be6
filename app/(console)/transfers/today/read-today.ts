import type { Reader } from '@/lib/identity/reader';
import { countUnsettled } from '@/lib/server/cases/settlements';
import { readWatches } from '@/lib/server/cases/watches';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readInProgress } from '@/lib/server/mirror/figures/in-progress';
import { readSentToday } from '@/lib/server/mirror/figures/sent-today';
import { readVolume } from '@/lib/server/mirror/figures/volume';
import { addRecipients } from '@/lib/server/recipients/names';
import { listRequestsIn } from '@/lib/server/requests/lists/list';
import { readTimeZone } from '@/lib/server/cookies/own-cookies';
import { type PendingTransfer, sortInProgress } from '@/lib/requests/list/in-progress';

/** Reads what the page of today's transfers shows, at the same time and from the database only. */
export async function readToday(reader: Reader) {
  const [coverage, watches, pending, open, unsettled, sent, volume] = await Promise.all([
    readCoverage(reader),
    readWatches(),
    readInProgress(),
    listRequestsIn('in-progress'),
    countUnsettled(reader),
    readTimeZone().then((zone) => readSentToday(reader, zone)),
    readVolume(),
  ]);
  if (!watches.ok || !pending.ok || !open.ok || !volume.ok)
    throw new Error('the transfers of today were denied to a person who may read transfers');
  const { delayed, onTime } = sortInProgress(
    await nameRecipients(reader, pending.value.pending),
    open.value.filter(({ send }) => send?.state !== 'UNKNOWN' && send?.state !== 'HOLD'),
    Date.parse(coverage.answeredAt),
  );
  const { hasMore } = pending.value;
  return { coverage, watches: watches.value, delayed, onTime, hasMore, unsettled, sent, volume: volume.value };
}

/** Adds the recipients' names to the transfers in progress. */
async function nameRecipients(reader: Reader, pending: readonly PendingTransfer[]): Promise<PendingTransfer[]> {
  const named = await addRecipients(
    reader,
    pending.map(({ transfer }) => transfer),
  );
  return pending.map((item, index) => ({ ...item, transfer: named[index] ?? item.transfer }));
}
