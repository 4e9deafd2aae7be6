import type { BareQuestions } from '@/bench/pages/bare';
import { searchStatement, tiersOf } from '@/lib/server/mirror/search-tiers';
import { writeStatement } from '@/lib/server/mirror/statement';
import { readSearchTerm } from '@/lib/search-terms';
import { ALL_TRANSFERS } from '@/lib/transfer-query';

const PAGE_ROWS = 50;

/** The statement with which the console looks for a whole reference, for asking `pg` the same without the console. */
export function bareQuestions(): BareQuestions {
  return {
    lookup: (text) => {
      const term = readSearchTerm(text);
      if (!term) throw new Error(`"${text}" is nothing that can be searched for.`);
      return writeStatement(searchStatement({ ...ALL_TRANSFERS, q: text }, tiersOf(term), 0, undefined, PAGE_ROWS + 1));
    },
  };
}
