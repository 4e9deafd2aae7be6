import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaticFiles } from '@/server/static-files.mjs';

const SCRIPT = 'console.log("a");'.repeat(50);
const directory = mkdtempSync(path.join(tmpdir(), 'countersign-static-'));
const server = createServer((incoming, response) => {
  void (async () => {
    if (!(await answer(incoming, response))) response.writeHead(404).end('Next');
  })();
});
let answer: ReturnType<typeof createStaticFiles>;

beforeAll(async () => {
  mkdirSync(path.join(directory, 'chunks'));
  mkdirSync(path.join(directory, 'media'));
  writeFileSync(path.join(directory, 'chunks/1~a.b_c-d.js'), SCRIPT);
  writeFileSync(path.join(directory, 'media/font.woff2'), Buffer.from([1, 2, 3]));
  writeFileSync(path.join(directory, 'chunks/notes.txt'), 'no file of a page');
  writeFileSync(path.join(directory, 'media/pdf.worker.mjs'), SCRIPT);
  writeFileSync(path.join(directory, 'chunks/turbopack-worker-1.js'), SCRIPT);
  answer = createStaticFiles(directory);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const asked = request({ port, host: '127.0.0.1', path: url, method, headers, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
}

it('answers with a file of the build, compressed for those who take it', async () => {
  const url = '/_next/static/chunks/1~a.b_c-d.js';
  const packed = await ask(`${url}?dpl=1`, { 'accept-encoding': 'br, gzip;q=0.5' });
  expect(packed.status).toBe(200);
  expect(packed.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': String(packed.body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(gunzipSync(packed.body).toString()).toBe(SCRIPT);
  for (const given of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br']) {
    const plain = await ask(url, { 'accept-encoding': given });
    expect([given, plain.headers['content-encoding'], plain.body.toString()]).toEqual([given, undefined, SCRIPT]);
  }
  const font = await ask('/_next/static/media/font.woff2', { 'accept-encoding': 'gzip' });
  expect([font.headers['content-type'], font.headers['content-encoding'], [...font.body]]).toEqual([
    'font/woff2',
    undefined,
    [1, 2, 3],
  ]);
});

it('answers HEAD without a body, and a file that the browser has with 304', async () => {
  const url = '/_next/static/chunks/1~a.b_c-d.js';
  const head = await ask(url, {}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(SCRIPT.length), 0]);
  const again = await ask(url, { 'if-none-match': String(head.headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

it('leaves to Next what is not a file of the build, and other methods', async () => {
  for (const url of [
    '/_next/static/chunks/none.js',
    '/_next/static/chunks/notes.txt',
    '/_next/static/chunks/../chunks/1~a.b_c-d.js',
    '/_next/static/%63hunks/1~a.b_c-d.js',
    '/_next/static/',
    '/transfers',
  ])
    expect([url, (await ask(url)).status]).toEqual([url, 404]);
  expect((await ask('/_next/static/chunks/1~a.b_c-d.js', {}, 'POST')).status).toBe(404);
});

it('gives a worker a policy of its own, under which it loads nothing', async () => {
  const worker = await ask('/_next/static/media/pdf.worker.mjs');
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'",
  });
  // One that Next has bundled loads scripts of the build, and no data.
  expect((await ask('/_next/static/chunks/turbopack-worker-1.js')).headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'",
  );
  expect((await ask('/_next/static/media/font.woff2')).headers['content-security-policy']).toBeUndefined();
});
