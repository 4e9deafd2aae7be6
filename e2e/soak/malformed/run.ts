import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Seeded } from '@/scripts/testing/seeded';
import type { People } from '@/e2e/access-control/people';
import type { World } from '@/e2e/access-control/world';
import { CALLS } from '@/e2e/soak/malformed/calls';
import { REQUESTS } from '@/e2e/soak/malformed/requests';
import { type Kinds, listTargets, type MalformedRequest } from '@/e2e/soak/malformed/generate-request';
import { pick } from '@/e2e/soak/malformed/values';

interface Options {
  consoleUrl: string;
  people: People;
  world: World;
  seed: number;
  count: number;
  /** Called after every `every` requests, while none is open. */
  checkpoint?: { every: number; run: () => Promise<void> };
  /** Called after each hundred requests. */
  onProgress?: (done: number) => void;
}

export interface MalformedReport {
  /** Number of answers by kind and status; `none` if there was no answer. */
  answers: Map<string, Map<string, number>>;
  slowestMs: Map<string, number>;
  /**
   * Unacceptable answers with their requests: a status of 500 and above, no answer, or an error that the console
   * counted as its own.
   */
  problems: string[];
}

const KINDS: Kinds = { ...CALLS, ...REQUESTS };
// As many connections as a browser opens to one address.
const CONNECTIONS = 6;
const TIMEOUT_MS = 30_000;
const MAX_SHOWN_CHARACTERS = 400;

/** Sends malformed requests, generated from a seed, and checks the answers and the console's own error counts. */
export async function runMalformed({
  consoleUrl,
  people,
  world,
  seed,
  count,
  checkpoint,
  onProgress,
}: Options): Promise<MalformedReport> {
  const random = new Seeded(seed);
  const targets = listTargets(world);
  const weightedKinds = Object.entries(KINDS).flatMap(([kind, { share }]) =>
    Array.from({ length: share * 5 }, () => kind),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const report: MalformedReport = { answers: new Map(), slowestMs: new Map(), problems: [] };
  const before = await readMetrics(consoleUrl);
  let sent = 0;
  const sendUntil = async (until: number) => {
    while (sent < until) {
      sent += 1;
      if (sent % 100 === 0) onProgress?.(sent);
      const kind = pick(random, weightedKinds);
      // Generated before any wait, so that the same seed sends the same requests.
      const generated = KINDS[kind]?.generate(random, targets);
      if (!generated) throw new Error(`unknown kind ${kind}`);
      const startedAt = performance.now();
      const status = await send(agent, {
        consoleUrl,
        cookie: people[generated.visitor].cookieOf(consoleUrl),
        generated,
      }).catch((error: Error) => `none: ${error.message}`);
      const tookMs = performance.now() - startedAt;
      const answers = report.answers.get(kind) ?? new Map<string, number>();
      report.answers.set(kind, answers.set(status, (answers.get(status) ?? 0) + 1));
      report.slowestMs.set(kind, Math.max(report.slowestMs.get(kind) ?? 0, tookMs));
      if (!/^[1-4]\d\d$/.test(status)) report.problems.push(`${kind}: ${status} to ${describe(generated)}`);
    }
  };
  const sendAllUntil = (until: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => sendUntil(until)));
  const every = checkpoint?.every ?? count;
  for (let done = 0; done < count; done += every) {
    await sendAllUntil(Math.min(done + every, count));
    await checkpoint?.run();
  }
  agent.destroy();
  const after = await readMetrics(consoleUrl);
  for (const [name, value] of after) {
    if (OWN_ERRORS.test(name) && value > (before.get(name) ?? 0))
      report.problems.push(`the console counted ${value - (before.get(name) ?? 0)} in ${name}`);
  }
  return report;
}

// A page that shows an error in its body answers 200 but is counted.
const OWN_ERRORS = /^countersign_(?:faults_total|database_errors_total)|^countersign_actions_total\{.*outcome="thrown"/;

function send(
  agent: Agent,
  { consoleUrl, cookie, generated }: { consoleUrl: string; cookie: string; generated: MalformedRequest },
): Promise<string> {
  const { method, path, headers, body } = generated;
  const { host, hostname, port, origin } = new URL(consoleUrl);
  const own: [string, string][] = [
    ['host', host],
    ['cookie', cookie],
    ['sec-fetch-site', 'same-origin'],
    ...(method === 'POST'
      ? [['origin', origin] as [string, string], ['content-length', String(body?.length ?? 0)] as [string, string]]
      : []),
  ];
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: hostname,
        port,
        method,
        path,
        headers: [...own, ...headers].flat(),
        timeout: TIMEOUT_MS,
      },
      (answer) => {
        buffer(answer).then(() => resolve(String(answer.statusCode)), reject);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function describe({ visitor, method, path, headers, body }: MalformedRequest): string {
  const shownBody = JSON.stringify(body?.toString('utf8').slice(0, MAX_SHOWN_CHARACTERS) ?? '');
  const text = `${visitor} ${method} ${path} ${JSON.stringify(headers)} ${shownBody}`;
  return text.slice(0, 2 * MAX_SHOWN_CHARACTERS);
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
