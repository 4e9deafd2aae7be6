import { ReadError, readErrorOf, withJson } from '@/components/data/fetch-json';
import { keepTexts } from '@/components/form/kept-text';
import type { EndpointCall } from '@/lib/http/endpoint';
import { type Denial, isDenial } from '@/lib/http/denials';
import { fail, type Result } from '@/lib/result';

// A batch of a thousand withdrawals takes the console half a minute.
const TIMEOUT_MS = 120_000;

/**
 * Posts a JSON body to an endpoint that changes something, and returns the result of the change; the request guard's
 * own denials are failures of the change too, as `callAction` gives them: a console of another release has no such
 * endpoint. Throws if there is no such answer: the change may then have been made, unless the error is a ReadError with
 * a status of 4xx.
 */
export function postForResult<Value, Failure extends { kind: string }>(
  call: EndpointCall<Result<Value, Failure | Denial>>,
  body: unknown,
): Promise<Result<Value, Failure | Denial>> {
  return sendForResult(call, withJson(body));
}

/** Sends a body of any kind as `postForResult` posts JSON. */
export async function sendForResult<Value, Failure extends { kind: string }>(
  { path, isAnswer }: EndpointCall<Result<Value, Failure | Denial>>,
  init: RequestInit,
): Promise<Result<Value, Failure | Denial>> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (isAnswer(answer)) return answer;
  const { error } = (answer ?? {}) as { error?: { kind?: unknown } };
  if (typeof error?.kind === 'string' && isDenial(error as Denial)) return fail(error as Denial);
  if (NO_ENDPOINT.includes(response.status)) {
    keepTexts();
    return fail({ kind: 'outdated' });
  }
  throw response.ok ? new ReadError(response.status, UNREADABLE) : await readErrorOf(response);
}

const NO_ENDPOINT = [404, 405];
const UNREADABLE = { title: 'Unexpected answer from the console', detail: '', next: 'Load the page again.' };
