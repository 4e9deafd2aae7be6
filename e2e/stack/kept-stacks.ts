import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { StackAddresses } from '@/e2e/stack/addresses';

/** Where `npm run stack:test` leaves its address. */
export const KEEPER_RECORD = '.data/test-stacks.json';

/** What `npm run stack:test` leaves for the runs of this checkout. */
export interface KeeperRecord {
  url: string;
}

/** Stacks that are up and belong to this run until it lets them go. */
interface TakenStacks {
  stacks: StackAddresses[];
  release: () => Promise<void>;
}

/** Returns whether `npm run stack:test` is up in this checkout. */
export async function hasStackKeeper(): Promise<boolean> {
  const url = readKeeperUrl();
  if (url === undefined) return false;
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  return response?.ok ?? false;
}

/**
 * Takes the stacks of `npm run stack:test` for one run: they are as new, of the sources as they are now. Gives
 * undefined where none are kept, or another run has them.
 */
export async function takeKeptStacks(): Promise<TakenStacks | undefined> {
  const url = readKeeperUrl();
  const answer = url === undefined ? undefined : await ask(`${url}/stacks`);
  if (answer?.statusCode !== 200) {
    answer?.destroy();
    return undefined;
  }
  // The answer stays open for as long as the run has the stacks, so that they return also where the run is killed.
  for await (const line of createInterface({ input: answer })) {
    if (!line.startsWith('[')) throw new Error(line);
    return {
      stacks: JSON.parse(line) as StackAddresses[],
      release: async () => {
        answer.destroy();
        await Promise.resolve();
      },
    };
  }
  throw new Error('npm run stack:test has stopped.');
}

function ask(url: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    get(url, resolve).on('error', () => resolve(undefined));
  });
}

function readKeeperUrl(): string | undefined {
  try {
    return (JSON.parse(readFileSync(KEEPER_RECORD, 'utf8')) as KeeperRecord).url;
  } catch {
    return undefined;
  }
}
