/** Addresses of a stack of the browser tests. */
export interface StackAddresses {
  consoleUrl: string;
  sandboxUrl: string;
  /** Address with the owner's role. */
  databaseUrl: string;
  /** Address with the console's role. */
  consoleDatabaseUrl: string;
  /** Directory of the logs. */
  dataDir: string;
}

/** Environment variable in which the global set-up stores the addresses, one stack for each worker. */
export const STACKS = 'E2E_STACKS';

/** Returns the stack of this worker; no other worker's tests use its console, sandbox or database. */
export function stackAddresses(): StackAddresses {
  const stacks = JSON.parse(process.env[STACKS] ?? '[]') as StackAddresses[];
  const stack = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!stack) throw new Error('The stack of the browser tests is not up.');
  return stack;
}
