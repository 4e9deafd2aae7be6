import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections (32768 and up on Linux, 49152 elsewhere): a port that is
// found free there is not taken by a connection of another process before its server listens. No browser blocks one.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const ATTEMPTS = 100;

/** Returns whether a port of 127.0.0.1 is free. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Returns a free port of 127.0.0.1 that no outgoing connection takes. Throws where none of 100 tried is free. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`None of ${ATTEMPTS} ports of 127.0.0.1 is free.`);
}
