import { announce } from '@/scripts/announce';
import { keepRunning } from '@/scripts/keep-running';
import { chooseConsolePort, readCount } from '@/scripts/read-environment';
import { startStack } from '@/scripts/stack/stack';

const consolePort = await chooseConsolePort();
const transfers = readCount('DEMO_TRANSFERS', 5000);

await keepRunning(
  (signal) =>
    startStack({
      dataDir: '.data/dev',
      mode: 'dev',
      consolePort,
      consoleHost: 'localhost',
      sandboxPort: 4010,
      transfers,
      signal,
    }),
  (stack) => announce(stack, transfers),
);
