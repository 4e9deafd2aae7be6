// npm run test:node -- 24 [unit|browser]
// Runs the tests with another release of Node, which npm brings as a package of this platform. It lies beside
// node_modules, whose packages are the same ones, native modules included.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '@/scripts/stack/run-command';
import { listenForStop } from '@/scripts/stack/stop-signal';

const signal = listenForStop();
const [release = '', ...parts] = process.argv.slice(2);
if (!/^\d+(?:\.\d+){0,2}$/.test(release)) throw new Error('Which release of Node? npm run test:node -- 24');

const binaries = installNode(release);
// First on the path, so that whatever a test starts runs on it as well.
const env = { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}` };
const args = ['--conditions=react-server', 'scripts/run.mjs', 'scripts/test.ts', ...parts];
process.exitCode = await runCommand({
  name: `npm test on Node ${release}`,
  command: path.join(binaries, 'node'),
  args,
  env,
  signal,
});

/** Installs a release where it is not there yet, and gives the directory of its binary. Throws where npm has none. */
function installNode(wanted: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const directory = path.resolve('.data', `node-${wanted}`);
  const bin = path.join(directory, 'node_modules', name, 'bin');
  if (existsSync(path.join(bin, 'node'))) return bin;
  console.log(`Installing Node ${wanted} ...`);
  mkdirSync(directory, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', directory, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${wanted}`],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0 || !existsSync(path.join(bin, 'node')))
    throw new Error(`npm has no Node ${wanted} for this machine (${name}).`);
  return bin;
}
