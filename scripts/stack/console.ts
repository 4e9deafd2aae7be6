import { startPart, type Part } from '@/scripts/stack/part';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';
import { DEFAULT_OPTIONS } from '@/sandbox/options';

interface ConsoleOptions {
  port: number;
  env: Record<string, string>;
  /** `start` serves the last build, `dev` compiles on demand. */
  mode: 'start' | 'dev';
  logFile?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Starts the console's process and waits until it is live. */
export async function startConsole({
  port,
  env,
  mode,
  logFile,
  signal,
}: ConsoleOptions): Promise<{ url: string; part: Part }> {
  const args =
    mode === 'start'
      ? ['--max-semi-space-size=32', '--min-semi-space-size=32', 'server/main.mjs']
      : ['node_modules/next/dist/bin/next', 'dev', '-p', String(port), '-H', '127.0.0.1'];
  // An inherited NODE_ENV, such as a test runner's, would break Next.
  const environment = {
    ...process.env,
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    CONSOLE_LISTEN: '127.0.0.1',
    ...env,
  };
  const part = startPart({ name: 'The console', command: process.execPath, args, env: environment, logFile });
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

/** Returns the environment of a console in front of a sandbox. */
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
    // There is no load balancer to wait for.
    SHUTDOWN_GRACE_MS: '0',
    // The sandbox has no rate limit, so the first sync takes only seconds.
    TRANSFER_SERVICE_READS_PER_SECOND: '200',
  };
}
