import 'server-only';
import { parseJson } from '@/lib/text/parse-json';
import { z } from 'zod';
import type { ServiceFailure, ServiceProblem } from '@/lib/http/problems';
import { now } from '@/lib/server/runtime/clock';
import type { HttpAnswer } from '@/lib/server/transfer-service/http-call';

// Each member may be missing or malformed: the status and the other members still count.
const problemSchema = z.looseObject({
  type: z.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  meta: z.record(z.string(), z.unknown()).catch({}),
});

/** Gives the fields of a log line about a failed call, such as its cause PROXY_407; nothing of the call itself. */
export function describeFailure(failure: ServiceFailure) {
  return {
    failure: failure.kind,
    status: failure.kind === 'problem' ? failure.problem.status : undefined,
    cause: 'cause' in failure ? failure.cause : undefined,
  };
}

const MAX_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Decodes an error answer as a problem, whatever its content type: docs/specification/service-facts.md#errors.
 */
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

/** Gives a value as a JSON object; undefined for any other. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

// Hosts and spellings of types vary (`already-exists`, `already_exists`): only the last segment counts.
function lastSegment(type: string): string {
  return (type.split(/[/#:]/).findLast(Boolean) ?? '').replaceAll('_', '-').toLowerCase();
}

/** Parses Retry-After (RFC 9110, 10.2.3: seconds or a date) to milliseconds, at most a quarter of an hour. */
export function parseRetryAfter(header: string | undefined, nowMs = now().getTime()): number | undefined {
  if (!header) return undefined;
  const ms = /^[0-9]{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
