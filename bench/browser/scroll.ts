import type { Page } from '@playwright/test';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { bareStatements } from '@/bench/lookups/lookup-statement';
import { median } from '@/bench/measure';
import { serveBarePages } from '@/bench/pages/bare';
import { addMeasurements, type Scrolled } from '@/bench/browser/paint-timing';

const ROUNDS = 3;
const ROW = 5000;
const EARLY_ROW = 50;

const NAME = 'Scrolling to row 5,000';

/**
 * Measures scrolling one screen per frame to row 5,000 in the list and in two hand-written ones, and the effect on
 * frames and document.
 */
export async function benchScroll(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareStatements());
  const plainPage = await addMeasurements(await desk.browser.newPage({ viewport: { width: 1440, height: 900 } }));
  await addMeasurements(desk.page);
  const [recycling, appending, other]: [Scrolled[], Scrolled[], Scrolled[]] = [[], [], []];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const all = [
        await scroll(plainPage, `${bare.url}/list`),
        await scroll(plainPage, `${bare.url}/appending`),
        await scroll(desk.page, `${desk.consoleUrl}/transfers`),
      ] as const;
      if (round < 0) continue;
      recycling.push(all[0]);
      appending.push(all[1]);
      other.push(all[2]);
    }
  } finally {
    await plainPage.close();
    await bare.close();
  }
  return [
    compareTimes('the hand-written list that recycles its rows', recycling, other),
    compareTimes('the hand-written list that appends its rows', appending, other),
    ...describeEffect(other),
  ];
}

function compareTimes(against: string, plain: Scrolled[], other: Scrolled[]): Figure {
  const [plainMs, otherMs] = [plain, other].map((runs) => of(runs, (run) => run.ms)) as [number, number];
  return { name: NAME, against, ...ratioOf('ms', plainMs, otherMs), target: { atMost: 1.3 } };
}

function describeEffect(runs: Scrolled[]): Figure[] {
  return [
    {
      name: `${NAME}, long tasks`,
      against: '',
      value: Math.max(...runs.map((run) => run.longTasks)),
      unit: '',
      target: { atMost: 0 },
    },
    {
      name: `${NAME}, frames dropped`,
      against: 'of all',
      value: of(runs, (run) => (run.dropped / run.frames) * 100),
      unit: '%',
      target: { atMost: 5 },
    },
    {
      name: 'Elements at row 5,000',
      against: 'those at row 50',
      ...ratioOf(
        'elements',
        of(runs, (run) => run.early),
        of(runs, (run) => run.late),
      ),
      target: { atMost: 1.2 },
    },
  ];
}

async function scroll(page: Page, url: string): Promise<Scrolled> {
  await page.goto(url, { waitUntil: 'networkidle' });
  return page.evaluate(([row, earlyRow]) => window.benchScrollTo(row, earlyRow), [ROW, EARLY_ROW] as const);
}

function of(runs: Scrolled[], read: (run: Scrolled) => number): number {
  return median(runs.map(read));
}
