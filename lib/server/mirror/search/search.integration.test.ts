import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { runs } from '@/scripts/testing/property-runs';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import { readSearchCursor } from '@/lib/server/mirror/search/keyset-pagination';
import { searchMirror } from '@/lib/server/mirror/search/search';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { readTransferQuery } from '@/lib/transfers/query';

setUpTestDatabase();

const transfer = fc.record({
  // So few that an end belongs to one address, to several or to more than are read on their own.
  address: fc.stringMatching(/^[ab]{1,4}Cab$/),
  hash: fc.option(fc.stringMatching(/^[ab]{1,2}cab$/), { nil: undefined }),
  day: fc.integer({ min: 1, max: 5 }),
  amount: fc.integer({ min: 1, max: 3 }),
});
type Paid = typeof transfer extends fc.Arbitrary<infer Value> ? Value : never;

function toRecord({ address, hash, day, amount }: Paid, index: number): ServiceRecord {
  const at = `2026-11-0${day}T10:00:00Z`;
  return withdrawalRecord({
    id: `t-${String(index).padStart(3, '0')}`,
    amount: String(amount),
    network: 'ETHEREUM',
    created_at: at,
    updated_at: at,
    destination_address: address,
    crypto_tx_hash: hash,
  });
}

/** Reads all results, page by page. */
async function search(term: SearchTerm, parameters: string, limit: number): Promise<(string | null)[]> {
  const query = readTransferQuery(new URLSearchParams(parameters));
  const found: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? undefined : readSearchCursor(query, cursor);
    const page = await searchMirror(SYSTEM_READER, query, { term, after, limit });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** Lists what `search` must give: exact matches alone, else what begins with the term before what ends with it. */
function compare(paid: readonly Paid[], text: string, parameters: string): string[] {
  const [by, sign] = [parameters.includes('amount') ? 'amount' : 'day', parameters.includes('=-') ? -1 : 1] as const;
  const tiers: ((key: string) => boolean)[] = [
    (key) => key === text,
    (key) => key.startsWith(text),
    (key) => key.endsWith(text),
  ];
  const keys = paid.map(({ address, hash }) => [address.toLowerCase(), ...(hash === undefined ? [] : [hash])]);
  const tierOf = (index: number) => tiers.findIndex((fits) => keys[index]?.some(fits));
  const found = paid.map((_, index) => ({ index, tier: tierOf(index) })).filter(({ tier }) => tier !== -1);
  const best = found.some(({ tier }) => tier === 0) ? found.filter(({ tier }) => tier === 0) : found;
  const valueOf = (index: number) => paid[index]?.[by] ?? 0;
  return best
    .toSorted((a, b) => a.tier - b.tier || sign * (valueOf(a.index) - valueOf(b.index) || a.index - b.index))
    .map(({ index }) => `t-${String(index).padStart(3, '0')}`);
}

it('finds whole addresses and hashes, their beginnings and their ends, in the order of the list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(transfer, { minLength: 1, maxLength: 40 }),
      fc.stringMatching(/^[ab]{0,3}cab$/),
      fc.constantFrom('sort=-created', 'sort=created', 'sort=-amount', 'sort=amount'),
      fc.integer({ min: 1, max: 9 }),
      async (paid, text, parameters, limit) => {
        await clearMirror();
        await storeRecords(paid.map(toRecord));
        const term = readSearchTerm(text);
        if (!term) throw new Error(`${text} must be a term`);
        expect(await search(term, parameters, limit)).toEqual(compare(paid, text, parameters));
      },
    ),
    { numRuns: runs(0.2) },
  );
});
