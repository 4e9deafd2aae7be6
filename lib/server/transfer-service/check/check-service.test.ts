import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type SandboxOptions } from '@/sandbox/options';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { checkService, type ServiceCheck } from '@/lib/server/transfer-service/check/check-service';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const settingsFor = (url: string, change: Record<string, string> = {}) => ({
  TRANSFER_SERVICE_URL: url,
  TRANSFER_SERVICE_AUTH_URL: url,
  TRANSFER_SERVICE_CLIENT_ID: DEFAULT_OPTIONS.client.id,
  TRANSFER_SERVICE_CLIENT_SECRET: DEFAULT_OPTIONS.client.secret,
  TRANSFER_SERVICE_READS_PER_SECOND: '1000',
  ...change,
});

async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startForTest({ transfers: 1100, ...options }, Date.now());
  ends.push(sandbox.remove);
  return sandbox;
}

const seen = ({ lines }: ServiceCheck, wanted: string) => {
  const line = lines.find(({ name }) => name === wanted);
  return line && `${line.outcome}: ${line.seen}`;
};

it('finds nothing to change for a service as documented, and writes nothing', async () => {
  const { url, api } = await start();
  const check = await checkService(settingsFor(url), 20);
  expect(check.lines.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  expect(seen(check, 'Scopes')).toContain('transfer:read_transfer');
  expect(seen(check, 'Order of the list')).toBe('ok: newest first');
  expect(seen(check, 'End of the list')).toBe('ok: an empty cursor, after 1,100 records on 2 pages');
  expect(check.settings).toEqual({ TRANSFER_SERVICE_FILTERS: '' });
  expect(await api.inspect('stats')).toMatchObject({ creates_executed: 0 });
});

it('finds the filters and the order of another one, and stops before an end that is far', async () => {
  const { url } = await start({ filters: ['ids', 'ref_ids', 'updated_at'], order: 'oldest-first' });
  const check = await checkService(settingsFor(url), 1);
  expect(check.settings.TRANSFER_SERVICE_FILTERS).toBe('ids,ref_ids,updated_at');
  expect(seen(check, 'Order of the list')).toBe('ok: oldest first');
  expect(seen(check, 'End of the list')).toMatch(/^note: not reached/);
});

it.each([
  [{ kind: 'never-empty-cursor' }, /a cursor came twice/, 'on'],
  [{ kind: 'cursor-loop' }, /^fault: a cursor came twice/, undefined],
])('tells how a list ends under %j', async (fault, words, ends_) => {
  const { url, api } = await start();
  await api.addFault({ on: 'list', ...fault });
  const check = await checkService(settingsFor(url), 20);
  expect(seen(check, 'End of the list')).toMatch(words);
  expect(check.settings.TRANSFER_SERVICE_EMPTY_PAGE_ENDS).toBe(ends_);
});

it('refuses an incomplete configuration with every fault at once', async () => {
  const missing = checkService({ TRANSFER_SERVICE_URL: 'ftp://x', TRANSFER_SERVICE_CLIENT_ID: '' }, 1);
  await expect(missing).rejects.toThrow(/_URL: is not an http[^]*_AUTH_URL: is not set[^]*_SECRET: is not set/);
});

it('says which credential, address or answer is wrong', async () => {
  const { url } = await start();
  const wrong = await checkService(settingsFor(url, { TRANSFER_SERVICE_CLIENT_SECRET: 'other' }), 1);
  expect(wrong.lines).toEqual([{ name: 'Token', outcome: 'fault', seen: 'status 401 invalid_client' }]);
  const nobody = await checkService(settingsFor('http://127.0.0.1:1'), 1);
  expect(seen(nobody, 'Token')).toMatch(/^fault: not reachable: ECONNREFUSED/);
});

it('finds the names of the members of a page, flaws and unknown values', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/oauth2/token') return void response.end('{"access_token":"t"}');
    if (!request.url?.startsWith('/v2/transfer/transfers?')) return void response.writeHead(404).end('{}');
    const record = { id: 'a', type: 'STAKING_REWARD', status: 'PENDING', created_at: '2026-11-01T00:00:00Z' };
    response.end(JSON.stringify({ data: [record], next: '' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => once(server.close(), 'close'));
  const check = await checkService(settingsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 5);
  expect(check.settings).toMatchObject({ TRANSFER_SERVICE_PAGE_ITEMS: 'data', TRANSFER_SERVICE_PAGE_CURSOR: 'next' });
  expect(seen(check, 'Scopes')).toBe('note: not listed in the answer');
  expect(seen(check, 'Unknown values')).toBe('note: type STAKING_REWARD');
  expect(seen(check, 'One record')).toContain('amount missing');
  expect(seen(check, 'The same record by its ID')).toBe('fault: not found: status 404');
});
