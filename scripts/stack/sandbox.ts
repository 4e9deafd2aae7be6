import { bundleProgram } from '@/scripts/stack/bundle-program';
import { startPart, type Part } from '@/scripts/stack/part';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

interface SandboxProcessOptions {
  port: number;
  smtpPort: number;
  dataDir: string;
  consoleUrl: string;
  transfers: number;
  settleMs?: number | undefined;
  /** Restarts the sandbox whenever its sources change. */
  isWatched?: boolean;
  logFile?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Starts the sandbox as a process of its own and waits until it answers. */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<{ url: string; part: Part }> {
  const { port, smtpPort, dataDir, consoleUrl, transfers, settleMs, isWatched = false, logFile, signal } = options;
  // With the default of 16 MB, a page of a thousand transfers took a quarter more processor time.
  const heap = '--max-semi-space-size=32';
  // As one file: with a loader that compiles modules as they load, a start has hung.
  const args = isWatched
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', heap, 'sandbox/main.ts']
    : [heap, ...(await bundleProgram('sandbox/main.ts'))];
  const env = {
    ...process.env,
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DATA_DIR: dataDir,
    SANDBOX_CONSOLE_URL: consoleUrl,
    SANDBOX_TRANSFERS: String(transfers),
    ...(settleMs === undefined ? {} : { SANDBOX_SETTLE_MS: String(settleMs) }),
  };
  const part = startPart({ name: 'The sandbox', command: process.execPath, args, env, logFile });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(part, () => answersOk(`${url}/_sandbox/stats`), signal);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url, part };
}
