import type { EndpointCall } from '@/lib/http/endpoint';
import { POLL_HEADER } from '@/lib/http/routes';
import type { Explanation } from '@/lib/http/problems';

/** Why the console's own server gave no answer: its status (0 where it was not reached) and what happened in words. */
export class ReadError extends Error {
  constructor(
    readonly status: number,
    readonly explanation: Explanation,
  ) {
    super(explanation.title);
    this.name = 'ReadError';
  }
}

// Longer than one read of the service takes at most.
const TIMEOUT_MS = 30_000;

const UNREACHED: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Your connection was lost, or the console is starting again.',
  next: 'Try again in a moment.',
};
const UNREADABLE: Explanation = {
  title: 'The console answered in a way that cannot be read',
  detail: '',
  next: 'Try again. If it stays, tell an administrator.',
};

/**
 * Calls an endpoint of the console and gives its answer. Throws a ReadError where there is none, and the signal's reason
 * where `signal` ended the call.
 */
export async function fetchJson<Answer>(
  { path, isAnswer }: EndpointCall<Answer>,
  { signal, ...init }: RequestInit = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ReadError(0, UNREACHED);
    },
  );
  if (!response.ok) throw await readErrorOf(response);
  const body = (await response.json().catch(() => undefined)) as unknown;
  if (isAnswer(body)) return body;
  throw new ReadError(response.status, UNREADABLE);
}

/** Makes a call that a page repeats by itself, so that an open page alone keeps no session alive. */
export const POLLING: RequestInit = { headers: { [POLL_HEADER]: '1' } };

/** Makes a call that sends a JSON body. */
export function withJson(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Why a route of the console answered with something else than what was asked for. */
export async function readErrorOf(response: Response): Promise<ReadError> {
  const body = (await response.json().catch(() => undefined)) as unknown;
  return new ReadError(response.status, explanationIn(body) ?? UNREADABLE);
}

/** What happened, in words, for any error of a query. */
export function explainError(error: Error): Explanation {
  return error instanceof ReadError ? error.explanation : UNREADABLE;
}

function explanationIn(body: unknown): Explanation | undefined {
  const { error } = (body ?? {}) as { error?: Partial<Explanation> };
  return typeof error?.title === 'string'
    ? { title: error.title, detail: error.detail ?? '', next: error.next ?? '' }
    : undefined;
}
