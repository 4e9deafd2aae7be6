import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { writeDump } from '@/scripts/testing/schemas/dump';
import { writeHistory } from '@/scripts/testing/schemas/history';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';
import { pool } from '@/lib/server/database/client';

// Runs only by hand, as npm run release:dump (docs/testing.md, "Earlier releases").
const file = process.env.RELEASE_DUMP;
setUpTestDatabase();

it.runIf(file)('writes a dump with requests and sends in every state', { timeout: 120_000 }, async () => {
  const sandbox = await startForTest({ transfers: 8 }, Date.now());
  changeSettings({ TRANSFER_SERVICE_URL: sandbox.url, TRANSFER_SERVICE_AUTH_URL: sandbox.url });
  await writeHistory(sandbox);
  writeFileSync(file ?? '', await writeDump(pool()));
  await sandbox.remove();
});
