import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { base58 } from '@scure/base';
import { request } from 'undici';
import { measureStored } from '@/bench/traffic/edge-stored';
import { type Figure } from '@/bench/figure';
import { ACTION_ROWS, INVALID_INPUT } from '@/e2e/access-control/action-table';
import { listActions } from '@/e2e/access-control/actions';
import { type People, signInEveryone, type Visitor } from '@/e2e/access-control/people';
import { PAGE_ROWS, ROUTE_ROWS } from '@/e2e/access-control/route-table';
import { createWorld, type World } from '@/e2e/access-control/world';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { actionHeaders } from '@/scripts/stack/actions';
import { filledForm } from '@/scripts/stack/filled-form';

const MAX_BLOCK_MS = 100;
// The period of the timer that measures (prom-client), which is no delay.
const RESOLUTION_MS = 10;
const MAX_ACTION_BYTES = 64 * 1024;
const MAX_SIGN_IN_BYTES = 16 * 1024;
// Node answers headers of more than 16 kB, the line of the request included, with 431.
const HEAD_BYTES = 15 * 1024;
// A block that is the request's own repeats; one by the collection of garbage or by other programs does not.
const RUNS = 3;
const SHOWN = 10;

interface Attack {
  name: string;
  who: Visitor;
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Measures for how long one request of the largest permitted size blocks the console's process: every route, page and
 * action of the access-control tables, with benign and hostile content, with and without a session.
 */
export async function benchEdge(): Promise<Figure[]> {
  const stacks: ChildProcess[] = [];
  const stack = await startStack(stacks, { CONSOLE_LIMITS: 'wide', CONSOLE_WORKERS: 'off' });
  try {
    const people = await signInEveryone(stack);
    const attacks = listAttacks(await createWorld(people));
    const console = new MeasuredConsole(stack.consoleUrl, people);
    const blocks: { name: string; blockMs: number }[] = [];
    for (const attack of attacks) blocks.push({ name: attack.name, blockMs: await console.measure(attack) });
    const stored = await measureStored(people, (read) => console.measure(read));
    return [...toFigures(blocks), ...stored];
  } finally {
    await Promise.all(stacks.map(stopStack));
  }
}

function toFigures(blocks: readonly { name: string; blockMs: number }[]): Figure[] {
  const longest = blocks.toSorted((a, b) => b.blockMs - a.blockMs);
  return longest.slice(0, SHOWN).map(({ name, blockMs }, index) => ({
    name: index === 0 ? `Longest block of the event loop by one of ${blocks.length} requests, ${name}` : name,
    against: '',
    value: blockMs,
    unit: 'ms',
    target: { atMost: MAX_BLOCK_MS },
  }));
}

class MeasuredConsole {
  constructor(
    readonly url: string,
    readonly people: People,
  ) {}

  /** Returns the shortest of several longest blocks during a request, in milliseconds. */
  async measure(attack: Attack): Promise<number> {
    let shortest = Infinity;
    for (let run = 0; run < RUNS && shortest > MAX_BLOCK_MS / 4; run += 1) {
      await this.#readMaxLagMs();
      await this.#send(attack);
      shortest = Math.min(shortest, await this.#readMaxLagMs());
    }
    return shortest;
  }

  async #send({ who, method, path, headers = {}, body }: Attack): Promise<void> {
    try {
      await this.people[who].ask(path, { method, headers, ...(body !== undefined && { body }) });
    } catch {
      // The console may end the connection of what it refuses.
    }
  }

  /** Returns the longest delay of the event loop since the last call: reading the metric resets it. */
  async #readMaxLagMs(): Promise<number> {
    const { statusCode, body } = await request(`${this.url}/api/metrics`);
    const text = await body.text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
    if (seconds === undefined)
      throw new Error(`The console reports no delay of its event loop: ${statusCode} ${text.slice(0, 200)}`);
    return Math.max(Number(seconds) * 1000 - RESOLUTION_MS, 0);
  }
}

function listAttacks(world: World): Attack[] {
  return [...listReads(world), ...listPosts(world), ...listSheets(), ...listCalls(world)];
}

