import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '@/scripts/stack/ports';
import { startPart } from '@/scripts/stack/part';
import { runCommand } from '@/scripts/stack/run-command';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

const NEXT = path.resolve('node_modules/next/dist/bin/next');
const FILES = {
  'package.json': '{ "private": true, "type": "module" }',
  // Without these files, Next would find those of the checkout above.
  'next.config.mjs': 'export default {};\n',
  'instrumentation.js': 'export function register() {}\n',
  'proxy.js': 'export function proxy() {}\n',
  'app/layout.js':
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  'app/page.js': 'export default function Page() {\n  return <p>Nothing.</p>;\n}\n',
};

/**
 * Builds and serves a Next app of the same version with one page and one sentence. `directory` must be inside the
 * checkout, where Next is found.
 */
export async function serveEmptyNext(directory: string): Promise<{ url: string; stop: () => Promise<void> }> {
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' };
  const logFile = path.join(directory, 'build.log');
  const code = await runCommand({
    name: 'The empty build',
    command: process.execPath,
    args: [NEXT, 'build', directory],
    env,
    logFile,
  });
  if (code !== 0) throw new Error(`Building the empty Next app failed; see ${logFile}.`);
  const port = await findFreePort();
  const part = startPart({
    name: 'The empty app',
    command: process.execPath,
    args: [NEXT, 'start', directory, '-p', String(port), '-H', '127.0.0.1'],
    env,
    logFile: path.join(directory, 'start.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(part, () => answersOk(url));
  return { url, stop: part.stop };
}
