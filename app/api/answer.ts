import type { EndpointCall } from '@/lib/http/endpoint';
import { attachmentDisposition } from '@/lib/http/content-disposition';
import { explainReadFailure, type ReadFailure, statusOf } from '@/lib/http/read-failures';
import type { Result } from '@/lib/result';
import { orUnavailable } from '@/lib/server/observability/outage';

type Outcome<Answer> = Result<Answer, ReadFailure & { status?: number }>;

/**
 * Answers a route with the value of its endpoint, or with an explanation, the fitting status and, after too many
 * requests, Retry-After. Throws if the value does not have the endpoint's shape.
 */
export async function answer<Answer>(
  endpoint: Pick<EndpointCall<Answer>, 'isAnswer'>,
  outcome: Outcome<Answer> | Promise<Outcome<Answer>>,
): Promise<Response> {
  const read = await orUnavailable(outcome);
  if (!read.ok) return refuse(read.error);
  if (!endpoint.isAnswer(read.value)) throw new Error('a route does not answer what its endpoint says');
  return Response.json(read.value, { headers: NOT_STORED });
}

/** A file to download. */
interface FileAnswer {
  content: BodyInit;
  fileName: string;
  contentType: string;
  headers?: Record<string, string>;
}

/** Answers a route with a file to download, or with why there is none. */
export async function answerFile<Value>(
  outcome: Outcome<Value> | Promise<Outcome<Value>>,
  toFile: (value: Value) => FileAnswer,
): Promise<Response> {
  const made = await orUnavailable(outcome);
  if (!made.ok) return refuse(made.error);
  const { content, fileName, contentType, headers } = toFile(made.value);
  return new Response(content, {
    headers: {
      ...NOT_STORED,
      'content-type': contentType,
      'content-disposition': attachmentDisposition(fileName),
      ...headers,
    },
  });
}

/** Answers a failed read with its explanation, the fitting status and, after too many requests, Retry-After. */
export function refuse(failure: ReadFailure & { status?: number }): Response {
  const wait = failure.kind === 'too-many' && { 'retry-after': String(failure.retryAfterS) };
  return Response.json(
    { error: explainReadFailure(failure) },
    { status: statusOf(failure), headers: { ...NOT_STORED, ...wait } },
  );
}

const NOT_STORED = { 'cache-control': 'private, no-store' };
