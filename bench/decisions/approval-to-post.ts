import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurnsOf } from '@/bench/measure';
import { approve, submit } from '@/e2e/soak/faults/clicks';
import { Member } from '@/scripts/stack/member';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { type Stack, startStack } from '@/scripts/stack/stack';

// A worker of another process looked for work twice a second before it followed the audit log.
const MAX_MS = 20;
const ROUNDS = { rounds: 60, warmUp: 8 };

/**
 * Measures the time from the commit of the last approval to the claim, by the database's clock: what mail adds to it,
 * and how long it takes where the worker is in another process than the page. All are real consoles, and take turns.
 */
export async function benchApprovalToPost(): Promise<Figure[]> {
  await buildIfStale();
  const { directory, remove } = temporaryDirectory('approval-to-post');
  const [silent, mailing, apart] = [
    await openDesk(path.join(directory, 'silent'), { SMTP_URL: '' }),
    await openDesk(path.join(directory, 'mailing'), {}),
    await openDesk(path.join(directory, 'apart'), { SMTP_URL: '', CONSOLE_WORKERS: 'off' }),
  ];
  try {
    const times = await takeTurnsOf(ROUNDS, {
      silent: () => silent.pay(),
      mailing: () => mailing.pay(),
      apart: () => apart.pay(),
      polled: () => apart.withoutNotification(() => apart.pay()),
    });
    return [
      {
        name: 'From the last approval to its claim, with mail',
        against: 'without',
        ...ratioOf('ms', median(times.silent), median(times.mailing)),
        target: { atMost: 1.05 },
      },
      {
        name: 'From the last approval to its claim by a worker of another process',
        against: '',
        value: median(times.apart),
        unit: 'ms',
        target: { atMost: MAX_MS },
      },
      {
        name: 'The same',
        against: 'where it only polls',
        ...ratioOf('ms', median(times.polled), median(times.apart)),
        target: { atMost: 0.2 },
      },
    ];
  } finally {
    await silent.close();
    await mailing.close();
    await apart.close();
    remove();
  }
}

/**
 * Starts a console with its people, and one more where this one has no workers; `pay` requests and approves a
 * withdrawal, and gives the time to its post in ms; `prepare` requests one that lacks its last approval alone.
 */
export async function openDesk(dataDir: string, env: Record<string, string>) {
  const stack = await startStack({
    dataDir,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers: 300,
    env: { CONSOLE_LIMITS: 'wide', ...env },
    signal: new AbortController().signal,
  });
  const worker =
    env.CONSOLE_WORKERS === 'off' ? await startWorker(stack, env, path.join(dataDir, 'worker.log')) : undefined;
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const [finance, ...approvers] = ['finance', 'approver-one', 'approver-two'].map(
    (name) => new Member(name, stack.consoleUrl),
  ) as [Member, Member, Member];
  for (const member of [finance, ...approvers]) await member.signIn();
  const request = async () => {
    // Approving takes a recent sign-in.
    await database.query('update sessions set authenticated_at = now(), seen_at = now()');
    const refId = `bench-${randomUUID()}`;
    const created = await submit(finance, { formKey: randomUUID(), refId, value: '0.25' });
    if (!created.value?.ok) throw new Error(`a request was not created: ${created.status}`);
    return created.value.value.requestId;
  };
  const prepare = async () => {
    const [first] = approvers;
    const decided = first && (await approve(first, await request()));
    if (decided?.value?.ok !== true || decided.value.value.state !== 'AWAITING_APPROVAL')
      throw new Error('a request does not lack its last approval alone');
  };
  const pay = async () => {
    const requestId = await request();
    for (const approver of approvers) {
      const decided = await approve(approver, requestId);
      if (decided.value?.ok === true && decided.value.value.state !== 'AWAITING_APPROVAL') break;
    }
    return untilPosted(database, requestId);
  };
  const withoutNotification = async (work: () => Promise<number>) => {
    await database.query('alter table audit_log disable trigger audit_log_announced');
    try {
      return await work();
    } finally {
      await database.query('alter table audit_log enable trigger audit_log_announced');
    }
  };
  const close = async () => {
    await database.end();
    await worker?.part.stop();
    await stack.stop();
  };
  return { consoleUrl: stack.consoleUrl, prepare, pay, withoutNotification, close };
}

async function startWorker(stack: Stack, env: Record<string, string>, logFile: string) {
  const sessionSecret = 'of-one-benchmark-and-long-enough';
  return startConsole({
    port: await findFreePort(),
    mode: 'start',
    logFile,
    env: { ...consoleEnvironment({ ...stack, sessionSecret }), ...env, CONSOLE_WORKERS: 'on' },
  });
}

async function untilPosted(database: Client, requestId: string): Promise<number> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await database.query<{ ms: number }>(
      // The entry is written right before the commit of the approval, and the claim of the attempt begins at its start.
      `select (extract(epoch from min(started_at) - (
         select max(at) from audit_log where subject = 'request:' || $1 and action = 'request.approved'
       )) * 1000)::float8 as ms
       from send_attempts where request_id = $1::uuid having count(*) > 0`,
      [requestId],
    );
    if (rows[0]) return rows[0].ms;
    await sleep(20);
  }
  throw new Error('a withdrawal was not posted');
}
