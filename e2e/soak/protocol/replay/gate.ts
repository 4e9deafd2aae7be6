/**
 * The network between one member and the sandbox. Each request to create a withdrawal waits here until the trace says
 * what becomes of it; so does an answer to a reading of the list, where asked. All else goes through.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request that waits in the network. */
export interface Held {
  readonly at: number;
  /** The answer of the service, once it has the request. */
  answer?: Answered;
  /** It is lost, or was delivered to its sender. */
  isOver: boolean;
  /** Gives the request to the service, and keeps its answer. */
  carryOut: () => Promise<void>;
  /** Gives the answer to the sender. */
  deliver: () => void;
  /** Breaks the connection of the sender; the request itself stays here. */
  cut: () => void;
  /** Answers the sender with a 503 that says nothing of the request, which stays here. */
  breakOff: () => void;
}

const CREATE = '/v2/transfer/crypto-withdrawals';
const LIST = /^\/v2\/transfer\/transfers(\?|$)/;

/** See the head of this file. */
export class Gate {
  readonly #server: Server;
  /** Requests to create, in the order in which they came. */
  readonly creates: Held[] = [];
  readonly lists: Held[] = [];
  holdsLists = false;
  /** True where nothing is held. */
  isOpen = false;
  #arrived: (() => void)[] = [];

  private constructor(readonly sandboxUrl: string) {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(sandboxUrl: string): Promise<Gate> {
    const gate = new Gate(sandboxUrl);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the next request is held. */
  async arrival(): Promise<void> {
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const held = this.#hold(request, body, response);
    const isCreate = request.url === CREATE;
    if (isCreate) this.creates.push(held);
    const isHeld = !this.isOpen && (isCreate || (this.holdsLists && LIST.test(request.url ?? '')));
    if (!isHeld) {
      await held.carryOut();
      held.deliver();
      return;
    }
    if (!isCreate) this.lists.push(held);
    this.#arrived.splice(0).forEach((resolve) => resolve());
  }

  #hold(request: IncomingMessage, body: Buffer, response: ServerResponse): Held {
    const { authorization, 'content-type': type } = request.headers;
    const held: Held = {
      at: performance.now(),
      isOver: false,
      carryOut: async () => {
        const answer = await fetch(`${this.sandboxUrl}${request.url}`, {
          method: request.method ?? 'GET',
          headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        });
        const headers = Object.fromEntries(
          [...answer.headers].filter(([name]) => ['content-type', 'retry-after'].includes(name)),
        );
        held.answer = { status: answer.status, headers, body: await answer.text() };
      },
      deliver: () => {
        const { status = 502, headers = {}, body: text = '' } = held.answer ?? {};
        held.isOver = true;
        // The connection of a sender that was cut off is gone.
        if (!response.headersSent) response.writeHead(status, headers).end(text);
      },
      cut: () => response.destroy(),
      breakOff: () => response.writeHead(503, { 'content-type': 'text/plain' }).end('No answer in time.'),
    };
    return held;
  }
}
