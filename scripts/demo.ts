import { rmSync } from 'node:fs';
import { announce } from '@/scripts/announce';
import { keepRunning } from '@/scripts/keep-running';
import { chooseConsolePort, readCount } from '@/scripts/read-environment';
import { buildIfStale } from '@/scripts/stack/build';
import { openDesk } from '@/scripts/stack/demo/open-desk';
import { introducePeople } from '@/scripts/stack/introduce-people';
import { startStack } from '@/scripts/stack/stack';

const DATA_DIR = '.data/demo';

const consolePort = await chooseConsolePort();
const transfers = readCount('DEMO_TRANSFERS', 5000);

await keepRunning(
  async (signal) => {
    await buildIfStale(signal);
    if (process.env.DEMO_FRESH === '1') rmSync(DATA_DIR, { recursive: true, force: true });
    console.log('Starting the database, the sandbox and the console ...');
    const stack = await startStack({
      dataDir: DATA_DIR,
      mode: 'start',
      consolePort,
      consoleHost: 'localhost',
      sandboxPort: 4010,
      transfers,
      signal,
    });
    try {
      await introducePeople({ databaseUrl: stack.databaseUrl, issuer: stack.sandboxUrl });
      if (process.env.DEMO_EMPTY !== '1') await openDesk(stack, DATA_DIR, signal);
    } catch (error) {
      await stack.stop();
      throw error;
    }
    return stack;
  },
  (stack) => announce(stack, transfers),
);
