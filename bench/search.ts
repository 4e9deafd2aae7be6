import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { bareQuestions } from '@/bench/lookup-statement';
import { median, takeTurns } from '@/bench/measure';
import { serveBarePages } from '@/bench/pages/bare';
import { prepare, timeHit } from '@/bench/painted';
import { pickReferences } from '@/bench/references';

const ROUNDS = 30;
const WARM_UP = 5;

/** From a reference typed into the box of /transfers to its row on the screen, against a bare page that asks `pg` the same. */
export async function benchSearch(desk: Desk): Promise<Figure[]> {
  const bare = await serveBarePages(desk.databaseUrl, bareQuestions());
  const references = await pickReferences(desk.database, ROUNDS + WARM_UP);
  const plain = await prepare(await desk.browser.newPage());
  await prepare(desk.page);
  try {
    await plain.goto(`${bare.url}/lookup`);
    await desk.page.goto('/transfers', { waitUntil: 'networkidle' });
    const times = await takeTurns(
      { rounds: ROUNDS, warmUp: WARM_UP },
      (round) => timeHit(plain, references[round] ?? ''),
      (round) => timeHit(desk.page, references[round] ?? ''),
    );
    return [
      {
        name: 'From a reference typed to its hit on the screen',
        against: 'a bare page that asks pg the same',
        ...ratioOf('ms', median(times.plain), median(times.other)),
        target: { atMost: 1.7 },
      },
    ];
  } finally {
    await plain.close();
    await bare.close();
  }
}
