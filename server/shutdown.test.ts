import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const STOP = pathToFileURL('server/shutdown.mjs').href;

/** A process that is sent signals while a request is in hand: what the request got, and how the process ended. */
async function play(stop: string, signals: NodeJS.Signals[]) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { createServer } from 'node:http';
     import { stopInOrder } from '${STOP}';
     const server = createServer(async (_request, response) => {
       for (const signal of ${JSON.stringify(signals)}) { process.kill(process.pid, signal); await new Promise((resolve) => setTimeout(resolve, 20)); }
       response.end('whole');
     }).listen(0, '127.0.0.1', () => {
       stopInOrder(server, { isStopping: false, stop: ${stop} }, { graceMs: 10 });
       console.log(server.address().port);
     });`,
  ]);
  const ended = once(child, 'close') as Promise<[number]>;
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = await fetch(`http://127.0.0.1:${port.toString().trim()}`);
  const got = await answer.text();
  const [code] = await ended;
  return { code, got };
}

it.each([
  ['what is in hand ends', 'async () => undefined', ['SIGTERM']],
  [
    'what is in hand ends also where the work without a person cannot',
    `async () => { throw new Error('the database is gone'); }`,
    ['SIGTERM'],
  ],
  ['one signal that comes twice is one', 'async () => undefined', ['SIGINT', 'SIGINT']],
] as const)('asked to stop, %s', async (_what, stop, signals) => {
  expect(await play(stop, [...signals])).toEqual({ code: 0, got: 'whole' });
});
