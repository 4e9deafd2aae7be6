import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'e2e/soak/crash/engines';
const POSTGRES_CLIENT = 'pg@8.23.1';
const PLATFORM_NODE = `node-${process.platform}-${process.arch}`;

interface Engine {
  packages: string[];
  program: string;
  /** The query that counts what the engine has not finished yet. */
  countOpen: string;
  /** True where the library asks for a newer Node than the product does. */
  needsNode24: boolean;
}

/** Libraries that the sender was ported to. None is a dependency of the product. */
export const ENGINES = {
  'pg-boss': {
    packages: ['pg-boss@12.38.0'],
    program: 'pg-boss-sender.mjs',
    countOpen: `select count(*)::int as open from pgboss.job where state in ('created', 'retry', 'active')`,
    needsNode24: true,
  },
  dbos: {
    packages: ['@dbos-inc/dbos-sdk@5.3.0'],
    program: 'dbos-sender.mjs',
    countOpen: `select count(*)::int as open from dbos.workflow_status where status in ('PENDING', 'ENQUEUED')`,
    needsNode24: false,
  },
} satisfies Record<string, Engine>;
/** A name of one of them. */
export type EngineName = keyof typeof ENGINES;

/** Installs a library and the port of the sender in a directory, and gives the Node and the file to run. */
export function installEngine(name: EngineName, directory: string): { node: string; file: string } {
  const { packages, program, needsNode24 } = ENGINES[name];
  mkdirSync(directory, { recursive: true });
  const wanted = [...packages, POSTGRES_CLIENT, ...(needsNode24 ? [`${PLATFORM_NODE}@24.21.0`] : [])];
  console.log(`Installing ${wanted.join(', ')} ...`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const { status } = spawnSync('npm', ['install', '--prefix', directory, ...options, ...wanted], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install ${wanted.join(', ')}.`);
  for (const source of [program, 'transfer-service.mjs'])
    cpSync(path.join(SOURCES, source), path.join(directory, source));
  return {
    node: needsNode24 ? path.join(directory, 'node_modules', PLATFORM_NODE, 'bin', 'node') : process.execPath,
    file: path.join(directory, program),
  };
}
