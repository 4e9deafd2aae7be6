import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

// Less than a person waits, and more than the console itself takes at most.
const ANSWER_TIMEOUT_MS = 20_000;
const POLL_MS = 500;
const CHECK_TIMEOUT_MS = 1_500;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Distributes requests over several processes in turn, as any load balancer would: unready processes come last, and a
 * request is repeated only if it never left.
 */
export class Balancer {
  readonly #server: Server;
  readonly #polling: NodeJS.Timeout;
  readonly #unready = new Set<number>();
  #turn = 0;

  private constructor(readonly ports: readonly number[]) {
    this.#server = createServer((incoming, answer) => void this.#handle(incoming, answer));
    this.#polling = setInterval(() => this.ports.forEach((port) => void this.#checkPort(port)), POLL_MS).unref();
  }

  static async start(port: number, ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    balancer.#server.listen(port, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    clearInterval(this.#polling);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #checkPort(port: number): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/serving`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) this.#unready.delete(port);
    else this.#unready.add(port);
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    this.#turn += 1;
    const all = this.ports.map((_, index) => this.ports[(this.#turn + index) % this.ports.length] as number);
    const inTurn = [
      ...all.filter((port) => !this.#unready.has(port)),
      ...all.filter((port) => this.#unready.has(port)),
    ];
    for (const port of inTurn) {
      if (await forward({ port, incoming, body, answer })) return;
    }
    answer
      .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('No console is available. Nothing was forwarded. Try again in a minute.');
  }
}

/** Forwards a request to one process. Returns false if it never left, so that another process may get it. */
function forward({
  port,
  incoming,
  body,
  answer,
}: {
  port: number;
  incoming: IncomingMessage;
  body: Buffer;
  answer: ServerResponse;
}): Promise<boolean> {
  return new Promise((resolve) => {
    let hasLeft = false;
    const { 'transfer-encoding': _, ...headers } = incoming.headers;
    const outgoing = send({
      port,
      host: '127.0.0.1',
      agent: false,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }), connection: 'close' },
    });
    const connecting = setTimeout(() => outgoing.destroy(), CONNECT_TIMEOUT_MS);
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(connecting);
        hasLeft = true;
        outgoing.setTimeout(ANSWER_TIMEOUT_MS, () => outgoing.destroy());
        outgoing.end(body);
      }),
    );
    outgoing.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.once('error', () => answer.destroy());
      response.once('close', () => resolve(true));
    });
    outgoing.once('error', () => {
      clearTimeout(connecting);
      if (!hasLeft) return resolve(false);
      if (answer.headersSent) answer.destroy();
      else
        answer
          .writeHead(504, { 'content-type': 'text/plain' })
          .end('The console did not answer. The outcome is unknown. Check the result before you try again.');
      return resolve(true);
    });
  });
}
