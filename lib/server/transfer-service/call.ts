import 'server-only';
import type { ServiceFailure } from '@/lib/http/problems';
import type { ListPage } from '@/lib/mirror/list-end';
import { fail, ok, type Result } from '@/lib/result';
import { settings } from '@/lib/server/config/settings';
import { type ReadPriority, takeRead, throttleReads } from '@/lib/server/transfer-service/budget';
import { exchange } from '@/lib/server/transfer-service/http';
import type { HttpAnswer, HttpFailure, Operation } from '@/lib/server/transfer-service/http-call';
import { decodeProblem, parseRetryAfter } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { NO_TURN, READ_TIME_LIMIT_MS, retryRead } from '@/lib/server/transfer-service/retry';
import { type Access, dropToken, getToken, toFailure } from '@/lib/server/transfer-service/token';

const CALL_TIMEOUT_MS = 8_000;

/** Call that may be repeated: a read, or a write that has the effect of one however often it arrives. */
export interface RepeatableCall {
  operation: Operation;
  /** Path and query. */
  path: string;
  /** JSON to put, or to post where it changes nothing; absent for a read. */
  body?: string;
  method?: 'PUT' | 'POST';
  priority?: ReadPriority;
  /** Time limit over all attempts and waits, in milliseconds. */
  withinMs?: number;
  /** Default: `transfers`. */
  access?: Access;
}

/**
 * Makes a repeatable call with a token, within the limit of reads; once more with a new token where the service refused
 * the first. Gives an answer of success only.
 */
export async function callService(call: RepeatableCall): Promise<Result<HttpAnswer, ServiceFailure>> {
  const first = await callOnce(call);
  // The token may have been revoked before its time: one retry with a new token.
  const answer = first.ok && first.value.status === 401 ? await callOnce(call) : first;
  if (!answer.ok || isSuccess(answer.value)) return answer;
  return fail({ kind: 'problem', problem: decodeProblem(answer.value) });
}

async function callOnce({
  operation,
  path,
  body,
  method = body === undefined ? undefined : 'PUT',
  priority = 'interactive',
  withinMs = READ_TIME_LIMIT_MS,
  access,
}: RepeatableCall): Promise<Result<HttpAnswer, ServiceFailure>> {
  const token = await getToken(access);
  if (!token.ok) return token;
  const outcome = await retryRead(async (remainingMs): Promise<Result<HttpAnswer, HttpFailure>> => {
    const until = performance.now() + remainingMs;
    if (!(await takeRead(priority, remainingMs))) return fail({ kind: 'not-sent', isTimeout: false, cause: NO_TURN });
    const answer = await exchange({
      operation,
      method: method ?? 'GET',
      url: settings().TRANSFER_SERVICE_URL + path,
      headers: {
        authorization: `Bearer ${token.value}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: Math.min(CALL_TIMEOUT_MS, Math.max(Math.ceil(until - performance.now()), 1)),
    });
    if (answer.ok && answer.value.status === 429)
      await throttleReads(parseRetryAfter(answer.value.headers['retry-after']));
    return answer;
  }, withinMs);
  if (!outcome.ok) return fail(toFailure(outcome.error));
  if (outcome.value.status === 401) dropToken(token.value);
  return outcome;
}

/** Tells whether an answer says that the call was carried out. */
export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Decodes a page of any list of the service, by the configured names of its members; its items stay as they are. */
export function decodePage({ status, body }: HttpAnswer): Result<ListPage, ServiceFailure> {
  const { TRANSFER_SERVICE_PAGE_ITEMS, TRANSFER_SERVICE_PAGE_CURSOR } = settings();
  const page = parseJson(body);
  const items = member(page, TRANSFER_SERVICE_PAGE_ITEMS);
  if (!Array.isArray(items))
    return fail({ kind: 'unreadable', status, cause: `the page has no list named ${TRANSFER_SERVICE_PAGE_ITEMS}` });
  const next = member(page, TRANSFER_SERVICE_PAGE_CURSOR);
  return ok({
    items,
    nextCursor: typeof next === 'string' && next !== '' ? next : null,
    isEndStated: typeof next === 'string' || next === null,
    hasStrangeCursor: next !== undefined && next !== null && typeof next !== 'string',
  });
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
