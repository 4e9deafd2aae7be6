import { lookUpAtServiceAction } from '@/app/(console)/transfers/lookup/actions';
import { callAction } from '@/components/data/call-action';
import type { Explanation } from '@/lib/http/problems';
import { explainReadFailure } from '@/lib/http/read-failures';
import { type LookupAnswer, type LookupRow, MAX_LIVE_TERMS, mergeRows } from '@/lib/search/lookup/bulk-lookup';

/** What the service has answered so far. */
export interface AskedAnswer {
  rows: LookupRow[];
  coverage: LookupAnswer['coverage'] | undefined;
  /** When the service was asked last (ISO 8601). */
  askedAt: string | null;
  /** The number of terms asked for so far, and of all terms of this question. */
  asked: number;
  of: number;
  /** The reason why the rest of the terms were not asked for. */
  failure: Explanation | undefined;
}

interface AskOptions {
  onProgress: (answer: AskedAnswer) => void;
  /** The answer to an earlier question, which this one adds to. */
  before?: AskedAnswer | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Asks the service for terms, part by part, and reports the answer after each part. Ends early, with the reason, where
 * the console denies a part or the service answers for no term of a part.
 */
export async function askService(
  terms: readonly string[],
  { onProgress, before, signal }: AskOptions,
): Promise<AskedAnswer> {
  let answer: AskedAnswer = {
    rows: before?.rows ?? [],
    coverage: before?.coverage,
    askedAt: before?.askedAt ?? null,
    asked: 0,
    of: terms.length,
    failure: undefined,
  };
  for (const part of planQuestions(terms)) {
    signal?.throwIfAborted();
    const outcome = await callAction(lookUpAtServiceAction, { text: part.join('\n') }).catch(() => undefined);
    if (!outcome?.ok) return { ...answer, failure: outcome ? explainReadFailure(outcome.error) : UNREACHED };
    const { rows, coverage, askedAt } = outcome.value;
    const known = new Set(answer.rows.map(({ term }) => term));
    answer = {
      ...answer,
      rows: [...mergeRows(answer.rows, rows), ...rows.filter(({ term }) => !known.has(term))],
      coverage,
      askedAt,
      asked: answer.asked + part.length,
    };
    onProgress(answer);
    // The other parts would wait for the same silence, one after another.
    if (rows.every(({ check }) => check === 'failed')) return answer;
  }
  return answer;
}

const MAX_PART_LENGTH = 40_000;

/** Splits terms into parts that one call of an action may carry. */
function planQuestions(terms: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = 0;
  for (const term of terms) {
    const part = parts.at(-1);
    // UTF-8 has at most three bytes for a unit of UTF-16.
    const size = term.length * 3 + 2;
    if (part && part.length < MAX_LIVE_TERMS && length + size <= MAX_PART_LENGTH) {
      part.push(term);
      length += size;
    } else {
      parts.push([term]);
      length = size;
    }
  }
  return parts;
}

const UNREACHED: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Your connection was lost, or the console is restarting.',
  next: 'Try again in a minute.',
};
