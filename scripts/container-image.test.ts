import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteEnvironmentFiles } from '@/scripts/environment-files.mjs';

const containerfile = readFileSync('Containerfile', 'utf8');
const copied = [...containerfile.matchAll(/^COPY --from=build \/console\/(\S+) /gm)].map(([, from = '']) => from);

let directory = '';
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'countersign-image-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(file: string): void {
  const target = path.join(directory, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, 'TRANSFER_SERVICE_CLIENT_SECRET=canary\n');
}

/** Makes what the image copies, and one more file in it. */
function makeOutput(...files: string[]): void {
  for (const folder of copied) write(`${folder}/some.js`);
  files.forEach(write);
}

describe('the output of a build', () => {
  it('loses every file of credentials, wherever it is and whatever it is called, and nothing else', () => {
    const credentials = ['.env', '.env.production', '.env.local', 'node_modules/x/.env', 'deep/er/.env.backup-1'];
    makeOutput(...credentials.map((file) => `.next/standalone/${file}`), '.next/standalone/environment.env.js');
    const output = path.join(directory, '.next');
    expect(deleteEnvironmentFiles(output)).toHaveLength(credentials.length);
    expect(deleteEnvironmentFiles(output)).toEqual([]);
    expect(existsSync(path.join(output, 'standalone/environment.env.js'))).toBe(true);
    expect(existsSync(path.join(output, 'standalone/some.js'))).toBe(true);
  });

  it('is stripped by npm run build', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts.build).toBe('exec node scripts/build.mjs');
    expect(readFileSync('scripts/build.mjs', 'utf8')).toContain("deleteEnvironmentFiles('.next')");
  });
});

describe('the image', () => {
  it('is not built where a file of credentials is in what it copies', () => {
    const [, check = ''] = /^RUN (found=.*)$/m.exec(containerfile) ?? [];
    const build = () => spawnSync('sh', ['-c', check], { cwd: directory, encoding: 'utf8' });
    expect(copied).toHaveLength(3);
    makeOutput();
    expect(build()).toMatchObject({ status: 0, stdout: '' });
    for (const folder of copied) {
      const file = `${folder}/a/.env.production`;
      write(file);
      expect(build()).toMatchObject({ status: 1, stdout: `${file}\n` });
      rmSync(path.join(directory, file));
    }
    // Nor where it cannot be looked for.
    rmSync(path.join(directory, 'public'), { recursive: true });
    expect(build().status).toBe(1);
  });

  it('copies what is stripped, after it was', () => {
    const order = ['COPY . .', 'RUN npm run build', 'RUN found=', 'COPY --from=build'];
    const places = order.map((line) => containerfile.indexOf(`\n${line}`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
  });

  it('takes no file of credentials from the machine that builds it, by either name of the list', () => {
    const ignored = readFileSync('.containerignore', 'utf8');
    expect(readFileSync('.dockerignore', 'utf8')).toBe(ignored);
    expect(ignored.split('\n')).toEqual(expect.arrayContaining(['.env*', '**/.env*', '.git', '.data', '.next']));
    expect(ignored).not.toContain('!');
  });

  it('listens on every address of its container, runs as a user by number, and checks its own health', () => {
    expect(containerfile).toMatch(/^ENV .*\bCONSOLE_LISTEN=0\.0\.0\.0$/m);
    expect(containerfile).not.toContain('HOSTNAME');
    expect(containerfile).toMatch(/^USER 1000$/m);
    const [, program = ''] = /^HEALTHCHECK .* CMD \["node", "(.*)"\]$/m.exec(containerfile) ?? [];
    expect(existsSync(program)).toBe(true);
  });

  it('is labelled with the release, which the changelog and a dump of its database have as well', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(containerfile).toContain(`org.opencontainers.image.version="${version}"`);
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`);
    expect(existsSync(`scripts/testing/schemas/${version}.sql`)).toBe(true);
  });

  it('has one base, named once with its release, which a build may pin', () => {
    expect(containerfile).toMatch(/^ARG NODE_IMAGE=\S+:\d+-slim$/m);
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
  });
});

it('the example of a configuration leaves the address to the image', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  expect(lines).toContain('# CONSOLE_LISTEN=127.0.0.1');
  expect(lines.filter((line) => /^(?:CONSOLE_LISTEN|HOSTNAME)=/.test(line))).toEqual([]);
});

it('a file of credentials is no file of the repository', () => {
  const tracked = execFileSync('git', ['ls-files', '--', '.env*', '**/.env*'], { encoding: 'utf8' });
  expect(tracked).toBe('.env.example\n');
});
