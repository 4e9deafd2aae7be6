import type { Client, Connection, Submittable } from 'pg';

/** COPY ... TO STDOUT with `pg`: takes what comes as fast as it comes and keeps nothing. Gives how many bytes it was. */
export function copyOut(client: Client, statement: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    // What the client calls on whatever it runs; its types name only the first.
    const query = {
      submit: (connection: Connection & { query: (text: string) => void }) => connection.query(statement),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => (bytes += chunk.length),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    };
    client.query(query as unknown as Submittable);
  });
}
