import type { BrowserContext, Page } from '@playwright/test';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurns } from '@/bench/measure';
import { bareStatements } from '@/bench/lookup-statement';
import { serveBarePages } from '@/bench/pages/bare';
import { timeFirstRow, recordFirstRow } from '@/bench/paint-timing';

const VISIT_ROUNDS = { rounds: 15, warmUp: 3 };
// 10 Mbit/s each way, 40 ms round trip.
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

/**
 * Measures the time from following a link to /transfers to the first row on the screen, relative to the hand-written
 * list with the same rows. Both browsers have visited the page before, as in daily work: files are cached, rows are
 * not.
 */
export async function benchFirstRow(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareStatements());
  const contexts: BrowserContext[] = [];
  const openPage = async (isSignedIn: boolean) => {
    const context = await desk.browser.newContext({
      ...(isSignedIn && { storageState: await desk.page.context().storageState() }),
      viewport: { width: 1440, height: 900 },
    });
    contexts.push(context);
    return recordFirstRow(await context.newPage());
  };
  const compare = async (plain: Page, other: Page) => {
    const times = await takeTurns(
      VISIT_ROUNDS,
      () => timeFirstRow(plain, `${bare.url}/list`),
      () => timeFirstRow(other, `${desk.consoleUrl}/transfers`),
    );
    return ratioOf('ms', median(times.plain), median(times.other));
  };
  try {
    const [plain, other] = [await openPage(false), await openPage(true)];
    const near = await compare(plain, other);
    for (const page of [plain, other]) await slowDown(page);
    const far = await compare(plain, other);
    const against = 'the hand-written list with the same rows';
    return [
      { name: 'First row of /transfers on the screen', against, ...near, target: { atMost: 1.6 } },
      { name: 'The same over 10 Mbit/s and 40 ms', against, ...far, target: { atMost: 1 } },
    ];
  } finally {
    for (const context of contexts) await context.close();
    await bare.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
}
