import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { explainIgnoredHostname, formatOrigin, reachableAddress, readListenAddress } from '@/server/listen-address.mjs';

describe('where the console listens', () => {
  it.each([
    [{}, '127.0.0.1'],
    [{ CONSOLE_LISTEN: '' }, '127.0.0.1'],
    [{ CONSOLE_LISTEN: '0.0.0.0' }, '0.0.0.0'],
    [{ CONSOLE_LISTEN: '::' }, '::'],
    // In a pod, and in a container with the example's former line.
    [{ CONSOLE_LISTEN: '0.0.0.0', HOSTNAME: 'countersign-7d9f8-x2x4q' }, '0.0.0.0'],
    [{ CONSOLE_LISTEN: '0.0.0.0', HOSTNAME: '127.0.0.1' }, '0.0.0.0'],
    [{ HOSTNAME: '0.0.0.0' }, '127.0.0.1'],
  ])('is read from CONSOLE_LISTEN alone: %j', (environment, address) => {
    expect(readListenAddress(environment)).toEqual({ address, port: 3000 });
  });

  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['10.1.2.3', '10.1.2.3'],
    ['::', '::1'],
    ['0:0:0:0:0:0:0:0', '::1'],
    ['::1', '::1'],
    ['fd00::10', 'fd00::10'],
  ])('is reached from the machine itself: %s', (address, reachable) => {
    expect(reachableAddress(address)).toBe(reachable);
  });

  it('is written as an address of the web', () => {
    expect(formatOrigin({ address: '127.0.0.1', port: 3000 })).toBe('http://127.0.0.1:3000');
    expect(formatOrigin({ address: '::', port: 80 })).toBe('http://[::]:80');
  });
});

describe('HOSTNAME', () => {
  it.each(['0.0.0.0', '127.0.0.1', '::', '10.0.0.7'])('is explained where it is an address: %s', (HOSTNAME) => {
    expect(explainIgnoredHostname({ HOSTNAME }, 'machine')).toContain(`Set CONSOLE_LISTEN=${HOSTNAME} `);
    expect(explainIgnoredHostname({ HOSTNAME, CONSOLE_LISTEN: '0.0.0.0' }, 'machine')).toBeUndefined();
    // Some machines are called by their address.
    expect(explainIgnoredHostname({ HOSTNAME }, HOSTNAME)).toBeUndefined();
  });

  it.each([undefined, '', 'countersign-7d9f8-x2x4q', 'localhost'])(
    'is no word more where it is a name: %s',
    (HOSTNAME) => {
      expect(explainIgnoredHostname({ HOSTNAME }, 'machine')).toBeUndefined();
    },
  );
});

describe('the health check of the image', () => {
  const started: ChildProcess[] = [];
  afterEach(() => started.splice(0).forEach((process) => process.kill('SIGKILL')));

  async function check(environment: Record<string, string>): Promise<unknown> {
    const process = spawn(globalThis.process.execPath, ['server/health-check.mjs'], {
      env: environment as NodeJS.ProcessEnv,
    });
    started.push(process);
    const [code] = await once(process, 'exit');
    return code;
  }

  it('passes where the console answers at its address, and fails where nothing does or the answer is another', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/api/health/live' && isLive ? 200 : 503;
      response.end();
    });
    let isLive = true;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const PORT = String((server.address() as AddressInfo).port);
    expect(await check({ PORT })).toBe(0);
    expect(await check({ PORT, HOSTNAME: 'countersign-7d9f8-x2x4q' })).toBe(0);
    // What listens on every address is reached by loopback.
    expect(await check({ PORT, CONSOLE_LISTEN: '0.0.0.0' })).toBe(0);
    isLive = false;
    expect(await check({ PORT })).toBe(1);
    server.close();
    await once(server, 'close');
    expect(await check({ PORT })).toBe(1);
  });
});