/** Reads with long addresses and large headers. */
function listReads(world: World): Attack[] {
  const paths = [...ROUTE_ROWS.filter(({ method }) => method === 'GET'), ...PAGE_ROWS].map(({ path }) => path(world));
  const names = 'q reference address memo value amount than cursor status asset created_from columns name after'.split(
    ' ',
  );
  const one = (text: string) => names.map((name) => `${name}=${text}`).join('&');
  const queries = {
    plain: '',
    'one long value': `q=${'INV-1%20'.repeat(HEAD_BYTES / 8 - 20)}`,
    'hostile values': one(encodeURIComponent('\n"=;'.repeat(HEAD_BYTES / names.length / 13))),
    'spaces and digits': one(encodeURIComponent(`${' '.repeat(150)}1 1.1,1'`.repeat(2))),
    'many parameters': 'status=A&'.repeat(HEAD_BYTES / 9 - 20),
  };
  return [...new Set(paths)].flatMap((path) =>
    Object.entries(queries).flatMap(([name, query]) =>
      (['nobody', 'admin'] as const).map((who) => ({
        name: `GET ${path.split('?', 1)[0]} as ${who}, ${name}`,
        who,
        method: 'GET' as const,
        path: query === '' ? path : `${path.split('?', 1)[0]}?${query}`,
        headers: name === 'plain' ? { 'accept-language': 'en,'.repeat(HEAD_BYTES / 3 - 1_000) } : {},
      })),
    ),
  );
}

/** Posts of the largest body that a route takes. */
function listPosts(world: World): Attack[] {
  const posts = ROUTE_ROWS.filter(({ method }) => method === 'POST').map(({ path, body, bodyIn }) => ({
    path: path(world),
    body: bodyIn ? bodyIn(world) : body,
  }));
  return posts.flatMap(({ path, body }) => {
    const bytes = maxBytesOf(path);
    const [member = 'items'] = Object.keys(body ?? {}).filter((key) => /items|entries|names|text/.test(key));
    return Object.entries(listTexts(member, bytes)).flatMap(([name, text]) =>
      (['nobody', 'finance', 'admin'] as const).map((who) => ({
        name: `POST ${path} as ${who}, ${name}`,
        who,
        method: 'POST' as const,
        path,
        headers: { 'content-type': 'application/json' },
        body: text.slice(0, bytes),
      })),
    );
  });
}

const SHEET_ROWS = 1_000;

/** Posts of as many rows as a sheet has, each of them valid: what is refused at the first row costs nothing. */
function listSheets(): Attack[] {
  const rows = Array.from({ length: SHEET_ROWS }, (_none, index) => index);
  const items = rows.map(() =>
    filledForm({ network: 'SOLANA', asset: 'SOL', value: '0.1', destinationAddress: newSolanaAddress() }),
  );
  const entries = rows.map((index) => ({
    name: `Entry ${index}`,
    network: 'SOLANA',
    address: newSolanaAddress(),
    memo: null,
    note: '',
    profiles: [],
    beneficiary: null,
  }));
  const post = (path: string, who: Visitor, body: () => unknown): Attack => ({
    name: `POST ${path} as ${who}, ${SHEET_ROWS} valid rows`,
    who,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body()),
  });
  return [
    post('/api/withdrawals/batches/check', 'finance', () => ({ items })),
    post('/api/withdrawals/batches', 'finance', () => ({ batchKey: randomUUID(), name: 'Payroll', items })),
    post('/api/recipients/check', 'admin', () => ({ entries })),
    post('/api/transfers/lookup', 'finance', () => ({ text: items.map((item) => item.referenceId).join('\n') })),
  ];
}

function newSolanaAddress(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return base58.encode(Buffer.from(x, 'base64url'));
}

function maxBytesOf(path: string): number {
  if (path.startsWith('/api/auth/')) return MAX_SIGN_IN_BYTES;
  return path === '/api/transfers/lookup' ? BODY_LIMITS.bulkLookup : BODY_LIMITS.sheet;
}

