import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Client, Connection, Submittable } from 'pg';

// The methods that the client calls on a query; its types declare only the first.
type CopyConnection = Connection & {
  stream: Socket;
  query: (text: string) => void;
  sendCopyFromChunk: (bytes: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (message: string) => void;
};

const CHUNK = 1 << 18;

/** Runs COPY ... FROM STDIN with `pg` and sends these rows, as fast as the database takes them. */
export function copyIn(client: Client, statement: string, rows: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const query = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, rows).catch((error: unknown) => {
          failure = error instanceof Error ? error : new Error(String(error));
          connection.sendCopyFail('the rows could not be written');
        });
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: (error: Error) => reject(failure ?? error),
    };
    client.query(query as unknown as Submittable);
  });
}

async function send(connection: CopyConnection, rows: Iterable<string>): Promise<void> {
  let chunk = '';
  const write = async () => {
    connection.sendCopyFromChunk(Buffer.from(chunk));
    chunk = '';
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  };
  for (const row of rows) {
    chunk += row;
    if (chunk.length > CHUNK) await write();
  }
  await write();
  connection.endCopyFrom();
}
