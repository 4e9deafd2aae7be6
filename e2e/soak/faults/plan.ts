import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkClock, checkSignIn, checkErrorPage, checkWithoutWorkers } from '@/e2e/soak/faults/checks';
import type { People } from '@/e2e/soak/faults/people';
import type { TestSystem } from '@/e2e/soak/faults/test-system';

/** A fault that lasts for a while. */
export interface Fault {
  name: string;
  /** Duration of the fault in the long and the short run. */
  holdMs: { long: number; short: number };
  isInShort?: boolean;
  needsDisk?: boolean;
  begin: (system: TestSystem) => Promise<void>;
  /** Checks during the fault, in addition to everyone's work. Returns sentences about problems. */
  check?: (system: TestSystem, people: People) => Promise<string[]>;
  end: (system: TestSystem) => Promise<void>;
}

const clearFaults = (system: TestSystem) => system.service.clearFaults();
const SLOW_MS = 30_000;

/** Creates a fault of the service from rules of the sandbox. */
function serviceFault(name: string, rules: Record<string, unknown>[], rest: Partial<Fault> = {}): Fault {
  return {
    name,
    holdMs: { long: 15_000, short: 3_000 },
    begin: async (system) => {
      for (const rule of rules) await system.service.addFault(rule);
    },
    end: clearFaults,
    ...rest,
  };
}

/** Signals the server and each of its processes, which have groups of their own. */
function signalPostgres(system: TestSystem, name: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(path.join(system.postgresDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === postmaster);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

async function waitUntilSending(system: TestSystem): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await system.pool.query<{ sending: number }>(
      `select count(*)::int as sending from sends where state = 'SENDING'`,
    );
    if ((rows[0]?.sending ?? 0) > 0) return;
    await delay(10);
  }
}

const fillerOf = (system: TestSystem) => path.join(system.options.root, 'disk/filler');

function fillDisk(system: TestSystem): void {
  const block = Buffer.alloc(1024 * 1024);
  for (const size of [block.length, 4096]) {
    try {
      for (;;) writeFileSync(fillerOf(system), block.subarray(0, size), { flag: 'a' });
    } catch {
      // The disk is full.
    }
  }
}

