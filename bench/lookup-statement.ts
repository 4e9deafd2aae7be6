import type { BareQuestions } from '@/bench/pages/bare';
import { writeStatement } from '@/lib/server/database/write-statement';
import { searchStatement, listTiers } from '@/lib/server/mirror/search-tiers';
import { readSearchTerm } from '@/lib/search/search-terms';
import { ALL_TRANSFERS } from '@/lib/transfers/query';

const PAGE_ROWS = 50;

/** The statement with which the console looks for a whole reference, for asking `pg` the same without the console. */
export function bareQuestions(): BareQuestions {
  return {
    lookup: (text) => {
      const term = readSearchTerm(text);
      const [tier] = term ? listTiers(term) : [];
      if (!tier) throw new Error(`"${text}" is nothing that can be searched for.`);
      return writeStatement(searchStatement({ query: { ...ALL_TRANSFERS, q: text }, tier, limit: PAGE_ROWS + 1 }));
    },
  };
}
