import 'server-only';
import type { Socket } from 'node:net';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { Agent, type buildConnector, Client, type Dispatcher } from 'undici';
import { fail, ok, type Result } from '@/lib/result';
import { type Settings, settings } from '@/lib/server/config/settings';
import { buildOutgoing, type ProxySettings } from '@/lib/server/outgoing/connect';
import { singleton } from '@/lib/server/runtime/singleton';
import { countCall } from '@/lib/server/transfer-service/call-metrics';
import type { HttpAnswer, HttpCall, HttpFailure } from '@/lib/server/transfer-service/http-call';

const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const PERMISSION_TIMEOUT_MS = 500;
const connectionOptions = { maxResponseSize: MAX_ANSWER_BYTES, pipelining: 1 } as const;

/** The settings of connections to the service and to its token service. */
export type ServiceConnection = ProxySettings &
  Pick<Settings, 'TRANSFER_SERVICE_CLIENT_CERT' | 'TRANSFER_SERVICE_CLIENT_KEY'>;

function connectToService(connection: ServiceConnection): buildConnector.connector {
  const { TRANSFER_SERVICE_CLIENT_CERT: cert, TRANSFER_SERVICE_CLIENT_KEY: key } = connection;
  return buildOutgoing(cert === undefined ? {} : { cert, key }, connection);
}

/** Creates what keeps connections for repeatable calls (`exchange`). */
export const createServiceAgent = (connection: ServiceConnection) =>
  new Agent({ ...connectionOptions, connect: connectToService(connection), connections: 16 });

const sharedAgent = () => singleton('service.agent', () => createServiceAgent(settings()));

/** Makes a repeatable call over pooled connections. Redirects are not followed. */
export async function exchange(call: HttpCall, agent = sharedAgent()): Promise<Result<HttpAnswer, HttpFailure>> {
  return send(agent, call, () => 'lost');
}

/** Hooks around the moment at which a request leaves. */
export interface Leaving {
  /**
   * Called on the open connection, right before the first byte. Returns undefined to let the request leave, otherwise a
   * short reason.
   */
  denialReason: () => Promise<string | undefined>;
  /** Called when the request has left and the answer is awaited. */
  whenLeft?: () => Promise<void>;
}

/**
 * Makes a call that must happen once, over a connection of its own: on a half-dead pooled connection it would be
 * unknown whether the request left. Fails as `held-back` where `denialReason` gives a reason or takes longer than
 * half a second. docs/specification/send-protocol.md#post
 */
export async function exchangeOnce(call: HttpCall, leaving: Leaving): Promise<Result<HttpAnswer, HttpFailure>> {
  let failure: HttpFailure['kind'] = 'not-sent';
  const connectSocket = connectToService(settings());
  const client = new Client(new URL(call.url).origin, {
    ...connectionOptions,
    connect: (options, callback) =>
      connectSocket(options, (error, socket) => {
        if (error) callback(error, null);
        else void releaseRequest(socket, callback);
      }),
  });
  const releaseRequest = async (socket: Socket, callback: buildConnector.Callback) => {
    const cause = await findDenial(leaving.denialReason);
    if (cause !== undefined) {
      failure = 'held-back';
      socket.destroy();
      return callback(Object.assign(new Error('the request may not leave'), { code: cause }), null);
    }
    // Ended while permission was asked for: nothing can leave over it.
    if (socket.destroyed) return callback(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), null);
    failure = 'lost';
    callback(null, socket);
    // undici writes the request before callbacks of setImmediate run.
    setImmediate(() => void leaving.whenLeft?.());
  };
  try {
    return await send(client, call, () => failure);
  } finally {
    await client.destroy();
  }
}

/**
 * Returns why the request may not leave, including that no permission came in time; undefined where it may. Checks the
 * clock again at the end, since a process can be suspended between any two lines.
 */
async function findDenial(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  const TOO_SLOW = 'no permission in time';
  const until = performance.now() + PERMISSION_TIMEOUT_MS;
  try {
    const answer = await withTimeout(PERMISSION_TIMEOUT_MS, ask, () => TOO_SLOW);
    return answer ?? (performance.now() > until ? TOO_SLOW : undefined);
  } catch {
    return 'no permission';
  }
}

async function send(
  dispatcher: Dispatcher,
  call: HttpCall,
  failureNow: () => HttpFailure['kind'],
): Promise<Result<HttpAnswer, HttpFailure>> {
  const startedAt = performance.now();
  const outcome = await request(dispatcher, call, failureNow);
  countCall(call.operation, startedAt, outcome);
  return outcome;
}

async function request(
  dispatcher: Dispatcher,
  call: HttpCall,
  failureNow: () => HttpFailure['kind'],
): Promise<Result<HttpAnswer, HttpFailure>> {
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
    return fail({ kind: failureNow(), isTimeout: timeout.aborted || cause.includes('TIMEOUT'), cause });
  }
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      (Array.isArray(value) ? value[0] : value) ?? '',
    ]),
  );
}

function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    if (current.name === 'TimeoutError' || current.name === 'AbortError') return current.name;
  }
  return error instanceof Error ? error.name : 'unknown';
}
