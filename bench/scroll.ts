import type { Page } from '@playwright/test';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { bareStatements } from '@/bench/lookup-statement';
import { median } from '@/bench/measure';
import { serveBarePages } from '@/bench/pages/bare';
import { addMeasurements, type Scrolled } from '@/bench/paint-timing';

const ROUNDS = 3;
const ROW = 5000;
const EARLY_ROW = 50;

/** Measures scrolling one screen per frame to row 5,000 in both lists, and the effect on frames and document. */
export async function benchScroll(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareStatements());
  const plainPage = await addMeasurements(await desk.browser.newPage({ viewport: { width: 1440, height: 900 } }));
  await addMeasurements(desk.page);
  const [plain, other]: [Scrolled[], Scrolled[]] = [[], []];
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const both = [
        await scroll(plainPage, `${bare.url}/list`),
        await scroll(desk.page, `${desk.consoleUrl}/transfers`),
      ] as const;
      if (round < 0) continue;
      plain.push(both[0]);
      other.push(both[1]);
    }
  } finally {
    await plainPage.close();
    await bare.close();
  }
  const name = 'Scrolling to row 5,000';
  return [
    {
      name,
      against: 'the hand-written list with pages of the same size',
      ...ratioOf(
        'ms',
        of(plain, (run) => run.ms),
        of(other, (run) => run.ms),
      ),
      target: { atMost: 2 },
    },
    {
      name: `${name}, long tasks`,
      against: '',
      value: Math.max(...other.map((run) => run.longTasks)),
      unit: '',
      target: { atMost: 0 },
    },
    {
      name: `${name}, frames dropped`,
      against: 'of all',
      value: of(other, (run) => (run.dropped / run.frames) * 100),
      unit: '%',
      target: { atMost: 5 },
    },
    {
      name: 'Elements at row 5,000',
      against: 'those at row 50',
      ...ratioOf(
        'elements',
        of(other, (run) => run.early),
        of(other, (run) => run.late),
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
