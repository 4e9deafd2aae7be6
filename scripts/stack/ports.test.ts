import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort, isPortFree } from '@/scripts/stack/ports';

const RANGE_FILE = '/proc/sys/net/ipv4/ip_local_port_range';
const firstOutgoing = existsSync(RANGE_FILE) ? Number(readFileSync(RANGE_FILE, 'utf8').split(/\s/)[0]) : 32_768;
const server = createServer();
afterAll(() => server.close());

describe('findFreePort', () => {
  it('finds ports that no outgoing connection takes before the server listens', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, findFreePort));
    expect(Math.max(...ports)).toBeLessThan(firstOutgoing);
    expect(Math.min(...ports)).toBeGreaterThan(1024);
  });

  it('finds a port that was taken to be free no longer', async () => {
    const port = await findFreePort();
    expect(await isPortFree(port)).toBe(true);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
  });
});
