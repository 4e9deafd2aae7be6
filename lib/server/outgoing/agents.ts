import 'server-only';
import { globalAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, type buildConnector, fetch as undiciFetch } from 'undici';
import { settings } from '@/lib/server/config/settings';
import { buildOutgoing } from '@/lib/server/outgoing/connect';
import { singleton } from '@/lib/server/runtime/singleton';

const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

const sharedAgent = () =>
  singleton(
    'outgoing.agent',
    () => new Agent({ connect: buildOutgoing({}, settings()), maxResponseSize: MAX_ANSWER_BYTES }),
  );

/** The standard `fetch`, over connections that leave as the settings say; an answer has five megabytes at most. */
export const outgoingFetch = ((input: string, init: object) =>
  undiciFetch(input, { ...init, dispatcher: sharedAgent() })) as unknown as typeof fetch;

/** Makes the requests of `node:https` leave as the settings say. `lookup` resolves names where the console does. */
export class OutgoingAgent extends HttpsAgent {
  readonly #connect: buildConnector.connector;

  constructor({ lookup }: { lookup?: LookupFunction } = {}) {
    super();
    this.#connect = buildOutgoing({ ...(lookup && { lookup }) }, settings());
  }

  override createConnection(
    { host, port, servername }: RequestOptions,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const hostname = host ?? '';
    const target = { protocol: 'https:', hostname, host: hostname, port: String(port ?? 443), servername };
    this.#connect(target as buildConnector.Options, (error, socket) => callback?.(error, socket as Socket));
  }
}

/** Returns the agent for calls of `node:http` or `node:https` to an address; plain http has that of Node. */
export const agentFor = (address: string) => (address.startsWith('https:') ? new OutgoingAgent() : globalAgent);
