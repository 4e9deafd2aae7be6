import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '@/sandbox/testing/api-client';
import { startForTest } from '@/sandbox/testing/start-for-test';

describe('created transfers survive', () => {
  it('a restart: the transfers, their balances, the history and the order', async () => {
    const first = await startForTest();
    for (const amount of ['10', '10.5'])
      await first.api.create({ profile_id: 'p-small', ref_id: `persisted-${amount}`, amount });
    const before = await first.api.walk(7);
    await first.stop();

    const second = await startForTest({ dataDir: first.dataDir });
    expect(await second.api.walk(7)).toEqual(before);
    expect((await second.api.create({ profile_id: 'p-small', ref_id: 'persisted-10' })).status).toBe(409);
    expect((await second.api.create({ profile_id: 'p-small', amount: '10' })).status).toBe(403);
    await second.remove();
  });

  it('a torn last line, whose call was never answered', async () => {
    const first = await startForTest();
    await first.api.create({ ref_id: 'whole' });
    await first.stop();
    appendFileSync(path.join(first.dataDir, 'created-transfers.jsonl'), '{"record":{"id":"torn","ref_id":"to');

    const second = await startForTest({ dataDir: first.dataDir });
    expect(await second.api.countByRefId('whole')).toBe(1);
    await second.api.create({ ref_id: 'after' });
    await second.stop();

    const third = await startForTest({ dataDir: first.dataDir });
    expect([await third.api.countByRefId('whole'), await third.api.countByRefId('after')]).toEqual([1, 1]);
    await third.remove();
  });

  it('kill -9 right after the answer, in a process of its own', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
    const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
      env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await readUrl(child.stdout);
    expect((await new ApiClient(url).create({ ref_id: 'killed' })).status).toBe(200);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const again = await startForTest({ dataDir });
    expect(await again.api.countByRefId('killed')).toBe(1);
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });
});

async function readUrl(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    const url = /Sandbox ready at (http:\/\/127\.0\.0\.1:[0-9]+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`sandbox did not start: ${text}`);
}
