import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Lock {
  packages: Record<string, { resolved?: string }>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;

it('pins packages of every platform, which npm ci asks for', () => {
  for (const platform of ['linux-x64', 'darwin-arm64', 'win32-x64'])
    expect(Object.keys(packages).filter((place) => place.includes(platform)).length).toBeGreaterThan(3);
});

it('names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

describe('installIfStale', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'countersign-install-'));
    writeFileSync(path.join(directory, 'package-lock.json'), '{"lockfileVersion":3}');
    // Like npm: deletes what is there first, and takes a while.
    const npm = `#!/bin/sh
rm -rf node_modules && sleep 0.3 && mkdir node_modules && echo '{}' > node_modules/.package-lock.json && echo ci >> runs
`;
    writeFileSync(path.join(directory, 'npm'), npm, { mode: 0o755 });
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  async function start(): Promise<number | null> {
    const program = `import(${JSON.stringify(path.resolve('scripts/install.mjs'))})
      .then(({ installIfStale }) => installIfStale(${JSON.stringify(directory)}))`;
    const env = { ...process.env, PATH: `${directory}${path.delimiter}${process.env.PATH}` };
    const child = spawn(process.execPath, ['-e', program], { env, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }
  const countInstalls = () => readFileSync(path.join(directory, 'runs'), 'utf8').split('ci').length - 1;

  it('installs once for processes that start at once', async () => {
    expect(await Promise.all([start(), start(), start()])).toEqual([0, 0, 0]);
    expect(countInstalls()).toBe(1);
  });

  it('writes nothing where all is installed, so that a reader beside it sees no half of the record', async () => {
    await start();
    const record = path.join(directory, 'node_modules/.countersign-lock');
    utimesSync(record, 1, 1);
    await start();
    expect(statSync(record).mtimeMs).toBe(1_000);
    expect(countInstalls()).toBe(1);
  });

  it('installs again after a change of the lock file', async () => {
    await start();
    const lock = path.join(directory, 'package-lock.json');
    writeFileSync(lock, '{"lockfileVersion":3,"packages":{}}');
    utimesSync(lock, new Date(Date.now() + 5_000), new Date(Date.now() + 5_000));
    await start();
    expect(countInstalls()).toBe(2);
  });

  it('takes the lock of a process that was killed', async () => {
    const killed = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(killed, 'exit');
    mkdirSync(path.join(directory, '.data'));
    writeFileSync(path.join(directory, '.data/install-lock'), String(killed.pid));
    expect(await start()).toBe(0);
    expect(countInstalls()).toBe(1);
  });
});
