import 'server-only';

/** Reads something, or gives what was read before under the same name. */
export type ReadOnce = <Value>(name: string, read: () => Promise<Value>) => Promise<Value>;

/** For one look: everything is read. */
export const separately: ReadOnce = (_name, read) => read();

/** For many looks at the same moment, such as at the items of a batch: what they have in common is read once. */
export function together(): ReadOnce {
  const known = new Map<string, Promise<unknown>>();
  return <Value>(name: string, read: () => Promise<Value>) => {
    const before = known.get(name) as Promise<Value> | undefined;
    const reading = before ?? read();
    if (!before) known.set(name, reading);
    return reading;
  };
}
