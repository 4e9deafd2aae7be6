// npm run service:check: tries the service of the environment with reads alone, and prints what fits it.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkService } from '@/lib/server/transfer-service/check/check-service';

const USAGE = `Usage: npm run service:check [-- --pages N]
Reads the token, one page, one record, the list to its end (at most N pages of 1,000; 20 unless given) and with each
filter. Writes nothing. Takes TRANSFER_SERVICE_* from the environment or from .env.`;
const MARKS = { ok: 'ok   ', note: 'note ', fault: 'FAULT' } as const;

if (existsSync('.env')) process.loadEnvFile('.env');
const { values } = parseArgs({ options: { pages: { type: 'string', default: '20' } } });
try {
  if (!/^[1-9][0-9]{0,4}$/.test(values.pages)) throw new Error(USAGE);
  const { lines, settings } = await checkService(process.env, Number(values.pages));
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { name, outcome, seen } of lines) console.log(`${MARKS[outcome]}  ${name.padEnd(width)}  ${seen}`);
  const fitting = Object.entries(settings);
  if (fitting.length > 0)
    console.log(`\nSettings that fit:\n${fitting.map((pair) => `  ${pair.join('=')}`).join('\n')}`);
  if (lines.some(({ outcome }) => outcome === 'fault')) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
