import type { HomeSectionName } from '@/app/(console)/(home)/home-sections';
import type { AlarmFacts } from '@/app/(console)/(home)/home-alarms';
import type { Reader } from '@/lib/identity/reader';
import type { ApprovalQueue } from '@/lib/requests/queue';
import type { Result } from '@/lib/result';
import { countUnsettled } from '@/lib/server/cases/settlements';
import { readWatches } from '@/lib/server/cases/watches';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readInProgress } from '@/lib/server/mirror/figures/in-progress';
import { readSentToday } from '@/lib/server/mirror/figures/sent-today';
import { readVolume } from '@/lib/server/mirror/figures/volume';
import { isInSetUpMode } from '@/lib/server/passkeys/key-list/mode';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { isBookToBegin } from '@/lib/server/recipients/adoption/first-day';
import { addRecipients } from '@/lib/server/recipients/names';
import { listTestsToConfirm } from '@/lib/server/requests/bundles/tests-to-confirm';
import { readHaste } from '@/lib/server/requests/checks/haste';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { listRequestsIn } from '@/lib/server/requests/lists/list';
import { listReturned } from '@/lib/server/requests/lists/returned';
import { readTimeZone } from '@/lib/server/runtime/time-zone';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import { listTransferAlarms, MAX_TRANSFER_ALARMS } from '@/lib/server/transfer-watch/known-transfers';
import { type PendingTransfer, sortInProgress } from '@/lib/transfers/figures/in-progress';

const MAX_FINISHED = 10;
const MAX_UNRESOLVED = 50;

/** What the home page shows. */
export type Home = Awaited<ReturnType<typeof readHome>>;

/**
 * Reads what these sections of the home page show, at the same time and from the database only. What no section shows
 * is not read: its list is empty.
 */
export async function readHome(reader: Reader, sections: readonly HomeSectionName[]) {
  const whenShown = async <Value>(shownBy: readonly HomeSectionName[], read: () => Promise<Value>) =>
    sections.some((section) => shownBy.includes(section)) ? read() : undefined;
  const [
    coverage,
    alarms,
    queue,
    changes,
    tests,
    unresolved,
    cameBack,
    sent,
    watches,
    pending,
    open,
    unsettled,
    volume,
    ended,
    isToBegin,
  ] = await Promise.all([
    readCoverage(reader),
    whenShown(['alarms'], () => readAlarmFacts(reader)),
    whenShown(['decisions', 'waiting'], readQueue),
    whenShown(['changes'], listConfirmable),
    whenShown(['tests'], listTestsToConfirm),
    whenShown(['alarms', 'unresolved'], () => listRequestsIn('unknown', MAX_UNRESOLVED + 1)),
    whenShown(['returned'], listReturned),
    whenShown(['sentToday'], async () => readSentToday(reader, await readTimeZone())),
    whenShown(['watched'], readWatches),
    whenShown(['delayed', 'inProgress'], readInProgress),
    whenShown(['inProgress'], () => listRequestsIn('in-progress')),
    whenShown(['unsettled'], () => countUnsettled(reader)),
    whenShown(['volume'], readVolume),
    whenShown(['finished'], () => listRequestsIn('ended', MAX_FINISHED)),
    whenShown(['firstDay'], () => isBookToBegin(reader)),
  ]);
  const returned = valueOr(cameBack, []);
  const { pending: transfers, hasMore } = valueOr(pending, NOTHING_PENDING);
  const { delayed, onTime } = sortInProgress(
    await nameRecipients(reader, transfers),
    valueOr(open, []).filter(({ send }) => send?.state !== 'UNKNOWN' && send?.state !== 'HOLD'),
    Date.parse(coverage.answeredAt),
  );
  const unresolvedNow = unresolved?.ok
    ? {
        requests: unresolved.value.slice(0, MAX_UNRESOLVED),
        hasMore: unresolved.value.length > MAX_UNRESOLVED,
      }
    : null;
  return {
    coverage,
    alarms: alarms && ({ ...alarms, coverage, unresolved: unresolvedNow } satisfies AlarmFacts),
    queue: valueOr(queue, EMPTY_QUEUE),
    changes: valueOr(changes, []),
    tests: valueOr(tests, []),
    unresolved: unresolvedNow ?? { requests: [], hasMore: false },
    returned,
    sent,
    watches: valueOr(watches, []),
    delayed,
    onTime,
    hasMore,
    unsettled: unsettled ?? { count: 0, hasMore: false },
    isBookToBegin: isToBegin ?? false,
    volume: volume?.ok ? volume.value : undefined,
    finished: valueOr(ended, []).filter(({ id }) => !returned.some((request) => request.id === id)),
  };
}

async function readAlarmFacts(reader: Reader): Promise<Omit<AlarmFacts, 'coverage' | 'unresolved'>> {
  const [sending, isWithoutKeys, unexplained, haste] = await Promise.all([
    readSendingState(),
    isInSetUpMode(),
    listTransferAlarms(reader),
    readHaste(),
  ]);
  return {
    sending,
    isInSetUpMode: isWithoutKeys,
    unexplained: { count: unexplained.length, hasMore: unexplained.length >= MAX_TRANSFER_ALARMS },
    haste: haste.ok ? haste.value : null,
  };
}

/** Adds the recipients' names to the transfers in progress. */
async function nameRecipients(reader: Reader, pending: readonly PendingTransfer[]): Promise<PendingTransfer[]> {
  const named = await addRecipients(
    reader,
    pending.map(({ transfer }) => transfer),
  );
  return pending.map((item, index) => ({ ...item, transfer: named[index] ?? item.transfer }));
}

const EMPTY_QUEUE: Pick<ApprovalQueue, 'counts' | 'needsMe' | 'others' | 'batches'> = {
  counts: { needsMe: 0, others: 0, unresolved: 0, inProgress: 0 },
  needsMe: [],
  others: [],
  batches: { needsMe: [], others: [] },
};
const NOTHING_PENDING = { pending: [], hasMore: false };

function valueOr<Value>(result: Result<Value, unknown> | undefined, otherwise: Value): Value {
  return result?.ok ? result.value : otherwise;
}
