import type { BrowserContext, Page } from '@playwright/test';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurnsOf } from '@/bench/measure';
import { bareStatements } from '@/bench/lookups/lookup-statement';
import { serveBarePages } from '@/bench/pages/bare';
import { timeFirstRow, recordFirstRow } from '@/bench/browser/paint-timing';
import { readCount } from '@/scripts/read-environment';

const VISIT_ROUNDS = { rounds: readCount('BENCH_ROUNDS', 15), warmUp: 3 };
// 10 Mbit/s each way, 40 ms round trip.
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

type List = 'recycling' | 'appending' | 'console';
type Visit = (list: List) => Promise<number>;

const FLOORS = {
  recycling: 'the hand-written list that recycles its rows',
  appending: 'the hand-written list that appends its rows',
};
const TARGETS = {
  cold: { recycling: 1.8, appending: 1.8 },
  warm: { recycling: 1.8, appending: 1.6 },
  'cold, far': { recycling: 3, appending: 2 },
  'warm, far': { recycling: 1.4, appending: 1 },
};

/**
 * Measures the time from following a link to /transfers to the first row on the screen, relative to two hand-written
 * lists with the same rows: in a browser that has never been there, and in one that has visited the page before, as in
 * daily work, where files are cached and rows are not; on this machine and over a slow line.
 */
export async function benchFirstRow(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareStatements());
  const urls = {
    recycling: `${bare.url}/list`,
    appending: `${bare.url}/appending`,
    console: `${desk.consoleUrl}/transfers`,
  };
  const cold = (isFar: boolean) => visitCold(desk, urls, isFar);
  const near = await openWarm(desk, urls, false);
  const far = await openWarm(desk, urls, true);
  try {
    return [
      ...(await compare('in a browser that has never been there', cold(false), TARGETS.cold)),
      ...(await compare('in a browser that has its files', near.visit, TARGETS.warm)),
      ...(await compare('never been there, over 10 Mbit/s and 40 ms', cold(true), TARGETS['cold, far'])),
      ...(await compare('with its files, over 10 Mbit/s and 40 ms', far.visit, TARGETS['warm, far'])),
    ];
  } finally {
    await near.close();
    await far.close();
    await bare.close();
  }
}

async function compare(where: string, visit: Visit, targets: Record<keyof typeof FLOORS, number>): Promise<Figure[]> {
  const times = await takeTurnsOf(VISIT_ROUNDS, {
    recycling: () => visit('recycling'),
    appending: () => visit('appending'),
    console: () => visit('console'),
  });
  return (['recycling', 'appending'] as const).map((floor) => ({
    name: `First row of /transfers, ${where}`,
    against: FLOORS[floor],
    ...ratioOf('ms', median(times[floor]), median(times.console)),
    target: { atMost: targets[floor] },
  }));
}

/** Visits in a new browser context each time, whose caches are empty: of files, of compiled scripts and styles. */
function visitCold(desk: Desk, urls: Record<List, string>, isFar: boolean): Visit {
  return async (list) => {
    const context = await openContext(desk, list);
    try {
      const page = await openPage(context, isFar);
      return await timeFirstRow(page, urls[list]);
    } finally {
      await context.close();
    }
  };
}

async function openWarm(
  desk: Desk,
  urls: Record<List, string>,
  isFar: boolean,
): Promise<{ visit: Visit; close: () => Promise<void> }> {
  const contexts: Partial<Record<List, BrowserContext>> = {};
  const pages: Partial<Record<List, Page>> = {};
  return {
    visit: async (list) => {
      const page = (pages[list] ??= await openPage((contexts[list] ??= await openContext(desk, list)), isFar));
      return timeFirstRow(page, urls[list]);
    },
    close: async () => {
      for (const context of Object.values(contexts)) await context.close();
    },
  };
}

async function openContext(desk: Desk, list: List): Promise<BrowserContext> {
  return desk.browser.newContext({
    ...(list === 'console' && { storageState: await desk.page.context().storageState() }),
    viewport: { width: 1440, height: 900 },
  });
}

async function openPage(context: BrowserContext, isFar: boolean): Promise<Page> {
  const page = await recordFirstRow(await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  if (isFar) await session.send('Network.emulateNetworkConditions', LINE);
  return page;
}
