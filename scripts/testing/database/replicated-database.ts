import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket, connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Client } from 'pg';
import { migrateDatabase } from '@/lib/server/database/migrate';
import type { Settings } from '@/lib/server/config/settings';
import { type RunningPostgres, startPostgres } from '@/scripts/stack/postgres/postgres';
import { PRIMARY_SETTINGS, startReplica } from '@/scripts/stack/postgres/replica';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';
import { setUpSettings } from '@/scripts/testing/test-process';

/** A standby of the test's own, reached over a line that can be cut without a word. */
interface TestReplica {
  /** Address over the line. */
  url: string;
  query: (statement: string) => Promise<Record<string, unknown>[]>;
  /** Ends the server without warning. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Lets nothing through in either direction, and closes nothing. */
  freeze: () => void;
  thaw: () => void;
}

interface ReplicatedDatabase {
  readonly primaryUrl: string;
  readonly replicas: readonly TestReplica[];
}

/**
 * Gives a test file a migrated primary of its own, standbys that follow it, and the settings of a console that reads
 * from them. `follows`: the server that each standby follows, -1 for the primary or the place of another standby.
 */
export function setUpReplicatedDatabase(
  follows: readonly number[],
  change: Partial<Settings> = {},
): ReplicatedDatabase {
  const directory = makeThrowawayDirectory('countersign-replicas-');
  let primary: RunningPostgres | undefined;
  const replicas: (TestReplica & { stop: () => Promise<void> })[] = [];
  beforeAll(async () => {
    const dataDir = path.join(directory, 'primary');
    const logFile = path.join(directory, 'primary.log');
    primary = await startPostgres({ dataDir, settings: PRIMARY_SETTINGS, logFile });
    await migrateDatabase(primary.url);
    const servers = [primary.url];
    for (const [index, followed] of follows.entries()) {
      const replica = await createReplica({
        primary: { url: primary.url, dataDir },
        follows: servers[followed + 1] ?? primary.url,
        dataDir: path.join(directory, `replica-${index}`),
      });
      replicas.push(replica.test);
      servers.push(replica.serverUrl);
    }
  }, 120_000);
  afterAll(async () => {
    for (const replica of replicas.toReversed()) await replica.stop();
    await primary?.part.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  setUpSettings(() => ({
    DATABASE_URL: primary?.url ?? '',
    DATABASE_READ_URL: replicas.map(({ url }) => url),
    ...change,
  }));
  return {
    get primaryUrl() {
      return primary?.url ?? '';
    },
    replicas,
  };
}

async function createReplica(
  options: Omit<Parameters<typeof startReplica>[0], 'logFile'>,
): Promise<{ test: TestReplica & { stop: () => Promise<void> }; serverUrl: string }> {
  const logFile = `${options.dataDir}.log`;
  let server = await startReplica({ ...options, logFile });
  const serverUrl = server.url;
  const port = Number(new URL(serverUrl).port);
  const line = await openLine(port);
  const url = new URL(serverUrl);
  url.port = String(line.port);
  const stop = async () => {
    line.thaw();
    line.server.close();
    await server.part.stop();
  };
  const test = {
    url: url.href,
    query: (statement: string) => queryOnce(serverUrl, statement),
    kill: async () => {
      server.part.signal('SIGKILL');
      await server.part.ended;
    },
    start: async () => {
      server = await startReplica({ ...options, port, logFile });
    },
    freeze: line.freeze,
    thaw: line.thaw,
    stop,
  };
  return { test, serverUrl };
}

async function queryOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a port that leads to another, until it is frozen: then bytes wait and connections are taken but not served. */
async function openLine(to: number): Promise<{ port: number; server: Server; freeze: () => void; thaw: () => void }> {
  const ends = new Set<Socket>();
  let isFrozen = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      one.on('data', (bytes) => other.write(bytes));
      if (isFrozen) one.pause();
      else one.resume();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const freeze = () => {
    isFrozen = true;
    for (const end of ends) end.pause();
  };
  const thaw = () => {
    isFrozen = false;
    for (const end of ends) end.resume();
  };
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, server, freeze, thaw };
}
