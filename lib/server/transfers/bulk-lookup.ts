import 'server-only';
import { z } from 'zod';
import { withoutRepeats } from '@/lib/transfers/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { now } from '@/lib/server/runtime/clock';
import { askService } from '@/lib/server/mirror/live-lookup';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { lookUp } from '@/lib/server/mirror/lookup';
import { authorize } from '@/lib/server/auth/authorize';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { LookupAnswer } from '@/lib/transfers/transfer';

const questionSchema = z.strictObject({ text: z.string() });
const ASKING_MS = 8_000;

/**
 * Looks up everything that a pasted text names ({ text }, unchecked): references, ids, hashes, addresses, groups; up to 1000. What the mirror
 * lacks is asked of the service before it is called missing. Terms that differ in case alone are one.
 */
export async function bulkLookupTransfers(input: unknown): Promise<Result<LookupAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'bulk' });
  if (!reader.ok) return reader;
  const question = questionSchema.safeParse(input);
  if (!question.success) return fail(UNREADABLE);
  const terms = withoutRepeats(splitPastedTerms(question.data.text));
  if (terms.length > MAX_TERMS) return fail(tooMany(terms.length));
  const rows = await lookUp(terms);
  const missing = terms.filter((_term, index) => rows[index]?.outcome === 'missing');
  if (missing.length === 0) return ok({ rows, coverage: await readCoverage() });
  const at = now().toISOString();
  const isAnswered = await askService(
    missing.flatMap((term) => readSearchTerm(term) ?? []),
    ASKING_MS,
  );
  const later = new Map((await lookUp(missing)).map((row) => [row.term, row]));
  // What was found meanwhile does not tell that the rest was asked for.
  const outcome = !isAnswered
    ? 'failed'
    : [...later.values()].some((row) => row.outcome !== 'missing')
      ? 'found'
      : 'none';
  return ok({
    rows: rows.map((row) => later.get(row.term) ?? row),
    coverage: await readCoverage(),
    asked: { at, outcome },
  });
}

const UNREADABLE: ReadDenial = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'This cannot be looked up',
    detail: 'A text of at most 100 kilobytes is expected, and something else came.',
    next: 'Look it up in several parts.',
  },
};

function tooMany(count: number): ReadDenial {
  return {
    kind: 'failed',
    status: 400,
    explanation: {
      title: 'These are too many at once',
      detail: `The text holds ${count.toLocaleString('en-GB')} terms, and a look-up takes ${MAX_TERMS.toLocaleString('en-GB')} at most.`,
      next: 'Look them up in several parts.',
    },
  };
}
