// Runs a TypeScript program of this repository, and installs the packages first if they are missing:
//   node --conditions=react-server scripts/run.mjs scripts/demo.ts
// The condition lets a program outside React load modules that start with import 'server-only'.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installIfStale } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [program, ...rest] = process.argv.slice(2);
if (!program) throw new Error('Usage: node scripts/run.mjs FILE');

try {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node ${process.versions.node} is too old; install 20.19 or newer.`);
  process.chdir(root);
  installIfStale();
  const { register } = await import('tsx/esm/api');
  register();
  process.argv = [process.argv[0], path.resolve(root, program), ...rest];
  await import(pathToFileURL(process.argv[1]).href);
} catch (error) {
  console.error(`\n${error instanceof Error ? (process.env.DEBUG ? error.stack : error.message) : String(error)}`);
  process.exitCode = 1;
}
