import 'server-only';

/** Reads a value, or gives the one that was read before under the same name. */
export type ReadOnce = <Value>(name: string, read: () => Promise<Value>) => Promise<Value>;

/** Reads every value again; for the checks of a single request. */
export const readSeparately: ReadOnce = (_name, read) => read();

/** Creates a cache for many checks at the same moment, such as those of a batch: shared values are read once. */
export function createReadCache(): ReadOnce {
  const known = new Map<string, Promise<unknown>>();
  return <Value>(name: string, read: () => Promise<Value>) => {
    const cached = known.get(name) as Promise<Value> | undefined;
    const value = cached ?? read();
    if (!cached) known.set(name, value);
    return value;
  };
}

/**
 * Reads the values of several items: those that were read before from the cache, all others with one call of `read`.
 */
export function readTogether<Item, Value>(
  once: ReadOnce,
  items: readonly Item[],
  { nameOf, read }: { nameOf: (item: Item) => string; read: (missing: Item[]) => Promise<Value[]> },
): Promise<Value[]> {
  const missing: Item[] = [];
  // Runs once every item has been asked for.
  const values = Promise.resolve().then(() => (missing.length > 0 ? read(missing) : []));
  const found = items.map((item) =>
    once(nameOf(item), () => {
      const position = missing.push(item) - 1;
      return values.then((all) => all[position] as Value);
    }),
  );
  return Promise.all(found);
}
