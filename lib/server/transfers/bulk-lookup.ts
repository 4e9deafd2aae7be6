import 'server-only';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { MAX_TERMS, splitPastedTerms } from '@/lib/search/pasted-terms';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { now } from '@/lib/server/runtime/clock';
import { readFromService } from '@/lib/server/mirror/sync/live-lookup';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { lookUpTerms } from '@/lib/server/mirror/search/lookup';
import { findRequestsByTerms } from '@/lib/server/requests/lookup';
import { addRecipients } from '@/lib/server/recipients/names';
import { authorize } from '@/lib/server/auth/authorize';
import { findSimilarReferences } from '@/lib/server/transfers/similar-references';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { formatCount } from '@/lib/text/locale';
import {
  type LiveLookupAnswer,
  type LookupAnswer,
  type LookupRow,
  MAX_LIVE_TERMS,
  type TermCheck,
  uniqueTerms,
} from '@/lib/search/lookup/bulk-lookup';

const inputSchema = z.strictObject({ text: z.string() });
const liveInputSchema = z.union([inputSchema, z.strictObject({ term: z.string().max(10_000) })]);
// An action of the same browser waits as long.
const SERVICE_TIMEOUT_MS = 6_000;

/**
 * Looks up the references, IDs, hashes, addresses and groups in a pasted text (`input`: { text }, unchecked), at most
 * 1,000, among the transfers in the mirror and the withdrawal requests. Ignores case. Does not ask the service.
 */
export async function bulkLookupTransfers(input: unknown): Promise<Result<LookupAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'bulk' });
  if (!reader.ok) return reader;
  const question = inputSchema.safeParse(input);
  const terms = question.success ? splitTerms(question.data.text, MAX_TERMS) : fail(UNREADABLE);
  if (!terms.ok) return terms;
  // Before the rows, so that the coverage never claims more than they hold.
  const coverage = await readCoverage(reader.value);
  return ok({ rows: await readRowsOf(reader.value, terms.value), coverage });
}

/**
 * Asks the service for the references and IDs in a text (`input`: { text }, unchecked), at most 100, or for one text as
 * it is ({ term }), because a person asked for it, stores what came, and looks the terms up again. Each row says
 * whether the service answered for it.
 */
export async function lookUpAtServiceNow(input: unknown): Promise<Result<LiveLookupAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'live' });
  if (!reader.ok) return reader;
  const question = liveInputSchema.safeParse(input);
  if (!question.success) return fail(UNREADABLE);
  const terms = 'term' in question.data ? ok([question.data.term]) : splitTerms(question.data.text, MAX_LIVE_TERMS);
  if (!terms.ok) return terms;
  const askedAt = now().toISOString();
  const checks = await readFromService(
    terms.value.flatMap((term) => readSearchTerm(term) ?? []),
    SERVICE_TIMEOUT_MS,
  );
  const coverage = await readCoverage(reader.value);
  const rows = await readRowsOf(reader.value, terms.value, checks);
  return ok({ rows: await addSimilar(reader.value, rows), coverage, askedAt });
}

function splitTerms(text: string, max: number): Result<string[], ReadDenial> {
  const terms = uniqueTerms(splitPastedTerms(text));
  return terms.length > max ? fail(explainTooMany(terms.length, max)) : ok(terms);
}

async function readRowsOf(
  reader: Reader,
  terms: readonly string[],
  checks: ReadonlyMap<string, TermCheck> = new Map(),
): Promise<LookupRow[]> {
  const mayReadRequests = await authorize('readWithdrawals');
  const [found, requests] = await Promise.all([
    lookUpTerms(reader, terms),
    mayReadRequests.ok ? findRequestsByTerms(reader, terms) : [],
  ]);
  const named = new Map((await addRecipients(reader, found.flat())).map((transfer) => [transfer.id, transfer]));
  return terms.map((term, index) => ({
    term,
    items: (found[index] ?? []).map((transfer) => named.get(transfer.id) ?? transfer),
    requests: requests[index] ?? [],
    check: checks.get(readSearchTerm(term)?.text ?? '') ?? 'not-asked',
  }));
}

/** Adds the references that terms without a match may have been meant for. */
async function addSimilar(reader: Reader, rows: readonly LookupRow[]): Promise<LookupRow[]> {
  const missing = rows.filter(({ items, requests }) => items.length === 0 && requests.length === 0);
  const similar = await findSimilarReferences(
    reader,
    missing.map(({ term }) => term),
  );
  return rows.map((row) => ({ ...row, ...(similar.has(row.term) && { similar: similar.get(row.term) }) }));
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

function explainTooMany(count: number, max: number): ReadDenial {
  const [given, most] = [count, max].map((number) => formatCount(number));
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
