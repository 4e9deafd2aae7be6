import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const STOP = pathToFileURL('server/shutdown.mjs').href;

/** Sends signals to a process during a request; returns the body of its answer and the exit code of the process. */
async function play(stop: string, signals: NodeJS.Signals[]) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { createServer } from 'node:http';
     import { shutDownGracefully } from '${STOP}';
     const server = createServer(async (_request, response) => {
       for (const signal of ${JSON.stringify(signals)}) {
         process.kill(process.pid, signal);
         await new Promise((resolve) => setTimeout(resolve, 20));
       }
       response.end('whole');
     }).listen(0, '127.0.0.1', () => {
       shutDownGracefully(server, { isStopping: false, stop: ${stop} }, { graceMs: 10 });
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
  ['finishes the request in progress', 'async () => undefined', ['SIGTERM']],
  [
    'finishes the request even if the workers fail to stop',
    `async () => { throw new Error('the database is gone'); }`,
    ['SIGTERM'],
  ],
  ['treats a forwarded signal as one signal', 'async () => undefined', ['SIGINT', 'SIGINT']],
] as const)('a process that is asked to stop %s', async (_what, stop, signals) => {
  expect(await play(stop, [...signals])).toEqual({ code: 0, got: 'whole' });
});
