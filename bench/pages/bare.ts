import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Client } from 'pg';
import { APPENDING_LIST_PAGE } from '@/bench/pages/appending-list';
import { LOOKUP_PAGE } from '@/bench/pages/lookup';
import { RECYCLING_LIST_PAGE } from '@/bench/pages/recycling-list';

const PAGES: Record<string, string> = {
  '/list': RECYCLING_LIST_PAGE,
  '/appending': APPENDING_LIST_PAGE,
  '/lookup': LOOKUP_PAGE,
};

/** The statements of the bare pages, as `pg` takes them. */
export interface BareStatements {
  /** Returns the console's own statement for a whole reference. */
  lookup: (text: string) => { text: string; values: unknown[] };
}

/**
 * Starts a server without a framework: one connection to PostgreSQL, three single-file pages, and their rows as JSON.
 * It requires no session and knows no service; it compresses its answers as the console does.
 */
export async function serveBarePages(
  databaseUrl: string,
  { lookup }: BareStatements,
): Promise<{ url: string; close: () => Promise<void> }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const answer = async (url: URL, response: ServerResponse) => {
    const page = PAGES[url.pathname];
    if (page) return send(response, 'text/html', page);
    const { rows } = await client.query(
      url.pathname === '/hits' ? lookup(url.searchParams.get('q') ?? '') : listStatement(url.searchParams),
    );
    return send(response, 'application/json', JSON.stringify(rows.map(({ record }) => record)));
  };
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://127.0.0.1'), response).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await client.end();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Returns the statement for a page of transfers below a given one: the same rows in the same order as /transfers. */
function listStatement(parameters: URLSearchParams): { text: string; values: unknown[] } {
  const [limit, at, id] = ['limit', 'at', 'id'].map((name) => parameters.get(name));
  const below = at ? 'where (created_at, id) < ($2::timestamptz, $3)' : '';
  return {
    text: `select record from mirror_transfers ${below} order by created_at desc, id desc limit $1`,
    values: [Number(limit), ...(at ? [at, id] : [])],
  };
}

async function send(response: ServerResponse, type: string, body: string): Promise<void> {
  const packed = await promisify(gzip)(body);
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-encoding': 'gzip',
    'content-length': packed.length,
    'cache-control': 'no-store',
  });
  response.end(packed);
}
