// npm run check [-- types lint]: everything that needs no test, side by side; what fails says why.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listenForStop } from '@/scripts/stack/stop-signal';

/** The parts, in the order in which they are shown: the scripts check:NAME of package.json. */
const PARTS = ['types', 'lint', 'structure', 'unused', 'format'] as const;

interface Outcome {
  code: number;
  output: string;
  seconds: number;
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}${path.delimiter}${process.env.PATH}` };
const signal = listenForStop();
const wanted = process.argv.slice(2);
const parts = PARTS.filter((part) => wanted.length === 0 || wanted.includes(part));
if (parts.length === 0) throw new Error(`Which part? npm run check -- ${PARTS.join(' ')}`);
const outcomes = await Promise.all(
  parts.map(async (part) => {
    const outcome = await runPart(part);
    console.log(`${part.padEnd(10)} ${outcome.code === 0 ? 'ok    ' : 'FAILED'} ${outcome.seconds.toFixed(1)} s`);
    return { part, ...outcome };
  }),
);
const failed = outcomes.filter(({ code }) => code !== 0);
for (const { part, output } of failed) console.log(`\n--- ${part} ---\n${output.trimEnd()}`);
if (failed.length > 0) process.exitCode = 1;

/** Runs one part to its end. Gives its exit code, what it wrote, and how long it took. */
async function runPart(part: string): Promise<Outcome> {
  const startedAt = performance.now();
  // As npm would, without starting npm five times.
  const child = spawn(scripts[`check:${part}`] ?? '', { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env, signal });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return { code, output: Buffer.concat(chunks).toString('utf8'), seconds: (performance.now() - startedAt) / 1000 };
}