function clockOffset(minutes: number): Record<string, string> {
  const preload = pathToFileURL(path.resolve('e2e/soak/faults/skewed-clock.mjs')).href;
  return {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`.trim(),
    FAULTS_CLOCK_OFF_MS: String(minutes * 60_000),
  };
}

const clockFault = (name: string, minutes: number): Fault => ({
  name,
  holdMs: { long: 12_000, short: 4_000 },
  begin: async (system) => {
    await system.consoles[0]?.stop();
    await system.startConsole(0, clockOffset(minutes));
  },
  check: checkClock,
  end: async (system) => {
    await system.consoles[0]?.stop();
    await system.startConsole(0);
  },
});

/** Restarts a database that has ended, as a supervisor would. */
const restartPostgres = async (system: TestSystem) => {
  if (!system.isPostgresUp) await system.startPostgres();
};

const doNothing = async () => undefined;

/** The faults of a run, in order; the first, none at all, is for comparison. */
export const FAULTS: readonly Fault[] = [
  { name: 'nothing', holdMs: { long: 5_000, short: 1_000 }, begin: doNothing, end: doNothing },
  serviceFault('service slow', [
    { on: 'create', kind: 'latency', ms: SLOW_MS, after: 'effect' },
    ...['list', 'get', 'token'].map((on) => ({ on, kind: 'latency', ms: SLOW_MS })),
  ]),
  serviceFault('service throttling, Retry-After', [{ kind: 'throttle', retry_after: 2 }]),
  serviceFault('service throttling', [{ kind: 'throttle' }]),
  serviceFault('service failing', [
    { on: 'create', kind: 'error', status: 500, share: 0.2 },
    { on: 'create', kind: 'reset-before', share: 0.2 },
    { on: 'create', kind: 'error', status: 503, after: 'effect', share: 0.4 },
    { on: 'create', kind: 'reset-after', share: 0.4 },
    { on: 'create', kind: 'cut-body', share: 0.5 },
    { on: 'create', kind: 'malformed-json', share: 0.5 },
    ...['list', 'get'].flatMap((on) => [
      { on, kind: 'error', status: 502, share: 0.3 },
      { on, kind: 'reset-before', share: 0.3 },
      { on, kind: 'cut-body', share: 0.3 },
    ]),
  ]),
  {
    name: 'service gone',
    holdMs: { long: 12_000, short: 2_000 },
    begin: (system) => system.killSandbox(),
    end: (system) => system.startSandbox(),
  },
  {
    name: 'database killed',
    holdMs: { long: 10_000, short: 2_000 },
    isInShort: true,
    begin: (system) => system.endPostgres('SIGKILL'),
    end: restartPostgres,
  },
  {
    name: 'database stopped at once',
    holdMs: { long: 10_000, short: 2_000 },
    begin: (system) => system.endPostgres('SIGQUIT'),
    check: checkErrorPage,
    end: restartPostgres,
  },
  {
    name: 'connections broken',
    holdMs: { long: 6_000, short: 1_000 },
    begin: async (system) => {
      for (let times = 0; times < 5; times += 1) {
        await system.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and application_name like 'countersign%'`,
        );
        await delay(100);
      }
    },
    end: doNothing,
  },
  {
    name: 'database standing still',
    holdMs: { long: 20_000, short: 4_000 },
    begin: async (system) => signalPostgres(system, 'SIGSTOP'),
    end: async (system) => signalPostgres(system, 'SIGCONT'),
  },
  {
    name: 'disk full',
    holdMs: { long: 10_000, short: 3_000 },
    needsDisk: true,
    begin: async (system) => fillDisk(system),
    end: async (system) => {
      rmSync(fillerOf(system));
      await restartPostgres(system);
    },
  },
  {
    name: 'identity provider gone',
    holdMs: { long: 8_000, short: 2_000 },
    begin: (system) => system.killIdentity(),
    check: checkSignIn,
    end: (system) => system.startIdentity(),
  },
  {
    name: 'mail refused for now',
    holdMs: { long: 10_000, short: 3_000 },
    begin: (system) => system.failMails('refuse-later', 1_000),
    end: (system) => system.failMails('refuse-later', 0),
  },
  {
    name: 'mail connections cut',
    holdMs: { long: 10_000, short: 3_000 },
    begin: (system) => system.failMails('close', 1_000),
    end: (system) => system.failMails('close', 0),
  },
  clockFault('clock 10 minutes fast', 10),
  clockFault('clock 10 minutes slow', -10),
  {
    name: 'process paused',
    holdMs: { long: 60_000, short: 4_500 },
    isInShort: true,
    begin: async (system) => {
      // Long enough that the process is in the middle of some creates.
      await system.service.addFault({ on: 'create', kind: 'latency', ms: 300, after: 'effect' });
      await waitUntilSending(system);
      system.consoles[0]?.signal('SIGSTOP');
    },
    end: async (system) => {
      system.consoles[0]?.signal('SIGCONT');
      await clearFaults(system);
    },
  },
  {
    name: 'rolling restart',
    holdMs: { long: 2_000, short: 0 },
    isInShort: true,
    begin: doNothing,
    end: async (system) => {
      for (const index of [0, 1] as const) {
        await system.consoles[index]?.stop();
        await system.startConsole(index);
      }
    },
  },
  {
    name: 'process killed',
    holdMs: { long: 6_000, short: 1_000 },
    begin: async (system) => {
      await waitUntilSending(system);
      system.consoles[0]?.signal('SIGKILL');
      await system.consoles[0]?.ended;
    },
    end: (system) => system.startConsole(0),
  },
  {
    name: 'workers off in one',
    holdMs: { long: 5_000, short: 1_000 },
    begin: async (system) => {
      await system.consoles[0]?.stop();
      await system.startConsole(0, { CONSOLE_WORKERS: 'off' });
    },
    check: checkWithoutWorkers,
    end: async (system) => {
      await system.consoles[0]?.stop();
      await system.startConsole(0);
    },
  },
];
