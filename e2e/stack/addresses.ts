/** Where the stack of the browser tests is. */
export interface StackAddresses {
  consoleUrl: string;
  sandboxUrl: string;
  /** As its owner. */
  databaseUrl: string;
  /** As the console reaches it. */
  consoleDatabaseUrl: string;
  /** Where the parts keep their logs. */
  dataDir: string;
}

/** The name in the environment under which the global set-up leaves the addresses, a stack for each worker. */
export const STACKS = 'E2E_STACKS';

/** The stack of this worker: no other worker's tests see its console, its sandbox or its database. */
export function stackAddresses(): StackAddresses {
  const stacks = JSON.parse(process.env[STACKS] ?? '[]') as StackAddresses[];
  const stack = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!stack) throw new Error('The stack of the browser tests is not up.');
  return stack;
}
