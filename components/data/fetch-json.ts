import type { EndpointCall } from '@/lib/http/endpoint';
import { POLL_HEADER } from '@/lib/http/routes';
import type { Explanation } from '@/lib/http/problems';

/**
 * The failure of a call to the console's own server: its HTTP status (0 if the server was not reached) and an
 * explanation.
 */
export class ReadError extends Error {
  constructor(
    readonly status: number,
    readonly explanation: Explanation,
  ) {
    super(explanation.title);
    this.name = 'ReadError';
  }
}

// Longer than the longest read of the service.
const TIMEOUT_MS = 30_000;

/** The explanation of a call that did not reach the console's own server. */
export const UNREACHED: Explanation = {
  title: 'The console cannot be reached',
  detail: 'Your connection was lost, or the console is restarting.',
  next: 'Try again in a minute.',
};
const UNREADABLE: Explanation = {
  title: 'Unexpected answer from the console',
  detail: '',
  next: 'Try again. If this happens again, tell an administrator.',
};

/**
 * Calls an endpoint of the console and returns its answer. Throws a ReadError if the call fails, and the signal's
 * reason if `signal` aborts the call.
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

/** Options of a background poll, which does not keep an idle session alive. */
export const POLLING: RequestInit = { headers: { [POLL_HEADER]: '1' } };

/** Returns the options of a call that posts a JSON body. */
export function withJson(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Creates the error for a response that is not a success. */
export async function readErrorOf(response: Response): Promise<ReadError> {
  const body = (await response.json().catch(() => undefined)) as unknown;
  return new ReadError(response.status, explanationIn(body) ?? UNREADABLE);
}

/** Explains any error of a query. */
export function explainError(error: Error): Explanation {
  return error instanceof ReadError ? error.explanation : UNREADABLE;
}

function explanationIn(body: unknown): Explanation | undefined {
  const { error } = (body ?? {}) as { error?: Partial<Explanation> };
  return typeof error?.title === 'string'
    ? { title: error.title, detail: error.detail ?? '', next: error.next ?? '' }
    : undefined;
}
