// npm run soak -- NAME [options]: the long tests, which npm test runs short or not at all (docs/testing.md).
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '@/scripts/stack/run-command';
import { listenForStop } from '@/scripts/stack/stop-signal';

/** Programs of their own, with options of their own. */
const PROGRAMS: Record<string, () => Promise<unknown>> = {
  crash: () => import('@/e2e/soak/crash/main'),
  faults: () => import('@/e2e/soak/faults/main'),
  malformed: () => import('@/e2e/soak/malformed/main'),
  mirror: () => import('@/e2e/soak/mirror/main'),
  protocol: () => import('@/e2e/soak/protocol/main'),
};

/** Tests of `npm test`, with more runs. */
const TESTS: Record<string, { env: Record<string, string>; files: string[] }> = {
  sequences: {
    env: { FC_RUNS: '1000', SEQUENCES: '10000', REQUESTS: '50', MIRROR_RUNS: '200' },
    files: [
      'lib/server/requests/votes/approval-sequences',
      'lib/server/requests/votes/concurrent-approvals',
      'lib/server/requests/limits/concurrent-limits',
      'lib/server/mirror/sync/convergence',
    ],
  },
  properties: { env: { FC_RUNS: '1000' }, files: ['--project', 'unit'] },
  evidence: { env: { EVIDENCE_CHANGES: '20000' }, files: ['lib/proof/evidence/verify-evidence'] },
  addresses: { env: { ADDRESS_RUNS: '1000000' }, files: ['lib/addresses/any-text'] },
};

/** Throws an error for a name without a test: vitest passes as long as one of several names has some. */
function checkNames(files: readonly string[]): void {
  const unknown = files
    .filter((file) => file.includes('/'))
    .find((file) => !readdirSync(path.dirname(file)).some((name) => name.startsWith(path.basename(file))));
  if (unknown !== undefined) throw new Error(`There is no test ${unknown}.`);
}

/** Runs a command until it ends, and ends with its exit code. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const [command = '', ...rest] = args;
  const environment = { FC_SEED: 'random', ...process.env, ...env };
  process.exitCode = await runCommand({
    name: 'soak',
    command,
    args: rest,
    env: environment,
    signal: listenForStop(),
  });
}

const [name = '', ...options] = process.argv.slice(2);
// The programs read their options from here.
process.argv.splice(2, 1);
const program = PROGRAMS[name];
const tests = TESTS[name];
if (program) await program();
else if (tests) {
  checkNames(tests.files);
  await run([process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...tests.files, ...options], tests.env);
} else if (name === 'attacks') await run(['npm', 'run', 'test:attacks']);
else throw new Error(`Choose one: npm run soak -- ${Object.keys({ ...PROGRAMS, ...TESTS, attacks: 0 }).join(' | ')}.`);
