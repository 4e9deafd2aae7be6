import 'server-only';
import { z } from 'zod';
import type { ServiceProblem } from '@/lib/http/problems';
import { now } from '@/lib/server/runtime/clock';
import type { HttpAnswer } from '@/lib/server/transfer-service/http-call';

// Lenient member by member: a problem with a strange title is still a problem with its status and type.
const problemSchema = z.looseObject({
  type: z.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  meta: z.record(z.string(), z.unknown()).catch({}),
});

const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/** Reads an answer that is not a success as a problem (service-facts, "Errors"), whatever its content type says. */
export function decodeProblem(answer: HttpAnswer): ServiceProblem {
  const parsed = problemSchema.safeParse(parseJson(answer.body));
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after']);
  return {
    status: answer.status,
    type: parsed.success ? lastSegment(parsed.data.type) : '',
    title: parsed.success ? parsed.data.title : '',
    detail: parsed.success ? parsed.data.detail : '',
    meta: parsed.success ? parsed.data.meta : {},
    isReadable: parsed.success && [parsed.data.type, parsed.data.title, parsed.data.detail].some(Boolean),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** JSON, or undefined where it is none. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

// Host and spelling of the type vary (`already-exists`, `already_exists`): only the last segment counts.
function lastSegment(type: string): string {
  return (type.split(/[/#:]/).findLast(Boolean) ?? '').replaceAll('_', '-').toLowerCase();
}

/** Retry-After in milliseconds (RFC 9110, 10.2.3: seconds or a date), at most a quarter of an hour. */
export function parseRetryAfter(header: string | undefined, nowMs = now().getTime()): number | undefined {
  if (!header) return undefined;
  const ms = /^[0-9]{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}
