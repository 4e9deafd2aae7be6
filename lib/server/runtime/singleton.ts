import 'server-only';

const KEY = Symbol.for('countersign.process-wide');

/**
 * One value per process under a name, made on first use. Next gives pages, actions and instrumentation module
 * instances of their own, so a plain module variable would be several: several pools, several token fetches.
 */
export function singleton<Value>(name: string, create: () => Value): Value {
  const holder = globalThis as typeof globalThis & { [KEY]?: Map<string, unknown> };
  const values = (holder[KEY] ??= new Map());
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
