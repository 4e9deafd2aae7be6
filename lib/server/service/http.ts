import 'server-only';
import { Agent, buildConnector, Client, type Dispatcher } from 'undici';
import { fail, ok, type Result } from '@/lib/result';
import { processWide } from '@/lib/server/process-wide';

export interface HttpCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** From the first byte out to the last byte in, in milliseconds. */
  timeoutMs: number;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case; a header sent several times keeps its first value. */
  headers: Record<string, string>;
  body: string;
}

/** `not-sent`: it failed before the request line could be written, so the other side did nothing. `lost`: it may have. */
export interface HttpFailure {
  kind: 'not-sent' | 'lost';
  isTimeout: boolean;
  /** An error code for logs and the attempt's evidence, such as ECONNREFUSED. Holds nothing of the request. */
  cause: string;
}

const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
const connectionOptions = { maxResponseSize: MAX_ANSWER_BYTES, pipelining: 1 } as const;

const sharedAgent = () => processWide('service.agent', () => new Agent({ ...connectionOptions, connect: { timeout: CONNECT_TIMEOUT_MS }, connections: 16 }));

/** A call over kept connections, for what can be repeated. Redirects are not followed. */
export async function exchange(call: HttpCall): Promise<Result<HttpAnswer, HttpFailure>> {
  return send(sharedAgent(), call, () => true);
}

/**
 * A call over a connection of its own, for what must happen once (send-protocol, step 3). A kept connection may be
 * half dead, and then nobody can tell whether the request left.
 */
export async function exchangeOnce(call: HttpCall): Promise<Result<HttpAnswer, HttpFailure>> {
  let isConnected = false;
  const connectSocket = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const client = new Client(new URL(call.url).origin, {
    ...connectionOptions,
    connect: (options, callback) =>
      connectSocket(options, (...outcome) => {
        isConnected ||= outcome[0] === null;
        callback(...outcome);
      }),
  });
  try {
    return await send(client, call, () => isConnected);
  } finally {
    await client.destroy();
  }
}

async function send(dispatcher: Dispatcher, call: HttpCall, mayHaveLeft: () => boolean): Promise<Result<HttpAnswer, HttpFailure>> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const { origin, pathname, search } = new URL(call.url);
  try {
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method: call.method,
      // A compressed answer could be small on the wire and endless in memory.
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...call.headers },
      body: call.body ?? null,
      signal: timeout,
      headersTimeout: call.timeoutMs,
      bodyTimeout: call.timeoutMs,
    });
    return ok({ status: answer.statusCode, headers: firstValues(answer.headers), body: await answer.body.text() });
  } catch (error) {
    const cause = codeOf(error);
    return fail({ kind: mayHaveLeft() ? 'lost' : 'not-sent', isTimeout: timeout.aborted || cause.includes('TIMEOUT'), cause });
  }
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), (Array.isArray(value) ? value[0] : value) ?? '']));
}

function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    if (current.name === 'TimeoutError' || current.name === 'AbortError') return current.name;
  }
  return error instanceof Error ? error.name : 'unknown';
}
