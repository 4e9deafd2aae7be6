import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';

/** A page of Firefox. Playwright does not speak its protocol, WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
export interface FirefoxPage {
  goto: (url: string) => Promise<unknown>;
  /** Evaluates an expression in the page; gives its value as a text, or throws an error where it throws. */
  evaluate: (expression: string) => Promise<string>;
}

/** Calls `drive` with a page of a Firefox that has a profile of its own, and ends it. */
export async function withFirefox(program: string, drive: (page: FirefoxPage) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(program, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(firefox, 'exit');
  try {
    const socket = new WebSocket(`${await addressIn(firefox.stderr)}/session`);
    await once(socket as unknown as EventTarget, 'open');
    await drive(await openPage(socket));
    socket.close();
  } finally {
    firefox.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(output);
  for await (const line of lines) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox ended before it could be driven');
}

interface Answer {
  id?: number;
  type?: string;
  message?: string;
  result?: Record<string, unknown>;
}

async function openPage(socket: WebSocket): Promise<FirefoxPage> {
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const ask = async (method: string, params: object) => {
    const id = (last += 1);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, message, result = {} } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  };
  await ask('session.new', { capabilities: {} });
  const { context } = await ask('browsingContext.create', { type: 'tab' });
  return {
    goto: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const { type, result, exceptionDetails } = await ask('script.evaluate', {
        expression: `String(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      if (type !== 'success') throw new Error(`the page threw ${JSON.stringify(exceptionDetails)}`);
      return (result as { value: string }).value;
    },
  };
}
