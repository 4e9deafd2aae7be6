import type { Client } from 'pg';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurns } from '@/bench/measure';
import { writeCursor } from '@/lib/server/mirror/search/keyset-pagination';
import { ALL_TRANSFERS } from '@/lib/transfers/query';

const VISIT_ROUNDS = { rounds: 60, warmUp: 10 };
const FILTER = 'status=COMPLETED';

/** Measures a filtered page far down the list relative to the first page, both as the route answers them. */
export async function benchDepth(desk: Desk): Promise<Figure[]> {
  const depth = Math.floor(desk.transfers / 2);
  const cursor = await cursorAt(desk.database, `status = 'COMPLETED'`, depth);
  const read = async (more: string) => {
    const answer = await fetch(`${desk.consoleUrl}/api/transfers?${FILTER}&limit=50${more}`, {
      headers: { cookie: desk.cookie },
    });
    const page = (await answer.json()) as { items?: unknown[] };
    if (page.items?.length !== 50)
      throw new Error(`a page of 50 has ${page.items?.length ?? 'no'} items, status ${answer.status}`);
  };
  const times = await takeTurns(
    VISIT_ROUNDS,
    () => read(''),
    () => read(`&cursor=${cursor}`),
  );
  return [
    {
      name: `A filtered page of 50 at depth ${depth.toLocaleString('en-GB')}`,
      against: 'the first page',
      ...ratioOf('ms', median(times.plain), median(times.other)),
      target: { atMost: 1.3 },
    },
  ];
}

/** Gives the cursor of a place in the list of the transfers that meet a condition, the newest first. */
export async function cursorAt(database: Client, condition: string, depth: number): Promise<string> {
  const { rows } = await database.query<{ id: string; value: string }>(
    `select id, trunc(extract(epoch from created_at) * 1000000)::text as value from mirror_transfers
     where ${condition} order by created_at desc, id desc offset $1 limit 1`,
    [depth],
  );
  if (!rows[0]) throw new Error(`There are no ${depth} transfers with ${condition}.`);
  return writeCursor(ALL_TRANSFERS, rows[0]);
}
