import { startPart, type Part } from '@/scripts/stack/part';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';
import { DEFAULT_OPTIONS } from '@/sandbox/options';

interface ConsoleOptions {
  port: number;
  env: Record<string, string>;
  /** `start` serves the last build, `dev` compiles as it goes. */
  mode: 'start' | 'dev';
  logFile?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Starts the Next server and waits until it is alive. */
export async function startConsole({
  port,
  env,
  mode,
  logFile,
  signal,
}: ConsoleOptions): Promise<{ url: string; part: Part }> {
  const args =
    mode === 'start'
      ? ['--max-semi-space-size=64', '--min-semi-space-size=64', 'server/main.mjs']
      : ['node_modules/next/dist/bin/next', 'dev', '-p', String(port), '-H', '127.0.0.1'];
  // A NODE_ENV of somebody else's, such as a test runner's, would make Next serve neither properly.
  const environment = {
    ...process.env,
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOSTNAME: '127.0.0.1',
    ...env,
  };
  const part = startPart('The console', process.execPath, args, { env: environment, logFile });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(part, () => answersOk(`${url}/api/health/live`), signal);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url, part };
}

interface Addresses {
  consoleUrl: string;
  sandboxUrl: string;
  consoleDatabaseUrl: string;
  sessionSecret: string;
}

/** The configuration of a console in front of a sandbox. */
export function consoleEnvironment({
  consoleUrl,
  sandboxUrl,
  consoleDatabaseUrl,
  sessionSecret,
}: Addresses): Record<string, string> {
  const { client, staffClient } = DEFAULT_OPTIONS;
  return {
    DATABASE_URL: consoleDatabaseUrl,
    TRANSFER_SERVICE_URL: sandboxUrl,
    TRANSFER_SERVICE_AUTH_URL: sandboxUrl,
    TRANSFER_SERVICE_CLIENT_ID: client.id,
    TRANSFER_SERVICE_CLIENT_SECRET: client.secret,
    NEXTAUTH_URL: consoleUrl,
    NEXTAUTH_SECRET: sessionSecret,
    OIDC_ISSUER: sandboxUrl,
    OIDC_CLIENT_ID: staffClient.id,
    OIDC_CLIENT_SECRET: staffClient.secret,
    CONSOLE_ENVIRONMENT: 'sandbox',
    SECURITY_CONTACT: 'mailto:security@countersign.example',
    // Nobody balances between it and another.
    SHUTDOWN_GRACE_MS: '0',
    // The sandbox has no limit of its own, so the console's copy of its transfers is there within seconds.
    TRANSFER_SERVICE_READS_PER_SECOND: '200',
  };
}
