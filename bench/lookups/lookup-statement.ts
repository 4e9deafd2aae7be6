import type { BareStatements } from '@/bench/pages/bare';
import { writeStatement } from '@/lib/server/database/write-statement';
import { searchStatement, listTiers } from '@/lib/server/mirror/search/search-tiers';
import { readSearchTerm } from '@/lib/search/search-terms';
import { ALL_TRANSFERS } from '@/lib/transfers/query';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const PAGE_ROWS = 50;

/** Returns the statement with which the console looks up a whole reference, to run it with `pg` directly. */
export function bareStatements(): BareStatements {
  return {
    lookup: (text) => {
      const term = readSearchTerm(text);
      const [tier] = term ? listTiers(term) : [];
      if (!tier) throw new Error(`"${text}" is not a search term.`);
      return writeStatement(
        searchStatement(SYSTEM_READER, { query: { ...ALL_TRANSFERS, q: text }, tier, limit: PAGE_ROWS + 1 }),
      );
    },
  };
}
