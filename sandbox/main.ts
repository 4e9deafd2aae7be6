import { startSandbox } from '@/sandbox/server';
import { readSettings } from '@/sandbox/settings';

try {
  const options = readSettings();
  const sandbox = await startSandbox(options);
  console.log(
    `Sandbox ready at ${sandbox.url}, mail at ${sandbox.smtpUrl} (${options.transfers} transfers of history, data in ${options.dataDir})`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
