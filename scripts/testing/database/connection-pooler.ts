import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

interface Backend {
  client: Client;
  stream: Socket;
}

/** A connection pooler in front of a database, and how to stop it. */
export interface Pooler {
  url: string;
  close: () => Promise<void>;
}

const SSL_REQUEST = 80_877_103;

function message(type: string, body: Buffer | string): Buffer {
  const content = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/**
 * Splits a stream of messages (https://www.postgresql.org/docs/15/protocol-overview.html); the first may lack a type.
 */
function splitter(onMessage: (bytes: Buffer, type: string) => void, isStarting = false): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let lacksType = isStarting;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const offset = lacksType ? 0 : 1;
      if (rest.length < offset + 4) return;
      const length = rest.readUInt32BE(offset) + offset;
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      const isSslRequest = lacksType && bytes.readUInt32BE(4) === SSL_REQUEST;
      const type = lacksType ? (isSslRequest ? 'ssl' : 'startup') : String.fromCharCode(bytes[0] ?? 0);
      lacksType = isSslRequest;
      onMessage(bytes, type);
    }
  };
}

/**
 * Starts a pooler that logs clients in by itself, as PgBouncer does: it drops their startup parameters and tells them a
 * process id of its own. `transaction` gives each transaction the session that was used last, `session` gives each
 * client one to keep. `refuses`: a startup parameter that it refuses.
 */
export async function startPooler(
  databaseUrl: string,
  { mode, sessions, refuses }: { mode: 'transaction' | 'session'; sessions: number; refuses?: string },
): Promise<Pooler> {
  const free: Backend[] = [];
  for (let index = 0; index < sessions; index += 1) free.push(await connectBackend(databaseUrl));
  const all = [...free];
  const waiting: ((backend: Backend) => void)[] = [];
  const release = (backend: Backend) => {
    backend.stream.removeAllListeners('data');
    const next = waiting.shift();
    if (next) next(backend);
    else free.push(backend);
  };
  const server = createServer((socket) => {
    let backend: Backend | undefined;
    let queue: Buffer[] = [];
    const attach = (given: Backend) => {
      backend = given;
      given.stream.on(
        'data',
        splitter((bytes, type) => {
          socket.write(bytes);
          const isIdle = type === 'Z' && bytes[5] === 'I'.charCodeAt(0);
          if (isIdle && mode === 'transaction') {
            backend = undefined;
            release(given);
          }
        }),
      );
      for (const bytes of queue.splice(0)) given.stream.write(bytes);
    };
    const forward = (bytes: Buffer) => {
      if (backend) return backend.stream.write(bytes);
      queue = [...queue, bytes];
      if (queue.length > 1) return undefined;
      const next = free.pop();
      return next ? attach(next) : waiting.push(attach);
    };
    socket.on('error', () => undefined);
    socket.on('close', () => backend && release(backend));
    socket.on(
      'data',
      splitter((bytes, type) => {
        if (type === 'ssl') return socket.write('N');
        if (type === 'startup') return logIn(socket, bytes, refuses);
        return type === 'X' ? socket.end() : forward(Buffer.from(bytes));
      }, true),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      server.close();
      for (const { stream } of all) stream.destroy();
      await Promise.resolve();
    },
  };
}

async function connectBackend(databaseUrl: string): Promise<Backend> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { stream } = (client as Client & { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return { client, stream };
}

function logIn(socket: Socket, startup: Buffer, refuses: string | undefined): void {
  if (refuses !== undefined && startup.includes(`${refuses}\0`)) {
    const text = `unsupported startup parameter: ${refuses}`;
    socket.end(message('E', `SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
    return;
  }
  socket.write(message('R', Buffer.alloc(4)));
  socket.write(message('S', 'server_version\u000015.0\0'));
  const key = Buffer.alloc(8);
  key.writeUInt32BE(2_000_000_001, 0);
  socket.write(message('K', key));
  socket.write(message('Z', 'I'));
}
