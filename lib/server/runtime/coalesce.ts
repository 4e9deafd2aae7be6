import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

const running = () => singleton('coalesce', () => new Map<string, Promise<unknown>>());

/**
 * Runs a read, or joins the same read that is already running: when many pages read the same at the same moment, the
 * database reads once. `name` identifies the read; `parameters` must contain everything that its result depends on,
 * including the person where people see different results.
 */
export function coalesce<Value>(name: string, parameters: unknown, read: () => Promise<Value>): Promise<Value> {
  const key = `${name} ${JSON.stringify(parameters)}`;
  const joined = running().get(key) as Promise<Value> | undefined;
  if (joined) return joined;
  const value = read().finally(() => running().delete(key));
  running().set(key, value);
  return value;
}
