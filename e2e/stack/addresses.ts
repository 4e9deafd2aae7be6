/** Where the stack of the browser tests is. */
export interface StackAddresses {
  consoleUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  /** Where the parts keep their logs. */
  dataDir: string;
}

/** The addresses that the global set-up left in the environment. */
export function stackAddresses(): StackAddresses {
  return { consoleUrl: read('E2E_CONSOLE_URL'), sandboxUrl: read('E2E_SANDBOX_URL'), databaseUrl: read('E2E_DATABASE_URL'), dataDir: read('E2E_DATA_DIR') };
}

function read(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the stack of the browser tests is not up.`);
  return value;
}
