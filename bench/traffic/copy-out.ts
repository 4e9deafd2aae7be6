import type { Client, Connection, Submittable } from 'pg';

/** Runs COPY ... TO STDOUT with `pg`, discards the data as fast as it arrives, and returns the number of bytes. */
export function copyOut(client: Client, statement: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    // The methods that the client calls on a query; its types declare only the first.
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
