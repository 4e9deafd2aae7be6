import 'server-only';
import { z } from 'zod';
import { uniqueTerms } from '@/lib/transfers/bulk-lookup';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { now } from '@/lib/server/runtime/clock';
import { readFromService } from '@/lib/server/mirror/live-lookup';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { lookUpTerms } from '@/lib/server/mirror/lookup';
import { authorize } from '@/lib/server/auth/authorize';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { LookupAnswer } from '@/lib/transfers/transfer';

const inputSchema = z.strictObject({ text: z.string() });
const SERVICE_TIMEOUT_MS = 8_000;

/**
 * Looks up the references, IDs, hashes, addresses and groups in a pasted text (`input`: { text }, unchecked), at most
 * 1,000. Looks up at the service what the mirror lacks before calling it missing. Ignores case.
 */
export async function bulkLookupTransfers(input: unknown): Promise<Result<LookupAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'bulk' });
  if (!reader.ok) return reader;
  const question = inputSchema.safeParse(input);
  if (!question.success) return fail(UNREADABLE);
  const terms = uniqueTerms(splitPastedTerms(question.data.text));
  if (terms.length > MAX_TERMS) return fail(explainTooMany(terms.length));
  const rows = await lookUpTerms(reader.value, terms);
  const missing = terms.filter((_term, index) => rows[index]?.outcome === 'missing');
  if (missing.length === 0) return ok({ rows, coverage: await readCoverage(reader.value) });
  const at = now().toISOString();
  const checks = await readFromService(
    missing.flatMap((term) => readSearchTerm(term) ?? []),
    SERVICE_TIMEOUT_MS,
  );
  const later = new Map((await lookUpTerms(reader.value, missing)).map((row) => [row.term, row]));
  // A term found meanwhile does not prove that the service answered for the others.
  const hasFound = [...later.values()].some((row) => row.outcome !== 'missing');
  const isAnswered = [...checks.values()].every((check) => check === 'answered');
  const outcome = hasFound ? 'found' : 'none';
  return ok({
    rows: rows.map((row) => later.get(row.term) ?? row),
    coverage: await readCoverage(reader.value),
    liveLookup: { at, outcome: isAnswered ? outcome : 'failed' },
  });
}

const UNREADABLE: ReadDenial = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'The text cannot be looked up',
    detail: 'A bulk lookup takes a text of at most 256 kB.',
    next: 'Split the text into smaller parts.',
  },
};

function explainTooMany(count: number): ReadDenial {
  const [given, most] = [count, MAX_TERMS].map((number) => number.toLocaleString('en-GB'));
  return {
    kind: 'failed',
    status: 400,
    explanation: {
      title: 'Too many references',
      detail: `The text has ${given} references. A bulk lookup takes ${most}.`,
      next: 'Split the text into smaller parts.',
    },
  };
}
