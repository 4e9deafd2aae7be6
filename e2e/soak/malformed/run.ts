import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Seeded } from '@/scripts/testing/seeded';
import type { People } from '@/e2e/access-control/people';
import type { World } from '@/e2e/access-control/world';
import { CALLS } from '@/e2e/soak/malformed/calls';
import { REQUESTS } from '@/e2e/soak/malformed/requests';
import { type Kinds, listTargets, type Shot } from '@/e2e/soak/malformed/shots';
import { pick } from '@/e2e/soak/malformed/values';

interface Options {
  consoleUrl: string;
  people: People;
  world: World;
  seed: number;
  count: number;
  /** Where nothing is asked meanwhile: after each `every` of them. */
  look?: { every: number; at: () => Promise<void> };
  /** Told of each hundred. */
  tell?: (done: number) => void;
}

export interface MalformedReport {
  /** How many answers there were by kind and status; `none` where there was none. */
  answers: Map<string, Map<string, number>>;
  slowestMs: Map<string, number>;
  /** What must not be: an answer of 500 and above, none at all, or an error that the console took for its own; with what was asked. */
  wrong: string[];
}

const KINDS: Kinds = { ...CALLS, ...REQUESTS };
// As many as a browser has connections to one address.
const LANES = 6;
const TIMEOUT_MS = 30_000;
const SHOWN = 400;

/** Asks in every wrong way there is, drawn from a seed, and looks at what the console says of it and of itself. */
export async function runMalformed({
  consoleUrl,
  people,
  world,
  seed,
  count,
  look,
  tell,
}: Options): Promise<MalformedReport> {
  const random = new Seeded(seed);
  const targets = listTargets(world);
  const wheel = Object.entries(KINDS).flatMap(([kind, { share }]) => Array.from({ length: share * 5 }, () => kind));
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const report: MalformedReport = { answers: new Map(), slowestMs: new Map(), wrong: [] };
  const before = await readMetrics(consoleUrl);
  let drawn = 0;
  const fire = async (until: number) => {
    while (drawn < until) {
      drawn += 1;
      if (drawn % 100 === 0) tell?.(drawn);
      const kind = pick(random, wheel);
      // Drawn before anything is waited for, so that the same seed asks the same.
      const shot = KINDS[kind]?.draw(random, targets);
      if (!shot) throw new Error(`no kind ${kind}`);
      const startedAt = performance.now();
      const status = await send(agent, new URL(consoleUrl), people[shot.who].cookieOf(consoleUrl), shot).catch(
        (error: Error) => `none: ${error.message}`,
      );
      const tookMs = performance.now() - startedAt;
      const answers = report.answers.get(kind) ?? new Map<string, number>();
      report.answers.set(kind, answers.set(status, (answers.get(status) ?? 0) + 1));
      report.slowestMs.set(kind, Math.max(report.slowestMs.get(kind) ?? 0, tookMs));
      if (!/^[1-4]\d\d$/.test(status)) report.wrong.push(`${kind}: ${status} to ${describe(shot)}`);
    }
  };
  const fireAll = (until: number) => Promise.all(Array.from({ length: LANES }, () => fire(until)));
  const every = look?.every ?? count;
  for (let done = 0; done < count; done += every) {
    await fireAll(Math.min(done + every, count));
    await look?.at();
  }
  agent.destroy();
  const after = await readMetrics(consoleUrl);
  for (const [name, value] of after) {
    if (OWN_ERRORS.test(name) && value > (before.get(name) ?? 0))
      report.wrong.push(`the console counted ${value - (before.get(name) ?? 0)} in ${name}`);
  }
  return report;
}

// What a page shows an error for in its middle has the status 200, but is counted.
const OWN_ERRORS = /^countersign_(?:faults_total|database_errors_total)|^countersign_actions_total\{.*outcome="thrown"/;

function send(agent: Agent, console: URL, cookie: string, { method, path, headers, body }: Shot): Promise<string> {
  const own: [string, string][] = [
    ['host', console.host],
    ['cookie', cookie],
    ['sec-fetch-site', 'same-origin'],
    ...(method === 'POST'
      ? [
          ['origin', console.origin] as [string, string],
          ['content-length', String(body?.length ?? 0)] as [string, string],
        ]
      : []),
  ];
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        host: console.hostname,
        port: console.port,
        method,
        path,
        headers: [...own, ...headers].flat(),
        timeout: TIMEOUT_MS,
      },
      (answer) => {
        buffer(answer).then(() => resolve(String(answer.statusCode)), reject);
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    asked.on('error', reject);
    asked.end(body);
  });
}

function describe({ who, method, path, headers, body }: Shot): string {
  const text = `${who} ${method} ${path} ${JSON.stringify(headers)} ${JSON.stringify(body?.toString('utf8').slice(0, SHOWN) ?? '')}`;
  return text.slice(0, 2 * SHOWN);
}

async function readMetrics(consoleUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${consoleUrl}/api/metrics`)).text();
  return new Map(
    text
      .split('\n')
      .flatMap((line) =>
        line.startsWith('#') || line === ''
          ? []
          : [[line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))] as const],
      ),
  );
}
