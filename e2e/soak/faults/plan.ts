import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lookAtClock, lookAtIdentity, lookAtPage, lookAtWebOnly } from '@/e2e/soak/faults/looks';
import type { People } from '@/e2e/soak/faults/people';
import type { Stage } from '@/e2e/soak/faults/stage';

/** Something that goes wrong for a while. */
export interface Fault {
  name: string;
  /** Which part of a run of so many seconds it lasts. */
  holdMs: { long: number; short: number };
  isInShort?: boolean;
  needsDisk?: boolean;
  begin: (stage: Stage) => Promise<void>;
  /** What is looked at while it lasts, besides what everybody does all the time. Gives what is wrong. */
  look?: (stage: Stage, people: People) => Promise<string[]>;
  end: (stage: Stage) => Promise<void>;
}

const clearFaults = (stage: Stage) => stage.service.clearFaults();
const SLOW_MS = 30_000;

/** A fault of the service that it is told of, until it is taken back. */
function serviceFault(name: string, rules: Record<string, unknown>[], rest: Partial<Fault> = {}): Fault {
  return {
    name,
    holdMs: { long: 15_000, short: 3_000 },
    begin: async (stage) => {
      for (const rule of rules) await stage.service.addFault(rule);
    },
    end: clearFaults,
    ...rest,
  };
}

/** Signals the server and each of its processes, which are in groups of their own. */
function signalPostgres(stage: Stage, name: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(path.join(stage.postgresDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === postmaster);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
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

async function untilSending(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await stage.pool.query<{ sending: number }>(
      `select count(*)::int as sending from sends where state = 'SENDING'`,
    );
    if ((rows[0]?.sending ?? 0) > 0) return;
    await delay(10);
  }
}

const fillerOf = (stage: Stage) => path.join(stage.options.root, 'disk/filler');

function fillDisk(stage: Stage): void {
  const block = Buffer.alloc(1024 * 1024);
  for (const size of [block.length, 4096]) {
    try {
      for (;;) writeFileSync(fillerOf(stage), block.subarray(0, size), { flag: 'a' });
    } catch {
      // Full.
    }
  }
}

function skewedBy(minutes: number): Record<string, string> {
  const preload = pathToFileURL(path.resolve('e2e/soak/faults/skewed-clock.mjs')).href;
  return {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`.trim(),
    FAULTS_CLOCK_OFF_MS: String(minutes * 60_000),
  };
}

const clockFault = (name: string, minutes: number): Fault => ({
  name,
  holdMs: { long: 12_000, short: 4_000 },
  begin: async (stage) => {
    await stage.consoles[0]?.stop();
    await stage.startConsole(0, skewedBy(minutes));
  },
  look: lookAtClock,
  end: async (stage) => {
    await stage.consoles[0]?.stop();
    await stage.startConsole(0);
  },
});

/** A database that has ended, by itself or not, is started again as whoever watches over it would. */
const bringBackPostgres = async (stage: Stage) => {
  if (!stage.isPostgresUp) await stage.startPostgres();
};

const nothing = async () => undefined;

export const FAULTS: readonly Fault[] = [
  // To compare with: this is what it looks like without any.
  { name: 'nothing', holdMs: { long: 5_000, short: 1_000 }, begin: nothing, end: nothing },
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
    begin: (stage) => stage.killSandbox(),
    end: (stage) => stage.startSandbox(),
  },
  {
    name: 'database killed',
    holdMs: { long: 10_000, short: 2_000 },
    isInShort: true,
    begin: (stage) => stage.endPostgres('SIGKILL'),
    end: bringBackPostgres,
  },
  {
    name: 'database stopped at once',
    holdMs: { long: 10_000, short: 2_000 },
    begin: (stage) => stage.endPostgres('SIGQUIT'),
    look: lookAtPage,
    end: bringBackPostgres,
  },
  {
    name: 'connections broken',
    holdMs: { long: 6_000, short: 1_000 },
    begin: async (stage) => {
      for (let times = 0; times < 5; times += 1) {
        await stage.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'countersign%'`,
        );
        await delay(100);
      }
    },
    end: nothing,
  },
  {
    name: 'database standing still',
    holdMs: { long: 20_000, short: 4_000 },
    begin: async (stage) => signalPostgres(stage, 'SIGSTOP'),
    end: async (stage) => signalPostgres(stage, 'SIGCONT'),
  },
  {
    name: 'disk full',
    holdMs: { long: 10_000, short: 3_000 },
    needsDisk: true,
    begin: async (stage) => fillDisk(stage),
    end: async (stage) => {
      rmSync(fillerOf(stage));
      await bringBackPostgres(stage);
    },
  },
  {
    name: 'identity provider gone',
    holdMs: { long: 8_000, short: 2_000 },
    begin: (stage) => stage.killIdentity(),
    look: lookAtIdentity,
    end: (stage) => stage.startIdentity(),
  },
  clockFault('clock 10 minutes fast', 10),
  clockFault('clock 10 minutes slow', -10),
  {
    name: 'process paused',
    holdMs: { long: 60_000, short: 4_500 },
    isInShort: true,
    begin: async (stage) => {
      // Long enough that it is in the middle of some of them.
      await stage.service.addFault({ on: 'create', kind: 'latency', ms: 300, after: 'effect' });
      await untilSending(stage);
      stage.consoles[0]?.signal('SIGSTOP');
    },
    end: async (stage) => {
      stage.consoles[0]?.signal('SIGCONT');
      await clearFaults(stage);
    },
  },
  {
    name: 'rolling restart',
    holdMs: { long: 2_000, short: 0 },
    isInShort: true,
    begin: nothing,
    end: async (stage) => {
      for (const index of [0, 1] as const) {
        await stage.consoles[index]?.stop();
        await stage.startConsole(index);
      }
    },
  },
  {
    name: 'process killed',
    holdMs: { long: 6_000, short: 1_000 },
    begin: async (stage) => {
      await untilSending(stage);
      stage.consoles[0]?.signal('SIGKILL');
      await stage.consoles[0]?.ended;
    },
    end: (stage) => stage.startConsole(0),
  },
  {
    name: 'workers off in one',
    holdMs: { long: 5_000, short: 1_000 },
    begin: async (stage) => {
      await stage.consoles[0]?.stop();
      await stage.startConsole(0, { CONSOLE_WORKERS: 'off' });
    },
    look: lookAtWebOnly,
    end: async (stage) => {
      await stage.consoles[0]?.stop();
      await stage.startConsole(0);
    },
  },
];
