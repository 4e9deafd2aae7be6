import 'server-only';

const KEY = Symbol.for('countersign.process-wide');

/**
 * Returns the one value of this process under a name, created on first use. Next gives pages, actions and
 * instrumentation separate module instances, so a module variable would exist several times: several pools, several
 * token requests.
 */
export function singleton<Value>(name: string, create: () => Value): Value {
  const holder = globalThis as typeof globalThis & { [KEY]?: Map<string, unknown> };
  const values = (holder[KEY] ??= new Map());
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