/** Repeats a text as often as fits into so many characters, between a beginning and an end. */
function fillTo(characters: number, unit: string, [beginning, end]: [string, string] = ['', '']): string {
  return beginning + unit.repeat(Math.floor((characters - beginning.length - end.length) / unit.length)) + end;
}

/** JSON texts of a length, from plain ones to what parsers find hardest. */
function listTexts(member: string, bytes: number): Record<string, string> {
  const fill = (unit: string, around?: [string, string]) => fillTo(bytes, unit, around);
  return {
    'a list of a thousand': JSON.stringify({
      [member]: Array.from({ length: 1_000 }, () => 'x'.repeat(bytes / 1_100)),
    }),
    'empty objects': fill('{},', [`{"${member}":[`, '{}]}']),
    numbers: fill('0,', [`{"${member}":[`, '0]}']),
    'one text': fill('x', [`{"${member}":"`, '"}']),
    'many terms': fill('INV-1 ', [`{"${member}":"`, '"}']),
    'many lines': fill('a1\\n', [`{"${member}":"`, '"}']),
    spaces: fill(' ', [`{"${member}":"x`, 'x"}']),
    'hidden characters': fill('\\u200b', [`{"${member}":"`, '"}']),
    depth: fill('['),
    'many members': `{${Array.from({ length: Math.floor(bytes / 14) }, (_none, index) => `"k${index}":1`).join(',')}}`,
    'broken JSON': fill('{"a":'),
  };
}

/** Calls of actions with the largest arguments, in React's format. */
function listCalls(world: World): Attack[] {
  const built = listActions();
  const names = [...new Set(ACTION_ROWS.map(({ action }) => action))];
  return names.flatMap((name) => {
    const action = built.get(name);
    if (!action) return [];
    const input = ACTION_ROWS.find((row) => row.action === name)?.input(world);
    const who = INVALID_INPUT[name]?.as ?? 'admin';
    const attack = (kind: string, visitor: Visitor, headers: Record<string, string>, body: string): Attack => ({
      name: `${name} as ${visitor}, ${kind}`,
      who: visitor,
      method: 'POST',
      path: action.page,
      headers: { 'next-action': action.id, ...headers },
      body: body.slice(0, MAX_ACTION_BYTES),
    });
    const texts = Object.entries({ ...listTexts('items', MAX_ACTION_BYTES - 2), ...listReplies(input) });
    const form = writeForm();
    return (['nobody', who] as const).flatMap((visitor) => [
      ...texts.map(([kind, text]) => attack(kind, visitor, actionHeaders(action.id), text)),
      attack(
        'references of a form',
        visitor,
        { 'content-type': `multipart/form-data; boundary=${form.boundary}` },
        form.text,
      ),
    ]);
  });
}

function listReplies(input: unknown): Record<string, string> {
  return {
    'a form with long texts': JSON.stringify([
      JSON.parse(JSON.stringify(input ?? null), (_key, value: unknown) =>
        typeof value === 'string' && value !== '' ? value.repeat(20).slice(0, 4_000) : value,
      ),
    ]),
    'a large number': fillTo(MAX_ACTION_BYTES, '9', ['["$n', '"]']),
    'many references': fillTo(MAX_ACTION_BYTES, '"$0",', ['[', '0]']),
    'nested lists': fillTo(MAX_ACTION_BYTES, '['),
    'nested objects': fillTo(MAX_ACTION_BYTES, '{"a":', ['[', '']),
  };
}

/** A form whose first row refers to many others, as React's format allows. */
function writeForm(): { boundary: string; text: string } {
  const boundary = 'x';
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const rows = Array.from({ length: 400 }, (_none, index) => part(String(index + 1), '"x"'));
  const references = `[${Array.from({ length: 4_000 }, (_none, index) => `"$${pickReference(index)}"`).join(',')}]`;
  return { boundary, text: `${part('0', references)}${rows.join('')}--${boundary}--\r\n` };
}

function pickReference(index: number): string {
  const kinds = ['', 'K', 'Q', 'W', 'i', '@'];
  return `${kinds[index % kinds.length]}${((index % 400) + 1).toString(16)}`;
}
