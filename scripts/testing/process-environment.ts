import { settings } from '@/lib/server/config/settings';

/** Formats a setting as in the environment. */
function toVariable(value: unknown): string {
  if (Array.isArray(value)) return value.join();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Gives the environment of another process of the console under test, with the settings of this one. */
export function processEnvironment(): NodeJS.ProcessEnv {
  // Not as it is written in the environment, and of no use here.
  const { PROOF_AUTHENTICATORS: _parsed, ...known } = settings();
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return { ...process.env, ...Object.fromEntries(given.map(([name, value]) => [name, toVariable(value)])) };
}
