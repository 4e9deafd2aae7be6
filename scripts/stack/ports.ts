import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns whether a port of 127.0.0.1 is free. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await probePort(port)) !== undefined;
}

/** Returns a free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const port = await probePort(0);
  if (port === undefined) throw new Error('No port of 127.0.0.1 is free.');
  return port;
}

async function probePort(wanted: number): Promise<number | undefined> {
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
