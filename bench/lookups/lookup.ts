import { randomBytes } from 'node:crypto';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { bareStatements } from '@/bench/lookups/lookup-statement';
import { median, percentile, takeTurns } from '@/bench/measure';
import { pickReferences } from '@/bench/lookups/references';
import { lookupPool } from '@/lib/server/database/lookup-pool';
import { searchMirror } from '@/lib/server/mirror/search/search';
import { readerPool } from '@/lib/server/database/query/reader-pool';
import { readSearchTerm } from '@/lib/search/search-terms';
import { ALL_TRANSFERS } from '@/lib/transfers/query';
import { consoleEnvironment } from '@/scripts/stack/console';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const ROUNDS = 500;
const WARM_UP = 100;

/**
 * Measures the search of the mirror for a reference, as the route does it, relative to the same statement over bare
 * `pg`. Both run in this process.
 */
export async function benchLookup(desk: Desk): Promise<Figure[]> {
  // The configuration of the console's process, so that this one can do its work.
  Object.assign(
    process.env,
    consoleEnvironment({ ...desk, sandboxUrl: desk.consoleUrl, sessionSecret: randomBytes(32).toString('hex') }),
  );
  const references = await pickReferences(desk.database, ROUNDS + WARM_UP);
  const { lookup } = bareStatements();
  const at = (round: number) => references[round % references.length] ?? '';
  const times = await takeTurns(
    { rounds: ROUNDS, warmUp: WARM_UP },
    (round) => desk.database.query(lookup(at(round))).then(() => undefined),
    async (round) => {
      const q = at(round);
      const term = readSearchTerm(q);
      const found = term && (await searchMirror(SYSTEM_READER, { ...ALL_TRANSFERS, q }, { term, limit: 50 }));
      if (found?.items.length !== 1) throw new Error(`${q} was found ${found?.items.length ?? 0} times, not once.`);
    },
  );
  await Promise.all([readerPool().end(), lookupPool().end()]);
  const against = 'the same statement over bare pg';
  return [
    {
      name: 'Looking up a reference on the server',
      against,
      ...ratioOf('ms', median(times.plain), median(times.other)),
      target: { atMost: 1.5 },
    },
    {
      name: 'Looking up a reference on the server (p95)',
      against,
      ...ratioOf('ms', percentile(times.plain, 95), percentile(times.other, 95)),
      target: { atMost: 1.5 },
    },
  ];
}
