import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { bareStatements } from '@/bench/lookups/lookup-statement';
import { median, takeTurns } from '@/bench/measure';
import { serveBarePages } from '@/bench/pages/bare';
import { addMeasurements, timeSearchHit } from '@/bench/browser/paint-timing';
import { pickReferences } from '@/bench/lookups/references';

const ROUNDS = 30;
const WARM_UP = 5;

/**
 * Measures the time from typing a reference into the search of /transfers to its row on the screen, relative to a bare
 * page that runs the same statement with `pg`.
 */
export async function benchSearch(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareStatements());
  const references = await pickReferences(desk.database, ROUNDS + WARM_UP);
  const plain = await addMeasurements(await desk.browser.newPage());
  await addMeasurements(desk.page);
  try {
    await plain.goto(`${bare.url}/lookup`);
    await desk.page.goto('/transfers', { waitUntil: 'networkidle' });
    const times = await takeTurns(
      { rounds: ROUNDS, warmUp: WARM_UP },
      (round) => timeSearchHit(plain, references[round] ?? ''),
      (round) => timeSearchHit(desk.page, references[round] ?? ''),
    );
    return [
      {
        name: 'From a reference typed to its hit on the screen',
        against: 'a bare page that asks pg the same',
        ...ratioOf('ms', median(times.plain), median(times.other)),
        target: { atMost: 1.5 },
      },
    ];
  } finally {
    await plain.close();
    await bare.close();
  }
}
