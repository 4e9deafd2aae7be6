import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLongList, requestScriptsAfterPaint } from '@/server/scripts-after-paint.mjs';

const POLICY = "default-src 'self'; script-src 'self' 'nonce-bm9uY2U+/w==' 'strict-dynamic'";
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY };
const PAGE =
  '<!DOCTYPE html><html><head><meta charSet="utf-8"/><script src="/_next/static/chunks/a.js" async="" nonce="n"></script>' +
  '</head><body><p>Zürich 東京 &lt;script src=&quot;/_next/static/</p><script nonce="n">self.x=1</script>' +
  '<script src="/_next/static/chunks/b.js" nonce="n" async=""></script></body></html>';

let answer: (response: ServerResponse) => void = () => undefined;
const server = createServer((_request, response) => answer(response));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Writes an answer in these parts, and returns what a browser gets. */
async function pass(parts: (Buffer | string)[], headers: Record<string, string> = HTML): Promise<string> {
  answer = (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    requestScriptsAfterPaint(response);
    const last = parts.at(-1);
    for (const part of parts.slice(0, -1)) response.write(part);
    response.end(last);
  };
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const received: Buffer[] = [];
  for await (const part of response) received.push(part as Buffer);
  return Buffer.concat(received).toString();
}

/** Undoes the change, to compare the rest. */
const undo = (page: string) =>
  page.replace(/<head><script nonce="[^"]*">[^<]*<\/script>/, '<head>').replaceAll(' type="held"', '');

it('makes scripts of the build inert, and puts the script that requests them, with the nonce, before all others', async () => {
  const page = await pass([Buffer.from(PAGE)]);
  expect(page).toMatch(/<head><script nonce="bm9uY2U\+\/w==">addEventListener\("DOMContentLoaded"/);
  expect(page).toContain('<script type="held" src="/_next/static/chunks/a.js" async="" nonce="n"></script>');
  expect(page).toContain('<script type="held" src="/_next/static/chunks/b.js" nonce="n" async=""></script>');
  expect(page).toContain('<script nonce="n">self.x=1</script>');
  expect(undo(page)).toBe(PAGE);
});

it('changes nothing else wherever the page is divided', async () => {
  const bytes = Buffer.from(PAGE);
  for (let at = 0; at <= bytes.length; at += 1) {
    const page = await pass([bytes.subarray(0, at), bytes.subarray(at)]);
    expect(undo(page)).toBe(PAGE);
  }
});

it('passes each part on at once', async () => {
  answer = (response) => {
    response.setHeaders(new Map(Object.entries(HTML)));
    requestScriptsAfterPaint(response);
    response.write(Buffer.from('<head></head>'));
  };
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const [first] = (await once(response, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/<\/script><\/head>$/);
  asked.destroy();
});

it('changes no page whose policy has no nonce, whose length is given, or whose head does not come first', async () => {
  const page = Buffer.from(PAGE);
  const { 'content-security-policy': _policy, ...withoutPolicy } = HTML;
  expect(await pass([page], withoutPolicy)).toBe(PAGE);
  expect(await pass([page], { ...HTML, 'content-security-policy': "default-src 'none'" })).toBe(PAGE);
  expect(await pass([page], { ...HTML, 'content-length': String(page.length) })).toBe(PAGE);
  expect(await pass([Buffer.from('<!-- -->'), page])).toBe(`<!-- -->${PAGE}`);
  expect(await pass([PAGE])).toBe(PAGE);
});

it('changes nothing that is no HTML', async () => {
  for (const type of ['text/x-component', 'application/json', 'text/plain', 'text/csv'])
    expect(await pass([Buffer.from(PAGE)], { ...HTML, 'content-type': type })).toBe(PAGE);
});

const isLong = (method: string, url: string) => isLongList({ method, url } as IncomingMessage);

it('knows the long list by its address', () => {
  for (const url of ['/transfers', '/transfers?q=%2Ftransfers', '/transfers?']) expect(isLong('GET', url)).toBe(true);
  for (const url of ['/', '/transfers/', '/transfers/a', '/transfers/lookup', '/api/transfers', '/x?/transfers'])
    expect(isLong('GET', url)).toBe(false);
  expect(isLong('POST', '/transfers')).toBe(false);
});
