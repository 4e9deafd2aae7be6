import type { AlarmFacts } from '@/app/(console)/(home)/home-alarms';
import type { HomeSectionName } from '@/app/(console)/(home)/home-sections';
import type { Reader } from '@/lib/identity/reader';
import { EMPTY_QUEUE } from '@/lib/requests/queue';
import type { Result } from '@/lib/result';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readSentToday } from '@/lib/server/mirror/figures/sent-today';
import { readUsdValues } from '@/lib/server/mirror/figures/usd-values';
import { sumUsdValues } from '@/lib/money/sum-usd-values';
import { isInSetUpMode } from '@/lib/server/passkeys/key-list/mode';
import { isBookToBegin } from '@/lib/server/recipients/adoption/paid-before';
import { listTestsToConfirm } from '@/lib/server/requests/bundles/tests-to-confirm';
import { readHaste } from '@/lib/server/requests/checks/haste';
import { listRequestsIn } from '@/lib/server/requests/lists/list';
import { listQuestionsToAnswer } from '@/lib/server/requests/lists/open-questions';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { listReturned } from '@/lib/server/requests/lists/returned';
import { readTimeZone } from '@/lib/server/cookies/own-cookies';
import { readUnresolvedSends } from '@/lib/server/sends/overview';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import { listTransferAlarms, MAX_TRANSFER_ALARMS } from '@/lib/server/transfer-watch/known-transfers';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import type { AssetSent } from '@/lib/transfers/figures/sent-today';

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
  const [alarms, queue, tests, questions, returned, isToBegin, unresolved, today] = await Promise.all([
    whenShown(['alarms'], () => readAlarmFacts(reader)),
    whenShown(['decisions', 'waiting'], readQueue),
    whenShown(['tests'], listTestsToConfirm),
    whenShown(['questions'], listQuestionsToAnswer),
    whenShown(['returned'], listReturned),
    whenShown(['firstDay'], () => isBookToBegin(reader)),
    whenShown(['waiting'], () => listUnresolved(reader)),
    readDay(reader),
  ]);
  return {
    alarms,
    queue: valueOr(queue, EMPTY_QUEUE),
    tests: valueOr(tests, []),
    questions: valueOr(questions, []),
    returned: valueOr(returned, []),
    isBookToBegin: isToBegin ?? false,
    unresolved: unresolved ?? [],
    today,
  };
}

/** Lists the withdrawals with an unknown outcome or on hold, each with what it is worth. */
async function listUnresolved(reader: Reader) {
  const requests = valueOr(await listRequestsIn('unknown', MAX_UNRESOLVED), []);
  const values = requests.map(({ body }) => fixedValueOf(body));
  const valueOf = await readUsdValues(
    reader,
    values.map(({ asset }) => asset),
  );
  return requests.map((request) => ({ ...request, value: valueOf(fixedValueOf(request.body)) }));
}

/** A part of what was sent today: how many withdrawals, and what they are worth. */
export type DayFigure = { name: string; transfers: number; value: ReturnType<typeof sumUsdValues> };

/** Reads the figures of the day, in the reader's time zone. */
async function readDay(reader: Reader): Promise<{ zone: string; figures: DayFigure[] }> {
  const { zone, assets } = await readSentToday(reader, await readTimeZone());
  const valueOf = await readUsdValues(
    reader,
    assets.map(({ asset }) => asset),
  );
  const figure = (name: string, part: 'sent' | 'completed' | 'pending' | 'failed'): DayFigure => {
    const moved = assets.filter((sums: AssetSent) => sums[part].transfers > 0);
    return {
      name,
      transfers: moved.reduce((sum, sums) => sum + sums[part].transfers, 0),
      value: sumUsdValues(moved.map((sums) => valueOf({ asset: sums.asset, amount: sums[part].amount }))),
    };
  };
  const figures = [
    figure('Sent', 'sent'),
    figure('Completed', 'completed'),
    figure('On the way', 'pending'),
    figure('Failed', 'failed'),
  ];
  return { zone, figures: figures.filter(({ transfers }) => transfers > 0) };
}

async function readAlarmFacts(reader: Reader): Promise<AlarmFacts> {
  const [sending, isWithoutKeys, unexplained, haste, coverage, unresolved] = await Promise.all([
    readSendingState(),
    isInSetUpMode(),
    listTransferAlarms(reader),
    readHaste(),
    readCoverage(reader),
    readUnresolvedSends(),
  ]);
  return {
    sending,
    isInSetUpMode: isWithoutKeys,
    unexplained: { count: unexplained.length, hasMore: unexplained.length >= MAX_TRANSFER_ALARMS },
    haste: haste.ok ? haste.value : null,
    coverage,
    unresolved: unresolved.ok ? unresolved.value : null,
  };
}

function valueOr<Value>(result: Result<Value, unknown> | undefined, otherwise: Value): Value {
  return result?.ok ? result.value : otherwise;
}
