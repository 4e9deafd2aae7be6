import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Whether a port of the loopback address can be taken. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined;
}

/** A port that is free now. */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === undefined) throw new Error('No port of 127.0.0.1 is free.');
  return port;
}

async function tryPort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
