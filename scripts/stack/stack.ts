import path from 'node:path';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { keep, openStackState } from '@/scripts/stack/stack-state';
import type { Part } from '@/scripts/stack/part';
import { findFreePort, isPortFree } from '@/scripts/stack/ports';
import { startPostgres } from '@/scripts/stack/postgres';
import { startSandboxProcess } from '@/scripts/stack/sandbox';

export interface StackOptions {
  /** Everything the three parts keep, and their logs. */
  dataDir: string;
  mode: 'start' | 'dev';
  consolePort: number;
  /** Wished for; another free one where it is taken. */
  sandboxPort: number;
  transfers: number;
  settleMs?: number;
  isDurable?: boolean;
  /** More of the console's environment. */
  env?: Record<string, string>;
  signal: AbortSignal;
}

export interface Stack {
  consoleUrl: string;
  sandboxUrl: string;
  /** As its owner, for whoever looks into it or sets something up. */
  databaseUrl: string;
  /** As the console reaches it. */
  consoleDatabaseUrl: string;
  /** Resolves with the first part that ends by itself. */
  broken: Promise<Part>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL, the sandbox and the console, in this order. Where one fails, those before it are stopped again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, mode, consolePort, transfers, settleMs, isDurable = true, env = {}, signal } = options;
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const inData = (name: string) => path.resolve(dataDir, name);
  // Whoever develops wants to see what happens; everybody else wants to see the address.
  const logFile = (name: string) => (mode === 'dev' ? undefined : inData(`${name}.log`));
  try {
    const kept = openStackState(dataDir);
    const postgres = await startPostgres({
      dataDir: inData('postgres'),
      password: kept.databasePassword,
      isDurable,
      logFile: inData('postgres.log'),
      signal,
    });
    parts.push(postgres.part);
    const consoleDatabaseUrl = await prepareDatabase(postgres.url);

    const sandboxPort = await choosePort(kept.sandboxPort ?? options.sandboxPort);
    keep(dataDir, { ...kept, sandboxPort });
    const consoleUrl = `http://127.0.0.1:${consolePort}`;
    const sandbox = await startSandboxProcess({
      port: sandboxPort,
      dataDir: inData('sandbox'),
      consoleUrl,
      transfers,
      settleMs,
      isWatched: mode === 'dev',
      logFile: logFile('sandbox'),
      signal,
    });
    parts.push(sandbox.part);

    const addresses = { consoleUrl, sandboxUrl: sandbox.url, databaseUrl: postgres.url, consoleDatabaseUrl };
    const environment = { ...consoleEnvironment({ ...addresses, sessionSecret: kept.sessionSecret }), ...env };
    const console = await startConsole({
      port: consolePort,
      env: environment,
      mode,
      logFile: logFile('console'),
      signal,
    });
    parts.push(console.part);
    return { ...addresses, broken: Promise.race(parts.map((part) => part.ended.then(() => part))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function choosePort(wished: number): Promise<number> {
  return wished !== 0 && (await isPortFree(wished)) ? wished : findFreePort();
}
