import { AsyncLocalStorage } from 'node:async_hooks';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { captureConsole } from '@/lib/server/observability/console-capture';
import { log } from '@/lib/server/observability/log';
import { resetSingletons } from '@/scripts/testing/singletons';
import { redactFields } from '@/lib/server/observability/log-fields';

const CANARY = 'canary-7f3a';

/** Returns the line that pino writes with the formatters of the console's log. */
function write(fields: object, message = 'x'): string {
  const lines: string[] = [];
  pino(
    { formatters: { log: redactFields }, serializers: { err: (described: unknown) => described } },
    { write: (line: string) => void lines.push(line) },
  ).info(fields, message);
  return lines.join('');
}

describe('a log line', () => {
  it.each([
    { authorization: CANARY },
    { token: { access_token: CANARY } },
    { response: { headers: { 'set-cookie': CANARY } } },
    { person: { name: CANARY, email: CANARY } },
    { request: { body: { destination_address: CANARY } } },
    { items: [{ ref_id: CANARY }, { memo: CANARY }, { metadata: { k: CANARY } }] },
    { a: { b: { c: { d: { e: CANARY } } } } },
    { Password: CANARY },
    {
      clientSecret: CANARY,
      accessToken: CANARY,
      idToken: CANARY,
      databaseUrl: CANARY,
      'Code-Verifier': CANARY,
      destinationAddress: CANARY,
    },
    { err: Object.assign(new Error('x'), { detail: CANARY, response: { body: CANARY }, config: { headers: CANARY } }) },
    { err: new Error('x', { cause: Object.assign(new Error('y'), { request: CANARY }) }) },
    { err: new AggregateError([Object.assign(new Error('y'), { request: CANARY })]) },
    {
      err: new DrizzleQueryError(
        'select $1',
        [CANARY],
        Object.assign(new Error(`Key (ref_id)=(${CANARY})`), { code: '22P02', detail: CANARY }),
      ),
    },
    { err: Object.assign(new Error(CANARY), { severity: 'ERROR', code: '22P02', detail: CANARY, where: CANARY }) },
    Object.assign(new Error('x'), { params: [CANARY], cause: new Error('y') }),
  ])('redacts %o', (fields) => expect(write(fields)).not.toContain(CANARY));

  it('contains ids, states, and the message, code and stack of an error', () => {
    const err = Object.assign(new TypeError('it broke', { cause: new Error('because') }), { code: 'ECONNRESET' });
    const line = JSON.parse(write({ requestId: '1', state: 'UNKNOWN', err })) as { err: { stack: string } };
    expect(line).toMatchObject({
      requestId: '1',
      state: 'UNKNOWN',
      err: { type: 'TypeError', message: 'it broke', code: 'ECONNRESET', cause: { message: 'because' } },
    });
    expect(line.err.stack).toContain('log.test.ts');
  });

  it('is cut to a limited length', () => {
    const line = write({ text: 'x'.repeat(100_000), list: Array.from({ length: 10_000 }, () => 'y'.repeat(1000)) });
    expect(line.length).toBeLessThan(60_000);
  });
});

describe('the log', () => {
  const SERVER = Symbol.for('countersign.server');
  afterEach(() => {
    delete (globalThis as { [key: symbol]: unknown })[SERVER];
  });

  it('contains the id of the request that it was written in', () => {
    const requests = new AsyncLocalStorage<{ id: string; startedAt: number }>();
    Object.assign(globalThis, { [SERVER]: { requests } });
    const lines = captureLog();
    requests.run({ id: 'abc', startedAt: 0 }, () => log.info('within'));
    log.info('outside');
    expect(lines.map((line) => (JSON.parse(line) as { httpRequestId?: string }).httpRequestId)).toEqual([
      'abc',
      undefined,
    ]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      service: 'countersign',
      pid: process.pid,
      release: expect.stringMatching(/^\d+\.\d+/) as string,
    });
  });
});

/** Returns an array that collects the lines of the console's logger until the end of the test. */
function captureLog(): string[] {
  const lines: string[] = [];
  const written = log as unknown as Record<symbol, unknown>;
  const { level } = log;
  const stream = written[pino.symbols.streamSym];
  log.level = 'info';
  written[pino.symbols.streamSym] = { write: (line: string) => void lines.push(line) };
  onTestFinished(() => {
    log.level = level;
    written[pino.symbols.streamSym] = stream;
  });
  return lines;
}

describe('the console output of libraries', () => {
  const { console: printer } = globalThis;
  const methods = { ...printer };
  afterEach(async () => {
    Object.assign(printer, methods);
    await resetSingletons();
  });

  it('becomes log lines without the properties of errors', () => {
    const lines = captureLog();
    captureConsole();
    printer.error(' \u001b[31m⨯\u001b[39m', Object.assign(new Error('it broke'), { response: CANARY }), {
      body: CANARY,
    });
    printer.log('%s is ready', 'the server');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, isPrinted: true, msg: '⨯', err: { message: 'it broke' } },
      { level: 30, msg: 'the server is ready' },
    ]);
    expect(lines.join('')).not.toContain(CANARY);
  });
});
